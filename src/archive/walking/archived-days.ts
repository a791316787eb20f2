import type { DayRange, UtcDay } from '../../model/time/day.ts';
import type { DailyTotal } from '../figures/daily-totals.ts';
import { sliced, type ProgramText } from '../../model/text/trusted-text.ts';

/**
 * The state of a UTC day of chats: `read` where all of it is at hand, `due` where it is also to be read again when it
 * can be, else `unread`.
 */
export type DayState = 'read' | 'due' | 'unread';

/** Days of the same state. */
export interface DayRun extends DayRange {
  readonly state: DayState;
}

/** The days of chats that an archive has read, and the numbers of their transcripts. */
export interface Calendar {
  /** From the first day that was read until today, without a gap; none where no day was. */
  readonly runs: readonly DayRun[];
  /** The months of these that have a chat at hand, in order. */
  readonly months: readonly CalendarMonth[];
}

interface CalendarMonth {
  /** `yyyy-MM`, in UTC. */
  readonly month: ProgramText;
  /** The number of transcripts at hand, and of the chats at hand. */
  readonly transcripts: { readonly have: number; readonly of: number };
}

/** Puts the calendar of an archive together, of runs of days and the totals of days. */
export function calendarOf(runs: readonly DayRun[], totals: readonly DailyTotal[]): Calendar {
  const [from, to] = [runs[0]?.from, runs.at(-1)?.to];
  if (from === undefined || to === undefined) return { runs, months: [] };
  const [first, last] = [monthOf(from), monthOf(to)];
  const within = totals.filter(({ day }) => monthOf(day) >= first && monthOf(day) <= last);
  const months = [...Map.groupBy(within, ({ day }) => monthOf(day))].map(([month, days]) => ({
    month,
    transcripts: {
      have: days.reduce((have, { transcripts }) => have + transcripts, 0),
      of: days.reduce((of, { chats }) => of + chats, 0),
    },
  }));
  return { runs, months };
}

function monthOf(day: UtcDay): ProgramText {
  return sliced(day, 0, 7);
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
