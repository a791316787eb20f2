import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { ServerSettings } from '../../config/read.ts';
import { startOwnClient } from '../own-client.ts';
import type { Run } from '../run.ts';
import { ProgressLine } from '../shown/progress-line.ts';

/** Longer than any answer may take, since a setting bounds that. */
export const TIMEOUT_MILLIS = 660_000;

/** A real client that is connected to a server, and a line on which a person sees how it goes. */
export interface OneClient {
  readonly client: Client;
  readonly progress: ProgressLine;
}

/** Starts a server with these settings in this process, asks it, and ends it. */
export async function withClient<T>(
  settings: ServerSettings,
  run: Run,
  work: (one: OneClient) => Promise<T>,
  capabilities: ClientCapabilities = {},
): Promise<T> {
  const progress = new ProgressLine(run.errors, 'Starting');
  try {
    const { client, close, isAsking } = await startOwnClient(settings, run, capabilities);
    progress.hideWhile(isAsking);
    try {
      return await work({ client, progress });
    } finally {
      progress.end();
      await close();
    }
  } finally {
    progress.end();
  }
}
