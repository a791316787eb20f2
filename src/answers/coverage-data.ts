import { z } from 'zod';
import { BASES, isComplete, type Coverage } from '../model/coverage.ts';
import { addDays, startOfDay } from '../model/time/day.ts';
import { localDaysOf, type Period } from '../model/calendar/period.ts';
import type { LocalDate, Zone } from '../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../model/omit-undefined.ts';
import { rounded } from '../model/words/number.ts';

/** The cost of an answer so far. */
export interface Cost {
  readonly upstreamRequests: () => number;
}

/** The coverage of an answer (design, "Shapes"). `from` and `to` are days in the zone of the answer. */
export const CoverageShape = z.strictObject({
  complete: z.boolean(),
  basis: z.enum(BASES),
  from: z.string().optional(),
  to: z.string().optional(),
  days_asked: z.number().optional(),
  days_covered: z.number().optional(),
  as_of: z.string().optional(),
  changing_as_of: z.string().optional(),
  upstream_requests: z.number(),
  rejected_records: z.number(),
  remaining: z.strictObject({ requests: z.number(), seconds: z.number() }).optional(),
  transcripts: z.strictObject({ have: z.number(), of: z.number() }).optional(),
});

/** Coverage as data: of a period, or of a whole list where there is no period. */
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
      from: period.from,
      to: period.to,
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
  return omitUndefined({
    as_of: mapKnown(asOf, (asOf) => zone.iso(asOf)),
    ...(changingAsOf !== asOf && changingAsOf !== undefined && { changing_as_of: zone.iso(changingAsOf) }),
  });
}

/** The number of days of a period, and how many are loaded. */
export function localDays(
  coverage: Coverage,
  period: Period,
): { readonly days_asked: number; readonly days_covered: number } {
  const { asked, loaded } = daysLoaded(coverage, period);
  return { days_asked: asked.length, days_covered: loaded.length };
}

/** The days of a period in its own zone: one is loaded when no UTC day that it touches is missing. */
export function daysLoaded(
  { missingDays = [] }: Coverage,
  { from, to, zone, end }: Period,
): { readonly asked: readonly LocalDate[]; readonly loaded: readonly LocalDate[] } {
  const asked = localDaysOf({ from, to });
  // As of most periods: the calendar need not be asked when each day begins.
  if (missingDays.length === 0) return { asked, loaded: asked };
  const loaded = asked.filter((day, index) => {
    const next = asked[index + 1];
    const begin = zone.startOf(day);
    const after = next === undefined ? end : zone.startOf(next);
    return !missingDays.some((run) => startOfDay(run.from) < after && startOfDay(addDays(run.to, 1)) > begin);
  });
  return { asked, loaded };
}
