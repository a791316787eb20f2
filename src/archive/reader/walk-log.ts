import { z } from 'zod';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { Look } from './walk/look.ts';

/** After this, rows may have moved too much for an interrupted walk to go on where it stopped. */
const RESUMABLE = 3_600_000;
/** The time that is added for each page that a slow walk has read, which would be lost with it. */
const RESUMABLE_FOR_EACH_PAGE = 60_000;

/** What is known of a list before it is walked. */
const Hints = z.object({
  pageSize: z.number().optional(),
  pages: z.number().optional(),
  isCounted: z.boolean().optional(),
  span: z.object({ from: z.number(), to: z.number() }).optional(),
});
export type Hints = Readonly<z.infer<typeof Hints>>;

/** A walk that has not ended: what it began with, and the pages that it has read in turn. */
export interface LoggedWalk {
  readonly key: string;
  readonly startedAt: EpochMillis;
  readonly hints: Hints;
  readonly looks: readonly Look[];
}

/** Begins the log of a walk. */
export async function beginWalk(tables: Tables, { key, startedAt, hints }: Omit<LoggedWalk, 'looks'>): Promise<void> {
  // What an earlier walk has left is not of this one.
  await tables.forgetWalk(key);
  await tables.beginWalk({ walk: key, started_at: startedAt, hints: JSON.stringify(hints) });
}

export async function logLook(tables: Tables, key: string, entry: number, look: Look): Promise<void> {
  await tables.addLook({ walk: key, entry, look: JSON.stringify(look) });
}

/** The walks that have not ended and can be gone on with, the oldest first. */
export async function unfinishedWalks(tables: Tables, now: EpochMillis): Promise<readonly LoggedWalk[]> {
  return (await allWalks(tables)).filter((walk) => canGoOn(walk, now));
}

/** Forgets the walks that cannot be gone on with any more. */
export async function forgetStaleWalks(tables: AccountTables, now: EpochMillis): Promise<void> {
  for (const walk of await allWalks(tables)) {
    if (!canGoOn(walk, now)) await tables.transaction((open) => open.forgetWalk(walk.key));
  }
}

function canGoOn({ startedAt, looks }: LoggedWalk, now: EpochMillis): boolean {
  return startedAt <= now && startedAt + RESUMABLE + looks.length * RESUMABLE_FOR_EACH_PAGE >= now;
}

async function allWalks(tables: Tables): Promise<readonly LoggedWalk[]> {
  const walks = await tables.walks().orderBy('started_at').selectAll().execute();
  if (walks.length === 0) return [];
  const looks = Map.groupBy(await tables.looks().orderBy('entry').selectAll().execute(), ({ walk }) => walk);
  return walks.map(({ walk, started_at, hints }) => ({
    key: walk,
    startedAt: epochMillis(started_at),
    hints: Hints.parse(JSON.parse(hints)),
    looks: (looks.get(walk) ?? []).map(({ look }) => Look.parse(JSON.parse(look))),
  }));
}
