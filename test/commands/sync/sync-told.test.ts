import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../support/program.ts';
import { startSyncDesk } from './sync-desk.ts';

// What the status says of the sync of a server, with two servers on one archive.

const desk = await startSyncDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const archive = join(desk.folder, 'synced', 'desk.sqlite');

async function serve(...flags: readonly string[]): Promise<() => Promise<string>> {
  const config = await desk.configure({ archive, requests_per_minute: 100_000, read_ahead_days: 0 });
  const server = startProgram(['http', '--port', '0', '--config', config, ...flags], desk.environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return async () => {
    const { content } = await client.callTool({ name: 'get_service_status', arguments: {} });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  };
}

/** Asks until the line of the sync says that. */
async function says(status: () => Promise<string>, words: RegExp): Promise<void> {
  await expect.poll(status, { interval: 200 }).toMatch(words);
}

test('one server syncs, the other says that it is done elsewhere, and one without a sync says nothing', async () => {
  const first = await serve('--sync');
  await says(
    first,
    /^- Sync: all that this login may read is loaded, and kept up to date since \d+ \w{3} \d{4} \d\d:\d\d$/m,
  );
  const second = await serve('--sync');
  await says(second, /^- Sync: done by another process on this archive; this server takes over when that one ends$/m);
  const without = await serve();
  expect(await without()).not.toContain('Sync:');
});
