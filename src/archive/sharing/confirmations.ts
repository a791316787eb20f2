import { hkdfSync, randomBytes } from 'node:crypto';
import type { Reply } from '../../model/decided-here.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { delay } from '../../upstream/requests/delay.ts';
import type { ConfirmationRow } from '../schema/schema.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** More than that in ten minutes come from no person, and would fill the archive. */
const MAX_REPLIED = 100_000;

/** The time within which replies are counted together. */
const COUNTED_MILLIS = 600_000;

/** The time for which a reply is remembered after its question has closed: by so much may the clocks of two machines differ. */
const KEPT_MILLIS = 600_000;

/** A call that has not been heard of for the first of these was under way in a process that was killed, or sleeps. */
const LOST_AFTER_MILLIS = 5000;
const HEARD_EVERY_MILLIS = 1500;
const LOOK_EVERY_MILLIS = 250;

const KEY_BYTES = 32;

/** A reply to a question that this archive's account has asked. */
export interface GivenReply {
  /** The id of the question. */
  readonly id: string;
  /** The moment after which it counts no more. */
  readonly until: EpochMillis;
  readonly reply: Reply;
}

/** What the question of a reply was before it: open, or closed by an earlier reply; or why the reply does not count. */
export type Counted = 'open' | Reply | 'too_old' | 'too_many';

/** What became of the call that brought the first reply: its result as JSON, or why there is none. */
export type Fate = { readonly answer: string } | 'given_up' | 'lost';

/**
 * The replies to questions that were put to people. Each is counted once among all processes on the archive, and remembered
 * for as long as it could be repeated.
 */
export class Confirmations {
  readonly #tables: AccountTables;
  readonly #accountKey: () => Promise<Uint8Array>;
  readonly #now: () => number;
  readonly #most: number;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** `now` gives milliseconds that all processes on the archive count alike. */
  constructor(tables: AccountTables, accountKey: () => Promise<Uint8Array>, now: () => number, most = MAX_REPLIED) {
    this.#tables = tables;
    this.#accountKey = accountKey;
    this.#now = now;
    this.#most = most;
  }

