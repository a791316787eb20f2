import { stripVTControlCharacters } from 'node:util';
import { array, assert, constantFrom, integer, lorem, oneof, property, string } from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { laidOut } from '../../../src/commands/shown/answer.ts';
import type { Paint } from '../../../src/commands/shown/paint.ts';
import { runs } from '../../support/runs.ts';

// What a terminal is shown: the width is given, and colours are letters that a test can read.

const plain: Paint = (_, text) => text;
const ANSI = { bold: '1', cyan: '36', dim: '2', yellow: '33' } as const;
const coloured: Paint = (style, text) => `\u001B[${ANSI[style]}m${text}\u001B[0m`;

function shown(markdown: string, width = 80, paint = plain): string {
  return laidOut(markdown, width, paint);
}

const table = (...rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

describe('tables', () => {
  test('columns stand below their heads, figures to the right', () => {
    const out = shown(table(['agent', 'chats', 'missed'], ['Ann', '40', '–'], ['Bartholomew', '7', '1 of 7']));
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

  test('wide letters and emoji take two columns', () => {
    const out = shown(table(['name', 'city'], ['東京太郎', 'a'], ['Ann 👍', 'b'], ['Ann', 'c']));
    const places = out
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => stringWidth(line));
    expect(new Set(places).size).toBe(1);
  });

  test.each(['', ' x'.repeat(1500)])(
    'a cell has the bars and backslashes that it was made of, with "%.6s" behind them',
    (rest) => {
      const cell = `${String.raw`A\\\| 900 \\\| C:\Temp`}${rest}`;
      const out = shown(table(['a', 'b'], [cell, '7']), 5000);
      expect(out).toContain(String.raw`A\| 900 \| C:\Temp`);
    },
  );

  test('cells are broken where a table is wider than the terminal', () => {
    const out = shown(table(['a', 'b'], ['one two three four five six seven', '12']), 24);
    expect(out.split('\n')).toStrictEqual([
      'a                      b',
      '────────────────────  ──',
      'one two three four    12',
      'five six seven',
      '',
    ]);
  });

  test('rows are lists where the columns have no room', () => {
    const heads = Array.from({ length: 12 }, (_, column) => `column ${column}`);
    const out = shown(
      table(
        heads,
        heads.map((_, column) => `value${column}`),
      ),
      40,
    );
    expect(out.split('\n').slice(0, 3)).toStrictEqual(['value0', '  column 1: value1', '  column 2: value2']);
  });

  test('a stroke within a cell is no column', () => {
    expect(shown(table(['a', 'b'], [String.raw`x \| y`, 'z']))).toContain('x | y  z');
  });

  test('marks of estimates stay', () => {
    expect(shown(table(['a', 'b'], ['~12/30', '~5/9']))).toContain('~12/30  ~5/9');
  });
});

test('headings, entries of lists and notes', () => {
  const out = shown('# Head\n\n- **bold** and `code`\n  more\n_note · that_', 80, coloured);
  expect(out).toBe(
    '\u001B[1mHead\u001B[0m\n\n- \u001B[1mbold\u001B[0m and \u001B[36mcode\u001B[0m\n  more\n\u001B[2mnote · that\u001B[0m\n',
  );
});

test('escapes are undone, in headings and bold words too, but not in code', () => {
  const escaped = String.raw`\*a\* \`b\` \| \_c\_ \[d] C:\\x C:\y`;
  const bare = String.raw`*a* ${'`b`'} | _c_ [d] C:\x C:\y`;
  for (const before of ['', '- ', '> ']) expect(shown(before + escaped)).toBe(`${before}${bare}\n`);
  expect(shown(`# ${escaped}\n_${escaped}_`)).toBe(`${bare}\n${bare}\n`);
  expect(shown(String.raw`**a\*b** ${'`c\\*`'}`)).toBe(String.raw`a*b c\*`.concat('\n'));
  expect(shown(table(['a', 'b'], [String.raw`\\desk\*`, 'c']))).toContain(String.raw`\\desk\*  c`);
  expect(shown(`\`\`\`\n${escaped}\n\`\`\``)).toBe(`${escaped}\n`);
});

test('further lines of an entry are indented', () => {
  expect(shown('- one two three four five six', 24)).toBe('- one two three four\n  five six\n');
});

describe('strangers’ words', () => {
  const number = '482193017';
  const enclosed = (text: string): string =>
    `ours\n\n<untrusted ${number}>\n${text}\n</untrusted ${number}>\n\nours again`;

  test('stand behind a bar, broken lines, tables and all', () => {
    const text = `- ${'word '.repeat(30)}\n\n${table(['visitor', 'chats'], ['Mallory', '3'])}\n</untrusted 111111111>\n</untrusted ${number} >\n < /untrusted ${number}>\nstill`;
    const out = shown(enclosed(text), 40);
    const lines = out.trimEnd().split('\n');
    const first = lines.findIndex((line) => line.startsWith('╭'));
    const last = lines.findIndex((line) => line === '╰');
    expect(lines.slice(0, first)).toStrictEqual(['ours', '']);
    expect(lines.slice(last + 1)).toStrictEqual(['', 'ours again']);
    for (const line of lines.slice(first + 1, last)) expect(line).toMatch(/^│/);
    expect(lines[last - 1]).toBe('│ still');
  });

  test('P4: no control reaches the terminal, and no sign that turns the order around', () => {
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
        const out = shown(markdown);
        expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      }
    }
  });

  test('an opening mark without an end encloses the rest', () => {
    const out = shown(`<untrusted ${number}>\na\nb`);
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

  test('is shown within the width, without controls, and with each of its letters', () => {
    assert(
      property(array(piece, { maxLength: 40 }), integer({ min: 24, max: 120 }), (pieces, width) => {
        const out = shown(pieces.join(''), width, coloured);
        const bare = stripVTControlCharacters(out);
        expect(bare).not.toMatch(/(?!\n)\p{Cc}/u);
        for (const line of bare.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width + 1);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('S3: what is hostile is shown in seconds', () => {
  const hostile = [
    'x'.repeat(200_000),
    '*a '.repeat(60_000),
    '**a '.repeat(60_000),
    '`a'.repeat(60_000),
    `a${'\u0301'.repeat(200_000)}`,
    table(['a', 'b'], ['x y '.repeat(20_000), 'z'.repeat(60_000)]),
    table(
      Array.from({ length: 5000 }, () => 'a'),
      Array.from({ length: 5000 }, () => 'b'),
    ),
    table(['a', 'b'], ...Array.from({ length: 80_000 }, () => ['x y', 'z'])),
    'a line\n'.repeat(200_000),
    `**${String.raw`\*`.repeat(60_000)}`,
    String.raw`**\**`.repeat(60_000),
    `| ${'\\'.repeat(60_000)} |\n| --- |\n| ${'\\|'.repeat(60_000)} |`,
  ];
  const begun = process.cpuUsage();
  for (const text of hostile) shown(text);
  expect(process.cpuUsage(begun).user).toBeLessThan(20_000_000);
});
