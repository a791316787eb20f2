import { keepCalls } from '../archive/care/calls.ts';
import { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { SyncLoop } from '../archive/sync/sync-loop.ts';
import { SharedConnections } from '../archive/postgres/shared-connections.ts';
import type { Settings } from '../config/read.ts';
import type { Desk } from '../answers/desk.ts';
import type { Observer } from '../answers/observer.ts';
import type { TokenRegister } from '../model/access-token.ts';
import type { Drawing } from '../charts/drawing.ts';
import { openDrawing } from '../charts/open-drawing.ts';
import { DeskMemory } from '../answers/desk-memory.ts';
import { aheadSamples } from '../tools/figures/sample-ahead.ts';
import { LOCAL_CALLER, type AccountName, type Caller } from '../model/caller.ts';
import { ArchiveUnavailable } from '../model/errors.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { DeskText } from '../model/text/trusted-text.ts';
import { seconds, type Clock } from '../model/time/units.ts';
import { delay } from '../upstream/requests/delay.ts';
import type { Transport } from '../upstream/transport/transport.ts';
import { auditCalls } from './audit-calls.ts';
import { callLinesOf } from './call-lines.ts';
import { openChatbots } from './chatbots.ts';
import { deskFor } from './desk-for.ts';
import { createLog, type Log, type LogStream } from './log.ts';
import { wireArchive, type AccountArchive } from './account-archive.ts';

/** A host waits for its tools, and a person may be about to ask. */
const AHEAD_AFTER = seconds(2);

/** A server may run for months. */
const RETENTION_EVERY_MILLIS = 3_600_000;

/** What the accounts of a process share. */
export interface Shared {
  readonly connections: SharedConnections;
  /** One thread draws for all of them. */
  readonly drawing: Drawing & AsyncDisposable;
}

/** Where an account is opened: `name` is its name among several, for the lines of its log. */
interface AccountPlace extends Partial<Shared> {
  readonly name?: AccountName;
  /** Where its log goes. */
  readonly errors?: LogStream;
  /** Sends its requests to the service and to the webhook; by default over real connections. */
  readonly transport?: Transport;
}

/** Makes what so many accounts of a process share. */
export function sharedAmong(accounts: number): Shared {
  return { connections: new SharedConnections(accounts), drawing: openDrawing() };
}

/** What is open of an account: its archive and its service, and its desk for each caller. */
export interface Account {
  /** The desk of whoever runs this process. */
  readonly desk: Desk;
  /** The same desk for another caller; `account` is what they have to call it, where they reach several. */
  readonly deskFor: (caller: Caller, account?: AccountName) => Desk;
  readonly log: Log;
  /**
   * The first try to open its archive, which whoever asks meanwhile waits for. One that cannot be opened for now is opened by the
   * first question that comes when it can be. Rejects with ArchiveUnusable when something is wrong with the settings, or with
   * the archive itself; every question then says so.
   */
  readonly archiveOpened: Promise<void>;
  /** The static tokens that lie in its archive; absent where that is in memory, and no token would outlive the process. */
  readonly tokens?: TokenRegister;
  /** Resolves where the archive answers; costs one short statement. Throws ArchiveUnusable. */
  readonly checkArchive: () => Promise<unknown>;
  /** Writes a line of each call that it is told of. */
  readonly observer: Observer;
  /** Begins to read ahead in some seconds, where the settings say so: a server does, which stays. */
  readonly readAhead: () => void;
  /**
   * Begins to fill the archive and keep it fresh, in one process of all that share it, until it is closed. Throws
   * InvalidConfiguration where there is no archive that stays.
   */
  readonly startSync: () => Promise<SyncLoop>;
  readonly close: () => Promise<void>;
}

/**
 * Wires the rooms together by the settings, with an embedded sandbox where they name no account, and opens the archive.
 * Throws ArchiveUnusable when something is wrong with the settings, or with the archive itself.
 */
export async function openAccount(settings: Settings, clock: Clock, place: AccountPlace = {}): Promise<Account> {
  const account = await wireAccount(settings, clock, place);
  try {
    await account.archiveOpened;
    return account;
  } catch (error) {
    await account.close();
    throw error;
  }
}

/** The same, without waiting for the archive. */
export async function wireAccount(
  settings: Settings,
  clock: Clock,
  { name, connections, drawing: shared, errors = process.stderr, transport }: AccountPlace = {},
): Promise<Account> {
  const log = createLog(settings.log_level, errors, name);
  const sandbox = settings.account === undefined ? await embeddedSandbox(clock) : undefined;
  const { account: login, webhook_base_url: baseUrl, bots, codes = {} } = { ...settings, ...sandbox?.settings };
  if (login === undefined) throw new TypeError('settings name an account or the sandbox');

  let close = (): Promise<void> => Promise.resolve();
  try {
    const opened = wireArchive(settings, login, clock, log.warn, connections, transport);
    ({ close } = opened);
    const calls = callLinesOf((lines) => opened.use(() => keepCalls(opened.store.tables, lines)), clock, log);
    const record = auditCalls(() => opened.archive.audit, log);
    const { ca_file: ca, answer_within: answerWithin } = settings;
    const chatbots =
      baseUrl === undefined || bots.length === 0
        ? undefined
        : openChatbots(bots, { baseUrl, record, ca, answerWithin, transport }, log);
    if (chatbots !== undefined && settings.archive === 'memory') {
      log.info('The archive is in memory, and so is the audit of webhook calls: both end with this process.');
    }
    const behind: { readAhead?: ReadAhead; sync?: SyncLoop } = {};
    const drawing = shared ?? openDrawing();
    const shownBy = {
      settings,
      clock,
      opened,
      service: DeskText.parse(login.baseUrl.origin),
      chatbots,
      memory: new DeskMemory(codes),
      drawing,
      reportBug: log.bug,
      isEmbedded: sandbox !== undefined,
      behind,
    };
    const desk = deskFor(shownBy, LOCAL_CALLER);
    if (desk.noReadAhead === undefined) behind.readAhead = readerAhead(settings, opened, desk, log);
    const { archiveOpened, ...retention } = startRetention(opened, log);
    return {
      desk,
      deskFor: (...caller) => deskFor(shownBy, ...caller),
      log,
      archiveOpened,
      ...omitUndefined({ tokens: settings.archive === 'memory' ? undefined : tokensIn(opened) }),
      checkArchive: () => opened.use(() => opened.archive.revision()),
      observer: calls.observer,
      readAhead: () => behind.readAhead?.start(AHEAD_AFTER),
      startSync: async () => {
        const { loginToSync } = await import('./sync/sync-plan.ts');
        loginToSync(settings);
        const { startServerSync } = await import('./sync/sync-loop.ts');
        behind.sync ??= startServerSync(settings, opened, clock, log);
        return behind.sync;
      },
      close: async () => {
        await behind.sync?.stop();
        await behind.readAhead?.stop();
        await chatbots?.webhook.close();
        await calls.close();
        if (shared === undefined) await drawing[Symbol.asyncDispose]();
        await retention.stop();
        await opened.close();
        await sandbox?.close();
      },
    };
  } catch (error) {
    await close();
    await sandbox?.close();
    throw error;
  }
}

/**
 * Opens an archive for the first time, and removes from then on, each hour, what is kept for a number of days only. `archiveOpened`
 * rejects with ArchiveUnusable, not where the archive is away for now.
 */
function startRetention(opened: AccountArchive, log: Log) {
  let first = Promise.resolve();
  const openFirst = async (): Promise<void> => {
    if (await isAvailable(opened, log)) first = opened.archive.applyRetention().catch(log.failure);
  };
  const archiveOpened = openFirst();
  // A caller who does not wait for it hears of it from every question.
  archiveOpened.catch(() => undefined);
  const forgetOld = async (): Promise<void> => {
    await opened.open();
    await opened.archive.applyRetention();
    await opened.store.backUpDecisions();
  };
  const hourly = setInterval(() => void forgetOld().catch(log.failure), RETENTION_EVERY_MILLIS).unref();
  return {
    archiveOpened,
    stop: async (): Promise<void> => {
      clearInterval(hourly);
      await archiveOpened.catch(() => undefined);
      await first;
    },
  };
}

/** Loaded only when somebody sends a token: who serves one host has none. */
function tokensIn(opened: AccountArchive): TokenRegister {
  const kept = async () => {
    const { Tokens } = await import('../archive/access/tokens.ts');
    return new Tokens(opened.store.tables);
  };
  return {
    all: () => opened.use(async () => (await kept()).all()),
    wasAnyMade: () => opened.use(async () => (await kept()).wasAnyMade()),
    noteUse: (name, at) => opened.use(async () => (await kept()).noteUse(name, at)),
  };
}

function readerAhead({ read_ahead_days: days }: Settings, opened: AccountArchive, desk: Desk, log: Log): ReadAhead {
  const { clock, zone } = desk;
  return new ReadAhead({
    days,
    zone,
    clock,
    sleep: (duration, signal) => delay(duration * 1000, signal),
    upstream: opened.upstream,
    use: (work) => opened.use(() => work(opened.archive)),
    samples: (signal) => aheadSamples(desk, signal),
    failed: log.failure,
  });
}

/** Hosts show nothing of a server that ends, and start no other: one without its archive can still say what is missing. */
async function isAvailable(opened: AccountArchive, log: Log): Promise<boolean> {
  try {
    await opened.open();
    return true;
  } catch (error) {
    if (!(error instanceof ArchiveUnavailable)) throw error;
    log.failure(error);
    log.warn('Every question says so, and tries again, until the archive can be opened.');
    return false;
  }
}

/** Loaded only when it is asked for: a server at a real desk never needs it. */
async function embeddedSandbox(clock: Clock) {
  const { createWorld } = await import('../sandbox/world/world.ts');
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const { sandboxAccount } = await import('./sandbox/sandbox-account.ts');
  const sandbox = await startSandbox({ world: createWorld({ seed: 1, size: 'small', now: clock() }), clock });
  return { settings: sandboxAccount(sandbox), close: () => sandbox.close() };
}
