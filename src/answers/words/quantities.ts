import { WEEKDAYS, type WorkingTime } from '../../insights/groupings/wall-clock.ts';
import { durationText, percentText, rounded } from '../../model/text/quantity-text.ts';
import { sliced } from '../../model/text/trusted-text.ts';
import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

export { rounded };

/** A duration in words: `45 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationWords(durationSeconds: number): OwnText {
  return ownWord(durationText(durationSeconds));
}

/** How long something will take, in words: `about 2 min 5 s`. Nothing that has yet to happen takes no time. */
export function aboutWords(durationSeconds: number): OwnText {
  return safe`about ${durationWords(Math.max(1, durationSeconds))}`;
}

/** A number of things with their noun: `1 page`, `2 pages`; `several` is the noun where it is not the one with an s. */
export function counted(count: number, one: OwnText, several: OwnText = safe`${one}s`): OwnText {
  return safe`${count} ${count === 1 ? one : several}`;
}

/** A share in percent with one decimal: `9.5 %`. */
export function percentWords(share: number): OwnText {
  return ownWord(percentText(share));
}

/** A change with its sign, to at most `decimals` places: `+3`, `−2.1`; one that rounds to nothing is `0`, without a sign. */
export function signedWords(change: number, decimals: number): OwnText {
  const size = rounded(Math.abs(change), decimals);
  if (size === 0) return safe`0`;
  return change < 0 ? safe`−${size}` : safe`+${size}`;
}

/** A moment in the zone of the answer, as text for people: `2026-11-20 08:15`. */
export function timeWords(zone: Zone, moment: EpochMillis): OwnText {
  const iso = zone.iso(moment);
  return safe`${ownWord(sliced(iso, 0, 10))} ${ownWord(sliced(iso, 11, 16))}`;
}

/** The same without the year: `11-20 08:15`. */
export function shortTimeWords(zone: Zone, moment: EpochMillis): OwnText {
  const iso = zone.iso(moment);
  return safe`${ownWord(sliced(iso, 5, 10))} ${ownWord(sliced(iso, 11, 16))}`;
}

/** The days of a period, and their zone: `2026-11-16 to 2026-11-22 (UTC)`; also what an open side was taken for. */
export function periodWords({ from, to, zone, open }: Period): OwnText {
  const [first, last] = [ownWord(from), ownWord(to)];
  if (open === 'from') {
    if (from === FIRST_DAY_EVER) return safe`until ${last} (${ownWord(zone.id)})`;
    return safe`${first} to ${last} (${ownWord(zone.id)}; without from, the 7 days that end with to)`;
  }
  return safe`${daysWords({ from, to })} (${ownWord(zone.id)}${open === 'to' ? safe`; without to, until today` : safe``})`;
}

/** The days of a period alone, where its zone stands elsewhere: `2026-11-16 to 2026-11-22`. */
export function daysWords({ from, to }: Pick<Period, 'from' | 'to'>): OwnText {
  return from === to ? ownWord(from) : safe`${ownWord(from)} to ${ownWord(to)}`;
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
