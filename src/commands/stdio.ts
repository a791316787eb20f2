import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Settings } from '../config/read.ts';
import { createServer } from '../mcp/server.ts';
import { openDesk } from './open-desk.ts';

/** How long taking everything down may last before the process ends anyway. */
const PATIENCE_MILLIS = 1500;

/** Serves the protocol over standard input and output until the input ends or a signal comes. */
export async function stdio(settings: Settings): Promise<void> {
  const { desk, close } = await openDesk(settings);
  const connection = serveStdio(() => createServer(desk), { onerror: desk.reportBug });

  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // A host that is gone must not leave a process behind, whatever hangs.
    setTimeout(() => process.exit(0), PATIENCE_MILLIS).unref();
    void connection
      .close()
      .then(close)
      .catch(desk.reportBug)
      .finally(() => process.exit(0));
  };
  process.stdin.once('end', end).once('close', end);
  // The reader may be gone before the input ends.
  process.stdout.once('error', end);
  process.once('SIGTERM', end).once('SIGINT', end);
}
