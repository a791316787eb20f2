import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Settings } from '../config/read.ts';
import type { DeskToOpen } from '../mcp/desk.ts';
import { loaded } from '../mcp/registration/loaded.ts';
import { createServer } from '../mcp/server.ts';
import { known } from '../model/known.ts';
import { withTextArguments } from './lenient-prompts.ts';
import type { Log } from './log.ts';
import type { OpenDesk } from './open-desk.ts';

/** The time to take everything down before the process ends anyway. */
const PATIENCE_MILLIS = 1500;

const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** After these a client that was told the tools has read them: then the desk is opened also where nobody asks yet, to read ahead. */
const MILLIS_AFTER_TOOLS = 3000;

/** After these the archive is opened also where nobody asks, so that data goes which is kept for a number of days only. */
const MILLIS_UNTIL_OPENED = 3_600_000;

/**
 * Serves the protocol over standard input and output until the input ends or a signal comes. The desk is opened by the first
 * question, or some seconds after the client has its tools: hosts start a server with every session, wait a second for its
 * tools, and may ask nothing for long.
 */
export async function stdio(settings: Settings): Promise<void> {
  const { open, toolsListed, close } = openOnce(settings);
  for (const warning of settings.warnings) (await loadLog(settings)).warn(warning);

  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return;
    isEnding = true;
    // A host that is gone must not leave a process behind, whatever hangs.
    setTimeout(() => process.exit(code), PATIENCE_MILLIS).unref();
    void connection
      .close()
      .then(close)
      .catch(async (error: unknown) => (await loadLog(settings)).bug(error))
      .finally(() => process.exit(code));
  };
  const endWell = () => end(0);
  // These listen before the transport does, so that it has closed by its own decision when none of them was called.
  process.stdin.once('end', endWell).once('close', endWell);
  // The reader may be gone before the input ends.
  process.stdout.once('error', endWell);
  process.once('SIGTERM', endWell).once('SIGINT', endWell);

  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: MAX_LINE_BYTES });
  const connection = serveStdio(() => createServer({ ...deskOf(settings, open), toolsListed }), {
    transport,
    onerror: (error) => void disturbed(settings, error),
  });
  const { onclose, onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as below
  transport.onmessage = (message, ...more) => onmessage?.(withTextArguments(message), ...more);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's transports are no event targets
  transport.onclose = () => {
    onclose?.();
    void (async () => {
      // It would hear nothing any more, not even the end of its input.
      const words = `a line is longer than ${MAX_LINE_BYTES} bytes: the connection is closed`;
      if (!isEnding) (await loadLog(settings)).warn(words);
      end(1);
    })();
  };
}

function deskOf({ structuredContent, tools, account, webhook }: Settings, open: () => Promise<OpenDesk>): DeskToOpen {
  return {
    ...known({ tools }),
    structuredContent,
    // The embedded sandbox has some.
    hasChatbots: account === undefined || (webhook?.bots.length ?? 0) > 0,
    open: async () => (await open()).desk,
  };
}

/** A desk that is opened when it is asked for, to read ahead, or after an hour. */
function openOnce(settings: Settings): {
  open: () => Promise<OpenDesk>;
  toolsListed: () => void;
  close: () => Promise<void>;
} {
  let opening: Promise<OpenDesk> | undefined;
  const openAnew = async (): Promise<OpenDesk> => {
    const { wireDesk } = await loaded(() => import('./open-desk.ts'));
    const opened = await wireDesk(settings);
    opened.archiveOpened.catch(opened.log.failure);
    opened.readAhead();
    return opened;
  };
  const open = (): Promise<OpenDesk> => {
    opening ??= openAnew().catch(async (error: unknown) => {
      opening = undefined;
      (await loadLog(settings)).bug(error);
      throw error;
    });
    return opening;
  };
  const hour = setTimeout(() => void open().catch(() => undefined), MILLIS_UNTIL_OPENED).unref();
  let soon: NodeJS.Timeout | undefined;
  return {
    open,
    toolsListed: () => {
      if (settings.readAheadDays === 0) return;
      soon ??= setTimeout(() => void open().catch(() => undefined), MILLIS_AFTER_TOOLS).unref();
    },
    close: async () => {
      clearTimeout(hour);
      clearTimeout(soon);
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function disturbed(settings: Settings, error: unknown): Promise<void> {
  (await loadLog(settings)).disturbance(error);
}

/** Most servers never write a line. */
async function loadLog({ logLevel }: Settings): Promise<Log> {
  const { createLog } = await loaded(() => import('./log.ts'));
  return createLog(logLevel);
}
