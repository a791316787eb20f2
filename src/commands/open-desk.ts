import { keepCalls } from '../archive/care/calls.ts';
import { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { SyncLoop } from '../archive/sync/sync-loop.ts';
import { SharedConnections } from '../archive/postgres/shared-connections.ts';
import type { Bot } from '../config/bots.ts';
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
import { known, mapKnown } from '../model/known.ts';
import type { Question } from '../model/progress.ts';
import { isEverything, shownTo } from '../model/shown.ts';
import { redactionFor } from '../model/redaction.ts';
import { DeskText } from '../model/text/trusted-text.ts';
import { seconds, type Clock } from '../model/time/units.ts';
import { delay } from '../upstream/requests/delay.ts';
import type { Transport } from '../upstream/transport/transport.ts';
import { zoneOf } from '../model/calendar/zone.ts';
import { createWebhook, type RecordCall } from '../upstream/webhook/webhook.ts';
import { auditCalls } from './audit-calls.ts';
import { callLinesOf } from './call-lines.ts';
import { tokenReader } from './bot-token.ts';
import { createLog, type Log, type LogStream } from './log.ts';
import { wireArchive, type DeskArchive } from './open-archive.ts';

/** A host waits for its tools, and a person may be about to ask. */
const AHEAD_AFTER = seconds(2);

/** A server may run for months. */
const RETENTION_EVERY_MILLIS = 3_600_000;

/** What the desks of a process share. */
export interface Shared {
  readonly connections: SharedConnections;
  /** One thread draws for all of them. */
  readonly drawing: Drawing & AsyncDisposable;
}

/** Where a desk is opened: `account` is its name among several, for the lines of its log. */
interface DeskPlace extends Partial<Shared> {
  readonly account?: AccountName;
  /** Where its log goes. */
  readonly errors?: LogStream;
  /** Sends its requests to the service and to the webhook; by default over real connections. */
  readonly transport?: Transport;
}

/** Makes what so many desks of a process share. */
export function sharedAmong(desks: number): Shared {
  return { connections: new SharedConnections(desks), drawing: openDrawing() };
}

/** A desk with everything wired, and how to take it down. */
export interface OpenDesk {
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
   * Begins to fill the archive and keep it fresh, in one process of all that share it, until the desk is closed. Throws
   * InvalidConfiguration where there is no archive that stays.
   */
  readonly startSync: () => Promise<SyncLoop>;
  readonly close: () => Promise<void>;
}

/**
 * Wires the rooms together by the settings, with an embedded sandbox where they name no account, and opens the archive.
 * Throws ArchiveUnusable when something is wrong with the settings, or with the archive itself.
 */
export async function openDesk(settings: Settings, clock: Clock, place: DeskPlace = {}): Promise<OpenDesk> {
  const opened = await wireDesk(settings, clock, place);
  try {
    await opened.archiveOpened;
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The same, without waiting for the archive. */
export async function wireDesk(
  settings: Settings,
  clock: Clock,
  { account: name, connections, drawing: shared, errors = process.stderr, transport }: DeskPlace = {},
): Promise<OpenDesk> {
  const log = createLog(settings.log_level, errors, name);
  const sandbox = settings.account === undefined ? await embeddedSandbox(clock) : undefined;
  const { account, webhook_base_url: webhookUrl, bots, codes = {} } = { ...settings, ...sandbox?.settings };
  if (account === undefined) throw new TypeError('settings name an account or the sandbox');

  let close = (): Promise<void> => Promise.resolve();
  try {
    const opened = wireArchive(settings, account, clock, log.warn, connections, transport);
    ({ close } = opened);
    const record = auditCalls(() => opened.archive.audit, log);
    const calls = callLinesOf((lines) => opened.use(() => keepCalls(opened.store.tables, lines)), clock, log);
    const chatbots =
      webhookUrl === undefined || bots.length === 0
        ? undefined
        : chatbotsOf(webhookUrl, bots, record, settings, log, transport);
    if (chatbots !== undefined && settings.archive === 'memory') {
      log.info('The archive is in memory, and so is the audit of webhook calls: both end with this process.');
    }
    let sync: SyncLoop | undefined;
    const memory = new DeskMemory(codes);
    const drawing = shared ?? openDrawing();
    const deskFor = (caller: Caller, name?: AccountName, shown = shownTo(caller)): Desk => ({
      caller,
      ...known({ account: name }),
      get archive() {
        return opened.archive.showing(shown);
      },
      ...known({
        findOwn: mapKnown(
          caller.scopes.has('chats:read') ? caller.ownChats : undefined,
          (email) => (question: Question | undefined) => opened.archive.agents.withEmail(email, question),
        ),
      }),
      withArchive: (work) => {
        readAhead?.asked();
        return opened.use(work);
      },
      service: DeskText.parse(account.baseUrl.origin),
      clock,
      zone: zoneOf(settings.timezone),
      redact: redactionFor(caller, settings.redact),
      structuredContent: settings.structured_content,
      answerWithin: settings.answer_within,
      archiveIsInMemory: settings.archive === 'memory',
      ...known({ settingsFile: caller.isIdentified ? undefined : settings.settingsFile }),
      ...known({ chatbots: caller.scopes.has('webhook:send') ? chatbots : undefined, tools: settings.tools }),
      reportBug: log.bug,
      budget: () => opened.upstream.budget(),
      get readAhead() {
        return readAhead;
      },
      get sync() {
        return sync;
      },
      ...known({ noReadAhead: noReadAheadBy(settings, sandbox !== undefined) }),
      memory: isEverything(shown) ? memory : memory.showing(shown),
      drawing,
    });
    const desk = deskFor(LOCAL_CALLER);
    const readAhead = desk.noReadAhead === undefined ? readerAhead(settings, opened, desk, log) : undefined;
    let retention = Promise.resolve();
    const openFirst = async (): Promise<void> => {
      if (await isAvailable(opened, log)) retention = opened.archive.applyRetention().catch(log.failure);
    };
    const archiveOpened = openFirst();
    // A caller who does not wait for it hears of it from every question.
    archiveOpened.catch(() => undefined);
    const forgetOld = async (): Promise<void> => {
      await opened.open();
      await opened.archive.applyRetention();
    };
    const hourly = setInterval(() => void forgetOld().catch(log.failure), RETENTION_EVERY_MILLIS).unref();
    return {
      desk,
      deskFor,
      log,
      archiveOpened,
      ...known({ tokens: settings.archive === 'memory' ? undefined : tokensIn(opened) }),
      checkArchive: () => opened.use(() => opened.archive.revision()),
      observer: calls.observer,
      readAhead: () => readAhead?.start(AHEAD_AFTER),
      startSync: async () => {
        const { accountToSync } = await import('./sync/sync-plan.ts');
        accountToSync(settings);
        const { startServerSync } = await import('./sync/server-sync.ts');
        sync ??= startServerSync(settings, opened, clock, log);
        return sync;
      },
      close: async () => {
        clearInterval(hourly);
        await sync?.stop();
        await readAhead?.stop();
        await chatbots?.webhook.close();
        await calls.close();
        if (shared === undefined) await drawing[Symbol.asyncDispose]();
        await archiveOpened.catch(() => undefined);
        await retention;
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
 * Returns the setting by which nothing is read ahead. Servers whose archives are in memory know nothing of each other: together
 * they would take the whole rate of the login. Nobody else has the login of an embedded sandbox.
 */
function noReadAheadBy({ read_ahead_days: days, archive }: Settings, isEmbedded: boolean): Desk['noReadAhead'] {
  if (days === 0) return 'read_ahead_days';
  return archive === 'memory' && !isEmbedded ? 'archive' : undefined;
}

/** Loaded only when somebody sends a token: who serves one host has none. */
function tokensIn(opened: DeskArchive): TokenRegister {
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

function readerAhead({ read_ahead_days: days }: Settings, opened: DeskArchive, desk: Desk, log: Log): ReadAhead {
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
async function isAvailable(opened: DeskArchive, log: Log): Promise<boolean> {
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

function chatbotsOf(
  baseUrl: URL,
  bots: readonly Bot[],
  record: RecordCall,
  { ca_file: ca, answer_within: answerWithin }: Settings,
  log: Log,
  transport: Transport | undefined,
): NonNullable<Desk['chatbots']> {
  return {
    bots: bots.map(({ name, endpoints, confirm, allowSensitive }) => ({ name, endpoints, confirm, allowSensitive })),
    webhook: createWebhook({
      baseUrl,
      bots: bots.map((bot) => ({
        ...bot,
        endpoints: bot.endpoints.map(({ name }) => name),
        readToken: tokenReader(bot, log),
      })),
      record,
      ca,
      answerWithin,
      transport,
    }),
  };
}

/** Loaded only when it is asked for: a server at a real desk never needs it. */
async function embeddedSandbox(clock: Clock) {
  const { createWorld } = await import('../sandbox/world/world.ts');
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const { sandboxAccount } = await import('./sandbox/sandbox-account.ts');
  const sandbox = await startSandbox({ world: createWorld({ seed: 1, size: 'small', now: clock() }), clock });
  return { settings: sandboxAccount(sandbox), close: () => sandbox.close() };
}
