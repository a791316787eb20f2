import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import { startChildClient } from '../child-client.ts';
import { ProgressLine } from '../shown/progress-line.ts';

/** Longer than any answer may take, since a setting bounds that. */
export const TIMEOUT_MILLIS = 660_000;

/** A real client that is connected to a server, and a line on which a person sees how it goes. */
export interface OneClient {
  readonly client: Client;
  readonly progress: ProgressLine;
}

/** Starts a server with these arguments as a process of its own, asks it, and ends it. Throws InvalidConfiguration. */
export async function withClient<T>(
  settings: readonly string[],
  work: (one: OneClient) => Promise<T>,
  capabilities: ClientCapabilities = {},
): Promise<T> {
  const progress = new ProgressLine(process.stderr, 'Starting');
  try {
    const { client, close, isAsking } = await startChildClient(settings, {}, capabilities);
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
