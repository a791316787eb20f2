import type { ProgramText } from '../../model/text/trusted-text.ts';
import { wilsonInterval, Z_999 } from '../../figures/statistics/confidence.ts';
import type { Agreement, Likely, Proof } from '../../model/codebook/codebook.ts';
import { commonValues, NO_ROWS, type Tally } from './code-evidence.ts';

/** Something that rows of one meaning mostly have, and rows of the other mostly not. */
export interface Sign<Yes extends string, No extends string> {
  readonly yes: Yes;
  readonly no: No;
  /** With fewer rows of one of the values, nothing is likely: what all of them have may be chance. */
  readonly fewest: number;
  /** Words the numbers of two values: of the one whose rows have it, and of the other one. */
  readonly because: (has: Share, lacks: Share) => ProgramText;
}

/** The rows of a value that have a sign. */
export interface Share extends Agreement {
  readonly value: number;
}

/** With fewer rows beside them, two values are not compared. */
const FEWEST = 5;
/** By how much the shares of two values have to differ. */
const LEAST_DIFFERENCE = 0.5;
/** How far their intervals lie apart where one has exceptions. */
const LEAST_GAP = 0.2;

/**
 * What the two values of a code likely mean, by a sign that rows of one have more often than rows of the other: the 95 %
 * intervals of the shares lie apart, or every row of the one and no row of the other has it. Empty where they do not, and where the code has other than two values that occur
 * more often than by accident.
 */
export function likelyOfTwo<Yes extends string, No extends string>(
  seen: ReadonlyMap<number, number>,
  tallies: ReadonlyMap<number, Tally>,
  { yes, no, fewest, because }: Sign<Yes, No>,
  leastDifference = LEAST_DIFFERENCE,
): ReadonlyMap<number, Likely<Yes | No>> {
  const values = mainValues(seen);
  const [one, other] = values;
  if (one === undefined || other === undefined || values.length > 2) return new Map();
  const shares = [one, other].map((value) => shareOf(value, tallies.get(value) ?? NO_ROWS));
  const [has, lacks] = shares.toSorted((a, b) => rate(b) - rate(a));
  if (has === undefined || lacks === undefined || has.n + lacks.n < FEWEST) return new Map();
  if (Math.min(has.n, lacks.n) < fewest) return new Map();
  if (rate(has) - rate(lacks) < leastDifference) return new Map();
  if (!areUnanimous(has, lacks) && wilsonInterval(has)[0] <= wilsonInterval(lacks)[1]) return new Map();
  const words = because(has, lacks);
  return new Map([
    [has.value, { meaning: yes, because: words }],
    [lacks.value, { meaning: no, because: words }],
  ]);
}

function areUnanimous(has: Share, lacks: Share): boolean {
  return has.agreeing === has.n && lacks.agreeing === 0;
}

/**
 * Returns the two proofs of a code with so few loaded rows, or so many exceptions, that only the difference between its
 * values proves them: the 99.9 % intervals lie apart. All rows of the one value have the sign; of the other one none, or, where
 * `exceptions` may have it for reasons of their own, far fewer.
 */
export function provenByDifference<Yes extends string, No extends string>(
  seen: ReadonlyMap<number, number>,
  tallies: ReadonlyMap<number, Tally>,
  yes: Pick<Proof<Yes>, 'meaning' | 'because'>,
  no: Pick<Proof<No>, 'meaning' | 'because'>,
  exceptions = false,
): ReadonlyMap<number, Proof<Yes | No>> {
  const values = mainValues(seen);
  const [one, other] = values;
  if (one === undefined || other === undefined || values.length > 2) return new Map();
  const sides = [one, other].map((value) => {
    const tally = tallies.get(value) ?? NO_ROWS;
    return { value, yes: { n: tally.n, agreeing: tally.yes }, no: { n: tally.n, agreeing: tally.no } };
  });
  const [has, lacks] = sides.toSorted((a, b) => rate(b.yes) - rate(a.yes));
  if (has === undefined || lacks === undefined || has.yes.n < FEWEST || lacks.yes.n < FEWEST) return new Map();
  if (has.yes.agreeing < has.yes.n) return new Map();
  const gap = wilsonInterval(has.yes, Z_999)[0] - wilsonInterval(lacks.yes, Z_999)[1];
  const isClear = lacks.yes.agreeing === 0 ? gap > 0 : exceptions && gap > LEAST_GAP;
  if (!isClear) return new Map();
  return new Map<number, Proof<Yes | No>>([
    [has.value, { ...yes, agreement: has.yes }],
    [lacks.value, { ...no, agreement: lacks.no }],
  ]);
}

/** The values that may be more than an accident: one in a hundred, or as many as would be proof. */
export function mainValues(seen: ReadonlyMap<number, number>): number[] {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  const common = new Set(commonValues(seen));
  return [...seen].filter(([value, count]) => common.has(value) || count > total / 100).map(([value]) => value);
}

/** The two values of a code of which the meaning of one is told: the other one has the other meaning, as far as anybody can see. */
export function otherOfTwo<Meaning extends string>(
  seen: ReadonlyMap<number, number>,
  value: number,
  likely: Likely<Meaning>,
): ReadonlyMap<number, Likely<Meaning>> {
  const [other, ...more] = mainValues(seen).filter((one) => one !== value);
  return other === undefined || more.length > 0 ? new Map() : new Map([[other, likely]]);
}

function shareOf(value: number, { n, yes }: Tally): Share {
  return { value, n, agreeing: yes };
}

function rate({ n, agreeing }: Agreement): number {
  return n === 0 ? 0 : agreeing / n;
}