  /**
   * Returns the key that open questions are sealed with, the same in every process. Where the clock was set back behind what is
   * forgotten, it is made anew: nothing tells then which replies were counted. Throws ArchiveUnusable.
   */
  async sealKey(now: EpochMillis): Promise<Uint8Array> {
    const seal = await sealIn(this.#tables);
    const salt = seal !== undefined && seal.forgotten_until <= now ? seal.salt : await this.#newSalt(now);
    return Buffer.from(hkdfSync('sha256', await this.#accountKey(), salt, 'confirmations', KEY_BYTES));
  }

  /**
   * Counts a reply, in one transaction. The first one closes the question, whatever the call that brings it is about. A no is
   * noted however late it is: it stops what a yes before it has not sent yet. Throws ArchiveUnusable.
   */
  count({ id, until, reply }: GivenReply, now: EpochMillis): Promise<Counted> {
    return this.#tables.transaction(async (tables) => {
      const first = await rowOf(tables, id);
      if (first !== undefined && reply !== 'accepted' && first.is_withdrawn === 0)
        await tables.upsert('confirmations', [{ ...first, is_withdrawn: 1 }]);
      if (until < now) return 'too_old';
      if (first !== undefined) return first.reply;
      await forgetIn(tables, now);
      if ((await repliedSince(tables, now - COUNTED_MILLIS)) >= this.#most) return 'too_many';
      const { account } = tables;
      const begun = { is_withdrawn: 0, has_left: 0, has_ended: 0, answer: null };
      const row = { account, confirmation: id, waits_until: until, reply, replied_at: now, acted_at: this.#now() };
      await tables.upsert('confirmations', [{ ...row, ...begun }]);
      return 'open';
    });
  }

  /**
   * Keeps the result of the call that brought the first reply, which every further one is told: undefined where it was given
   * up. Others see that it is under way until then. Does not throw: what cannot be kept is not known elsewhere.
   */
  keep(id: string, result: Promise<string | undefined>): void {
    const kept = this.#kept(id, result).catch(() => undefined);
    this.#underWay.add(kept);
    void kept.finally(() => this.#underWay.delete(kept));
  }

  /**
   * Whether what a yes has allowed may leave now: no process has counted a no by then, and none that comes later stops it. Throws
   * ArchiveUnusable: then it may not.
   */
  mayLeave(id: string): Promise<boolean> {
    return this.#tables.transaction(async (tables) => {
      const row = await rowOf(tables, id);
      if (row === undefined || row.is_withdrawn === 1) return false;
      await tables.upsert('confirmations', [{ ...row, has_left: 1 }]);
      return true;
    });
  }

  /** Waits for what becomes of the call that brought the first reply, in whichever process. Throws the signal's reason, and ArchiveUnusable. */
  async fate(id: string, signal: AbortSignal): Promise<Fate> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    for (;;) {
      const row = await rowOf(this.#tables, id);
      if (row === undefined) return 'lost';
      if (row.answer !== null) return { answer: row.answer };
      if (row.has_ended === 1) return 'given_up';
      if (this.#now() - row.acted_at > LOST_AFTER_MILLIS) return 'lost';
      await delay(LOOK_EVERY_MILLIS, stop);
      stop.throwIfAborted();
    }
  }

  /** Forgets replies to questions that are closed for long. Throws ArchiveUnusable. */
  async forget(now: EpochMillis): Promise<void> {
    if ((await latestForgotten(this.#tables, now)) === undefined) return;
    await this.#tables.transaction((tables) => forgetIn(tables, now));
  }

  /** Ends waiting, and resolves when all results are kept. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The archive is closing'));
    await Promise.all(this.#underWay);
  }

  async #kept(id: string, result: Promise<string | undefined>): Promise<void> {
    const heard = setInterval(() => void this.#hear(id), HEARD_EVERY_MILLIS).unref();
    let answer: string | undefined;
    try {
      answer = await result.catch(() => undefined);
    } finally {
      clearInterval(heard);
    }
    await this.#change(id, (row) => ({ ...row, has_ended: 1, answer: answer ?? null }));
  }

  async #hear(id: string): Promise<void> {
    // One that fails is made up for by the next.
    await this.#change(id, (row) => ({ ...row, acted_at: this.#now() })).catch(() => undefined);
  }

  #change(id: string, changed: (row: ConfirmationRow) => ConfirmationRow): Promise<void> {
    return this.#tables.transaction(async (tables) => {
      const row = await rowOf(tables, id);
      if (row !== undefined) await tables.upsert('confirmations', [changed(row)]);
    });
  }

  #newSalt(now: EpochMillis): Promise<string> {
    return this.#tables.transaction(async (tables) => {
      const seal = await sealIn(tables);
      if (seal !== undefined && seal.forgotten_until <= now) return seal.salt;
      const salt = randomBytes(KEY_BYTES).toString('hex');
      const { account } = tables;
      await tables.upsert('confirmation_seals', [{ account, salt, forgotten_until: epochMillis(0) }]);
      return salt;
    });
  }
}

function sealIn(tables: Tables) {
  return tables.confirmationSeals().selectAll().executeTakeFirst();
}

function rowOf(tables: Tables, id: string): Promise<ConfirmationRow | undefined> {
  return tables.confirmations().where('confirmation', '=', id).selectAll().executeTakeFirst();
}

async function repliedSince(tables: Tables, moment: number): Promise<number> {
  const counted = tables.confirmations().where('replied_at', '>=', epochMillis(moment));
  const { count } = await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** Returns until when the latest question waited whose reply is to be forgotten. */
async function latestForgotten(tables: Tables, now: EpochMillis): Promise<EpochMillis | undefined> {
  const old = tables.confirmations().where('waits_until', '<', epochMillis(now - KEPT_MILLIS));
  const { latest } = await old.select(({ fn }) => fn.max('waits_until').as('latest')).executeTakeFirstOrThrow();
  return latest ?? undefined;
}

async function forgetIn(tables: Tables, now: EpochMillis): Promise<void> {
  const latest = await latestForgotten(tables, now);
  const seal = await sealIn(tables);
  if (latest === undefined || seal === undefined) return;
  await tables.upsert('confirmation_seals', [{ ...seal, forgotten_until: latest }]);
  await tables.forgetConfirmations(latest);
}
