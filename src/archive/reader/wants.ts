import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SECONDS_BEHIND, type Priority } from '../../model/progress.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { WantRow } from '../schema/schema.ts';
import type { Tables } from '../tables/tables.ts';
import { Failure } from './failure.ts';
import { Need } from './needs.ts';

/** How long reading goes on behind an answer, and for a process that was killed, in milliseconds. */
const READ_ON = SECONDS_BEHIND * 1000;

/** What a question waits for. Times are in milliseconds that all processes count alike. */
export interface Want {
  readonly id: string;
  readonly need: Need;
  readonly priority: Priority;
  readonly perMinute: number | undefined;
  readonly askedAt: EpochMillis;
  /** Until then somebody waits for it. */
  readonly waitsUntil: number;
}

/** How a want fares; `refused`: the records that the service did not give, and why. */
export interface Fares {
  readonly requests: number;
  readonly opensAt: number | undefined;
  readonly refused: ReadonlyMap<number, Failure>;
  readonly end: z.infer<typeof End> | undefined;
}

/** How a want has come to its end. */
const End = z.union([Failure, z.object({ kind: z.literal('served') })]);

const Refused = z.array(z.tuple([z.number(), Failure]));

/** Writes what a question needs. Returns the id of the want. */
export async function addWant(
  tables: Tables,
  { need, priority, perMinute, askedAt, waitsUntil }: Omit<Want, 'id'>,
  now: number,
): Promise<string> {
  const want = randomUUID();
  await tables.addWant({
    want,
    need: JSON.stringify(need),
    priority,
    per_minute: perMinute ?? null,
    created_at: now,
    asked_at: askedAt,
    waits_until: waitsUntil,
    expires_at: now + READ_ON,
    opens_at: null,
    requests: 0,
    refused: '[]',
    ended: null,
  });
  return want;
}

/** Notes that somebody still waits for a want, or (`isLeft`) that nobody does any more and it is read on behind an answer. */
export async function keepWant(tables: Tables, want: string, now: number, isLeft = false): Promise<void> {
  await tables.changeWants([want], { expires_at: now + READ_ON, ...(isLeft && { waits_until: now }) });
}

/**
 * Returns the wants that have not failed, the most urgent first: those that people wait for, and of these the one served least, so that
 * a short question does not wait for the end of a long one.
 */
export async function liveWants(tables: Tables, now: number): Promise<readonly Want[]> {
  const rows = await tables
    .wants()
    .where('ended', 'is', null)
    .orderBy('requests')
    .orderBy('created_at')
    .selectAll()
    .execute();
  const wants = rows.filter((row) => row.expires_at > now && row.created_at <= now + READ_ON).map(wantOf);
  const rank = (want: Want): number => RANKS[priorityOf(want, now)];
  return wants.toSorted((one, other) => rank(one) - rank(other));
}

const RANKS: Readonly<Record<Priority, number>> = { person: 0, background: 1, ahead: 2 };

/** A question that was answered is read on in the background. */
export function priorityOf({ priority, waitsUntil }: Want, now: number): Priority {
  return priority === 'person' && waitsUntil <= now ? 'background' : priority;
}

/** Removes the wants that nobody has waited for in a while. */
export async function forgetExpired(tables: Tables, now: number): Promise<void> {
  const rows = await tables
    .wants()
    .where((row) => row.or([row('expires_at', '<=', now), row('created_at', '>', now + READ_ON)]))
    .select('want')
    .execute();
  await tables.removeWants(rows.map(({ want }) => want));
}

/** How a want fares; undefined where it is gone. */
export async function faresOf(tables: Tables, want: string): Promise<Fares | undefined> {
  const row = await tables
    .wants()
    .where('want', '=', want)
    .select(['requests', 'opens_at', 'refused', 'ended'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    requests: row.requests,
    opensAt: row.opens_at ?? undefined,
    refused: new Map(Refused.parse(JSON.parse(row.refused))),
    end: row.ended === null ? undefined : End.parse(JSON.parse(row.ended)),
  };
}

/** Makes some wants fail, or all: whoever waits for them answers with what is known. */
export async function failWants(tables: Tables, failure: Failure, wants: readonly string[] | 'all'): Promise<void> {
  await tables.changeWants(wants, { ended: JSON.stringify(failure) });
}

/** Notes that all that some wants need was read, as far as the service gives it. */
export async function serveWants(tables: Tables, wants: readonly string[]): Promise<void> {
  await tables.changeWants(wants, { ended: JSON.stringify({ kind: 'served' } satisfies z.infer<typeof End>) });
}

/** Notes that the service does not give a record that some wants need. */
export async function refuseRecord(tables: Tables, wants: readonly string[], id: number, why: Failure): Promise<void> {
  for (const want of wants) {
    const fares = await faresOf(tables, want);
    if (fares === undefined) continue;
    await tables.changeWants([want], { refused: JSON.stringify([...fares.refused, [id, why]]) });
  }
}

function wantOf(row: WantRow): Want {
  return {
    id: row.want,
    need: Need.parse(JSON.parse(row.need)),
    priority: row.priority,
    perMinute: row.per_minute ?? undefined,
    askedAt: row.asked_at,
    waitsUntil: row.waits_until,
  };
}
