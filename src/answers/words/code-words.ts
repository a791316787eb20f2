import type { Codebook, Reading, ReadValue } from '../../insights/codes/codebook.ts';
import { CODE_NAMES, type CodeMeaning, type CodeName, type CodeSettings, type SaidMeaning } from '../../model/codes.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { utcDayText } from '../../model/words/time.ts';

/** How many chats, or other rows, have each value of some codes. */
export type CodeCounts = ReadonlyMap<CodeName, ReadonlyMap<number, number>>;

/**
 * The line under an answer that rests on codes, where something is to be said: which of them are open, which rest on what was said
 * here, and what speaks against the others. What settings and data settle is in the codebook (`get_service_status` with `about`). `told` are those of which the answer
 * has counts by value. Undefined where nothing is to be said.
 */
export function codesWords(
  book: Codebook,
  names: readonly CodeName[],
  told: Iterable<CodeName> = [],
): OwnText | undefined {
  const toldOf = new Set(told);
  const doubts = names.flatMap((name) => contradictionsOf(name, book));
  const said = names.flatMap((name) => {
    const named = namedOf(book[name]).filter(({ source }) => source === 'said');
    return named.length === 0 ? [] : [safe`${ownWord(name)} ${namedWords(named)}`];
  });
  const open = names.filter((name) => isOpen(name, book) && !toldOf.has(name));
  const sentences = [
    ...doubts,
    ...(said.length === 0 ? [] : [safe`Codes as was said here: ${joinSafe(said, '; ')}.`]),
    ...(open.length === 0
      ? []
      : [
          safe`Not settled: ${joinSafe(
            open.map((name) => openWords(name, book)),
            ', ',
          )}. ${SETTLES}`,
        ]),
  ];
  return sentences.length === 0 ? undefined : joinSafe(sentences, ' ');
}

/** What the data say against the known meanings of a code, in a sentence; none where they say nothing. */
export function contradictionsOf(name: CodeName, book: Codebook): OwnText[] {
  const against = book[name].settled ? valuesOf(book[name]).flatMap(contradictionWords) : [];
  return against.length === 0 ? [] : [doubtWords(name, book, against)];
}

const SETTLES = safe`See about codebook.`;

/** A code of which nothing is settled, or the values of it that are not. */
function openWords(name: CodeName, book: Codebook): OwnText {
  const open = valuesOf(book[name]).filter(({ meaning }) => meaning === undefined);
  const isPartly = open.length < book[name].values.size && name !== 'rating';
  const values = open.slice(0, MAX_VALUES_IN_A_LINE).map(({ value }) => safe`${value}`);
  return isPartly ? safe`${ownWord(name)} ${joinSafe(values, ', ')}` : ownWord(name);
}

/** Whether a code has a value that was seen and whose meaning is not settled. */
export function isOpen(name: CodeName, book: Codebook): boolean {
  if (name === 'rating') return !book.rating.settled && book.rating.values.size > 0;
  return valuesOf(book[name]).some(({ meaning }) => meaning === undefined);
}

/**
 * Tells figures on codes that are not settled by value, all in one line: how many rows have each, and what it likely means.
 * `rows` names what is counted. Undefined where there are none.
 */
export function countsByValueWords(counts: CodeCounts, book: Codebook, rows: OwnText): OwnText | undefined {
  const codes = openCodesWords(counts, book, rows);
  return codes && safe`${codes} ${SETTLES}`;
}

/** The same for whoever can settle nothing, such as the readers of a report. */
export function openCodesWords(counts: CodeCounts, book: Codebook, rows: OwnText): OwnText | undefined {
  if (counts.size === 0) return undefined;
  const codes = [...counts].map(([name, values]) => openCodeWords(name, values, book, rows));
  return safe`Not settled: ${joinSafe(codes, ', ')}.`;
}

/** A service may put anything into a code; a line is no place for all of it. */
const MAX_VALUES_IN_A_LINE = 6;

function openCodeWords(name: CodeName, values: ReadonlyMap<number, number>, book: Codebook, rows: OwnText): OwnText {
  const total = [...values.values()].reduce((sum, count) => sum + count, 0);
  const ordered = [...values].sort(([one, some], [other, others]) => some - others || one - other);
  const shown = ordered
    .slice(-MAX_VALUES_IN_A_LINE)
    .map(([value, count]) => ({ value, count, read: book[name].values.get(value) }));
  const parts = shown.map(({ value, count, read }, index) => {
    const has = index === 0 ? safe`${count} of ${total} ${rows} have ${value}` : safe`${count} have ${value}`;
    if (read?.meaning !== undefined) return safe`${has} = ${ownWord(read.meaning)}`;
    return read?.likely === undefined ? has : safe`${has}, likely ${ownWord(read.likely.meaning)}`;
  });
  const left = ordered.length - shown.length;
  const said = joinSafe([...parts, ...(left === 0 ? [] : [safe`${left} more values`])], '; ');
  return safe`${ownWord(name)} (${said})`;
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

/** What the data say against the meanings of a code, by whatever these are settled, and the way back from what a person said. */
function doubtWords(name: CodeName, book: Codebook, against: readonly OwnText[]): OwnText {
  const { source } = book[name];
  const doubts = joinSafe(against, ', ');
  return source === 'setting'
    ? safe`**Code ${ownWord(name)} is as the setting codes says, yet ${doubts}.**`
    : safe`**Yet of ${ownWord(name)} ${doubts}**: record_code_meaning with open takes back what was said.`;
}

/** Values with their meanings and, once for those that have the same, where these come from. */
function namedWords(named: readonly ReadValue<CodeName>[]): OwnText {
  const bySource = Map.groupBy(named, ({ said, source }) =>
    source === 'said' && said ? saidWords(said) : safe`${ownWord(source ?? 'evidence')}`,
  );
  return joinSafe(
    [...bySource].map(([source, values]) => safe`${meaningWords(values)} (${source})`),
    ', ',
  );
}

/** Who said what a value means, and when: `the host accepted, 2026-11-22`. */
export function saidWords({ agreedBy, decidedAt }: SaidMeaning): OwnText {
  const day = ownWord(utcDayText(decidedAt));
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
