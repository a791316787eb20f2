import type { Plan } from '../../model/coverage.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { sampleMissing } from '../figures/sample-ahead.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { aboutWords, counted, periodWords } from '../../answers/words/quantities.ts';
import { rounded } from '../../model/words/number.ts';

/** What answers about a period would cost: its chats, and what only transcripts tell of them. */
export interface PeriodPlan {
  readonly period: Period;
  readonly chats: Plan;
  /** Whether the chats come within the time of one answer. */
  readonly fits: boolean;
  /** The transcripts of the random sample that are missing, and how long they take behind the chats. */
  readonly sample: { readonly requests: number; readonly seconds: Seconds };
  /** The transcripts of the chats at hand, of which each has one request; `missing` of them are still to be read. */
  readonly transcripts: { readonly of: number; readonly missing: number; readonly seconds: Seconds };
}

/** Plans the reading of a period. Nothing is read for it. */
export async function planOf(period: Period, desk: Desk, { signal }: AskedQuestion): Promise<PeriodPlan> {
  const { archive, clock, answerWithin } = desk;
  const { start, end } = period;
  const chats = await archive.chats.plan([utcDaysOf(period, clock())]);
  const sample = await sampleMissing(period, desk, signal);
  const { of, missing } = await archive.transcripts.held({ start, end });
  // They wait for the chats, which take a part of the same rate.
  const timeOf = async (count: number): Promise<Seconds> =>
    count === 0 ? seconds(0) : archive.transcripts.timeFor(chats.requests + count);
  return {
    period,
    chats,
    fits: chats.basis !== 'at least' && chats.seconds <= answerWithin,
    sample: { requests: sample, seconds: await timeOf(sample) },
    transcripts: { of, missing, seconds: await timeOf(missing) },
  };
}

/** A plan as data. */
export function planData({ period, chats, fits, sample }: PeriodPlan) {
  return {
    from: ownWord(period.from),
    to: ownWord(period.to),
    requests: chats.requests,
    seconds: rounded(chats.seconds, 0),
    basis: chats.basis,
    fits_one_answer: fits,
    transcripts: { requests: sample.requests, seconds: rounded(sample.seconds, 0) },
  };
}

/** A plan in words: the chats, then the sample of transcripts that figures rest on, then all of them, which search reads. */
export function planWords(plan: PeriodPlan, { isForgotten }: AskedQuestion): OwnText {
  const lines = [safe`Chats: ${chatWords(plan, isForgotten)}`, ...transcriptWords(plan)];
  return safe`**Plan for ${periodWords(plan.period)}**\n${joinSafe(
    lines.map((line) => safe`- ${line}`),
    '\n',
  )}`;
}

function chatWords({ chats, fits }: PeriodPlan, isForgotten: boolean): OwnText {
  const { missing, requests, basis } = chats;
  const days = safe`for ${counted(missing, 'UTC day that is', 'UTC days that are')} missing or may have changed`;
  const onward = isForgotten ? FORGOTTEN : CONTINUES;
  switch (basis) {
    case 'nothing':
      return safe`all at hand.`;
    case 'at least':
      return safe`what it takes ${days} is not known yet: how many chats there are is known when the first pages are read. ${onward}`;
    case 'learned':
    case 'guess': {
      const source =
        basis === 'learned'
          ? safe`from the page size and volume seen`
          : safe`a guess: too little has been read yet to know page size and volume`;
      const cost = safe`about ${counted(requests, 'request')}, ${aboutWords(chats.seconds)}, ${days} (${source})`;
      return safe`${cost}. ${fits ? safe`It fits into one answer.` : safe`It does not fit into one answer. ${onward}`}`;
    }
  }
}

const CONTINUES = safe`An answer comes in time with what is read by then; reading goes on for two minutes after it, and asking again continues. A shorter period takes less.`;
const FORGOTTEN = safe`An answer comes in time with what is read by then, and is all there is: the archive is in memory, and this server ends with it. A shorter period takes less.`;

function transcriptWords({ chats, sample, transcripts }: PeriodPlan): OwnText[] {
  const first =
    sample.requests === 0
      ? safe`First response and its like: the transcripts of the random sample are at hand.`
      : safe`First response and its like, from a random sample: ${counted(sample.requests, 'transcript')}, a request each, ${aboutWords(sample.seconds)}${chats.requests === 0 ? safe`` : safe` with the chats`}.`;
  const { of, missing } = transcripts;
  if (of === 0) return [first, safe`Search reads every transcript, a request for each chat.`];
  const all =
    missing === 0
      ? safe`all transcripts of the ${counted(of, 'chat')} at hand are, too.`
      : safe`${missing} of the transcripts of the ${counted(of, 'chat')} at hand are missing, a request each, ${aboutWords(transcripts.seconds)}${chats.requests === 0 ? safe`` : safe` with the chats`}.`;
  return [first, safe`Search: ${all}`];
}
