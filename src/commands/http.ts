import type { Settings } from '../config/read.ts';
import { startHttpServer } from '../http/http-server.ts';
import { alreadyOpen } from '../mcp/desk.ts';
import { createServer } from '../mcp/server.ts';
import { openDesk } from './open-desk.ts';
import { waitForSignal } from './wait-for-signal.ts';

/** Serves the protocol over HTTP on this machine until a signal comes. */
export async function http(settings: Settings, { host, port }: { host: string; port: number }): Promise<void> {
  const { desk, log, readAhead, close } = await openDesk(settings);
  for (const warning of settings.warnings) log.warn(warning);
  try {
    const server = await startHttpServer((method) => createServer(alreadyOpen(desk), method), {
      host,
      port,
      onDisturbance: log.disturbance,
    });
    process.stderr.write(`Listening on ${server.url}\n`);
    readAhead();
    await waitForSignal();
    await server.close();
  } finally {
    await close();
  }
}
