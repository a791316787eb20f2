import { isComplete, weakerBasis, type Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { known } from '../../model/known.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { coverageWords, wholeWords, type Asking, type Covered } from './coverage-words.ts';

/** A part of an answer, and how much of it is known. */
export interface CoveredPart extends Covered {
  readonly coverage: Coverage;
}

/** Two parts of an answer in words: one line where both are whole, as old as the older one; else a line each. */
export function jointCoverageWords(main: CoveredPart, other: CoveredPart, asking: Asking, zone: Zone): OwnText {
  if (isComplete(main.coverage) && isComplete(other.coverage)) {
    const parts = [...(main.parts ?? []), wholeWords(other), ...(other.parts ?? [])];
    return coverageWords(olderOf(main.coverage, other.coverage), { ...main, parts }, asking, zone);
  }
  return joinSafe(
    [main, other].map((part) => coverageWords(part.coverage, part, asking, zone)),
    '\n',
  );
}

/** One coverage of two parts that are both whole. */
function olderOf(main: Coverage, other: Coverage): Coverage {
  const older = (one: EpochMillis | undefined, another: EpochMillis | undefined) =>
    one === undefined || another === undefined ? (one ?? another) : epochMillis(Math.min(one, another));
  return known({
    ...main,
    basis: weakerBasis(main.basis, other.basis),
    asOf: older(main.asOf, other.asOf),
    changingAsOf: older(main.changingAsOf, other.changingAsOf),
  });
}

/** A period and the one that it is compared with, in words: one line where both are whole. */
export function comparedCoverageWords(
  present: CoveredPart,
  compared: CoveredPart,
  asking: Asking,
  zone: Zone,
): OwnText {
  if (isComplete(present.coverage) && isComplete(compared.coverage)) {
    const parts = [...(present.parts ?? []), safe`all of the compared period`];
    return coverageWords(olderOf(present.coverage, compared.coverage), { ...present, parts }, asking, zone);
  }
  return safe`${coverageWords(present.coverage, present, asking, zone)}\nCompared period: ${coverageWords(compared.coverage, { ...compared, isAside: true }, asking, zone)}`;
}
