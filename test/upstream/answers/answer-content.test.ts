import { setImmediate } from 'node:timers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LeftOut, readContent, type Content } from '../../../src/upstream/answers/answer-content.ts';
import { runs } from '../../support/runs.ts';

// The limits are written out here: who changes one changes what a desk may have.

/** Reads a text that comes in parts of so many bytes. */
function read(text: string, bytesAtOnce = 65_536, signal = new AbortController().signal): Promise<Content> {
  return readContent(partsOf(new TextEncoder().encode(text), bytesAtOnce), signal);
}

function* partsOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

function parsed(text: string): Content {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { flaw: 'text that is not JSON' };
  }
}

const bytesAtOnce = fc.integer({ min: 1, max: 40 });
const spaced = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, null, space));
/** Objects with lists, as single records are. */
const record = fc
  .dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())))
  .map((value) => JSON.stringify(value));

describe('what JSON.parse makes of it', () => {
  test('of any JSON, wherever it is taken apart', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spaced, record), bytesAtOnce, async (text, length) => {
        expect(await read(text, length)).toStrictEqual(parsed(text));
      }),
    );
  });

  test('of JSON that somebody has spoilt in one place', async () => {
    const spoilt = fc
      .tuple(
        fc.oneof(spaced, record),
        fc.nat(),
        fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', ' ', '1', '[]'),
      )
      .map(([text, place, put]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + (place % 2));
      });
    await fc.assert(
      fc.asyncProperty(spoilt, bytesAtOnce, async (text, length) => {
        // Of two fields of the same name the later one counts; `fromEntries` and JSON.parse agree but for this name.
        fc.pre(!text.includes('__proto__'));
        expect(await read(text, length)).toStrictEqual(parsed(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    '',
    ' ',
    '[,]',
    '[1,]',
    '[1 2]',
    '[1]]',
    '[1}',
    '{"a":[1}',
    '{"a":[1]',
    '[][]',
    '{}[]',
    '["a',
    '[1],',
    'null',
    '7',
    '"[1,2]"',
    '[[1],[2]]',
    '{"a":[[1]],"a":[2]}',
    '{"a":{"b":[1]}}',
    '\uFEFF[1]',
  ])('of %j', async (text) => {
    // The mark of byte order is none of the text.
    expect(await read(text, 1)).toStrictEqual(parsed(text.replace('\uFEFF', '')));
  });
});

describe('limits', () => {
  const cut = '… [cut: longer than 50,000 characters]';

  test.each([
    ['in one row', (text: string) => `[{"a":${text}}]`, (read: string) => [{ a: read }]],
    ['in one field', (text: string) => `{"a":${text}}`, (read: string) => ({ a: read })],
    ['in a part', (text: string) => `{"a":[{"b":${text}}],"c":1}`, (read: string) => ({ a: [{ b: read }], c: 1 })],
  ])('a text %s is cut to 50,000 characters, and says so', async (_where, around, expected) => {
    const cases: [string, string][] = [
      ['x'.repeat(50_000), 'x'.repeat(50_000)],
      ['x'.repeat(50_001), 'x'.repeat(50_000) + cut],
      ['é'.repeat(300_000), 'é'.repeat(50_000) + cut],
      [String.raw`\u00e9`.repeat(50_001), 'é'.repeat(50_000) + cut],
      [String.raw`\"`.repeat(50_001), '"'.repeat(50_000) + cut],
      [`${'x'.repeat(50_000)}${String.raw`\\`}`, 'x'.repeat(50_000) + cut],
    ];
    for (const [text, kept] of cases) {
      expect(await read(around(`"${text}"`), 65_521)).toStrictEqual({ value: expected(kept) });
    }
  });

  test('a page of 10,000 rows is read, and one more is none', async () => {
    const rows = (count: number): string => `[${Array.from({ length: count }, (_, id) => id).join(',')}]`;
    expect(await read(rows(5000))).toStrictEqual(parsed(rows(5000)));
    expect(await read(rows(5001))).toStrictEqual({ flaw: 'more than 5,000 records on one page' });
  });

  test('of a row that is too large, too deep or of too many values nothing is known, and its neighbours are read', async () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    for (const row of [
      `{"a":${'1'.repeat(3_000_000)}}`,
      `{"a":${deep(40)}}`,
      `[${'1,'.repeat(10_001)}1]`,
      // Nor has it to be JSON.
      `{${'[,'.repeat(10_001)}${']'.repeat(10_001)}}`,
    ]) {
      expect(await read(`[{"a":1},${row},{"a":2}]`)).toStrictEqual({ value: [{ a: 1 }, undefined, { a: 2 }] });
    }
    const row = `{"a":${deep(20)}}`;
    expect(await read(`[${row}]`)).toStrictEqual(parsed(`[${row}]`));
  });

  test('of a record 10,000 parts are read, and the others counted', async () => {
    const parts = Array.from({ length: 10_003 }, (_, b) => ({ b }));
    const text = JSON.stringify({ a: parts, c: [1] });
    expect(await read(text)).toStrictEqual({ value: { a: [...parts.slice(0, 10_000), new LeftOut(3)], c: [1] } });
  });

  test('of a record parts are read until they have 500,000 characters', async () => {
    const parts = Array.from({ length: 100 }, (_, b) => ({ text: 'x'.repeat(25_000), b }));
    expect(await read(JSON.stringify({ a: parts }))).toStrictEqual({
      value: { a: [...parts.slice(0, 20), new LeftOut(80)] },
    });
  });

  test('of 20 MB nothing more is read', async () => {
    expect(await read(`["${'x'.repeat(20 * 1024 * 1024)}"]`)).toStrictEqual({ flaw: 'more than 20 MB' });
    let taken = 0;
    function* endless(): Generator<Uint8Array> {
      for (;;) {
        taken += 1;
        yield new Uint8Array(1024 * 1024).fill(0x20);
      }
    }
    expect(await readContent(endless(), new AbortController().signal)).toStrictEqual({ flaw: 'more than 20 MB' });
    expect(taken).toBe(21);
  });
});

describe('the event loop', () => {
  const hostile: [string, () => string][] = [
    ['rows', () => `[${`{"chat_id":1,"name":"${'x'.repeat(1900)}"},`.repeat(9_999)}{}]`],
    ['empty parts', () => `{"messages":[${'{},'.repeat(2_000_000)}{}]}`],
    ['one text', () => `["${'a@'.repeat(4_000_000)}"]`],
    ['nested lists', () => `[${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}]`],
  ];

  test.each(hostile)('turns while megabytes are read at once: %s', async (_name, text) => {
    const body = text();
    let isRead = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await read(body);
    isRead = true;
    // However fast the machine is: it does not read 5 MB in a slice of 10 ms.
    expect(turns).toBeGreaterThan(3);
  });

  test('whose turn it is may cancel', async () => {
    const cancel = new AbortController();
    setImmediate(() => cancel.abort(new Error('cancelled')));
    await expect(read(`["${'a@'.repeat(9_000_000)}"]`, 65_536, cancel.signal)).rejects.toThrow('cancelled');
  });
});
