import { CallerText, ProgramText, quotation, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { Run } from '../run.ts';
import { utcDayText } from '../../model/words/time.ts';

// What a person can type next, after a line that was wrong.

/** A line that was typed, and when. */
export type Typed = Pick<Run, 'words' | 'clock'>;

/** What no error repeats: an absolute path, an address with a login. */
const PRIVATE = /^(?:--[\w-]+=)?(?:[/~]|[a-z]:\\)|:\/\/[^/]*@/i;

/** A longer line is not repeated, in characters. */
const LONGEST_LINE = 400;

/**
 * Says what to type: `Run: chat-operations-mcp call list_chats`. If a word may be private, or the line cannot be quoted exactly, it says
 * `help` instead.
 */
export function runWords(words: readonly string[], help: readonly string[], file?: string): TrustedText {
  const line = CallerText.parse([shellLine(words), ...(file === undefined ? [] : ['>', asShellWord(file)])].join(' '));
  const isPrivate = [...words, file ?? ''].some((word) => PRIVATE.test(word));
  const exact = isPrivate ? undefined : quotation(line, LONGEST_LINE);
  return trusted`Run: chat-operations-mcp ${exact === String(line) ? exact : ProgramText.parse(shellLine(help))}`;
}

/** Returns words as a shell takes them. */
export function shellLine(words: readonly string[]): string {
  return words.map(asShellWord).join(' ');
}

/** Returns words as the command prompt of Windows takes them, and as its programs take quotes and backslashes apart. */
export function windowsLine(words: readonly string[]): string {
  return words.map(asWindowsWord).join(' ');
}

function asWindowsWord(word: string): string {
  if (/^[\w@+=:./\\-]+$/.test(word)) return word;
  return `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, '$&$&')}"`;
}

/** Says to type the same words again, with another value in place of one: also of one in a list, or behind `=`. */
export function runWithValue(
  typed: string,
  value: string | undefined,
  { words: line }: Typed,
  help: readonly string[],
): TrustedText {
  if (value === undefined) return runWords(help, help);
  const words = line.map((word) => {
    const [, flag = '', values = ''] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
    const parts = values.split(',').map((part) => (part.trim() === typed ? value : part));
    return `${flag}${parts.join(',')}`;
  });
  return runWords(words, help);
}

function asShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1, d: 1, w: 7, m: 30 };

/** Returns the day that `7d`, `2 weeks`, `30` or `yesterday` leads back to, as yyyy-MM-dd; undefined for any other text. */
export function dayBack(text: string, { clock }: Typed): string | undefined {
  const [, count = '1', unit = 'd'] = /^(\d{1,4}) ?(?:([dwm])[a-z]*)?$/.exec(text) ?? [undefined, undefined, text];
  const days = DAYS[unit];
  if (days === undefined) return undefined;
  return utcDayText(clock() - Number(count) * days * MILLIS_PER_DAY);
}
