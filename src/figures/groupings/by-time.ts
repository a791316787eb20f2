import type { ChatSelection } from '../../model/chat-columns.ts';
import { localDaysOf, type Period } from '../../model/calendar/period.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import { epochMillis } from '../../model/time/units.ts';
import { hasWeekday, weekdayOf } from './wall-clock.ts';
import type { Drawn, Grouping, GroupingContext } from './grouping.ts';

const MILLIS_PER_HOUR = 3_600_000;
const HOURS_PER_WEEK = 168;

/** A grouping by what a clock on the wall shows at the request, in the zone of the question. */
export function byTime<const Name extends string>({
  name,
  label,
  drawn,
  cuts,
  keyOf,
  textOf,
  labelOf = textOf,
  all = ({ period, time }) => daysWithin({ period, time }).map(keyOf),
}: {
  readonly name: Name;
  readonly label: ProgramText;
  readonly drawn: Drawn;
  readonly cuts: boolean;
  /** The key of an hour on the wall, to be read off in UTC. */
  readonly keyOf: (local: Date) => number;
  readonly textOf: (key: number) => ProgramText;
  readonly labelOf?: (key: number, period: Period) => ProgramText;
  readonly all?: (context: Pick<GroupingContext, 'period' | 'time'>) => readonly number[];
}): Grouping<Name> {
  return {
    name,
    label,
    drawn,
    order: 'key',
    cuts,
    keys: (context) => ({
      of: (selection, weeksBefore = 0) => keysByHour(selection, context, keyOf, weeksBefore),
      all: () => [...new Set(all(context))],
      at: keyOf,
      text: textOf,
      label: (key) => ({ kind: 'words', words: labelOf(key, context.period) }),
    }),
  };
}

/** The days of a period that are in its working time, to be read off in UTC. */
function daysWithin({ period, time }: Pick<GroupingContext, 'period' | 'time'>): Date[] {
  return localDaysOf(period)
    .map((day) => new Date(`${day}T00:00:00Z`))
    .filter((date) => hasWeekday(time, weekdayOf(date)));
}

/** Chats come in the order of their times, so that many in a row have the same hour. */
function keysByHour(
  { columns: { requests }, rows }: ChatSelection,
  { period: { zone } }: GroupingContext,
  keyOf: (local: Date) => number,
  weeksBefore: number,
): Float64Array {
  const keys = new Float64Array(rows.length);
  let last = Number.NaN;
  let key = Number.NaN;
  for (let index = 0; index < rows.length; index += 1) {
    const moment = epochMillis(requests[rows[index] ?? 0] ?? Number.NaN);
    const hour = Math.floor((moment + zone.offsetAt(moment)) / MILLIS_PER_HOUR);
    if (hour !== last) {
      last = hour;
      key = keyOf(new Date((hour + weeksBefore * HOURS_PER_WEEK) * MILLIS_PER_HOUR));
    }
    keys[index] = key;
  }
  return keys;
}
