import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CallerText, DeskText } from '../../src/model/text/trusted-text.ts';
import { callerLine, deskBlock, deskLine } from '../../src/privacy/cleaned-text.ts';
import { runs } from '../support/runs.ts';

describe.each([
  ['deskLine', (text: string, length?: number) => deskLine(DeskText.parse(text), length)],
  ['callerLine', (text: string, length?: number) => callerLine(CallerText.parse(text), length)],
  ['deskBlock', (text: string, length?: number) => deskBlock(DeskText.parse(text), length)],
] as const)('%s', (_name, pass) => {
  test('cuts to the length, and never through the middle of a character', () => {
    assert(
      property(
        string({ unit: constantFrom('a', '😀', '𝄞', '字'), minLength: 1 }),
        integer({ min: 1, max: 40 }),
        (text, length) => {
          const cut: string = pass(text, length);
          expect(cut.length).toBeLessThanOrEqual(length);
          expect(cut.isWellFormed()).toBe(true);
          expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
          if (text.length <= length) expect(cut).toBe(text);
        },
      ),
    );
  });

  test('changes nothing a second time', () => {
    const pieces = constantFrom('a', ' ', '\n', '\u202E', '<b', '![', '&lt;', '&amp;', 'javascript:x', '😀', '|');
    assert(
      property(string({ unit: pieces, maxLength: 60 }), integer({ min: 1, max: 80 }), (text, length) => {
        expect(pass(pass(text, length), length)).toBe(pass(text, length));
      }),
      { numRuns: runs(2000) },
    );
  });
});

test('a line has no break, and no run of spaces', () => {
  assert(
    property(
      string({ unit: constantFrom('a', ' ', '\n', '\r\n', '\t', '\u2028', '\u0085'), maxLength: 60 }),
      (text) => {
        expect(deskLine(DeskText.parse(text))).not.toMatch(/[\n\t]|\s\s|^\s|\s$/);
      },
    ),
  );
});

test('lines stay lines in a block', () => {
  expect(deskBlock('one\r\ntwo\rthree\u2028four\n\nfive')).toBe('one\ntwo\nthree\nfour\n\nfive');
});
