import type { Codebook, Reading, ReadValue } from '../../insights/codes/codebook.ts';
import { CODE_NAMES, type CodeMeaning, type CodeName, type CodeSettings, type SaidMeaning } from '../../model/codes.ts';
import { isoText, sliced } from '../../model/text/trusted-text.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/** How many chats, or other rows, have each value of some codes. */
export type CodeCounts = ReadonlyMap<CodeName, ReadonlyMap<number, number>>;

/**
 * The line under an answer that rests on codes: what each of them means, and by what, and which of them are open. A
 * setting is only named, unless the data prove something else. `told` are those of which the answer has counts by value.
 * Undefined where the answer rests on none.
 */
export function codesWords(
  book: Codebook,
  names: readonly CodeName[],
  told: Iterable<CodeName> = [],
): OwnText | undefined {
  const settled = names.filter((name) => book[name].settled && namedOf(book[name]).length + ratingsOf(name, book) > 0);
  const isPlain = (name: CodeName) =>
    book[name].source === 'setting' && valuesOf(book[name]).flatMap(contradictionWords).length === 0;
  const plain = settled.filter(isPlain);
  const parts = [
    ...settled.filter((name) => !isPlain(name)).map((name) => restingWords(name, book)),
    ...(plain.length === 0 ? [] : [safe`${joinSafe(plain.map(ownWord), ', ')} by setting`]),
  ];
  const toldOf = new Set(told);
  const open = names.filter((name) => isOpen(name, book) && !toldOf.has(name));
  const sentences = [
    ...(parts.length === 0 ? [] : [safe`Codes: ${joinSafe(parts, '; ')}.`]),
    ...(open.length === 0 ? [] : [safe`Not settled: ${joinSafe(open.map(ownWord), ', ')} (${SETTLES}).`]),
  ];
  return sentences.length === 0 ? undefined : joinSafe(sentences, ' ');
}

const SETTLES = safe`record_code_meaning asks the person`;

/** Whether a code has a value that was seen and whose meaning is not settled. */
export function isOpen(name: CodeName, book: Codebook): boolean {
  if (name === 'rating') return !book.rating.settled && book.rating.values.size > 0;
  return valuesOf(book[name]).some(({ meaning }) => meaning === undefined);
}

/** Whether of a code each of some meanings is settled for a value. */
export function isTold(book: Codebook, name: CodeName, meanings: readonly CodeMeaning<CodeName>[]): boolean {
  const told = new Set(namedOf(book[name]).map(({ meaning }) => meaning));
  return meanings.every((meaning) => told.has(meaning));
}

/** 1 where every value is a rating: nothing stands for none then. */
function ratingsOf(name: CodeName, book: Codebook): number {
  return name === 'rating' && book.rating.settled ? 1 : 0;
}

/**
 * Tells figures on codes that are not settled by value, a line a code: how many rows have each, what it likely means, and
 * what speaks for that. `rows` names what is counted. Undefined where there are none.
 */
export function countsByValueWords(counts: CodeCounts, book: Codebook, rows: OwnText): OwnText | undefined {
  const lines = [...counts].map(([name, values]) => openCodeWords(name, values, book, rows));
  if (lines.length === 0) return undefined;
  return joinSafe([...lines, lines.length === 1 ? SETTLES_IT : SETTLES_THEM], lines.length === 1 ? ' ' : '\n');
}

const SETTLES_IT = safe`record_code_meaning settles it with the person's answer.`;
const SETTLES_THEM = safe`record_code_meaning settles each with the person's answer.`;

/** A service may put anything into a code; a line is no place for all of it. */
const MAX_VALUES_IN_A_LINE = 6;

function openCodeWords(name: CodeName, values: ReadonlyMap<number, number>, book: Codebook, rows: OwnText): OwnText {
  const total = [...values.values()].reduce((sum, count) => sum + count, 0);
  const ordered = [...values].sort(([one, some], [other, others]) => some - others || one - other);
  const shown = ordered
    .slice(-MAX_VALUES_IN_A_LINE)
    .map(([value, count]) => ({ value, count, read: book[name].values.get(value) }));
  const isTold = ({ read }: (typeof shown)[number]) => read?.meaning !== undefined || read?.likely !== undefined;
  const parts = [...shown.filter(isTold), ...shown.filter((one) => !isTold(one))].map(
    ({ value, count, read }, index) => {
      const has = index === 0 ? safe`${count} of ${total} ${rows} have ${value}` : safe`${count} have ${value}`;
      if (read?.meaning !== undefined) return safe`${has} (${ownWord(read.meaning)})`;
      return read?.likely === undefined ? has : safe`${has}, which is likely "${ownWord(read.likely.meaning)}"`;
    },
  );
  const reasons = [...new Set(shown.flatMap(({ read }) => read?.likely?.because ?? []))].map(ownWord);
  const left = ordered.length - shown.length;
  const said = joinSafe([...parts, ...(left === 0 ? [] : [safe`${left} more values`])], '; ');
  const why = shown.some(isTold) ? joinSafe(reasons, '; ') : safe`nothing at hand tells what that means`;
  return safe`Not settled: ${ownWord(name)}. ${said}${why === '' ? safe`` : safe` (${why})`}.`;
}

