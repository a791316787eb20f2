import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Archive } from '../../archive/archive.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { loaded } from '../../model/loaded.ts';
import { hasSeveral, MOST_ACCOUNTS_OPENED } from '../accounts/account-argument.ts';
import type { Served, ServedAccount } from '../../answers/desk.ts';
import { changeEvents } from './change-events.ts';

/** An archive that cannot be opened for now is tried again after this, and one that somebody has opened is listened to. */
const TRY_AGAIN_MILLIS = 5000;

/** Whoever listens is answered after this at the latest. */
const READY_WITHIN_MILLIS = 1000;

/**
 * Tells a caller's clients of changes of the accounts that the caller may reach. While none of them listens, nobody is asked. Of more
 * accounts than a few, those are listened to that questions have opened: listening opens none.
 */
export class CallerChanges implements ServerEventBus {
  readonly #served: Served;
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #feeds = new Map<ServedAccount, AccountFeed>();
  #opened: NodeJS.Timeout | undefined;

  constructor(served: Served) {
    this.#served = served;
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const own = (event: ServerEvent): void => listener(event);
    this.#listeners.add(own);
    this.#listenToOpened();
    this.#opened ??= setInterval(() => this.#listenToOpened(), TRY_AGAIN_MILLIS).unref();
    return () => {
      if (!this.#listeners.delete(own) || this.#listeners.size > 0) return;
      clearInterval(this.#opened);
      this.#opened = undefined;
      for (const feed of this.#feeds.values()) feed.close();
      this.#feeds.clear();
    };
  }

  /**
   * Resolves when what changes from now on is told to those who listen, as far as the archives can be reached; after a second it does in
   * any case, since one that does not answer must not hold up the others.
   */
  async isReady(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, READY_WITHIN_MILLIS);
    await Promise.race([Promise.all([...this.#feeds.values()].map((feed) => feed.isReady)), late.promise]);
    clearTimeout(timer);
  }

  #listenToOpened(): void {
    const { caller, accounts, reportBug } = this.#served;
    const areFew = accounts.length <= MOST_ACCOUNTS_OPENED;
    const several = hasSeveral(this.#served);
    for (const account of accounts) {
      if (this.#feeds.has(account) || !(areFew || account.isOpen())) continue;
      const heard: Heard = (changes) => {
        void this.#tell(changeEvents(changes, caller, several ? account.name : undefined));
      };
      this.#feeds.set(account, new AccountFeed(account, heard, reportBug));
    }
  }

  /** Publishes events in slices: each is held against every address that somebody has subscribed to. */
  async #tell(events: readonly ServerEvent[]): Promise<void> {
    // The open archive has it loaded; the start of a server need not.
    const { eachInSlices } = await loaded(() => import('../../model/slices.ts'));
    await eachInSlices(events, (event) => this.publish(event));
  }
}

type Heard = Parameters<Archive['changes']['listen']>[0];

/** Listens to one account, as soon as its archive is open. */
class AccountFeed {
  readonly isReady: Promise<void>;
  readonly #account: ServedAccount;
  readonly #heard: Heard;
  readonly #reportBug: Served['reportBug'];
  #stop: (() => void) | undefined;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(account: ServedAccount, heard: Heard, reportBug: Served['reportBug']) {
    this.#account = account;
    this.#heard = heard;
    this.#reportBug = reportBug;
    this.isReady = this.#begin();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#stop?.();
  }

  async #begin(): Promise<void> {
    try {
      const desk = await this.#account.look();
      await desk.withArchive(async () => {
        if (this.#isClosed) return;
        const { changes } = desk.archive;
        this.#stop = changes.listen(this.#heard);
        await changes.isReady();
      });
    } catch (error) {
      // Of one of our own errors every question to it says why.
      if (!(error instanceof ChatOperationsError)) this.#reportBug?.(error);
      if (!this.#isClosed) this.#again = setTimeout(() => void this.#begin(), TRY_AGAIN_MILLIS).unref();
    }
  }
}
