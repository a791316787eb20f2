import { isComplete, type Coverage } from '../../model/coverage.ts';

/** Words an empty answer: it says that there is nothing only if all of what was asked for is loaded. */
export function noneWords(what: string, none: string, coverage: Coverage): string {
  if (isComplete(coverage)) return none;
  return coverage.covered === 0
    ? `No ${what} is loaded yet, so there may be some.`
    : `No ${what} is loaded, but the data are incomplete, so there may be some.`;
}
