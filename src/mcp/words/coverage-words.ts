import { z } from 'zod';
import { BASES, isComplete, type Coverage } from '../../model/coverage.ts';
import { addDays, startOfDay } from '../../model/time/day.ts';
import { localDaysOf, type Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { known, mapKnown } from '../../model/known.ts';
import { durationWords, isoTime, rounded, timeWords } from './quantities.ts';

/** The cost of an answer so far. */
export interface Cost {
  readonly upstreamRequests: () => number;
}

/** The coverage of an answer (design, "Shapes"). `from` and `to` are days in the zone of the answer. */
export const CoverageShape = z.strictObject({
  complete: z.boolean(),
  basis: z.enum(BASES),
  from: OwnText.optional(),
  to: OwnText.optional(),
  days_asked: z.number().optional(),
  days_covered: z.number().optional(),
  as_of: OwnText.optional(),
  changing_as_of: OwnText.optional(),
  upstream_requests: z.number(),
  rejected_records: z.number(),
  remaining: z.strictObject({ requests: z.number(), seconds: z.number() }).optional(),
});

/** Coverage as data: of a period, or of a whole list where there is none. */
export function coverageData(
  coverage: Coverage,
  question: Cost,
  zone: Zone,
  period?: Period,
): z.input<typeof CoverageShape> {
  const { remaining } = coverage;
  return {
    complete: isComplete(coverage),
    basis: coverage.basis,
    ...(period !== undefined && {
      from: ownWord(period.from),
      to: ownWord(period.to),
      ...localDays(coverage, period),
    }),
    ...agesData(coverage, zone),
    upstream_requests: question.upstreamRequests(),
    rejected_records: coverage.rejectedRecords,
    ...(remaining !== undefined && {
      remaining: { requests: remaining.requests, seconds: rounded(remaining.seconds, 0) },
    }),
  };
}

type Ages = Pick<Coverage, 'asOf' | 'changingAsOf'>;

/** The age of all of it, and, where that is younger, the age of what may still change. */
export function agesData(
  { asOf, changingAsOf }: Ages,
  zone: Zone,
): Pick<z.input<typeof CoverageShape>, 'as_of' | 'changing_as_of'> {
  return known({
    as_of: mapKnown(asOf, (asOf) => isoTime(zone, asOf)),
    ...(changingAsOf !== asOf && changingAsOf !== undefined && { changing_as_of: isoTime(zone, changingAsOf) }),
  });
}

/** The same in words. What is settled is not read again, so an old look at it is no reason to ask again. */
export function agesWords({ asOf, changingAsOf }: Ages, zone: Zone): OwnText {
  if (asOf === undefined) return safe`never read`;
  const at = (moment: EpochMillis): OwnText => safe`as of ${timeWords(zone, moment)} ${ownWord(zone.id)}`;
  if (changingAsOf === undefined) return safe`${at(asOf)} (settled)`;
  return changingAsOf === asOf ? at(asOf) : safe`${at(asOf)}, what may still change ${at(changingAsOf)}`;
}

/** Coverage in days of the question's zone: a local day is covered when no UTC day that it touches is missing. */
export function localDays(
  { missingDays = [] }: Coverage,
  { from, to, zone, end }: Period,
): { readonly days_asked: number; readonly days_covered: number } {
  const days = localDaysOf({ from, to });
  const covered = days.filter((day, index) => {
    const next = days[index + 1];
    const begin = zone.startOf(day);
    const after = next === undefined ? end : zone.startOf(next);
    return !missingDays.some((run) => startOfDay(run.from) < after && startOfDay(addDays(run.to, 1)) > begin);
  });
  return { days_asked: days.length, days_covered: covered.length };
}

/** Coverage in words: one line at the end of an answer; what the question cost is said once, so `question` may be absent. */
export function coverageWords(
  coverage: Coverage,
  question: Cost | undefined,
  zone: Zone,
  incomplete = incompleteWords(coverage),
): OwnText {
  const { asked, covered, asOf, rejectedRecords, remaining } = coverage;
  const parts = [
    isComplete(coverage) ? safe`Complete (${ownWord(coverage.basis)})` : incomplete,
    ...(asked > 1 && covered < asked ? [safe`${covered} of ${asked} UTC days covered`] : []),
    ...(asOf === undefined ? [] : [agesWords(coverage, zone)]),
    ...(rejectedRecords === 0 ? [] : [safe`${rejectedRecords} records could not be read and are missing`]),
    ...(remaining === undefined
      ? []
      : [safe`the rest takes about ${remaining.requests} requests, ${durationWords(Math.max(1, remaining.seconds))}`]),
    ...(question === undefined ? [] : [costWords(question)]),
  ];
  return safe`_${joinSafe(parts, ' · ')}._`;
}

/** Words an empty answer: it says that there is nothing only if all of what was asked was read. */
export function noneWords(what: OwnText, none: OwnText, coverage: Coverage): OwnText {
  if (isComplete(coverage)) return none;
  return coverage.covered === 0
    ? safe`Nothing has been read to its end yet, and no ${what} is at hand: whether there is any is not known.`
    : safe`No ${what} is at hand, but not everything was read, so there may be some.`;
}

/** Words the cost of a question. */
export function costWords(question: Cost): OwnText {
  const spent = question.upstreamRequests();
  return spent === 1 ? safe`1 upstream request` : safe`${spent} upstream requests`;
}

function incompleteWords({ basis, opensIn, unkept, hasMoved = false }: Coverage): OwnText {
  if (unkept !== undefined) {
    return safe`**Incomplete: what is read cannot be kept for now** · ${deskBlock(unkept.message, 1500)} ${deskBlock(unkept.advice, 1500)}`;
  }
  switch (basis) {
    case 'denied':
      return safe`**Incomplete: the login may not read this list; only what was known before is shown**`;
    case 'stale':
      return safe`**The chat service gives no answer now; this is what was known before**`;
    case 'capped':
      return safe`**Incomplete: the list has more pages than are read**`;
    case 'partial':
      if (hasMoved && opensIn === undefined) {
        return safe`**Incomplete: records moved while they were read, so some may be missing; asking again reads anew**`;
      }
      return opensIn === undefined
        ? safe`**Incomplete: not everything could be read in time; asking again continues**`
        : safe`**Incomplete: no further request may go out for ${durationWords(opensIn)}; asking again after that continues**`;
    case 'proven':
    case 'assumed':
      return safe`**Incomplete**`;
  }
}
