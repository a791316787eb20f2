import { textOf, type Foreign } from '../foreign.ts';

/** The longest text that is kept, in characters: more than twice the longest that is ever shown. */
export const MAX_TEXT_LENGTH = 50_000;

/** Stands at the end of a text of which no more was read. */
export const CUT_WORDS = `… [cut: longer than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters]`;

/** Whether a text may go on beyond its end, where nobody has looked. */
export function isCut(text: string): boolean {
  return text.endsWith(CUT_WORDS);
}

/** Stands in the place of parts of a record of which there were too many, such as the messages of a chat. */
export function leftOutWords(count: number): string {
  return `[cut: ${count.toLocaleString('en')} more came here, and were not read]`;
}

/** Returns the number of parts that the last one of a record stands for; undefined for a real part, which has an author or a time. */
export function leftOutBy(part: { readonly text: Foreign } | undefined): number | undefined {
  const { text, ...facts } = part ?? {};
  if (text === undefined || Object.keys(facts).length > 0) return undefined;
  const [, count] = /^\[cut: ([\d,]{1,15}) more came here, and were not read\]$/.exec(textOf(text)) ?? [];
  return count === undefined ? undefined : Number(count.replaceAll(',', ''));
}
