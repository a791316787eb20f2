import { useEffect, useState } from 'preact/hooks';
import type { Host } from '../../shared/host.ts';
import type { Question } from '../asking.ts';
import { withoutComparison, type Choice } from '../choice.ts';
import { Performance, told, type Group, type Numeral } from '../desk-data.ts';
import { leadIn, MISSED, type Figure } from './figures.ts';
import { daysIn, weekdayOf } from '../words.ts';

/** An hour of the week. */
export interface Hour {
  readonly weekday: string;
  readonly hour: number;
}

/** What one hour of the week was on one day. */
export interface DayOfHour {
  readonly day: string;
  readonly lead: Numeral;
}

/** The days of hours of the week; an hour that is not among them had nothing, or was not asked about. */
export type DaysOfHours = ReadonlyMap<string, readonly DayOfHour[]>;

/** More days have too many hours to be asked about one by one: only those of the hour that is named are. */
const MOST_DAYS = 62;
/** Each has 400 hours at least. */
const MOST_PAGES = 4;
/** So many days have each weekday once. */
export const WEEK = 7;

export const hourName = ({ weekday, hour }: Hour): string => `${weekday} ${hour}`;

/**
 * What the hours of the week were on each of their days: a number that is high in sum may be one bad day's. Undefined until that is
 * known, and where it cannot be: in days that have each weekday once, or of which not everything was read.
 */
export function useDaysOfHours(
  host: Host,
  choice: Choice,
  figure: Figure,
  shown: Performance | undefined,
  most: Hour | undefined,
): DaysOfHours | undefined {
  const [kept, setKept] = useState<{ readonly key: string; readonly days: DaysOfHours }>();
  const question = shown && most && questionOf(choice, figure, shown, most);
  const key = question === undefined ? '' : JSON.stringify(question);
  useEffect(() => {
    if (question === undefined) return undefined;
    const cancelling = new AbortController();
    void groupsOf(host, question, cancelling.signal).then((groups) => {
      if (groups !== undefined && !cancelling.signal.aborted) setKept({ key, days: daysOf(groups, figure, most) });
      return groups;
    });
    return () => cancelling.abort();
  }, [host, key]);
  return kept?.key === key ? kept.days : undefined;
}

function questionOf(
  choice: Choice,
  figure: Figure,
  { period, coverage }: Performance,
  { weekday, hour }: Hour,
): Question | undefined {
  const days = daysIn(period);
  if (days <= WEEK || !coverage.complete) return undefined;
  const asked = { ...withoutComparison(choice), metrics: [figure.metric], transcripts: 'loaded' };
  // Which hour has most missed chats beside its worst day is known of the days of all hours alone.
  const args =
    figure !== MISSED || days > MOST_DAYS
      ? { ...asked, group_by: ['day'], weekdays: [weekday], hours: `${hour}-${hour + 1}` }
      : { ...asked, group_by: ['day', 'hour'] };
  return { tool: 'get_support_performance', args };
}

/** All groups of an answer; undefined where a part of them does not come. */
async function groupsOf(host: Host, { tool, args }: Question, signal: AbortSignal): Promise<Group[] | undefined> {
  const all: Group[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && !signal.aborted; page += 1) {
    const answer = await host
      .call(tool, { ...args, ...(cursor !== undefined && { cursor }) }, signal)
      .catch(() => undefined);
    const said = answer && told(answer, Performance);
    if (said === undefined || !('data' in said)) return undefined;
    all.push(...(said.data.groups ?? []));
    cursor = said.data.next_cursor;
    if (cursor === undefined) return all;
  }
  return undefined;
}

function daysOf(groups: readonly Group[], figure: Figure, most: Hour | undefined): DaysOfHours {
  const days = new Map<string, DayOfHour[]>();
  for (const { key, figures } of groups) {
    const [day = '', hour] = [key].flat();
    const lead = leadIn(figures, figure);
    if (lead === undefined) continue;
    const name = hourName({
      weekday: weekdayOf(day),
      hour: hour === undefined ? (most?.hour ?? 0) : Number(hour.slice(0, 2)),
    });
    const known = days.get(name);
    if (known === undefined) days.set(name, [{ day, lead }]);
    else known.push({ day, lead });
  }
  return days;
}

/** The day on which an hour had most. */
export function worstOf(days: readonly DayOfHour[] = []): DayOfHour | undefined {
  return days.reduce<DayOfHour | undefined>(
    (worst, one) => (worst === undefined || one.lead.value > worst.lead.value ? one : worst),
    undefined,
  );
}
