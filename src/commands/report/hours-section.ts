import { WEEKDAYS } from '../../figures/groupings/wall-clock.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { timeText } from '../../model/words/time.ts';
import { groupsSection } from './figures-sections.ts';
import type { Gathered, Performance } from './gathered.ts';
import type { Section } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** The steps of the scale of a heat map. */
const STEPS = 6;

/** Missed chats, of all chats, by weekday and hour: a row for each hour, so that it fits on a narrow screen. */
export function hoursSection({ byHour, askedAt }: Pick<Gathered, 'byHour' | 'askedAt'>): Section {
  return groupsSection('Missed by weekday and hour', byHour, (data) => {
    const { period, coverage } = data;
    const hours = new Map(hoursOf(data).map((hour) => [hour.key, hour]));
    const most = Math.max(1, ...[...hours.values()].map(({ missed }) => missed));
    const days = daysByWeekday(period);
    const now = timeText(zoneOf(period.timezone), askedAt);
    // That no chat came is known of an hour that was read, on each of its days; what is still to come has none yet.
    const isKnown = (weekday: number, hour: number): boolean =>
      coverage.complete && days[weekday]?.every((day) => endOf(day, hour) <= now) === true;
    const cells = HOURS.map((name, hour) =>
      WEEKDAYS.map((weekday, index) => {
        const found = hours.get(`${weekday} ${name}`);
        if (found === undefined) return { words: isKnown(index, hour) ? '0' : '–', heat: 0 };
        return { words: found.words, heat: Math.ceil((found.missed / most) * STEPS) };
      }),
    );
    return [
      {
        kind: 'table',
        caption: 'Missed/all chats by weekday and hour',
        heads: ['hour', ...WEEKDAYS.map((weekday) => weekday.slice(0, 3))],
        rows: HOURS.map((name, hour) => [name, ...(cells[hour] ?? []).map(({ words }) => words)]),
        heat: cells.map((row) => row.map(({ heat }) => heat)),
      },
    ];
  });
}

/** The hours in which chats came; of each how many were missed. */
function hoursOf({ groups = [] }: Performance) {
  return groups.map(({ key, label = '', figures }) => {
    const figure = (name: string) => figures.find(({ metric }) => metric === name);
    const [missed, chats] = [figure('missed')?.count, figure('chats')?.main];
    return {
      key: [key].flat().join(' '),
      label,
      missed: missed?.value ?? 0,
      words: missed === undefined ? `–/${chats?.words ?? '–'}` : `${missed.words}/${chats?.words ?? '–'}`,
    };
  });
}

/** The fewest missed chats of an hour that is pointed out. */
const FEWEST_MISSED = 5;
/** And the least part of all. */
const LEAST_PART = 0.1;

/** The hour with the most missed chats, where it has many of them; undefined else, and where not all are loaded. */
export function worstHour({ byHour, performance }: Pick<Gathered, 'byHour' | 'performance'>): string | undefined {
  if (byHour instanceof NotAnswered || !byHour.data.coverage.complete) return undefined;
  const all = performance.data.figures.find(({ metric }) => metric === 'missed')?.count;
  const [worst] = hoursOf(byHour.data).toSorted((one, other) => other.missed - one.missed);
  if (worst === undefined || all === undefined) return undefined;
  if (worst.missed < Math.max(FEWEST_MISSED, LEAST_PART * all.value)) return undefined;
  const days = daysByWeekday(byHour.data.period)[WEEKDAYS.findIndex((weekday) => worst.key.startsWith(weekday))] ?? [];
  const on = days.length > 1 ? `, on ${days.length} of these weekdays together` : '';
  return `${worst.label}: ${worst.missed} of ${all.words} missed chats came in this hour${on}.`;
}

/** The days of a period, from Monday to Sunday; undefined for a weekday that it does not have. */
function daysByWeekday({ from, to }: Performance['period']): readonly (readonly string[] | undefined)[] {
  const count = (Date.parse(to) - Date.parse(from)) / MILLIS_PER_DAY + 1;
  const days = Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * MILLIS_PER_DAY));
  const found = Map.groupBy(days, (day) => (day.getUTCDay() + 6) % 7);
  return WEEKDAYS.map((_, weekday) => found.get(weekday)?.map((day) => day.toISOString().slice(0, 10)));
}

/** When an hour of a day is over, as a text that is compared with that of a moment. */
function endOf(day: string, hour: number): string {
  return `${day} ${String(hour + 1).padStart(2, '0')}:00`;
}
