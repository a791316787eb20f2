import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { ServerSettings } from '../config/read.ts';
import { LOCAL_CALLER } from '../model/caller.ts';
import { VERSION } from '../model/version.ts';
import { createLog } from './log.ts';
import { openAccounts } from './accounts.ts';
import { withinPatience } from './patience.ts';
import type { Run } from './run.ts';
import { serveClient } from './serve-client.ts';
import { ProgressLine } from './shown/progress-line.ts';
import { askOn, terminalOf } from './terminal-question.ts';

/** A real client of a server in this process. */
export interface OwnClient {
  readonly client: Client;
  /** Whether a question to the person is open on the terminal. */
  readonly isAsking: () => boolean;
  /** Ends the server. */
  readonly close: () => Promise<void>;
}

/** Longer than any answer may take, since a setting bounds that. */
export const TIMEOUT_MILLIS = 660_000;

/** Starts a server with these settings in this process, asks it, and ends it. A line on a terminal says meanwhile how it goes. */
export async function withClient(
  settings: ServerSettings,
  run: Run,
  work: (client: Client, progress: ProgressLine) => Promise<void>,
): Promise<void> {
  const progress = new ProgressLine(run.errors, 'Starting');
  try {
    const { client, close, isAsking } = await startOwnClient(settings, run);
    progress.hideWhile(isAsking);
    try {
      await work(client, progress);
    } finally {
      progress.end();
      await close();
    }
  } finally {
    progress.end();
  }
}

/**
 * Starts a server with these settings, and connects a client to it. What the server logs goes to standard error; what it asks the
 * user is asked on the terminal, if there is one.
 */
export async function startOwnClient(
  settings: ServerSettings,
  run: Pick<Run, 'input' | 'errors' | 'clock'>,
): Promise<OwnClient> {
  const log = createLog(settings.server.log_level, run.errors);
  for (const warning of settings.warnings) log.warn(warning);
  const accounts = openAccounts(settings, run);
  const served = accounts.servedTo(LOCAL_CALLER);
  if (served === undefined) throw new TypeError('the person who runs a server reaches its accounts');
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connection = serveClient(theirs, served, {
    callsPerMinute: settings.server.calls_per_minute,
    onerror: log.disturbance,
  });

  let isAsking = false;
  const terminal = terminalOf(run);
  const capabilities = terminal === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'chat-operations-mcp-cli', version: VERSION }, { capabilities });
  if (terminal) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      isAsking = true;
      try {
        return { action: await askOn(terminal, params.message, mcpReq.signal) };
      } finally {
        isAsking = false;
      }
    });
  }
  await client.connect(ours);
  return {
    client,
    isAsking: () => isAsking,
    close: () =>
      withinPatience(async () => {
        await client.close();
        await connection.close();
        await accounts.close();
      }),
  };
}
