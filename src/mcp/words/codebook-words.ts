import { z } from 'zod';
import { ratingScaleOf, type Codebook, type Reading, type ReadValue } from '../../insights/codes/codebook.ts';
import { CODE_MEANINGS, CODE_NAMES, type CodeName } from '../../model/codes.ts';
import { known, mapKnown } from '../../model/known.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';

const ValueShape = z.strictObject({
  value: z.number(),
  seen: z.number(),
  meaning: OwnText.optional(),
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
    source: z.enum(['setting', 'evidence']).optional(),
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

function valueData({ value, count, meaning, evidence, proof }: ReadValue<CodeName>): z.input<typeof ValueShape> {
  return known({
    value,
    seen: count,
    meaning: mapKnown(meaning, ownWord),
    evidence: evidence === '' ? undefined : ownWord(evidence),
    proven: mapKnown(proof?.meaning, ownWord),
    confidence: mapKnown(proof, confidenceFigure),
  });
}

/** The codebook at a glance, a line a code: `is_missed: 0 = served, 1 = missed (evidence)`. */
export function codebookWords(book: Codebook): OwnText {
  return joinSafe(
    CODE_NAMES.map((name) => safe`- ${ownWord(name)}: ${glanceWords(name, book)}`),
    '\n',
  );
}

function glanceWords(name: CodeName, book: Codebook): OwnText {
  const { settled, source } = book[name];
  const values = valuesOf(book[name]);
  const named = values.filter(({ meaning }) => meaning !== undefined);
  const rest = values.filter(({ meaning }) => meaning === undefined).slice(0, MAX_VALUES);
  const scale = name === 'rating' ? scaleWords(book) : undefined;
  const parts = [
    ...(settled && named.length > 0 ? [safe`${meaningWords(named)} (${ownWord(source)})`] : []),
    ...(scale === undefined ? [] : [scale]),
    ...(scale !== undefined || rest.length === 0
      ? []
      : [
          safe`not settled: ${joinSafe(
            rest.map(({ value }) => safe`${value}`),
            ', ',
          )}`,
        ]),
    ...values.flatMap(contradictionWords),
  ];
  return parts.length === 0 ? safe`not seen yet` : joinSafe(parts, '; ');
}

/** Everything that is known of the codes, as a table. */
export function codebookTable(book: Codebook): OwnText {
  const rows = CODE_NAMES.flatMap((name) => {
    const values = valuesOf(book[name]);
    const shown = values.slice(0, MAX_VALUES).map((value) => tableRow(name, value, book[name]));
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

function tableRow(name: CodeName, read: ReadValue<CodeName>, { settled, source }: Reading<CodeName>): OwnText {
  const { value, count, meaning, evidence, proof } = read;
  const isRating = name === 'rating' && settled && meaning === undefined;
  const by =
    meaning === undefined && !isRating
      ? safe``
      : source === 'evidence' && proof !== undefined
        ? safe`evidence, confidence ${confidenceFigure(proof)}`
        : ownWord(source);
  const words = [...(evidence === '' ? [] : [ownWord(evidence)]), ...contradictionWords(read)];
  const cells = [
    ownWord(name),
    safe`${value}`,
    safe`${count}`,
    isRating ? safe`a rating` : ownWord(meaning ?? 'not settled'),
    by,
    joinSafe(words, '; '),
  ];
  return safe`| ${joinSafe(cells, ' | ')} |`;
}

/** Says how codes can be settled of which not every value has a meaning. */
export function settingWords(book: Codebook): OwnText | undefined {
  const open = CODE_NAMES.filter((name) => !isWhole(name, book));
  if (open.length === 0) return undefined;
  return joinSafe(
    [
      safe`What rests on a value without a meaning is refused, until the setting codes in the configuration file gives it one:`,
      ...open.map(
        (name) =>
          safe`- codes.${ownWord(name)}: each value is one of ${joinSafe(CODE_MEANINGS[name].map(ownWord), ', ')}`,
      ),
    ],
    '\n',
  );
}

function isWhole(name: CodeName, book: Codebook): boolean {
  const { settled } = book[name];
  return settled && (name === 'rating' || valuesOf(book[name]).every(({ meaning }) => meaning !== undefined));
}

/**
 * The line under an answer that rests on codes: what each of them means, and by what, and which of them say nothing. A
 * setting is only named, unless the data prove something else. Undefined where the answer rests on none.
 */
export function codesWords(book: Codebook, names: readonly CodeName[]): OwnText | undefined {
  const settled = names.filter((name) => book[name].settled);
  const isPlain = (name: CodeName) =>
    book[name].source === 'setting' && valuesOf(book[name]).flatMap(contradictionWords).length === 0;
  const plain = settled.filter(isPlain);
  const parts = [
    ...settled.filter((name) => !isPlain(name)).map((name) => restingWords(name, book)),
    ...(plain.length === 0 ? [] : [safe`${joinSafe(plain.map(ownWord), ', ')} by setting`]),
  ];
  const open = names.filter((name) => !isWhole(name, book) && book[name].values.size > 0);
  const sentences = [
    ...(parts.length === 0 ? [] : [safe`Codes: ${joinSafe(parts, '; ')}.`]),
    ...(open.length === 0
      ? []
      : [
          safe`Left out where not settled: ${joinSafe(
            open.map((name) => safe`codes.${ownWord(name)}`),
            ', ',
          )}.`,
        ]),
  ];
  return sentences.length === 0 ? undefined : joinSafe(sentences, ' ');
}

function restingWords(name: CodeName, book: Codebook): OwnText {
  const values = valuesOf(book[name]);
  if (book[name].source === 'setting') {
    return safe`${ownWord(name)} by setting, yet ${joinSafe(values.flatMap(contradictionWords), ', ')}`;
  }
  const named = values.filter(({ meaning }) => meaning !== undefined);
  const reasons = named.flatMap(({ proof }) => (proof === undefined ? [] : [reasonWords(proof)]));
  return named.length === 0
    ? safe`${ownWord(name)}: every value is one (by evidence: missed chats carry none)`
    : safe`${ownWord(name)} ${meaningWords(named)} (by evidence: ${joinSafe(reasons, ', ')})`;
}

function meaningWords(values: readonly ReadValue<CodeName>[]): OwnText {
  return joinSafe(
    values.flatMap(({ value, meaning }) => (meaning === undefined ? [] : [safe`${value} = ${ownWord(meaning)}`])),
    ', ',
  );
}

/** Words the meaning that the data prove of a value to which the setting gives another, or none. */
function contradictionWords({ value, meaning, proof }: ReadValue<CodeName>): OwnText[] {
  if (proof === undefined || proof.meaning === meaning) return [];
  return [safe`the data say ${value} = ${ownWord(proof.meaning)} (${reasonWords(proof)})`];
}

function reasonWords({ agreement, because }: NonNullable<ReadValue<CodeName>['proof']>): OwnText {
  return safe`${agreement.agreeing} of ${agreement.n} ${ownWord(because)}`;
}

/** One unsettled code: its name, the evidence, and the setting that settles it. */
export function unsettledCodeWords(name: CodeName, book: Codebook): ProgramText {
  return trusted`${name}, whose meaning is not settled here (${book[name].evidence}). The setting codes.${name} settles it.`;
}

/** Says which figures are left out because the meaning of a code is not settled, and what settles it. */
export function unsettledWords(names: readonly CodeName[], book: Codebook): OwnText | undefined {
  if (names.length === 0) return undefined;
  return joinSafe(
    names.map((name) => safe`Left out what rests on ${ownWord(unsettledCodeWords(name, book))}`),
    '\n',
  );
}

/** The scale of ratings as far as it was seen, also in `others`: `seen 1 to 5`; undefined where none was. */
export function scaleWords(book: Codebook, others: readonly number[] = []): OwnText | undefined {
  const scale = ratingScaleOf(book, others);
  return (
    scale && (scale.least === scale.most ? safe`seen only ${scale.least}` : safe`seen ${scale.least} to ${scale.most}`)
  );
}

function valuesOf(reading: Reading<CodeName>): ReadValue<CodeName>[] {
  return [...reading.values.values()];
}
