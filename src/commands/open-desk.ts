import { createArchive } from '../archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../archive/freshness.ts';
import { openStore } from '../archive/store.ts';
import type { Settings } from '../config/read.ts';
import type { Desk } from '../mcp/desk.ts';
import { systemClock, type Clock } from '../model/units.ts';
import { createUpstream } from '../upstream/client.ts';
import { createWebhook } from '../upstream/webhook.ts';
import { createLog, type Log } from './log.ts';

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

  const { ca, requestsPerMinute } = settings;
  const chatbots =
    webhook === undefined || webhook.bots.length === 0
      ? undefined
      : {
          bots: webhook.bots.map(({ name, endpoints }) => ({ name, endpoints })),
          webhook: createWebhook({
            baseUrl: webhook.baseUrl,
            bots: webhook.bots.map((bot) => ({ ...bot, endpoints: bot.endpoints.map(({ name }) => name) })),
            ca,
          }),
        };
  const closeOthers = async () => {
    await chatbots?.webhook.close();
    await sandbox?.close();
  };
  try {
    const store = await openStore(settings.archive, { origin: account.baseUrl.origin, login: account.email });
    const { ledger, now } = store;
    const upstream = createUpstream({ ...account, requestsPerMinute, clock, ca, ledger, now });
    const archive = createArchive(
      store,
      {
        lookBackDays: settings.lookBackDays,
        maximumAges: { ...DEFAULT_MAXIMUM_AGES, ...settings.maximumAges },
        requestsPerMinute,
      },
      upstream,
      clock,
    );
    const desk: Desk = {
      archive,
      service: account.baseUrl.origin,
      clock,
      zone: settings.zone,
      answerWithin: settings.answerWithin,
      codes,
      ...(chatbots !== undefined && { chatbots }),
      reportBug: log.bug,
      budget: () => upstream.budget(),
    };
    return {
      desk,
      log,
      close: async () => {
        await archive.close();
        await upstream.close();
        await closeOthers();
      },
    };
  } catch (error) {
    await closeOthers();
    throw error;
  }
}

/** Loaded only when it is asked for: a server at a real desk never needs it. */
async function embeddedSandbox(clock: Clock) {
  const { createWorld } = await import('../sandbox/world/world.ts');
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const { sandboxAccount } = await import('./sandbox-account.ts');
  const sandbox = await startSandbox({ world: createWorld({ seed: 1, size: 'small', now: clock() }), clock });
  return { settings: sandboxAccount(sandbox), close: () => sandbox.close() };
}
