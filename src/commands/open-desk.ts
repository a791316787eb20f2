import { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { Settings } from '../config/read.ts';
import type { Desk } from '../mcp/desk.ts';
import { DeskMemory } from '../mcp/desk-memory.ts';
import { aheadSamples } from '../mcp/figures/sample-ahead.ts';
import { ArchiveUnavailable } from '../model/errors.ts';
import { known } from '../model/known.ts';
import { DeskText } from '../model/text/trusted-text.ts';
import { seconds, systemClock, type Clock } from '../model/time/units.ts';
import { delay } from '../upstream/requests/delay.ts';
import { zoneOf } from '../model/calendar/zone.ts';
import { createWebhook, type RecordCall } from '../upstream/webhook/webhook.ts';
import { auditCalls } from './audit-calls.ts';
import { createLog, type Log } from './log.ts';
import { wireArchive, type DeskArchive } from './open-archive.ts';

/** A host waits for its tools, and a person may be about to ask. */
const AHEAD_AFTER = seconds(2);

/** A server may run for months. */
const RETENTION_EVERY_MILLIS = 3_600_000;

/** A desk with everything wired, and how to take it down. */
export interface OpenDesk {
  readonly desk: Desk;
  readonly log: Log;
  /**
   * The first try to open its archive, which whoever asks meanwhile waits for. One that cannot be opened for now is opened by the
   * first question that comes when it can be. Rejects with ArchiveUnusable when something is wrong with the settings, or with
   * the archive itself; every question then says so.
   */
  readonly archiveOpened: Promise<void>;
  /** Begins to read ahead in some seconds, where the settings say so: a server does, which stays. */
  readonly readAhead: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Wires the rooms together by the settings, with an embedded sandbox where they name no account, and opens the archive.
 * Throws ArchiveUnusable when something is wrong with the settings, or with the archive itself.
 */
export async function openDesk(settings: Settings, clock: Clock = systemClock): Promise<OpenDesk> {
  const opened = await wireDesk(settings, clock);
  try {
    await opened.archiveOpened;
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The same, without waiting for the archive. */
export async function wireDesk(settings: Settings, clock: Clock = systemClock): Promise<OpenDesk> {
  const log = createLog(settings.logLevel);
  const sandbox = settings.account === undefined ? await embeddedSandbox(clock) : undefined;
  const { account, webhook, codes } = { ...settings, ...sandbox?.settings };
  if (account === undefined) throw new TypeError('settings name an account or the sandbox');

  let close = (): Promise<void> => Promise.resolve();
  try {
    const opened = wireArchive(settings, account, clock, log.warn);
    ({ close } = opened);
    const record = auditCalls(() => opened.archive.audit, log);
    const chatbots =
      webhook === undefined || webhook.bots.length === 0 ? undefined : chatbotsOf(webhook, record, settings);
    if (chatbots !== undefined && settings.archive === 'memory') {
      log.info('The archive is in memory, and so is the audit of webhook calls: both end with this process.');
    }
    const desk: Desk = {
      get archive() {
        return opened.archive;
      },
      withArchive: (work) => {
        readAhead?.asked();
        return opened.use(work);
      },
      service: DeskText.parse(account.baseUrl.origin),
      clock,
      zone: zoneOf(settings.zone),
      redact: settings.redact,
      structuredContent: settings.structuredContent,
      answerWithin: settings.answerWithin,
      archiveIsInMemory: settings.archive === 'memory',
      ...known({ chatbots, tools: settings.tools }),
      reportBug: log.bug,
      budget: () => opened.upstream.budget(),
      get readAhead() {
        return readAhead;
      },
      ...known({ noReadAhead: noReadAheadBy(settings, sandbox !== undefined) }),
      memory: new DeskMemory(codes),
    };
    const readAhead = desk.noReadAhead === undefined ? readerAhead(settings, opened, desk, log) : undefined;
    const archiveOpened = openIfAvailable(opened, log);
    // A caller who does not wait for it hears of it from every question.
    archiveOpened.catch(() => undefined);
    const forgetOld = async (): Promise<void> => {
      await opened.open();
      await opened.archive.applyRetention();
    };
    const hourly = setInterval(() => void forgetOld().catch(log.failure), RETENTION_EVERY_MILLIS).unref();
    return {
      desk,
      log,
      archiveOpened,
      readAhead: () => readAhead?.start(AHEAD_AFTER),
      close: async () => {
        clearInterval(hourly);
        await readAhead?.stop();
        await chatbots?.webhook.close();
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
function noReadAheadBy({ readAheadDays, archive }: Settings, isEmbedded: boolean): Desk['noReadAhead'] {
  if (readAheadDays === 0) return 'read_ahead_days';
  return archive === 'memory' && !isEmbedded ? 'archive' : undefined;
}

function readerAhead({ readAheadDays }: Settings, opened: DeskArchive, desk: Desk, log: Log): ReadAhead {
  const { clock, zone } = desk;
  return new ReadAhead({
    days: readAheadDays,
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
async function openIfAvailable(opened: DeskArchive, log: Log): Promise<void> {
  try {
    await opened.open();
    opened.archive.applyRetention().catch(log.failure);
  } catch (error) {
    if (!(error instanceof ArchiveUnavailable)) throw error;
    log.failure(error);
    log.warn('Every question says so, and tries again, until the archive can be opened.');
  }
}

function chatbotsOf(
  { baseUrl, bots }: NonNullable<Settings['webhook']>,
  record: RecordCall,
  { ca, answerWithin }: Settings,
): NonNullable<Desk['chatbots']> {
  return {
    bots: bots.map(({ name, endpoints, confirm, allowSensitive }) => ({ name, endpoints, confirm, allowSensitive })),
    webhook: createWebhook({
      baseUrl,
      bots: bots.map((bot) => ({ ...bot, endpoints: bot.endpoints.map(({ name }) => name) })),
      record,
      ca,
      answerWithin,
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
