import { z } from 'zod';
import { BASES, isComplete, type Coverage } from '../../model/coverage.ts';
import { addDays, startOfDay } from '../../model/time/day.ts';
import { localDaysOf, type Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { counted, durationWords, isAreWords, isoTime, timeWords } from './quantities.ts';
import { rounded } from '../../model/words/number.ts';

/** What is told of whoever asks. */
export interface Asking {
  /** Whether the server ends with the answer: then nothing goes on behind it. */
  readonly isLast: boolean;
  /** Whether what is read is forgotten after the answer, so that asking again begins anew. */
  readonly isForgotten: boolean;
}

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
  return omitUndefined({
    as_of: mapKnown(asOf, (asOf) => isoTime(zone, asOf)),
    ...(changingAsOf !== asOf && changingAsOf !== undefined && { changing_as_of: isoTime(zone, changingAsOf) }),
  });
}

/**
 * The same in words: the age of what may still change, since that is what decides whether to ask again; of days that are
 * settled, and not read again, the day of the oldest look.
 */
export function agesWords({ asOf, changingAsOf }: Ages, zone: Zone): OwnText {
  if (asOf === undefined) return safe`never read`;
  const at = (moment: EpochMillis): OwnText => safe`as of ${timeWords(zone, moment)} ${ownWord(zone.id)}`;
  if (changingAsOf === undefined) return safe`${at(asOf)} (settled)`;
  const oldest = ownWord(zone.dateOf(asOf));
  return changingAsOf === asOf ? at(asOf) : safe`${at(changingAsOf)} (settled days: ${oldest} or later)`;
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

/** What an answer is of, so that "complete" is said of that alone. */
export interface Covered {
  /** The records, in the plural: `chats`, `offline messages`. */
  readonly what: OwnText;
  /** The days of chats; absent where it is a whole list. */
  readonly period?: Period | undefined;
  /** Parts of the answer that are not whole, or rest on something else: `transcripts of 50 of them`. */
  readonly parts?: readonly OwnText[];
  /** Why it is not complete, and how to go on, where the coverage does not tell it. */
  readonly incomplete?: OwnText | undefined;
  /** False where nothing of it is read behind the answer. */
  readonly readsOn?: boolean;
  /** Whether another line of the same answer tells already what the rest takes, and how to go on. */
  readonly isAside?: boolean;
}

/**
 * Coverage in words, one line at the end of an answer: what is covered, how fresh it is, what is missing, how long that
 * takes, and whether asking again helps. What the words mean is said once, by `get_service_status` with `about`.
 */
export function coverageWords(coverage: Coverage, covered: Covered, question: Asking, zone: Zone): OwnText {
  const { rejectedRecords, asOf, basis } = coverage;
  const age = asOf === undefined ? [] : [agesWords(coverage, zone)];
  const parts = covered.parts ?? [];
  if (isComplete(coverage)) {
    const assumed = basis === 'assumed' ? safe` (assumed)` : safe``;
    return safe`_Complete${assumed}: ${joinSafe([wholeWords(covered), ...parts, ...age], ', ')}._`;
  }
  const rejected =
    rejectedRecords === 0
      ? []
      : [safe`${counted(rejectedRecords, 'record')} could not be read and ${isAreWords(rejectedRecords)} missing`];
  const isToldElsewhere = covered.incomplete !== undefined;
  // What cut the reading short is told once, with how to go on.
  const isPartOfOther = covered.isAside === true && basis === 'partial' && coverage.unkept === undefined;
  const why = covered.incomplete ?? (isPartOfOther ? safe`**Incomplete**` : incompleteWords(coverage, covered));
  const onward =
    isToldElsewhere || covered.isAside === true
      ? []
      : onwardWords(coverage, question.isForgotten, !question.isLast && covered.readsOn !== false);
  const atHand = joinSafe([...(isToldElsewhere ? [] : atHandWords(coverage, covered)), ...parts, ...age], ', ');
  return safe`_${joinSafe([why, ...(atHand === '' ? [] : [atHand]), ...rejected, ...onward], ' · ')}._`;
}

/** All of something in words: `all chats of the 7 days`. */
export function wholeWords({ what, period }: Pick<Covered, 'what' | 'period'>): OwnText {
  if (period === undefined) return safe`all ${what}`;
  const days = localDaysOf(period).length;
  return days === 1 ? safe`all ${what} of the day` : safe`all ${what} of the ${days} days`;
}

/**
 * The part that is at hand. Days are told apart where some are whole; what is read of the others is told in pages, as a share of
 * requests is none of records: the last pages may be looked at twice.
 */
function atHandWords(coverage: Coverage, covered: Covered): OwnText[] {
  const { asked, covered: isRead, remaining } = coverage;
  const done = remaining?.done ?? 0;
  const pages =
    remaining === undefined || done === 0
      ? undefined
      : safe`${done} of about ${counted(done + remaining.requests, 'page')}`;
  const { what, period } = covered;
  if (isRead >= asked) return coverage.asOf === undefined ? [] : [wholeWords(covered)];
  if (period === undefined) return pages === undefined ? [] : [safe`read: ${pages} of all ${what}`];
  const { days_asked: days, days_covered: whole } = localDays(coverage, period);
  if (days === 1 || whole === 0) {
    const of = days === 1 ? safe`of the day` : safe`of the ${days} days`;
    return pages === undefined ? [] : [safe`read: ${pages} of the ${what} ${of}`];
  }
  const rest = pages === undefined ? safe`` : safe`; of the others, ${pages} are read`;
  return [safe`at hand: the ${what} of ${whole} of ${days} days${rest}`];
}

/** What the rest takes, and whether asking again helps; nothing where it would bring nothing. */
function onwardWords(
  { basis, remaining, opensIn, unkept, hasMoved = false }: Coverage,
  isForgotten: boolean,
  readsOn: boolean,
): OwnText[] {
  if (basis !== 'partial' || unkept !== undefined) return [];
  if (hasMoved && opensIn === undefined) return [safe`asking again reads it anew`];
  const rest =
    remaining === undefined
      ? safe`how much is missing is not known yet`
      : safe`the rest takes about ${counted(remaining.requests, 'request')}, ${durationWords(Math.max(1, remaining.seconds))}`;
  const how = isForgotten
    ? BEGINS_ANEW
    : opensIn !== undefined
      ? safe`asking again after that continues`
      : readsOn
        ? safe`reading goes on behind this answer, and asking again continues`
        : safe`asking again continues`;
  return [safe`${rest}; ${how}`];
}

/** How to go on where what is read is forgotten after the answer. */
export const BEGINS_ANEW = safe`asking again begins anew, since the archive is in memory and this server ends: a longer answer_within or an archive in a file helps`;

/** Words an empty answer: it says that there is nothing only if all of what was asked was read. */
export function noneWords(what: OwnText, none: OwnText, coverage: Coverage): OwnText {
  if (isComplete(coverage)) return none;
  return coverage.covered === 0
    ? safe`Nothing has been read to its end yet, and no ${what} is at hand: whether there is any is not known.`
    : safe`No ${what} is at hand, but not everything was read, so there may be some.`;
}

function incompleteWords(
  { basis, opensIn, unkept, hasMoved = false, asked, covered }: Coverage,
  { what, parts = [] }: Covered,
): OwnText {
  if (unkept !== undefined) {
    return safe`**Incomplete: what is read cannot be kept for now** · ${deskBlock(unkept.message, 1500)} ${deskBlock(unkept.advice, 1500)}`;
  }
  switch (basis) {
    case 'denied':
      return safe`**Incomplete: this login may not list ${what}; only what was known before is shown**`;
    case 'stale':
      return safe`**The chat service gives no answer now; this is what was known before**`;
    case 'capped':
      return safe`**Incomplete: the list has more pages than are read**`;
    case 'partial':
      if (hasMoved && opensIn === undefined) {
        return safe`**Incomplete: records moved while they were read, so some may be missing**`;
      }
      if (opensIn !== undefined)
        return safe`**Incomplete: no further request may go out for ${durationWords(opensIn)}**`;
      return covered < asked || parts.length > 0
        ? safe`**Incomplete: not everything could be read in time**`
        : safe`**Incomplete: what may have changed could not be read again in time**`;
    case 'proven':
    case 'assumed':
      return safe`**Incomplete**`;
  }
}
