import { z } from 'zod';
import { MEANING_SOURCES, ratingScaleOf, type Codebook, type ReadValue } from '../../model/codebook/codebook.ts';
import { AGREED_BY, CODE_NAMES, type CodeName } from '../../model/codes.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { keysOf } from '../../model/keys-of.ts';
import { groupedText } from '../../model/words/number.ts';
import { utcDayText } from '../../model/words/time.ts';
import { ASK, contradictionsOf, saidWords, stateOf, valuesOf } from './code-words.ts';

const ValueShape = z.strictObject({
  value: z.number(),
  seen: z.number(),
  meaning: z.string().optional(),
  /** Where the meaning comes from. */
  source: z.enum(MEANING_SOURCES).optional(),
  /** Of `said`: who agreed, and on which day (UTC). */
  agreed_by: z.enum(AGREED_BY).optional(),
  said_on: z.string().optional(),
  /** What it likely means, and why. */
  likely: z.string().optional(),
  because: z.string().optional(),
  evidence: z.string().optional(),
  /** The meaning that the data prove, also where a setting says otherwise. */
  proven: z.string().optional(),
  confidence: z.number().optional(),
});

/** The codebook as data: for each code its values, in order. */
export const CodebookShape = z.array(
  z.strictObject({
    code: z.enum(CODE_NAMES),
    settled: z.boolean(),
    source: z.enum(MEANING_SOURCES).optional(),
    values: z.array(ValueShape),
    /** Of `rating`: what was seen of the scale. */
    scale: z.strictObject({ least: z.number(), most: z.number() }).optional(),
  }),
);

/** A service may put anything into a code; what is shown of it ends somewhere. */
const MAX_VALUES = 20;

/** The codebook as data. A code with very many values is cut. */
export function codebookData(book: Codebook): z.input<typeof CodebookShape> {
  const scale = ratingScaleOf(book);
  return CODE_NAMES.map((code) => {
    const { settled, source } = book[code];
    return {
      code,
      settled,
      ...(settled && { source }),
      values: valuesOf(book, code).slice(0, MAX_VALUES).map(valueData),
      ...(code === 'rating' && scale !== undefined && { scale: { ...scale } }),
    };
  });
}

function valueData(read: ReadValue<CodeName>): z.input<typeof ValueShape> {
  const { value, count, meaning, source, said, likely, evidence, proof } = read;
  return omitUndefined({
    value,
    seen: count,
    meaning,
    source,
    ...(source === 'said' && said !== undefined && { agreed_by: said.agreedBy, said_on: utcDayText(said.decidedAt) }),
    likely: likely?.meaning,
    because: likely?.because,
    evidence: evidence === '' ? undefined : evidence,
    proven: proof?.meaning,
    confidence: mapKnown(proof, confidenceFigure),
  });
}

/** To two decimals, downwards: nothing that was only counted is certain. */
function confidenceFigure({ confidence }: NonNullable<ReadValue<CodeName>['proof']>): number {
  return Math.floor(confidence * 100) / 100;
}

/** The parts of the codebook in words, by what the meaning of a value is known or assumed from. */
const PARTS = {
  setting: 'Known from the setting codes',
  said: 'Known from the user',
  evidence: 'Known from data',
  assumed: 'Assumed',
  unknown: 'Unknown',
} as const;
type Part = keyof typeof PARTS;

/** All codes with their meanings: what is known, assumed with its evidence, and unknown. */
export function codebookWords(book: Codebook): string {
  const lines = CODE_NAMES.flatMap((name) => {
    const parts = [...Map.groupBy(valuesOf(book, name), (read) => partOf(name, read, book))];
    return parts.map(([part, values], index) => {
      const facts = [...becauseWords(values, part), ...(index === 0 ? contradictionsOf(name, book) : [])];
      return { part, line: [`- ${name}: ${valuesWords(values, part)}`, ...facts].join(facts.length === 0 ? '' : '. ') };
    });
  });
  const unseen = CODE_NAMES.filter((name) => book[name].values.size === 0);
  const isOpen = lines.some(({ part }) => part === 'assumed' || part === 'unknown');
  return [
    ...keysOf(PARTS).flatMap((part) => {
      const some = lines.filter((one) => one.part === part);
      return some.length === 0 ? [] : [`${PARTS[part]}:`, ...some.map(({ line }) => line)];
    }),
    ...(unseen.length === 0 ? [] : [`Not seen yet: ${unseen.join(', ')}.`]),
    ...(isOpen ? [ASK] : []),
  ].join('\n');
}

function partOf(name: CodeName, { meaning, source, likely }: ReadValue<CodeName>, book: Codebook): Part {
  if (meaning !== undefined) return source ?? 'evidence';
  // Which rating stands for none decides for all others.
  if (name === 'rating' && book.rating.settled) return book.rating.source;
  if (name === 'rating' && stateOf('rating', book) === 'assumed') return 'assumed';
  return likely === undefined ? 'unknown' : 'assumed';
}

/** `1 visitor (1,557), 2 agent (91)`; of what the user said also how and when. */
function valuesWords(values: readonly ReadValue<CodeName>[], part: Part): string {
  const shown = values.slice(0, MAX_VALUES).map(({ value, count, meaning, likely }) => {
    const word = meaning ?? likely?.meaning;
    return `${value}${word === undefined ? '' : ` ${word}`} (${groupedText(count)})`;
  });
  const more = values.length > MAX_VALUES ? [`${groupedText(values.length - MAX_VALUES)} more values`] : [];
  const said = values.flatMap((one) => (part === 'said' && one.said !== undefined ? [saidWords(one.said)] : []));
  return [[...shown, ...more].join(', '), ...new Set(said)].join('; ');
}

/** The evidence of what is assumed, a sentence for each piece of it. */
function becauseWords(values: readonly ReadValue<CodeName>[], part: Part): string[] {
  const because = values.flatMap(({ likely }) => (part === 'assumed' && likely !== undefined ? [likely.because] : []));
  return [...new Set<string>(because)].map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`);
}

/** How many codes have only known values, and which have not: `2 fully known; with assumed values: chat_started_by`. Undefined where none was seen. */
export function codesOverview(book: Codebook): string | undefined {
  const states = Map.groupBy(CODE_NAMES, (name) => stateOf(name, book) ?? 'not seen yet');
  const { length: known } = states.get('known') ?? [];
  if (known === CODE_NAMES.length) return `all ${known} known`;
  const others = (['assumed', 'unknown', 'not seen yet'] as const).flatMap((state) => {
    const names = states.get(state) ?? [];
    const words = state === 'not seen yet' ? state : `with ${state} values`;
    return names.length === 0 ? [] : [`${words}: ${names.join(', ')}`];
  });
  const isOpen = states.has('assumed') || states.has('unknown');
  if (known === 0 && !isOpen) return undefined;
  return `${[`${known} fully known`, ...others].join('; ')}${isOpen ? ' (see about="codebook")' : ''}`;
}
