import { z } from 'zod';
import { MEANING_SOURCES, ratingScaleOf, type Codebook, type ReadValue } from '../../insights/codes/codebook.ts';
import { AGREED_BY, CODE_NAMES, type CodeName } from '../../model/codes.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import { contradictionWords, isOpen, saidWords, valuesOf } from './code-words.ts';
import { utcDayText } from '../../model/words/time.ts';

const ValueShape = z.strictObject({
  value: z.number(),
  seen: z.number(),
  meaning: OwnText.optional(),
  /** Where the meaning comes from. */
  source: z.enum(MEANING_SOURCES).optional(),
  /** Of `said`: who agreed, and on which day (UTC). */
  agreed_by: z.enum(AGREED_BY).optional(),
  said_on: OwnText.optional(),
  /** What it likely means, which no figure rests on, and why. */
  likely: OwnText.optional(),
  because: OwnText.optional(),
  evidence: OwnText.optional(),
  /** The meaning that the data prove, also where a setting says otherwise. */
  proven: OwnText.optional(),
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
      values: valuesOf(book[code]).slice(0, MAX_VALUES).map(valueData),
      ...(code === 'rating' && scale !== undefined && { scale: { ...scale } }),
    };
  });
}

function valueData(read: ReadValue<CodeName>): z.input<typeof ValueShape> {
  const { value, count, meaning, source, said, likely, evidence, proof } = read;
  return omitUndefined({
    value,
    seen: count,
    meaning: mapKnown(meaning, ownWord),
    source,
    ...(source === 'said' &&
      said !== undefined && { agreed_by: said.agreedBy, said_on: ownWord(utcDayText(said.decidedAt)) }),
    likely: mapKnown(likely, ({ meaning }) => ownWord(meaning)),
    because: mapKnown(likely, ({ because }) => ownWord(because)),
    evidence: evidence === '' ? undefined : ownWord(evidence),
    proven: mapKnown(proof?.meaning, ownWord),
    confidence: mapKnown(proof, confidenceFigure),
  });
}

/** Everything that is known of the codes, as a table. */
export function codebookTable(book: Codebook): OwnText {
  const rows = CODE_NAMES.flatMap((name) => {
    const values = valuesOf(book[name]);
    const shown = values.slice(0, MAX_VALUES).map((value) => tableRow(name, value, book));
    const left = values.length - shown.length;
    return [
      ...(values.length === 0 ? [safe`| ${ownWord(name)} | – | 0 | not seen yet | | |`] : shown),
      ...(left === 0 ? [] : [safe`| ${ownWord(name)} | ${left} more values | | | | |`]),
    ];
  });
  return joinSafe([safe`| code | value | seen | meaning | by | evidence |\n|---|---|---|---|---|---|`, ...rows], '\n');
}

/** To two decimals, downwards: nothing that was only counted is certain. */
function confidenceFigure({ confidence }: NonNullable<ReadValue<CodeName>['proof']>): number {
  return Math.floor(confidence * 100) / 100;
}

function tableRow(name: CodeName, read: ReadValue<CodeName>, book: Codebook): OwnText {
  const { value, count, meaning, likely, evidence } = read;
  const isRating = name === 'rating' && book.rating.settled && meaning === undefined;
  const words = [
    ...(likely === undefined ? [] : [ownWord(likely.because)]),
    ...(evidence === '' ? [] : [ownWord(evidence)]),
    ...contradictionWords(read),
  ];
  const cells = [
    ownWord(name),
    safe`${value}`,
    safe`${count}`,
    isRating
      ? safe`a rating`
      : meaning !== undefined
        ? ownWord(meaning)
        : likely === undefined
          ? safe`not settled`
          : safe`likely ${ownWord(likely.meaning)}`,
    isRating ? ownWord(book.rating.source) : sourceWords(read),
    joinSafe(words, '; '),
  ];
  return safe`| ${joinSafe(cells, ' | ')} |`;
}

function sourceWords({ source, said, proof }: ReadValue<CodeName>): OwnText {
  if (source === undefined) return safe``;
  switch (source) {
    case 'setting':
      return safe`setting`;
    case 'said':
      return said === undefined ? safe`` : saidWords(said);
    case 'evidence':
      return proof === undefined ? safe`evidence` : safe`evidence, confidence ${confidenceFigure(proof)}`;
  }
}

/** Says how codes can be settled of which not every value has a meaning. */
export function settlingWords(book: Codebook): OwnText | undefined {
  const open = CODE_NAMES.filter((name) => isOpen(name, book));
  if (open.length === 0) return undefined;
  return safe`What rests on a value without a settled meaning is told by value. record_code_meaning settles ${joinSafe(open.map(ownWord), ', ')}: it asks the person, with chats of theirs as examples, or tells the line for the setting codes.`;
}

/** The scale of ratings as far as it was seen, also in `others`: `seen 1 to 5`; undefined where none was. */
export function scaleWords(book: Codebook, others: readonly number[] = []): OwnText | undefined {
  const scale = ratingScaleOf(book, others);
  return (
    scale && (scale.least === scale.most ? safe`seen only ${scale.least}` : safe`seen ${scale.least} to ${scale.most}`)
  );
}
