import { isComplete, oldestOf, type Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
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
    return coverageWords(oldestOf(main.coverage, other.coverage), { ...main, parts }, asking, zone);
  }
  return joinSafe(
    [main, other].map((part) => coverageWords(part.coverage, part, asking, zone)),
    '\n',
  );
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
    return coverageWords(oldestOf(present.coverage, compared.coverage), { ...present, parts }, asking, zone);
  }
  return safe`${coverageWords(present.coverage, present, asking, zone)}\nCompared period: ${coverageWords(compared.coverage, { ...compared, isAside: true }, asking, zone)}`;
}
