import type { ServerSettings, Settings } from '../config/read.ts';
import type { Desk, Served, ServedAccount } from '../answers/desk.ts';
import type { Observer } from '../answers/observer.ts';
import { loaded } from '../model/loaded.ts';
import type { AccountName, Caller } from '../model/caller.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { Clock } from '../model/time/units.ts';
import type { Log, LogStream } from './log.ts';
import type { Account, Shared } from './account.ts';

/** After these an archive is opened also where nobody asks, so that data goes which is kept for a number of days only. */
const MILLIS_UNTIL_OPENED = 3_600_000;

/** The accounts of a server: each is opened when it is first asked, and open until the server ends. */
export interface Accounts {
  /** In the order of the settings. */
  readonly names: readonly [AccountName, ...AccountName[]];
  /**
   * Opens an account, or answers with what is open. Its archive may still be on its way (`archiveOpened`), and nothing is read
   * ahead before its `readAhead` is called.
   */
  readonly open: (name: AccountName) => Promise<Account>;
  /** Opens an account for a question: reading ahead begins, and the log says why if the archive cannot be opened. */
  readonly ask: (name: AccountName) => Promise<Account>;
  /** Those that are open. */
  readonly opened: ReadonlyMap<AccountName, Account>;
  /**
   * What a caller is served: the accounts that they may reach, opened by their first question to each. Undefined where the settings
   * name none of theirs.
   */
  readonly servedTo: (caller: Caller) => Served | undefined;
  /** Writes a line for each call into the archive of the account that was asked, and opens that if needed. */
  readonly observer: Observer;
  /** The log of the server. It is loaded on first use, because most servers never write to it. */
  readonly log: () => Promise<Log>;
  readonly close: () => Promise<void>;
}

/** The accounts of the settings. Nothing is opened yet. */
export function openAccounts(
  { accounts, server }: ServerSettings,
  { clock, errors }: { readonly clock: Clock; readonly errors: LogStream },
): Accounts {
  const byName = new Map(accounts.map((settings) => [settings.name, settings]));
  const opened = new Map<AccountName, Account>();
  const opening = new Map<AccountName, Promise<Account>>();
  const asking = new Map<AccountName, Promise<Account>>();
  let shared: Shared | undefined;
  const log = async (): Promise<Log> => {
    const { createLog } = await loaded(() => import('./log.ts'));
    return createLog(server.log_level, errors);
  };
  const openAnew = async (name: AccountName): Promise<Account> => {
    const settings = byName.get(name);
    if (settings === undefined) throw new TypeError('the settings name this account');
    try {
      const { wireAccount, sharedAmong } = await loaded(() => import('./account.ts'));
      if (accounts.length > 1) shared ??= sharedAmong(accounts.length);
      const account = await wireAccount(settings, clock, { errors, ...(shared && { name, ...shared }) });
      opened.set(name, account);
      return account;
    } catch (error) {
      opening.delete(name);
      asking.delete(name);
      (await log()).bug(error);
      throw error;
    }
  };
  const askAnew = async (name: AccountName): Promise<Account> => {
    const account = await open(name);
    account.archiveOpened.catch(account.log.failure);
    account.readAhead();
    return account;
  };
  const open = (name: AccountName): Promise<Account> => onFirstUse(opening, name, openAnew);
  const ask = (name: AccountName): Promise<Account> => onFirstUse(asking, name, askAnew);
  // One after the other: there may be many, and nobody waits for them.
  const openAll = async (): Promise<void> => {
    for (const { name, retention_days: days } of accounts) {
      if (accounts.length > 1 && days === undefined) continue;
      const account = await open(name).catch(() => undefined);
      await account?.archiveOpened.catch(account.log.failure);
    }
  };
  const reportBug = async (error: unknown, name?: AccountName): Promise<void> => {
    try {
      const account = name === undefined ? undefined : opened.get(name);
      (account?.log ?? (await log())).bug(error);
    } catch {
      // The log is loaded late, too, so its file may be gone.
    }
  };
  const servedAccount = (settings: Settings, caller: Caller, calledBy: AccountName | undefined): ServedAccount => {
    const { name, structured_content: structuredContent, tools, bots, account } = settings;
    let own: Desk | undefined;
    /** One desk serves all questions of a caller. */
    const ownOf = (account: Account): Desk => (own ??= account.deskFor(caller, calledBy));
    return {
      name,
      ...omitUndefined({ tools }),
      structuredContent,
      // The embedded sandbox has some.
      hasChatbots: account === undefined || bots.length > 0,
      isOpen: () => opened.has(name),
      open: async () => ownOf(await ask(name)),
      look: async () => ownOf(await open(name)),
    };
  };
  const hour = setTimeout(() => void openAll(), MILLIS_UNTIL_OPENED).unref();
  const [first, ...others] = accounts;
  return {
    names: [first.name, ...others.map(({ name }) => name)],
    open,
    ask,
    opened,
    servedTo: (caller) => {
      const reached = accounts.filter(({ name }) => caller.accounts?.has(name) ?? true);
      const [served, ...more] = reached.map((settings) =>
        servedAccount(settings, caller, reached.length > 1 ? settings.name : undefined),
      );
      return served && { caller, accounts: [served, ...more], reportBug: (...bug) => void reportBug(...bug) };
    },
    observer: {
      ended: (call, end) => {
        const account = opened.get(call.account);
        // A refused call may be the first to an account: its line opens the archive. Opening logs its own failure.
        if (account === undefined)
          open(call.account).then(
            ({ observer }) => observer.ended(call, end),
            () => undefined,
          );
        else account.observer.ended(call, end);
      },
    },
    log,
    close: async () => {
      clearTimeout(hour);
      const all = [...opening.values()].map((account) => account.catch(() => undefined));
      await Promise.all(all.map(async (account) => (await account)?.close()));
      await shared?.drawing[Symbol.asyncDispose]();
    },
  };
}

function onFirstUse<Key, Value>(values: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = values.get(key) ?? make(key);
  values.set(key, value);
  return value;
}
