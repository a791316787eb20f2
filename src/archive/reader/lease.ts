import { randomUUID } from 'node:crypto';
import type { SyncLease } from '../tables/engine.ts';
import type { Schema } from '../schema/schema.ts';
import type { AccountTables } from '../tables/tables.ts';

/** How long a lease lasts without being renewed, in milliseconds: a process that was killed is followed after that. */
export const LEASE = 3000;
/** It is renewed when less than this is left. */
export const RENEW_BEFORE = 2000;

/** A lease that is kept up by itself. What is lost (this process slept, or could not write) is told by its signal. */
class KeptLease implements SyncLease {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #hold: (millis: number) => Promise<boolean>;
  #isOver = false;

  constructor(hold: (millis: number) => Promise<boolean>) {
    this.#hold = hold;
    this.#timer = setInterval(() => void this.#renew(), LEASE - RENEW_BEFORE);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isOver) return;
    this.#isOver = true;
    // Who cannot write leaves it to its end.
    await this.#hold(-1).catch(() => false);
  }

  async #renew(): Promise<void> {
    if (this.#isOver) return;
    // What cannot be written now is tried again before the lease ends for good: whoever takes it then has this one lose it.
    const isHeld = await this.#hold(LEASE).catch(() => true);
    if (isHeld || this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#lost.abort(new Error('Another process has taken over'));
  }
}

/** Takes the right to do something alone among all processes of an archive, and keeps it; undefined while another one has it. */
export async function keepLease(
  tables: AccountTables,
  purpose: Schema['leases']['purpose'],
  now: () => number,
): Promise<SyncLease | undefined> {
  const holder = randomUUID();
  const state = await tables.transaction((open) => open.takeLease(purpose, holder, now(), now() + LEASE));
  if (state === undefined) return undefined;
  return new KeptLease((millis) =>
    tables.transaction((open) => open.holdLease(purpose, holder, millis < 0 ? 0 : now() + millis)),
  );
}
