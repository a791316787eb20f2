import { ofProgram, sliced, trusted, type OfProgram, type ProgramText } from '../text/trusted-text.ts';
import { groupedText } from './number.ts';

/** So many things: `1 page`, `2 pages`; `several` is the noun where it is not the one with an s. */
export function countText<One extends string, Several extends string = never>(
  count: number,
  one: OfProgram<One>,
  several?: OfProgram<Several>,
): ProgramText {
  if (count === 1) return trusted`${count} ${ofProgram<One>(one)}`;
  return several === undefined
    ? trusted`${count} ${ofProgram<One>(one)}s`
    : trusted`${count} ${ofProgram<Several>(several)}`;
}

/** So many things as closing lines have them, with separators: `1,648 chats`. */
export function manyText<One extends string, Several extends string>(
  count: number,
  one: OfProgram<One>,
  several: OfProgram<Several>,
): ProgramText {
  const noun = count === 1 ? ofProgram<One>(one) : ofProgram<Several>(several);
  return trusted`${groupedText(count)} ${noun}`;
}

/** The verb of so many things. */
export function isAre(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

/** The noun of so many things, of a label: labels have it in the plural, or are no noun. */
export function nounOfLabel(count: number, several: ProgramText): ProgramText {
  return count === 1 && several.endsWith('s') ? sliced(several, 0, -1) : several;
}

/** The noun of so many things, of words that begin with it: `page of chats` for one of `pages of chats`. Progress says it so. */
export function nounAhead(count: number, several: string): string {
  return count === 1 ? several.replace(/^(\w+)s\b/, '$1') : several;
}

/** The plural of a noun that is not known to the types: `chats`, `countries`. */
export function pluralOf(one: string): string {
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}

/** A number of things of which the noun is not known to the types: `1 chat`, `1,434 chats`. */
export function counted(count: number, one: string, several = pluralOf(one)): string {
  return `${groupedText(count)} ${count === 1 ? one : several}`;
}
