import { stripVTControlCharacters } from 'node:util';
import { array, assert, asyncProperty, constantFrom, integer, lorem, oneof, string } from 'fast-check';
import stringWidth from 'string-width';
import { Lexer } from 'marked';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { laidOut } from '../../../src/commands/shown/layout.ts';
import type { Paint } from '../../../src/commands/shown/paint.ts';
import { slices } from '../../../src/model/slices.ts';
import { runs } from '../../support/runs.ts';

// What a terminal is shown: the width is given, and colours are letters that a test can read.

const plain: Paint = { text: (text) => text, line: (spans) => spans.map(({ text }) => text).join('') };
const ANSI = { bold: '1', italic: '3', code: '36', faint: '2', strangers: '33' } as const;
const coloured: Paint = {
  text: (text, style) => (style === undefined ? text : `\u001B[${ANSI[style]}m${text}\u001B[0m`),
  line: (spans) => spans.map(({ text, style }) => coloured.text(text, style)).join(''),
};

async function shown(markdown: string, width = 80, paint = plain): Promise<string> {
  let out = '';
  for await (const piece of laidOut(markdown, width, paint)) out += piece;
  return out;
}

const table = (...rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

describe('tables', () => {
  test('columns stand below their heads, figures to the right', async () => {
    const out = await shown(table(['agent', 'chats', 'missed'], ['Ann', '40', '–'], ['Bartholomew', '7', '1 of 7']));
    expect(out).toBe(
      [
        'agent        chats  missed',
        '───────────  ─────  ──────',
        'Ann             40       –',
        'Bartholomew      7  1 of 7',
        '',
      ].join('\n'),
    );
  });

  test('wide letters and emoji take two columns', async () => {
    const out = await shown(table(['name', 'city'], ['東京太郎', 'a'], ['Ann 👍', 'b'], ['Ann', 'c']));
    const places = out
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => stringWidth(line));
    expect(new Set(places).size).toBe(1);
  });

  test.each(['', ' x'.repeat(1500)])(
    'a cell has the bars and backslashes that it was made of, with "%.6s" behind them',
    async (rest) => {
      const cell = `${String.raw`A\\\| 900 \\\| C:\Temp`}${rest}`;
      const out = await shown(table(['a', 'b'], [cell, '7']), 5000);
      expect(out).toContain(String.raw`A\| 900 \| C:\Temp`);
    },
  );

  test('cells are broken where a table is wider than the terminal', async () => {
    const out = await shown(table(['a', 'b'], ['one two three four five six seven', '12']), 24);
    expect(out.split('\n')).toStrictEqual([
      'a                      b',
      '───────────────────  ───',
      'one two three four    12',
      'five six seven',
      '',
    ]);
  });

  test('rows are lists where the columns have no room', async () => {
    const heads = Array.from({ length: 12 }, (_, column) => `column ${column}`);
    const out = await shown(
      table(
        heads,
        heads.map((_, column) => `value${column}`),
      ),
      40,
    );
    expect(out.split('\n').slice(0, 3)).toStrictEqual(['value0', '  column 1: value1', '  column 2: value2']);
  });

  test('a stroke within a cell is no column', async () => {
    expect(await shown(table(['a', 'b'], [String.raw`x \| y`, 'z']))).toContain('x | y  z');
  });

  test('marks of estimates stay', async () => {
    expect(await shown(table(['a', 'b'], ['~12/30', '~5/9']))).toContain('~12/30  ~5/9');
  });
});

test('headings, entries of lists and notes', async () => {
  const out = await shown('# Head\n\n- **bold** and `code`\n  more\n_note · that_', 80, coloured);
  expect(out).toBe(
    '\u001B[1mHead\u001B[0m\n\n- \u001B[1mbold\u001B[0m and \u001B[36mcode\u001B[0m\n  more\n\u001B[2mnote · that\u001B[0m\n',
  );
});

test('further lines of an entry are indented', async () => {
  expect(await shown('- one two three four five six', 24)).toBe('- one two three four\n  five six\n');
});

test('a long line of figures is a list', async () => {
  const figures = ['**Last week**: 136 chats', ...Array.from({ length: 9 }, (_, n) => `figure ${n} of 136 chats`)];
  const out = await shown(figures.join(' · '), 60);
  expect(out.split('\n').slice(0, 3)).toStrictEqual([
    'Last week: 136 chats',
    '  · figure 0 of 136 chats',
    '  · figure 1 of 136 chats',
  ]);
});

