import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Settings } from '../config/read.ts';
import { createServer } from '../mcp/server.ts';
import { openDesk } from './open-desk.ts';

/** How long taking everything down may last before the process ends anyway. */
const PATIENCE_MILLIS = 1500;

const LONGEST_LINE_BYTES = 10 * 1024 * 1024;

/** Serves the protocol over standard input and output until the input ends or a signal comes. */
export async function stdio(settings: Settings): Promise<void> {
  const { desk, log, close } = await openDesk(settings);

  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return;
    isEnding = true;
    // A host that is gone must not leave a process behind, whatever hangs.
    setTimeout(() => process.exit(code), PATIENCE_MILLIS).unref();
    void connection
      .close()
      .then(close)
      .catch(desk.reportBug)
      .finally(() => process.exit(code));
  };
  const endWell = () => end(0);
  // These listen before the transport does, so that it has closed by its own decision when none of them was called.
  process.stdin.once('end', endWell).once('close', endWell);
  // The reader may be gone before the input ends.
  process.stdout.once('error', endWell);
  process.once('SIGTERM', endWell).once('SIGINT', endWell);

  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: LONGEST_LINE_BYTES });
  const connection = serveStdio(() => createServer(desk), { transport, onerror: log.disturbance });
  const { onclose } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's transports are no event targets
  transport.onclose = () => {
    onclose?.();
    // It would hear nothing any more, not even the end of its input.
    if (!isEnding) log.warn(`a line is longer than ${LONGEST_LINE_BYTES} bytes: the connection is closed`);
    end(1);
  };
}
