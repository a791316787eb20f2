import { WEEKDAYS } from '../../../insights/groupings/wall-clock.ts';
import type { Table } from '../report-tables.ts';
import type { Html } from './html.ts';
import type { HoursData } from './page-data.ts';
import { tableHtml } from './table-html.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Chats by weekday and hour as a table with a row for each hour, so that it fits on a narrow screen. */
export function hoursTable({ groups, coverage }: HoursData): Html {
  const chats = new Map(groups.map(({ key: [weekday, hour], metrics }) => [`${weekday} ${hour}`, metrics.chats]));
  // Of an hour without any chat nothing is known before all is read.
  const none = coverage.complete ? '0' : '–';
  const table: Table = {
    heads: ['hour', ...WEEKDAYS.map((weekday) => weekday.slice(0, 3))],
    rows: HOURS.map((hour) => [hour, ...WEEKDAYS.map((weekday) => String(chats.get(`${weekday} ${hour}`) ?? none))]),
  };
  return tableHtml(table, 'Chats by weekday and hour', 'hours');
}
