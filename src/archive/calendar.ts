import { addDays, startOfDay, parseUtcDay, type DayRange, type UtcDay } from '../model/day.ts';
import type { Chats } from './chats.ts';
import type { Transcripts } from './transcripts.ts';
import { sliced, type ProgramText } from '../model/trusted-text.ts';

/** What is at hand of a UTC day of chats: all of it; all of it, but to be read again when it can be; not all of it. */
export type DayState = 'read' | 'due' | 'unread';

/** Days of the same state. */
export interface DayRun extends DayRange {
  readonly state: DayState;
}

/** Which days of chats an archive has read, and how many of their transcripts. */
export interface Calendar {
  /** From the first day that was read until today, without a gap; none where no day was. */
  readonly runs: readonly DayRun[];
  /** The months of these that have a chat at hand, in order. */
  readonly months: readonly CalendarMonth[];
}

interface CalendarMonth {
  /** `yyyy-MM`, in UTC. */
  readonly month: ProgramText;
  /** How many transcripts are at hand, and of how many chats that are. */
  readonly transcripts: { readonly have: number; readonly of: number };
}

/** Puts the calendar of an archive together. Nothing is read for it. */
export async function calendarOf(chats: Chats, transcripts: Transcripts): Promise<Calendar> {
  const runs = await chats.dayRuns();
  const [from, to] = [runs[0]?.from, runs.at(-1)?.to];
  if (from === undefined || to === undefined) return { runs, months: [] };
  const months: CalendarMonth[] = [];
  for (const start of firstsOfMonths({ from, to })) {
    const { have, of } = await transcripts.held({ start: startOfDay(start), end: startOfDay(monthAfter(start)) });
    if (of > 0) months.push({ month: sliced(start, 0, 7), transcripts: { have, of } });
  }
  return { runs, months };
}

/** The first day of each month that some days touch. */
function firstsOfMonths({ from, to }: DayRange): UtcDay[] {
  const firsts: UtcDay[] = [];
  for (let first = firstOfMonth(from); first <= to; first = monthAfter(first)) firsts.push(first);
  return firsts;
}

function firstOfMonth(day: UtcDay): UtcDay {
  return parseUtcDay(`${day.slice(0, 7)}-01`);
}

function monthAfter(first: UtcDay): UtcDay {
  return firstOfMonth(addDays(first, 31));
}

/** Joins days in a row into runs of the same state. */
export function runsOf(days: readonly UtcDay[], stateOf: (day: UtcDay) => DayState): DayRun[] {
  const runs: { from: UtcDay; to: UtcDay; state: DayState }[] = [];
  for (const day of days) {
    const state = stateOf(day);
    const last = runs.at(-1);
    if (last?.state === state) last.to = day;
    else runs.push({ from: day, to: day, state });
  }
  return runs;
}
