import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Agreement, Likely, Proof } from '../../model/codebook/codebook.ts';
import type { CodeMeaning, CodeName } from '../../model/codes.ts';
import { isEnough, isProven } from '../../figures/statistics/confidence.ts';
import { joined, trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { groupedText } from '../../model/words/number.ts';

type Proofs<Meaning extends string> = ReadonlyMap<number, Proof<Meaning>>;

/** The evidence that the data give for one value of a code. */
export interface ValueEvidence<Meaning extends string> {
  readonly value: number;
  /** The number of times that it was seen. */
  readonly count: number;
  /** The counts beside it, in words: `3 of 12 with a conversation`. */
  readonly evidence: ProgramText;
  readonly proof?: Proof<Meaning>;
  /** Absent where there is a proof. */
  readonly likely?: Likely<Meaning>;
}

/** The evidence that the data give for one code, by value. */
export interface CodeEvidence<Name extends CodeName> {
  /** Whether figures may rest on it, as far as its values have a meaning. */
  readonly settled: boolean;
  readonly values: readonly ValueEvidence<CodeMeaning<Name>>[];
}

/** Puts together what is known of each value that was seen, in order. */
export function evidenceOf<Name extends CodeName>(
  seen: ReadonlyMap<number, number>,
  words: (value: number) => readonly ProgramText[],
  proofs: Proofs<CodeMeaning<Name>>,
  likely: ReadonlyMap<number, Likely<CodeMeaning<Name>>> = new Map(),
  settled = proofs.size > 0,
): CodeEvidence<Name> {
  const values = [...seen].sort(([one], [other]) => one - other);
  return {
    settled,
    values: values.map(([value, count]) => {
      const proof = proofs.get(value);
      return omitUndefined({
        value,
        count,
        evidence: joined(words(value), ', '),
        proof,
        likely: proof === undefined ? likely.get(value) : undefined,
      });
    }),
  };
}

/** `5,930 of 6,286`. */
export function ofText({ agreeing, n }: Agreement): ProgramText {
  return trusted`${groupedText(agreeing)} of ${groupedText(n)}`;
}

/** Returns how often each value was seen. */
export function countByValue<Row>(
  rows: readonly Row[],
  codeOf: (row: Row) => number | undefined,
  countOf: (row: Row) => number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const code = codeOf(row);
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + countOf(row));
  }
  return counts;
}

/** Rows that can say something of a value: for yes, for no, or, where neither, against both. */
export interface Tally {
  readonly n: number;
  readonly yes: number;
  readonly no: number;
}

export const NO_ROWS: Tally = { n: 0, yes: 0, no: 0 };

/** Tallies by value what rows say; a row that says `undefined` is none that could. */
export function tallyByValue<Row>(
  rows: readonly Row[],
  codeOf: (row: Row) => number | undefined,
  saysOf: (row: Row) => 'yes' | 'no' | 'neither' | undefined,
  countOf: (row: Row) => number = () => 1,
): Map<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const row of rows) {
    const code = codeOf(row);
    const says = saysOf(row);
    if (code === undefined || says === undefined) continue;
    const { n, yes, no } = tallies.get(code) ?? NO_ROWS;
    const count = countOf(row);
    tallies.set(code, { n: n + count, yes: yes + (says === 'yes' ? count : 0), no: no + (says === 'no' ? count : 0) });
  }
  return tallies;
}

/**
 * The meanings of a code that has two, by something that nearly every row of one of them has and nearly none of the
 * other. One value alone proves nothing: the other meaning may look the same on this desk. Nor do more than two: then
 * the code is not what it was taken for.
 */
export function dichotomy<Yes extends string, No extends string>(
  seen: ReadonlyMap<number, number>,
  tallies: ReadonlyMap<number, Tally>,
  yes: Pick<Proof<Yes>, 'meaning' | 'because'>,
  no: Pick<Proof<No>, 'meaning' | 'because'>,
): Proofs<Yes | No> {
  const proofs = new Map<number, Proof<Yes | No>>();
  const common = commonValues(seen);
  for (const value of common) {
    const tally = tallies.get(value) ?? NO_ROWS;
    const [forYes, forNo] = [
      { n: tally.n, agreeing: tally.yes },
      { n: tally.n, agreeing: tally.no },
    ];
    if (isProven(forYes)) proofs.set(value, { ...yes, agreement: forYes });
    if (isProven(forNo)) proofs.set(value, { ...no, agreement: forNo });
  }
  const meanings = new Set([...proofs.values()].map(({ meaning }) => meaning));
  return common.length === 2 && meanings.size === 2 ? proofs : new Map();
}

/** The values that were seen more often than by accident. */
export function commonValues(seen: ReadonlyMap<number, number>): number[] {
  return [...seen].filter(([, count]) => isEnough(count)).map(([value]) => value);
}

/**
 * The value that nearly all witnesses carry: rows of which it is known what they mean, such as a rating that nobody
 * can have given. Undefined where they are too few or do not agree.
 */
export function witnessed(
  witnesses: ReadonlyMap<number, number>,
): { readonly value: number; readonly agreement: Agreement } | undefined {
  const [first] = [...witnesses].sort(([, one], [, other]) => other - one);
  if (first === undefined) return undefined;
  const [value, agreeing] = first;
  const agreement = { n: sum(witnesses.values()), agreeing };
  return isProven(agreement) ? { value, agreement } : undefined;
}

/** The sum of some counts. */
export function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}
