import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { inputLines, type LeftOut } from '../../src/commands/input-lines.ts';

/** What comes out of an input that comes in these parts. */
async function linesOf(...parts: readonly (string | Buffer)[]) {
  const leftOut: LeftOut[] = [];
  const input = Readable.from(parts.map((part) => Buffer.from(part)));
  const lines = await text(inputLines(input, (one) => void leftOut.push(one)));
  return { lines, leftOut };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const keys = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;

test.each([
  ['in one part', [`${PING}\n${PING}\r\n\n`]],
  ['in parts that end anywhere', [PING.slice(0, 10), PING.slice(10), '\n', `${PING}\r`, '\n\n']],
  ['a byte at a time', `${PING}\n${PING}\r\n\n`.split('')],
])('lines come out as they went in: %s', async (_how, parts) => {
  expect(await linesOf(...parts)).toEqual({ lines: `${PING}\n${PING}\r\n\n`, leftOut: [] });
});

test('a letter of several bytes may come in parts, and what has no end is not there yet', async () => {
  const [first, second] = [Buffer.from('"é"\n').subarray(0, 2), Buffer.from('"é"\n').subarray(2)];
  expect((await linesOf(first, second, PING)).lines).toBe('"é"\n');
});

describe('H15: a line with more than is read of a message is left out', () => {
  test.each([
    ['2,001 keys', keys(2001), 'has more than 2000 keys'],
    ['10,001 values', JSON.stringify(Array.from({ length: 10_001 }, () => 1)), 'has more than 10000 values'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'is nested more than 64 levels deep'],
    ['more than 256 KiB', JSON.stringify('é'.repeat(131_072)), 'has more than 262144 bytes'],
  ])('%s', async (_what, params, tooMuch) => {
    const line = `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"k":${params}}}}`;
    expect(await linesOf(`${PING}\n${line}\n${PING}\n`)).toEqual({
      lines: `${PING}\n${PING}\n`,
      leftOut: [{ id: 7, tooMuch }],
    });
  });

  test.each([
    ['first', '{"jsonrpc":"2.0","id":"a-1","method":"ping","params":PARAMS}', 'a-1'],
    ['first of all', ' { "id" : 12 , "jsonrpc":"2.0","method":"ping","params":PARAMS}', 12],
    ['last', '{"method":"ping","params":PARAMS,"jsonrpc":"2.0","id":12}', 12],
    ['last, with blanks', '{"method":"ping","params":PARAMS,"jsonrpc":"2.0", "id" : "x" } \r', 'x'],
    ['nowhere', '{"jsonrpc":"2.0","method":"ping","params":PARAMS}', undefined],
    ['of something inside', '{"jsonrpc":"2.0","method":"ping","params":{"a":PARAMS,"id":5}}', undefined],
    ['that is none', '{"jsonrpc":"2.0","id":{},"method":"ping","params":PARAMS}', undefined],
  ])('its id is found: %s', async (_where, message, id) => {
    const { leftOut } = await linesOf(`${message.replace('PARAMS', keys(2001))}\n`);
    expect(leftOut.map((one) => one.id)).toEqual([id]);
  });
});

test('a line that has no end ends the stream', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  await expect(linesOf(...Array.from({ length: 11 }, () => megabyte))).rejects.toThrow('no end');
});
