import { WEEKDAYS, type WorkingTime } from '../../insights/groupings/wall-clock.ts';
import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { OfProgram, ProgramText } from '../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { countText, isAre } from '../../model/words/count.ts';
import { aboutText, durationText, waitText } from '../../model/words/duration.ts';
import { percentText } from '../../model/words/share.ts';
import { clocksText, daysText, shortTimeText, timeText } from '../../model/words/time.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

// The words of `model/words/` as answers take them: our own.

const own =
  <Given extends readonly unknown[]>(text: (...given: Given) => ProgramText) =>
  (...given: Given): OwnText =>
    ownWord(text(...given));

export const durationWords = own(durationText);
export const aboutWords = own(aboutText);
export const waitWords = own(waitText);
export const percentWords = own(percentText);
export const timeWords = own(timeText);
export const shortTimeWords = own(shortTimeText);
export const isAreWords = (count: number): OwnText => ownWord(isAre(count));

/** So many things: `1 page`, `2 pages`. */
export function counted<One extends string, Several extends string = never>(
  count: number,
  one: OfProgram<One>,
  several?: OfProgram<Several>,
): OwnText {
  return ownWord(countText<One, Several>(count, one, several));
}

/** The days of a period alone, where its zone stands elsewhere: `2026-11-16 to 2026-11-22`; an hour as `13:05–14:05, 2026-11-16`. */
export function daysWords(period: Period): OwnText {
  const days = ownWord(daysText(period));
  return period.hour === undefined ? days : safe`${ownWord(clocksText(period))}, ${days}`;
}

/** The days of a period, and their zone: `2026-11-16 to 2026-11-22 (UTC)`; also what an open side was taken for, and which hour it is. */
export function periodWords(period: Period): OwnText {
  const { from, to, zone, open, hour } = period;
  if (hour === 'last') return safe`the last hour (${daysWords(period)}, ${ownWord(zone.id)})`;
  if (hour === 'earlier') return safe`the hour ${daysWords(period)} (${ownWord(zone.id)})`;
  const [first, last] = [ownWord(from), ownWord(to)];
  if (open === 'from') {
    if (from === FIRST_DAY_EVER) return safe`until ${last} (${ownWord(zone.id)})`;
    return safe`${first} to ${last} (${ownWord(zone.id)}; without from, the 7 days that end with to)`;
  }
  return safe`${daysWords(period)} (${ownWord(zone.id)}${open === 'to' ? safe`; without to, until today` : safe``})`;
}

/** Words the times of the week to which an answer is limited, behind its days: `, Monday, Friday, 9:00 to 17:00`. */
export function workingTimeWords({ weekdays, hours }: WorkingTime): OwnText {
  const days = WEEKDAYS.filter((weekday) => weekdays?.has(weekday));
  const parts = [...days.map(ownWord), ...(hours === undefined ? [] : [safe`${hours.from}:00 to ${hours.until}:00`])];
  return joinSafe(
    parts.map((part) => safe`, ${part}`),
    '',
  );
}

/** A moment as ISO 8601 with the offset of the zone of the answer. */
export function isoTime(zone: Zone, moment: EpochMillis): OwnText {
  return ownWord(zone.iso(moment));
}
