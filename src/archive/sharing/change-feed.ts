import { z } from 'zod';
import { OfflineMessageId } from '../../model/ids.ts';
import type { NoticeKind } from '../schema/schema.ts';
import type { Neighbours } from '../tables/engine.ts';
import { COUNTED } from '../tables/revision-counter.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';
import { Paused } from './paused.ts';

/** Whoever listens looks once for all that came in this time, and others are told once of it. */
const PAUSE_MILLIS = 250;

/** A status changes with every page that is read: it is told at most this often. */
const MILLIS_BETWEEN_STATUSES = 1000;

/** So often it is looked without having been told: whoever wrote something may have been killed before it told. */
const LOOK_EVERY_MILLIS = 30_000;

/** What has changed in an archive since it was told last: ids, and no text. */
export interface Changes {
  /** The offline messages that came, changed or went. */
  readonly offlineMessages: readonly OfflineMessageId[];
  /** Whether anything has changed that a status tells. */
  readonly isStatus: boolean;
  /** More may have changed than is known one by one. */
  readonly isMore: boolean;
}

const REVISIONS = statement((tables) => tables.revisions().select(COUNTED));
const LATEST = statement((tables) => tables.notices().select(({ fn }) => fn.max('notice').as('notice')));
const SINCE = statement((tables, given: Given<{ readonly last: number }>) =>
  tables.notices().where('notice', '>', given.value('last')).orderBy('notice').select(['notice', 'kind', 'ids']),
);

const Ids = z.array(z.unknown());

/** Where somebody who listens has come to. */
interface Place {
  readonly notice: number;
  readonly revisions: string;
}

/**
 * Tells of changes of an archive, whichever process makes them: at once in this one, and in others by what the engine has for
 * that. Nothing is looked at while nobody listens.
 */
export class ChangeFeed {
  readonly #tables: Tables;
  readonly #neighbours: Neighbours;
  readonly #listeners = new Set<(changes: Changes) => void>();
  readonly #telling: Paused;
  readonly #looking: Paused;
  /** Looks take turns. */
  #looked: Promise<void> = Promise.resolve();
  #place: Place | undefined;
  #statusToldAt = -Infinity;
  #stopHearing: (() => void) | undefined;
  #regularly: NodeJS.Timeout | undefined;

  constructor(tables: Tables, neighbours: Neighbours) {
    this.#tables = tables;
    this.#neighbours = neighbours;
    this.#telling = new Paused(() => void neighbours.tell(), PAUSE_MILLIS);
    this.#looking = new Paused(() => {
      // What fails is looked for again: regularly, and when the database is back.
      this.#looked = this.#looked.then(() => this.#look()).catch(() => undefined);
    }, PAUSE_MILLIS);
  }

  /** Has to be called after this process has changed something: tells those who listen, here and elsewhere. */
  written(): void {
    if (this.#listeners.size > 0) this.#looking.ask();
    this.#telling.ask();
  }

  /** Calls `heard` after changes, some times a second at most, until the function that it returns is called. */
  listen(heard: (changes: Changes) => void): () => void {
    const listener = (changes: Changes): void => heard(changes);
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  }

  /** Resolves when what changes from now on is told to those who listen. */
  isReady(): Promise<void> {
    return this.#looked;
  }

  /** Ends listening, and tells others what they have not been told yet. */
  async close(): Promise<void> {
    this.#listeners.clear();
    this.#end();
    if (this.#telling.stop()) await this.#neighbours.tell();
    await this.#looked;
  }

  #begin(): void {
    const look = (): void => this.#looking.ask();
    this.#place = undefined;
    this.#looking.stop();
    look();
    this.#regularly = setInterval(look, LOOK_EVERY_MILLIS).unref();
    this.#stopHearing = this.#neighbours.hear(look);
  }

  #end(): void {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
    clearInterval(this.#regularly);
    this.#looking.stop();
  }

  async #look(): Promise<void> {
    const revisions = JSON.stringify(await REVISIONS(this.#tables, {}));
    const before = this.#place;
    if (before === undefined) {
      const [latest] = await LATEST(this.#tables, {});
      this.#place = { notice: latest?.notice ?? 0, revisions };
      return;
    }
    const rows = await SINCE(this.#tables, { last: before.notice });
    const [first, last] = [rows[0], rows.at(-1)];
    const isChanged = revisions !== before.revisions;
    const isStatus = isChanged && performance.now() - this.#statusToldAt >= MILLIS_BETWEEN_STATUSES;
    if (isStatus) this.#statusToldAt = performance.now();
    // What is not told yet is found again.
    else if (isChanged) this.#looking.ask();
    this.#place = { notice: last?.notice ?? before.notice, revisions: isStatus ? revisions : before.revisions };
    if (last === undefined && !isStatus) return;
    const idsOf = (kind: NoticeKind): unknown[] =>
      rows.filter((row) => row.kind === kind).flatMap(({ ids }) => Ids.parse(JSON.parse(ids)));
    const changes: Changes = {
      offlineMessages: unique(idsOf('offline_messages').map((id) => OfflineMessageId.parse(id))),
      isStatus,
      isMore: first !== undefined && first.notice > before.notice + 1,
    };
    for (const heard of this.#listeners) heard(changes);
  }
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
