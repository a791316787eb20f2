import { isComplete, type Coverage } from '../../model/coverage.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';

/** Words an empty answer: it says that there is nothing only if all of what was asked for is loaded. */
export function noneWords(what: OwnText, none: OwnText, coverage: Coverage): OwnText {
  if (isComplete(coverage)) return none;
  return coverage.covered === 0
    ? safe`No ${what} is loaded yet, so there may be some.`
    : safe`No ${what} is loaded, but the data are incomplete, so there may be some.`;
}
