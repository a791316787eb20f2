import type { Plan } from '../../model/coverage.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import type { Asking } from '../../answers/closing.ts';
import type { Desk } from '../../answers/desk.ts';
import { sampleMissing } from '../figures/sample-ahead.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { daysOf } from '../../model/time/day.ts';
import { counted } from '../../model/words/count.ts';
import { waitText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { clocksText, dayRangesText } from '../../model/words/time.ts';

/** What answers about a period would cost: its chats, and the transcripts of them. */
export interface PeriodPlan {
  readonly period: Period;
  /** The UTC days that it touches. */
  readonly days: number;
  readonly chats: Plan;
  /** Whether the chats can be loaded within the time of one answer. */
  readonly fits: boolean;
  /** The transcripts of the random sample that are missing, and how long they take behind the chats. */
  readonly sample: { readonly requests: number; readonly seconds: Seconds };
  /** The transcripts of the loaded chats, one request each; `missing` of them are not loaded. */
  readonly transcripts: { readonly of: number; readonly missing: number; readonly seconds: Seconds };
}

/** Plans the loading of a period. Nothing is loaded for it. */
export async function planOf(period: Period, desk: Desk, { signal }: AskedQuestion): Promise<PeriodPlan> {
  const { archive, clock, answerWithin } = desk;
  const { start, end } = period;
  const days = utcDaysOf(period, clock());
  const chats = await archive.chats.plan([days]);
  const sample = await sampleMissing(period, desk, signal);
  const { of, missing } = await archive.transcripts.held({ start, end });
  // They wait for the chats, which take a part of the same rate.
  const timeOf = async (count: number): Promise<Seconds> =>
    count === 0
      ? seconds(0)
      : seconds(Math.max(chats.seconds, await archive.transcripts.timeFor(chats.requests + count)));
  return {
    period,
    days: daysOf(days).length,
    chats,
    fits: chats.basis !== 'at least' && chats.seconds <= answerWithin,
    sample: { requests: sample, seconds: await timeOf(sample) },
    transcripts: { of, missing, seconds: await timeOf(missing) },
  };
}

/** A plan as data. */
export function planData({ period, chats, fits, sample }: PeriodPlan) {
  return {
    from: period.from,
    to: period.to,
    requests: chats.requests,
    seconds: rounded(chats.seconds, 0),
    basis: chats.basis,
    fits_one_answer: fits,
    transcripts: { requests: sample.requests, seconds: rounded(sample.seconds, 0) },
  };
}

/** A plan in words: the chats, the sample of transcripts that figures rest on, and all transcripts, which search reads. */
export function planWords(plan: PeriodPlan, perMinute: number, asking: Asking): string {
  const { period, sample } = plan;
  const hours = period.hour === undefined ? '' : `${clocksText(period)}, `;
  const response =
    sample.requests === 0
      ? 'loaded'
      : `${counted(sample.requests, 'request')}, about ${waitText(sample.seconds)}${inAll(plan)}`;
  return [
    `**Loading ${hours}${dayRangesText([period], '')} (${period.zone.id})**, limit ${groupedText(perMinute)} requests a minute`,
    `- Chats: ${chatWords(plan, asking)}`,
    `- Response times from a sample: ${response}`,
    `- Search: ${searchWords(plan)}`,
  ].join('\n');
}

function chatWords({ chats, fits }: PeriodPlan, asking: Asking): string {
  const { missing, requests, basis } = chats;
  const days = `the ${missing === 1 ? 'day' : `${missing} days`} not loaded or out of date`;
  switch (basis) {
    case 'nothing':
      return 'all loaded';
    case 'at least':
      return `not known yet for ${days}; the first pages show how many chats there are. ${onwardWords(asking)}`;
    case 'learned':
    case 'guess': {
      const guess = basis === 'guess' ? ' (a guess; page size and number of chats are not known yet)' : '';
      const cost = `about ${counted(requests, 'request')} for ${days}, about ${waitText(chats.seconds)}${guess}`;
      return fits ? `${cost}; fits in one answer` : `${cost}; does not fit in one answer. ${onwardWords(asking)}`;
    }
  }
}

/** How what does not fit into one answer is loaded. */
function onwardWords({ isLast, isForgotten }: Asking): string {
  if (isForgotten) {
    return 'This server ends with its answer and its archive is in memory, so a further call starts over; choose a shorter period.';
  }
  const call = 'call again, or choose a shorter period';
  return isLast ? `To go on, ${call}.` : `Loading continues for two minutes after an answer; ${call}.`;
}

/** Transcripts are loaded after the chats. */
function inAll({ chats }: PeriodPlan): string {
  return chats.requests === 0 ? '' : ' in all';
}

function searchWords(plan: PeriodPlan): string {
  const { days, chats, transcripts } = plan;
  const { of, missing } = transcripts;
  if (of === 0) return 'one request for each chat';
  const isPart = chats.missing > 0;
  const known = `${counted(of, 'chat')}${isPart ? ` known so far: ${days - chats.missing} of ${counted(days, 'day')}` : ''}`;
  if (missing === 0) return `all transcripts of the ${known} are loaded`;
  // Days that are not loaded may have further chats.
  const cost = isPart
    ? `at least ${counted(missing, 'request')}, at least ${waitText(transcripts.seconds)}`
    : `${counted(missing, 'request')}, about ${waitText(transcripts.seconds)}`;
  return `${cost}${inAll(plan)} (the missing transcripts of the ${known})`;
}
