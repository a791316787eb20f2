import type { ServerSettings, Settings } from '../config/read.ts';
import type { Desk, Served, ServedAccount } from '../answers/desk.ts';
import type { Observer } from '../answers/observer.ts';
import { loaded } from '../model/loaded.ts';
import type { AccountName, Caller } from '../model/caller.ts';
import { known } from '../model/known.ts';
import type { Log } from './log.ts';
import type { OpenDesk, Shared } from './open-desk.ts';
import type { Run } from './run.ts';

/** After these an archive is opened also where nobody asks, so that data goes which is kept for a number of days only. */
const MILLIS_UNTIL_OPENED = 3_600_000;

/** The desks of a server, one for each account of the settings: opened when first asked, and open until the server ends. */
export interface Desks {
  /** In the order of the settings. */
  readonly names: readonly [AccountName, ...AccountName[]];
  /**
   * Opens the desk of an account, or answers with what is open. Its archive may still be on its way (`archiveOpened`), and nothing is read
   * ahead before its `readAhead` is called.
   */
  readonly open: (name: AccountName) => Promise<OpenDesk>;
  /** The same for somebody who asks: reading ahead begins, and why the archive cannot be opened is told in the log. */
  readonly ask: (name: AccountName) => Promise<OpenDesk>;
  /** The desks that are open, by account. */
  readonly opened: () => ReadonlyMap<AccountName, OpenDesk>;
  /**
   * What a caller is served: the accounts that they may reach, opened by their first question to each. Undefined where the settings
   * name none of theirs.
   */
  readonly servedTo: (caller: Caller) => Served | undefined;
  /** Writes a line of each call that it is told of, in the archive of the account that was asked, which it opens. */
  readonly observer: Observer;
  readonly close: () => Promise<void>;
}

interface NamedDesk {
  readonly name: AccountName;
  readonly settings: Settings;
  readonly open: () => Promise<OpenDesk>;
  readonly ask: () => Promise<OpenDesk>;
  readonly opened: () => OpenDesk | undefined;
  readonly close: () => Promise<void>;
}

/** The desks of the settings' accounts. Nothing is opened yet. */
export function openDesks({ accounts, server }: ServerSettings, run: Pick<Run, 'clock' | 'errors'>): Desks {
  const log = () => loadLog(server.log_level, run);
  let shared: Shared | undefined;
  const share = (make: (desks: number) => Shared): Shared | undefined => {
    if (accounts.length > 1) shared ??= make(accounts.length);
    return shared;
  };
  const desks = new Map(accounts.map((account) => [account.name, namedDesk(account, log, run, share)]));
  const deskOf = (name: AccountName): NamedDesk => {
    const desk = desks.get(name);
    if (desk === undefined) throw new TypeError('the settings name this account');
    return desk;
  };
  // Each in turn: they may be many, and nobody waits.
  const openAll = async (): Promise<void> => {
    for (const { settings, open } of desks.values()) {
      if (accounts.length > 1 && settings.retention_days === undefined) continue;
      const desk = await open().catch(() => undefined);
      await desk?.archiveOpened.catch(desk.log.failure);
    }
  };
  const reportBug = async (error: unknown, account?: AccountName): Promise<void> => {
    try {
      const desk = account === undefined ? undefined : deskOf(account).opened();
      (desk?.log ?? (await log())).bug(error);
    } catch {
      // The log is loaded late, too: where its file is gone nothing can be told there.
    }
  };
  const hour = setTimeout(() => void openAll(), MILLIS_UNTIL_OPENED).unref();
  const [first, ...others] = accounts;
  return {
    names: [first.name, ...others.map(({ name }) => name)],
    open: (name) => deskOf(name).open(),
    ask: (name) => deskOf(name).ask(),
    opened: () =>
      new Map(
        [...desks].flatMap(([name, { opened }]) => {
          const desk = opened();
          return desk === undefined ? [] : [[name, desk] as const];
        }),
      ),
    servedTo: (caller) => {
      const reached = [...desks.values()].filter(({ name }) => caller.accounts?.has(name) ?? true);
      const [served, ...more] = reached.map((desk) => servedAccount(desk, caller, reached.length > 1));
      return served === undefined
        ? undefined
        : { caller, accounts: [served, ...more], reportBug: (...bug) => void reportBug(...bug) };
    },
    observer: {
      ended: (call, end) => {
        const { opened, open } = deskOf(call.account);
        const desk = opened();
        // One that was refused before it came to its desk may be the first: its line opens that. Why it cannot be opened is told there.
        if (desk === undefined)
          open().then(
            ({ observer }) => observer.ended(call, end),
            () => undefined,
          );
        else desk.observer.ended(call, end);
      },
    },
    close: async () => {
      clearTimeout(hour);
      await Promise.all([...desks.values()].map(({ close }) => close()));
      await shared?.drawing[Symbol.asyncDispose]();
    },
  };
}

function namedDesk(
  settings: Settings,
  log: () => Promise<Log>,
  { clock, errors }: Pick<Run, 'clock' | 'errors'>,
  share: (make: (desks: number) => Shared) => Shared | undefined,
): NamedDesk {
  const { name } = settings;
  let opening: Promise<OpenDesk> | undefined;
  let asking: Promise<OpenDesk> | undefined;
  let opened: OpenDesk | undefined;
  const openAnew = async (): Promise<OpenDesk> => {
    const { wireDesk, sharedAmong } = await loaded(() => import('./open-desk.ts'));
    const shared = share(sharedAmong);
    opened = await wireDesk(settings, clock, { errors, ...(shared && { account: name, ...shared }) });
    return opened;
  };
  const open = (): Promise<OpenDesk> => {
    opening ??= openAnew().catch(async (error: unknown) => {
      opening = undefined;
      asking = undefined;
      (await log()).bug(error);
      throw error;
    });
    return opening;
  };
  const asked = async (): Promise<OpenDesk> => {
    const desk = await open();
    desk.archiveOpened.catch(desk.log.failure);
    desk.readAhead();
    return desk;
  };
  return {
    name,
    settings,
    open,
    ask: () => (asking ??= asked()),
    opened: () => opened,
    close: async () => {
      const desk = await opening?.catch(() => undefined);
      await desk?.close();
    },
  };
}

function servedAccount(
  { name, settings, open, opened, ask }: NamedDesk,
  caller: Caller,
  isOneOfSeveral: boolean,
): ServedAccount {
  const { structured_content: structuredContent, tools, bots } = settings;
  const account = isOneOfSeveral ? name : undefined;
  let own: Desk | undefined;
  /** One desk serves all questions of a caller. */
  const ownOf = ({ deskFor }: OpenDesk): Desk => (own ??= deskFor(caller, account));
  return {
    name,
    ...known({ tools }),
    structuredContent,
    // The embedded sandbox has some.
    hasChatbots: settings.account === undefined || bots.length > 0,
    isOpen: () => opened() !== undefined,
    open: async () => ownOf(await ask()),
    look: async () => ownOf(await open()),
  };
}

/** Most servers never write a line. */
async function loadLog(level: Settings['log_level'], { errors }: Pick<Run, 'errors'>): Promise<Log> {
  const { createLog } = await loaded(() => import('./log.ts'));
  return createLog(level, errors);
}