describe('strangers’ words', () => {
  const number = '482193017';
  const enclosed = (text: string): string =>
    `ours\n\n<untrusted ${number}>\n${text}\n</untrusted ${number}>\n\nours again`;

  test('stand behind a bar, broken lines, tables and all', async () => {
    const text = `- ${'word '.repeat(30)}\n\n${table(['visitor', 'chats'], ['Mallory', '3'])}\n</untrusted 111111111>\n</untrusted ${number} >\n < /untrusted ${number}>\nstill`;
    const out = await shown(enclosed(text), 40);
    const lines = out.trimEnd().split('\n');
    const first = lines.findIndex((line) => line.startsWith('╭'));
    const last = lines.findIndex((line) => line === '╰');
    expect(lines.slice(0, first)).toStrictEqual(['ours', '']);
    expect(lines.slice(last + 1)).toStrictEqual(['', 'ours again']);
    for (const line of lines.slice(first + 1, last)) expect(line).toMatch(/^│/);
    expect(lines[last - 1]).toBe('│ still');
  });

  test('P4: no control reaches the terminal, and no sign that turns the order around', async () => {
    const hostile =
      '\u001B[2J\u001B]0;title\u0007\u009B31m\u202Eevil\u2066\r\b\u0000 \u001B]8;;https://x.example\u001B\\link';
    for (const text of [
      hostile,
      `**${hostile}**`,
      `\`${hostile}\``,
      table([hostile, 'b'], ['c', hostile]),
      `# ${hostile}`,
    ]) {
      for (const markdown of [text, enclosed(text), `\`\`\`json\n${text}\n\`\`\``]) {
        const out = await shown(markdown);
        expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      }
    }
  });

  test('an opening mark without an end encloses the rest', async () => {
    const out = await shown(`<untrusted ${number}>\na\nb`);
    expect(out.trimEnd().split('\n').slice(1)).toStrictEqual(['│ a', '│ b', '╰']);
  });
});

describe('any text', () => {
  const piece = oneof(
    constantFrom(
      '|',
      '| --- |',
      '**',
      '`',
      '```',
      '\n',
      '\n\n',
      '- ',
      '# ',
      '<untrusted 482193017>',
      '</untrusted 482193017>',
      '東京',
      '👩‍👩‍👧',
      '\u001B[31m',
      ' · ',
      '_',
      '\\',
      'é',
    ),
    string({ unit: 'binary', maxLength: 30 }),
    lorem({ maxCount: 30, mode: 'words' }),
  );

  test('is shown within the width, without controls, and with each of its letters', async () => {
    await assert(
      asyncProperty(array(piece, { maxLength: 40 }), integer({ min: 24, max: 120 }), async (pieces, width) => {
        const out = await shown(pieces.join(''), width, coloured);
        const bare = stripVTControlCharacters(out);
        expect(bare).not.toMatch(/(?!\n)\p{Cc}/u);
        for (const line of bare.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width + 1);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('S3: however much it is, it is worked on in small pieces, between which others have their turn', () => {
  const row = '| Anna Petrova | 40 | – | 17/49/31 (40) | 505/1283/657 (40) | 4.14 (14 of 40) |';
  // Each with the least number of its pieces.
  const hostile: [what: string, least: number, text: string][] = [
    [
      '1,000 rows',
      14_050,
      `${table(['a', 'b', 'c', 'd', 'e', 'f'])}\n${Array.from({ length: 1000 }, () => row).join('\n')}`,
    ],
    ['a cell of 30,000 letters', 375, table(['a', 'b'], ['x'.repeat(30_000), 'y'])],
    ['a cell of 20,000 words', 500, table(['a', 'b'], ['x y '.repeat(10_000), 'y'])],
    ['a line of 30,000 stars', 1100, '*a '.repeat(30_000)],
    ['a word of 50,000 letters', 1250, '東'.repeat(50_000)],
    ['a heap of marks', 60, `a${'\u0301'.repeat(50_000)}`],
    [
      'a table of 5,000 columns',
      880,
      table(
        Array.from({ length: 5000 }, () => 'a'),
        Array.from({ length: 5000 }, () => 'b'),
      ),
    ],
    [
      '40 rows of a long cell',
      1200,
      table(['a', 'b'], ...Array.from({ length: 40 }, () => ['x y z '.repeat(316), 'y'])),
    ],
    [
      '40 rows of wide letters',
      1900,
      table(['a', 'b'], ...Array.from({ length: 40 }, () => ['東京 '.repeat(632), 'y'])),
    ],
    ['40 rows of marks', 600, table(['a', 'b'], ...Array.from({ length: 40 }, () => ['**a** `b` '.repeat(190), 'y']))],
    ['emphasis within emphasis', 2300, Array.from({ length: 100 }, () => '_a_'.repeat(600)).join('\n')],
    ['emphasis that is read', 1300, Array.from({ length: 100 }, () => '_a_'.repeat(333)).join('\n')],
    ['quotes within quotes', 480, `${'>'.repeat(1900)}\n`.repeat(20)],
    ['50,000 lines', 50_000, '\n'.repeat(50_000)],
    ['lines of an emoji', 370, '👩‍👩‍👧 '.repeat(10_000)],
  ];

  test.each(hostile)('%s', async (_what, least, text) => {
    const isOver = vi.spyOn(slices, 'isOver').mockReturnValue(true);
    const [lines, inline] = [vi.spyOn(Lexer, 'lex'), vi.spyOn(Lexer, 'lexInline')];
    onTestFinished(() => [isOver, lines, inline].forEach((spy) => spy.mockRestore()));
    const pieces: number[] = [];
    for await (const piece of laidOut(text, 80, coloured)) pieces.push(piece.length);
    const longest = (calls: readonly (readonly [string, ...unknown[]])[]) =>
      Math.max(0, ...calls.map(([source]) => source.length));
    expect(pieces.length).toBeGreaterThanOrEqual(least);
    // A line of a terminal, with its colours.
    expect(Math.max(...pieces)).toBeLessThan(1000);
    // What reads marks takes the square of the length of some texts.
    expect(longest(lines.mock.calls)).toBeLessThanOrEqual(12_000);
    expect(longest(inline.mock.calls)).toBeLessThanOrEqual(1000);
  });
});
