import { addDays, MILLIS_PER_DAY, utcDayOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import { epochMillis, seconds, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { isRecent } from '../walking/freshness.ts';
import { AGENTS, OFFLINE_MESSAGES, readChats, readList, type WholeListStep } from './list-sync.ts';
import type { Patience } from './patience.ts';
import type { Outcome, SyncRun } from './sync-run.ts';
import { readTranscripts } from './transcript-sync.ts';
import { daysText } from '../../model/words/time.ts';

/** The days that most questions are about. */
export const WEEK = 7;

/** The most days of one walk: a question about a few of them waits for none that is much longer. */
const MAX_WALK_DAYS = 31;

/** What was read ahead is read again when it is older: today's chats, and the lists that have no date filter. */
const TODAY_AGAIN = seconds(600);
const LIST_AGAIN = seconds(3600);

const CHATS = trusted`chats`;
const TRANSCRIPTS = trusted`transcripts`;

/** Chats whose transcripts questions will need: those that the estimates of a period rest on. */
export interface AheadSamples {
  /** Some of a period that tell what codes mean. */
  readonly forCodes: (days: number) => Promise<readonly ChatId[]>;
  /** The sample of the last so many days. None before all of them are read. */
  readonly ofDays: (days: number) => Promise<readonly ChatId[]>;
}

/** The requests that a part takes about; 0 where nothing is due. */
export interface Due {
  readonly requests: number;
  /** Whether nothing tells yet how many it takes, and these are the fewest. */
  readonly isLeast: boolean;
}

const NOTHING_DUE: Due = { requests: 0, isLeast: false };

/** A part of what is read ahead. */
export interface AheadStep {
  readonly what: ProgramText;
  /** The records that it reads: a login that may not read some of them may read none. */
  readonly records: ProgramText;
  /** What is due of it. Nothing is read for it. */
  readonly due: () => Promise<Due>;
  readonly read: (run: SyncRun, patience: Patience) => Promise<Outcome>;
}

interface AheadPlan {
  readonly days: number;
  readonly zone: Zone;
  readonly samples: AheadSamples;
  /** The chats whose transcripts the service does not give; more are added. */
  readonly refused: Set<ChatId>;
}

/** The parts of what is read ahead, in their order: what the first questions of a person need, the newest first. */
export function aheadSteps(
  run: Pick<SyncRun, 'archive' | 'clock'>,
  { days, zone, samples, refused }: AheadPlan,
): AheadStep[] {
  const now = run.clock();
  const today = utcDayOf(now);
  /** The UTC day in which the day begins that was so many days ago in the zone of questions. */
  const firstOf = (count: number): UtcDay =>
    utcDayOf(zone.startOf(zone.dateOf(epochMillis(now - count * MILLIS_PER_DAY))));
  const week = firstOf(Math.min(days, WEEK));
  const all = firstOf(days);
  const chats = (range: DayRange): AheadStep[] => (range.from > range.to ? [] : [chatStep(run, range)]);
  const transcripts = (what: ProgramText, chosen: () => Promise<readonly ChatId[]>): AheadStep =>
    transcriptStep(run, what, chosen, refused);
  return [
    listStep(run, AGENTS, trusted`agents`),
    ...chats({ from: week, to: today }),
    transcripts(trusted`a few transcripts that tell what codes mean`, () => samples.forCodes(Math.min(days, WEEK))),
    listStep(run, OFFLINE_MESSAGES, trusted`offline messages`),
    ...walksOf({ from: all, to: addDays(week, -1) }).flatMap(chats),
    ...(days < WEEK ? [] : [transcripts(trusted`the sample of transcripts of 7 days`, () => samples.ofDays(WEEK))]),
    ...(days > WEEK
      ? [transcripts(trusted`the sample of transcripts of ${days} days`, () => samples.ofDays(days))]
      : []),
  ];
}

/** Parts a range of days, the newest first. */
function walksOf({ from, to }: DayRange): DayRange[] {
  const walks: DayRange[] = [];
  for (let last = to; last >= from; last = addDays(last, -MAX_WALK_DAYS)) {
    const first = addDays(last, 1 - MAX_WALK_DAYS);
    walks.push({ from: first < from ? from : first, to: last });
  }
  return walks;
}

function chatStep(run: Pick<SyncRun, 'archive' | 'clock'>, range: DayRange): AheadStep {
  const { chats } = run.archive;
  const what = trusted`chats of ${daysText(range)}`;
  return {
    what,
    records: CHATS,
    due: async () => {
      const today = utcDayOf(run.clock());
      // Today's are as of a moment: who asks reads them again, and nobody needs them newer meanwhile.
      const isTodayRecent =
        range.to >= today && isYoung((await chats.coverageOf({ from: today, to: today })).asOf, TODAY_AGAIN, run);
      const to = isTodayRecent ? addDays(today, -1) : range.to;
      if (range.from > to) return NOTHING_DUE;
      const { missing, requests, basis } = await chats.plan([{ from: range.from, to }]);
      return missing === 0 ? NOTHING_DUE : { requests, isLeast: basis === 'at least' };
    },
    read: (run, patience) => readChats(run, patience, range),
  };
}

function listStep(run: Pick<SyncRun, 'archive' | 'clock'>, list: WholeListStep, what: ProgramText): AheadStep {
  return {
    what,
    records: what,
    due: async () => {
      const { asOf, remaining } = await list.known(run);
      if (isYoung(asOf, LIST_AGAIN, run)) return NOTHING_DUE;
      return { requests: remaining?.requests ?? 1, isLeast: remaining === undefined };
    },
    read: (run, patience) => readList(run, patience, list),
  };
}

function transcriptStep(
  run: Pick<SyncRun, 'archive' | 'clock'>,
  what: ProgramText,
  chosen: () => Promise<readonly ChatId[]>,
  refused: Set<ChatId>,
): AheadStep {
  const { transcripts } = run.archive;
  const missing = async (): Promise<ChatId[]> => {
    const wanted = await chosen();
    const whole = await transcripts.wholeAmong(wanted);
    return wanted.filter((chatId) => !whole.has(chatId) && !refused.has(chatId) && !transcripts.isRefused(chatId));
  };
  return {
    what,
    records: TRANSCRIPTS,
    due: async () => ({ requests: (await missing()).length, isLeast: false }),
    read: async (run, patience) => readTranscripts(run, patience, await missing(), refused),
  };
}

/** Whether something was read no longer than that ago. */
function isYoung(asOf: EpochMillis | undefined, age: Seconds, { clock }: Pick<SyncRun, 'clock'>): boolean {
  return asOf !== undefined && isRecent(asOf, age, clock());
}
