import { forbiddenIn } from '../privacy/forbidden.ts';

// What a caller may give to have it quoted, and what no quotation of it may hold.

const FORGED = 'zqforged';
const IN_TAGS = '\u{E0001}\u{E0073}\u{E0065}\u{E006E}\u{E0064}\u{E007F}';

/** Values that no argument, name or address has, each short enough to be quoted whole but for the last. */
export const hostileValues = {
  'orders to a terminal': `zq\u001B[31mr\u001B[2J\u001B]8;;http://e.example\u0007k\u001B]8;;\u0007\u009B1mc`,
  'lines of its own': `zq\n${FORGED}\r\n${FORGED}\r${FORGED}\u2028${FORGED}\u0085${FORGED}\v${FORGED}`,
  'Markdown and HTML': 'zq![a](//e.example)[b](//e.example)[c][d]<img src=x><!-- &#60;b',
  'what is not seen': `zq\u202Eabc\u2066d\u200B${IN_TAGS}\u00ADe\u200Df\uFEFFg`,
  'a hundred kilobytes': `zq${'\u001B[1m![a](b)\n'.repeat(1000)}${'x'.repeat(88_000)}`,
} as const satisfies Readonly<Record<string, string>>;

/** The first four in one, for where each value costs a process. */
export const hostileValue = `zq\u001B[2J\u001B]8;;//e\u0007k\u009B1m\n${FORGED}\r![a](b)[c][d]<img>\u202E\u2066\u{E0041}`;

const NEVER: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an image', /!\[/],
  ['a link', /\][([]/],
  ['HTML', /<(?:img|b|!--)/i],
  ['a line of its own', new RegExp(`^\\W*${FORGED}`, 'm')],
  ['a value without a bound', /x{300}|(?:\[a.{0,9}){40}/s],
];

/** What a text has that comes from one of these values, and may not be quoted; nothing is what is wanted. */
export function harmIn(text: string): string[] {
  return [...forbiddenIn(text), ...NEVER.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))];
}