/** Says by which argument a list can be had by the raw values of a code: `codes ["is_chat_transferred=1"]`. */
export function rawFilterWords(counts: CodeCounts): OwnText {
  const [first, ...others] = [...counts].flatMap(([name, values]) =>
    [...values]
      .sort(([, some], [, more]) => some - more)
      .slice(0, 2)
      .map(([value]) => safe`codes ["${ownWord(name)}=${value}"]`),
  );
  const or = others.map((one) => safe` or ${one}`);
  return first === undefined ? safe`codes` : safe`${first}${joinSafe(or, '')}`;
}

/** The line of the configuration file that settles a code by all that the setting says already and these meanings. */
export function settingLine<Name extends CodeName>(
  settings: CodeSettings,
  name: Name,
  meanings: ReadonlyMap<number, CodeMeaning<Name>>,
): OwnText {
  const codes = CODE_NAMES.flatMap((code) => {
    const given = Object.entries(settings[code] ?? {}).map(([value, meaning]) => [Number(value), meaning] as const);
    const all = new Map<number, CodeMeaning<CodeName>>([...given, ...(code === name ? meanings : [])]);
    const pairs = [...all].map(([value, meaning]) => safe`"${value}": "${ownWord(meaning)}"`);
    return pairs.length === 0 ? [] : [safe`"${ownWord(code)}": { ${joinSafe(pairs, ', ')} }`];
  });
  return safe`"codes": { ${joinSafe(codes, ', ')} }`;
}

function restingWords(name: CodeName, book: Codebook): OwnText {
  const values = valuesOf(book[name]);
  if (book[name].source === 'setting') {
    return safe`${ownWord(name)} by setting, yet ${joinSafe(values.flatMap(contradictionWords), ', ')}`;
  }
  const named = namedOf(book[name]);
  return named.length === 0
    ? safe`${ownWord(name)}: every value is one (by evidence: missed chats carry none)`
    : safe`${ownWord(name)} ${namedWords(named)}${doubtWords(values)}`;
}

/** Words what the data say against meanings that a person gave, and the way back. */
function doubtWords(values: readonly ReadValue<CodeName>[]): OwnText {
  const contradictions = values.flatMap(contradictionWords);
  return contradictions.length === 0
    ? safe``
    : safe`, **yet ${joinSafe(contradictions, ', ')}**: record_code_meaning with open takes back what was said`;
}

/** Values with their meanings and, once for those that have the same, where these come from. */
export function namedWords(named: readonly ReadValue<CodeName>[], withReasons = true): OwnText {
  const bySource = Map.groupBy(named, ({ said, source }) =>
    source === 'said' && said ? saidWords(said) : safe`${ownWord(source ?? 'evidence')}`,
  );
  return joinSafe(
    [...bySource].map(([source, values]) => {
      const [first] = values;
      const reasons = [...new Set(values.flatMap(({ proof }) => (proof === undefined ? [] : [reasonWords(proof)])))];
      const by = first?.source === 'evidence' && withReasons ? safe`by evidence: ${joinSafe(reasons, ', ')}` : source;
      return safe`${meaningWords(values)} (${by})`;
    }),
    ', ',
  );
}

/** Who said what a value means, and when: `the host accepted, 2026-11-22`. */
export function saidWords({ agreedBy, decidedAt }: SaidMeaning): OwnText {
  const day = ownWord(sliced(isoText(new Date(decidedAt)), 0, 10));
  return agreedBy === 'terminal' ? safe`a person at the terminal, ${day}` : safe`the host accepted, ${day}`;
}

function meaningWords(values: readonly ReadValue<CodeName>[]): OwnText {
  return joinSafe(
    values.flatMap(({ value, meaning }) => (meaning === undefined ? [] : [safe`${value} = ${ownWord(meaning)}`])),
    ', ',
  );
}

/** Words what the data prove, or a person said, of a value to which something stronger gives another meaning, or none. */
export function contradictionWords({
  value,
  meaning,
  proof,
  said,
  source,
  against,
  evidence,
}: ReadValue<CodeName>): OwnText[] {
  return [
    ...(proof !== undefined || against === undefined
      ? []
      : [
          safe`the data say that ${value} is likely ${ownWord(against.meaning)}${evidence === '' ? safe`` : safe` (${ownWord(evidence)})`}`,
        ]),
    ...(proof === undefined || proof.meaning === meaning
      ? []
      : [safe`the data say ${value} = ${ownWord(proof.meaning)} (${reasonWords(proof)})`]),
    ...(said === undefined || source === 'said' || said.meaning === meaning
      ? []
      : [safe`it was recorded that ${value} = ${ownWord(said.meaning)} (${saidWords(said)})`]),
  ];
}

function reasonWords({ agreement, because }: NonNullable<ReadValue<CodeName>['proof']>): OwnText {
  return safe`${agreement.agreeing} of ${agreement.n} ${ownWord(because)}`;
}

/** The values of a code that have a meaning. */
export function namedOf(reading: Reading<CodeName>): ReadValue<CodeName>[] {
  return valuesOf(reading).filter(({ meaning }) => meaning !== undefined);
}

/** The values of a code, in order. */
export function valuesOf(reading: Reading<CodeName>): ReadValue<CodeName>[] {
  return [...reading.values.values()];
}
