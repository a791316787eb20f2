import { assert, constantFrom, property, string } from 'fast-check';
import { Lexer, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { plainText, Quoted, quotedCell } from '../../src/privacy/quoted.ts';
import { tableCell } from '../../src/privacy/cleaned-text.ts';
import { withBarsEscaped, withBarsUnescaped } from '../../src/privacy/table-cell.ts';

/** The texts of the cells of the last row of a table, as Markdown renders them. */
function cellsOf(row: string): string[] {
  const [token] = Lexer.lex(`| a | b |\n|---|---|\n${row}`);
  if (token === undefined || !isTable(token)) return [];
  return token.rows.flatMap((cells) => cells.map(({ text }) => text));
}

function isTable(token: { readonly type: string }): token is Tokens.Table {
  return token.type === 'table';
}

const MAKERS = [
  ['a stranger', (text: string): string => plainText(quotedCell(new Quoted(text)))],
  ['ours', (text: string): string => tableCell(text)],
] as const;

test.each(MAKERS)('no text of %s ends its cell of a table', (_, cellOf) => {
  expect(cellsOf(`| ${cellOf(String.raw`A\| 900 \| 1,000`)} | 7 |`)).toHaveLength(2);
  assert(
    property(string({ unit: constantFrom('\\', '|', 'a', ' '), maxLength: 12 }), (text) => {
      const cells = cellsOf(`| x${cellOf(text)}y | 7 |`);
      expect(cells).toHaveLength(2);
      expect(cells[1]).toBe('7');
    }),
  );
});

test('a text can be told from its cell', () => {
  assert(
    property(string({ unit: constantFrom('\\', '|', 'a', ' '), maxLength: 12 }), (text) => {
      expect(withBarsUnescaped(withBarsEscaped(text))).toBe(text);
    }),
  );
});

test('what has no bar stays as it is', () => {
  for (const text of [String.raw`C:\Temp`, String.raw`a\\b`, 'a\\', '']) expect(tableCell(text)).toBe(text);
});
