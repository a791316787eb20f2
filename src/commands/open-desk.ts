import type { Settings } from '../config/read.ts';
import type { Desk } from '../mcp/desk.ts';
import { DeskText } from '../model/trusted-text.ts';
import { systemClock, type Clock } from '../model/units.ts';
import { createWebhook, type RecordCall } from '../upstream/webhook.ts';
import { auditedCalls } from './audited-calls.ts';
import { despiteDamageOf } from './despite-damage.ts';
import { createLog, type Log } from './log.ts';
import { openArchive } from './open-archive.ts';

/** A server may run for months. */
const RETENTION_EVERY_MILLIS = 3_600_000;

/** A desk with everything wired, and how to take it down. */
export interface OpenDesk {
  readonly desk: Desk;
  readonly log: Log;
  readonly close: () => Promise<void>;
}

/**
 * Wires the rooms together by the settings, with an embedded sandbox where they name no account. Throws
 * ArchiveUnusable.
 */
export async function openDesk(settings: Settings, clock: Clock = systemClock): Promise<OpenDesk> {
  const log = createLog(settings.logLevel);
  for (const warning of settings.warnings) log.warn(warning);
  const sandbox = settings.account === undefined ? await embeddedSandbox(clock) : undefined;
  const { account, webhook, codes } = { ...settings, ...sandbox?.settings };
  if (account === undefined) throw new TypeError('settings name an account or the sandbox');

  let close = (): Promise<void> => Promise.resolve();
  try {
    const opened = await openArchive(settings, account, clock, log.warn);
    ({ close } = opened);
    const record = auditedCalls(() => opened.archive.audit, log);
    const chatbots =
      webhook === undefined || webhook.bots.length === 0 ? undefined : chatbotsOf(webhook, record, settings);
    if (chatbots !== undefined && settings.archive === 'memory') {
      log.info('The archive is in memory, and so is the audit of webhook calls: both end with this process.');
    }
    const desk: Desk = {
      get archive() {
        return opened.archive;
      },
      despiteDamage: despiteDamageOf(opened),
      service: DeskText.parse(account.baseUrl.origin),
      clock,
      zone: settings.zone,
      redact: settings.redact,
      structuredContent: settings.structuredContent,
      answerWithin: settings.answerWithin,
      codes,
      ...(chatbots !== undefined && { chatbots }),
      reportBug: log.bug,
      budget: () => opened.upstream.budget(),
    };
    const forgetOld = () => {
      opened.archive.applyRetention().catch(log.failure);
    };
    forgetOld();
    const hourly = setInterval(forgetOld, RETENTION_EVERY_MILLIS).unref();
    return {
      desk,
      log,
      close: async () => {
        clearInterval(hourly);
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
  const { sandboxAccount } = await import('./sandbox-account.ts');
  const sandbox = await startSandbox({ world: createWorld({ seed: 1, size: 'small', now: clock() }), clock });
  return { settings: sandboxAccount(sandbox), close: () => sandbox.close() };
}
