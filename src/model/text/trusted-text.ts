import { z } from 'zod';
import { quotable, USUAL_QUOTATION } from './quotable.ts';

// A plain string may be a stranger's. What cannot be one has a brand, given where the text comes in: by the schemas of
// agents, of the configuration and of arguments. String functions make a plain string of it again; those below do not.

/** Text that no stranger wrote. */
export const TrustedText = z.string().brand<'TrustedText'>();
export type TrustedText = z.infer<typeof TrustedText>;

/** Text of the desk's own people in the service, and of its configuration. */
export const DeskText = TrustedText.brand<'DeskText'>();
export type DeskText = z.infer<typeof DeskText>;

/**
 * Text of whoever asks, as an argument: exactly as it was given, to search for and to send. It is not trusted, since a stranger
 * may have had it passed on. Our words take its `quotation`.
 */
export const CallerText = z.string().brand<'CallerText'>();
export type CallerText = z.infer<typeof CallerText>;

/** Text that the program itself made: a day, a zone that it has looked up, words of its own. */
export const ProgramText = TrustedText.brand<'ProgramText'>();
export type ProgramText = z.infer<typeof ProgramText>;

/** What a caller gave, in the form in which our words may quote it: clean, on one line, at most `most` characters. */
export function quotation(text: CallerText | TrustedText, most = USUAL_QUOTATION): TrustedText {
  return TrustedText.parse(quotable(text, most));
}

/** A text that the types know to the letter: a literal, or a word of a fixed list. Any other is `never`. */
type Literal<Text extends string> = Text extends unknown
  ? Partial<Record<Text, unknown>> extends Record<Text, unknown>
    ? never
    : Text
  : never;

/** A text that has the brand, or is known to the letter; `never` where it may be a stranger's. */
export type Trusted<Text extends string> = Text extends TrustedText ? Text : Literal<Text>;

/** The same, of the program's own texts alone. */
export type OfProgram<Text extends string> = Text extends ProgramText ? Text : Literal<Text>;

type Filling = string | number;

/** Fillings of which every text is `Text`; for any other, the place of it is `never`. */
type FilledWith<Fillings extends readonly Filling[], Text extends TrustedText> = {
  readonly [Index in keyof Fillings]: Fillings[Index] extends infer Filling
    ? Filling extends number | Text
      ? Filling
      : Filling extends string
        ? Literal<Filling>
        : never
    : never;
};

/** Our own words, filled with numbers and with trusted texts only: the program's, as long as everything filled in is. */
export function trusted<const Fillings extends readonly Filling[]>(
  literals: TemplateStringsArray,
  ...fillings: Fillings & FilledWith<Fillings, ProgramText>
): ProgramText;
export function trusted<const Fillings extends readonly Filling[]>(
  literals: TemplateStringsArray,
  ...fillings: Fillings & FilledWith<Fillings, TrustedText>
): TrustedText;
export function trusted(literals: TemplateStringsArray, ...fillings: readonly Filling[]): ProgramText {
  return ProgramText.parse(String.raw({ raw: literals }, ...fillings));
}

/** A trusted text as such, whichever it is. */
export function asTrusted<Text extends string>(text: Trusted<Text>): TrustedText {
  return TrustedText.parse(text);
}

/** A text of the program as such, a word of a list or not. */
export function ofProgram<Text extends string>(text: OfProgram<Text>): ProgramText {
  return ProgramText.parse(text);
}

/** A part of a trusted text. */
export function sliced(text: ProgramText, start: number, end?: number): ProgramText;
export function sliced(text: TrustedText, start: number, end?: number): TrustedText;
export function sliced(text: TrustedText, start: number, end?: number): ProgramText {
  return ProgramText.parse(text.slice(start, end));
}

type Separator = ' ' | ', ' | '; ' | ' and ' | ' or ';

/** Puts trusted texts together. */
export function joined(texts: readonly ProgramText[], separator: Separator): ProgramText;
export function joined(texts: readonly TrustedText[], separator: Separator): TrustedText;
export function joined(texts: readonly TrustedText[], separator: Separator): ProgramText {
  return ProgramText.parse(texts.join(separator));
}

/** Lists texts as a sentence does: `a, b and c`, or with `or`. */
export function enumerated(texts: readonly TrustedText[], last: 'and' | 'or'): TrustedText {
  const parts = [joined(texts.slice(0, -1), ', '), ...texts.slice(-1)];
  return joined(
    parts.filter((part) => part !== ''),
    last === 'and' ? ' and ' : ' or ',
  );
}

/** Any text in letters, digits, `-` and `_` that tell nobody anything: no word of it is left. */
export function base64url(text: string): ProgramText {
  return ProgramText.parse(Buffer.from(text).toString('base64url'));
}

/** A moment in milliseconds since 1970 as ISO 8601 has it in UTC, for programs: `2026-11-20T08:15:27.000Z`. */
export function isoText(moment: number): ProgramText {
  return ProgramText.parse(new Date(moment).toISOString());
}
