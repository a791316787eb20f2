import { addDays, startOfDay } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { AccountTables } from '../tables/tables.ts';
import { dailyTotalsOf } from './daily-totals.ts';

/** The listed chats of a period that one statement looks at, unless a single day has more: with SQLite everything else waits meanwhile. */
const CHATS_PER_STATEMENT = 4000;

/** A part of a period: from `start` until just before `end`. */
export interface Portion {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
  /** The number of transcripts at hand of all chats of its days. */
  readonly transcripts: number;
}

/**
 * Splits a period into portions of whole UTC days with some thousand listed chats each, the newest first. Days without a
 * chat may be in none.
 */
export async function portionsOf(
  tables: AccountTables,
  { start, end }: { readonly start: EpochMillis; readonly end: EpochMillis },
): Promise<Portion[]> {
  const portions: { start: EpochMillis; end: EpochMillis; chats: number; transcripts: number }[] = [];
  for (const { day, chats, transcripts } of (await dailyTotalsOf(tables)).toReversed()) {
    const [from, until] = [startOfDay(day), startOfDay(addDays(day, 1))];
    if (from >= end || until <= start) continue;
    const newest = portions.at(-1);
    if (newest !== undefined && newest.chats + chats <= CHATS_PER_STATEMENT) {
      newest.start = epochMillis(Math.max(from, start));
      newest.chats += chats;
      newest.transcripts += transcripts;
    } else {
      portions.push({
        start: epochMillis(Math.max(from, start)),
        end: epochMillis(Math.min(until, end)),
        chats,
        transcripts,
      });
    }
  }
  return portions;
}
