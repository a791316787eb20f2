import type { ChatTable, Periods } from '../../insights/changes/chat-table.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { Agent } from '../../model/records.ts';
import { daysOf, MILLIS_PER_DAY, startOfDay } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';

/** Six weeks before a period say what is usual. */
const OLDER_DAYS = 42;

/** The chats of the weeks before a period, as far as they are loaded. */
export interface OlderChats {
  readonly period: Period;
  readonly coverage: Coverage;
  readonly days: () => AsyncIterable<ChatSelection>;
}

/** The chats of the six weeks before a period, of all agents or of one, after loading what is missing of them in time. */
export async function olderChatsOf(
  period: Period,
  agent: Agent | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<OlderChats> {
  const { zone, start: end, step } = period;
  const noon = MILLIS_PER_DAY / 2;
  const dayOf = (moment: number) => zone.dateOf(epochMillis(Math.max(0, moment)));
  const from = dayOf(end - OLDER_DAYS * MILLIS_PER_DAY + noon);
  const older = { from, to: dayOf(end - noon), zone, start: zone.startOf(from), end, step };
  const coverage = await desk.archive.chats.cover(utcDaysOf(older, desk.clock()), agent?.agentId, question);
  const days = () => desk.archive.chats.columns({ start: older.start, end, agentId: agent?.agentId });
  return { period: older, coverage, days };
}

/** The days of a question as numbers from the first one of the later period. */
export interface QuestionDays {
  /** The number of day 0 since 1970. */
  readonly firstDay: number;
  /** The day of a chat of one of both periods: of hours, which may lie in one day, each is a day of its own. */
  readonly placeOf: (which: 0 | 1, day: number) => number;
  /** The day of a chat of the older weeks alone. What is running is compared with as much of the same weekday. */
  readonly olderPlace: (moment: number, day: number) => number | undefined;
  readonly periodsOf: (table: ChatTable) => Periods;
}

/** The days of two periods and of the weeks before. `until`: where the later one is cut, its end else. */
export function daysIn(period: Period, earlier: Period, until: EpochMillis, older: OlderChats): QuestionDays {
  const { zone } = period;
  const local = (moment: EpochMillis) => moment + zone.offsetAt(moment);
  const dayOf = (moment: number) => Math.floor(local(epochMillis(moment)) / MILLIS_PER_DAY);
  const firstDay = dayOf(period.start);
  const last = dayOf(Math.max(period.start, until - 1)) - firstDay;
  const now = { from: 0, to: last + 1 };
  const before = {
    from: dayOf(earlier.start) - firstDay,
    to: dayOf(Math.max(earlier.start, earlier.end - 1)) - firstDay + 1,
  };
  const cut = local(until) - (firstDay + last) * MILLIS_PER_DAY;
  const isCut = until < period.end || cut < MILLIS_PER_DAY;
  // 1 January 1970 was a Thursday.
  const weekday = (firstDay + 3) % 7;
  if (period.hour !== undefined) {
    const hours = { before: { from: -1, to: 0 }, now: { from: 0, to: 1 } };
    return {
      firstDay,
      placeOf: (which) => which - 1,
      olderPlace: () => undefined,
      periodsOf: () => ({ ...hours, weekday, first: -1, missing: new Set() }),
    };
  }
  return {
    firstDay,
    placeOf: (_, day) => day,
    olderPlace: (moment, day) => {
      if ((moment >= earlier.start && moment < earlier.end) || (day >= before.from && day < before.to))
        return undefined;
      const isLikeLast = isCut && (last - day) % 7 === 0;
      const isLater = local(epochMillis(moment)) - (firstDay + day) * MILLIS_PER_DAY >= cut;
      return isLikeLast && isLater ? undefined : day;
    },
    periodsOf: ({ day }) => {
      const [low, high] = [dayOf(older.period.start) - firstDay, 0];
      let first = high;
      for (const one of day) if (one >= low) first = Math.min(first, one);
      const missing = new Set<number>();
      for (const utc of (older.coverage.missingDays ?? []).flatMap(daysOf)) {
        const start = startOfDay(utc);
        for (const moment of [start, start + MILLIS_PER_DAY - 1]) missing.add(dayOf(moment) - firstDay);
      }
      return { before, now, weekday, first, missing };
    },
  };
}
