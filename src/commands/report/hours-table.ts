import { WEEKDAYS } from '../../figures/groupings/wall-clock.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Performance } from './gathered.ts';
import type { Table } from './section.ts';

const DAY_MILLIS = 86_400_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Chats by weekday and hour as a table with a row for each hour, so that it fits on a narrow screen. */
export function hoursTable(
  { groups = [], period, coverage }: Pick<Performance, 'groups' | 'period' | 'coverage'>,
  askedAt: EpochMillis,
  isPictured: boolean,
): Table {
  const chats = new Map(groups.map(({ key, figures: [figure] }) => [[key].flat().join(' '), figure?.cell]));
  const days = daysByWeekday(period);
  const now = localText(askedAt, period.timezone);
  // That no chat came is known of an hour that was read, on each of its days; what is still to come has none yet.
  const isKnown = (weekday: number, hour: number): boolean =>
    coverage.complete && days[weekday]?.every((day) => endOf(day, hour) <= now) === true;
  const cellOf = (weekday: number, hour: number): string =>
    chats.get(`${WEEKDAYS[weekday]} ${HOURS[hour]}`) ?? (isKnown(weekday, hour) ? '0' : '–');
  return {
    kind: 'table',
    caption: 'Chats by weekday and hour',
    layout: 'hours',
    heads: ['hour', ...WEEKDAYS.map((weekday) => weekday.slice(0, 3))],
    rows: HOURS.map((name, hour) => [name, ...WEEKDAYS.map((_, weekday) => cellOf(weekday, hour))]),
    isPictured,
  };
}
/** The days of a period, from Monday to Sunday; undefined for a weekday that it does not have. */
function daysByWeekday({ from, to }: Performance['period']): readonly (readonly string[] | undefined)[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1;
  const days = Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * DAY_MILLIS));
  const found = Map.groupBy(days, (day) => (day.getUTCDay() + 6) % 7);
  return WEEKDAYS.map((_, weekday) => found.get(weekday)?.map((day) => day.toISOString().slice(0, 10)));
}

/** When an hour of a day is over, as a text that is compared with `localText`. */
function endOf(day: string, hour: number): string {
  return `${day} ${String(hour + 1).padStart(2, '0')}:00`;
}

/** A moment by the clocks of a zone: `2026-11-18 15:30`. */
function localText(moment: EpochMillis, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);
}
