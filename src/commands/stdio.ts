import { ProtocolErrorCode, type McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ServerSettings } from '../config/read.ts';
import { hasSeveral } from '../mcp/accounts/account-argument.ts';
import type { Served } from '../mcp/desk.ts';
import { loaded } from '../model/loaded.ts';
import { CallRate } from '../mcp/protocol/call-rate.ts';
import { sentByEntry } from '../mcp/protocol/protocol-errors.ts';
import { createServer } from '../mcp/server.ts';
import { LOCAL_CALLER } from '../model/caller.ts';
import { CallerChanges } from '../mcp/subscriptions/caller-changes.ts';
import { ConnectionChanges } from '../mcp/subscriptions/connection-changes.ts';
import { withTextArguments } from './lenient-prompts.ts';
import { inputLines, MAX_LINE_BYTES } from './input-lines.ts';
import type { Log } from './log.ts';
import { openDesks, type Desks } from './open-desks.ts';

/** The time to take everything down before the process ends anyway. */
const PATIENCE_MILLIS = 1500;

/** After these a client that was told the tools has read them: then the desk is opened also where nobody asks yet, to read ahead. */
const MILLIS_AFTER_TOOLS = 3000;

/**
 * Serves the protocol over standard input and output until the input ends or a signal comes. The desk is opened by the first
 * question, or some seconds after the client has its tools: hosts start a server with every session, wait a second for its
 * tools, and may ask nothing for long.
 */
export async function stdio(settings: ServerSettings): Promise<void> {
  const desks = openDesks(settings);
  const { served, stop } = whereToolsAreRead(settings, desks);
  const callRate = new CallRate(settings.callsPerMinute);
  for (const warning of settings.warnings) (await loadLog(settings)).warn(warning);

  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return;
    isEnding = true;
    // A host that is gone must not leave a process behind, whatever hangs.
    setTimeout(() => process.exit(code), PATIENCE_MILLIS).unref();
    stop();
    changes.close();
    void connection
      .close()
      .then(desks.close)
      .catch(async (error: unknown) => (await loadLog(settings)).bug(error))
      .finally(() => process.exit(code));
  };
  const endWell = () => end(0);
  // These listen before the transport does, so that it has closed by its own decision when none of them was called.
  process.stdin.once('end', endWell).once('close', endWell);
  // The reader may be gone before the input ends.
  process.stdout.once('error', endWell);
  process.once('SIGTERM', endWell).once('SIGINT', endWell);

  const lines = inputLines(process.stdin, ({ id, tooMuch }) => {
    void disturbed(settings, new RangeError(`a line of the input ${tooMuch}`));
    if (id === undefined) return;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: `The request ${tooMuch}.` };
    void transport.send({ jsonrpc: '2.0', id, error }).catch(endWell);
  });
  const transport = new StdioServerTransport(lines);
  const send = transport.send.bind(transport);
  transport.send = (message) => send('error' in message ? { ...message, error: sentByEntry(message.error) } : message);
  const changes = new ConnectionChanges(new CallerChanges(served), hasSeveral(served));
  const factory: McpServerFactory = ({ era }) => {
    const server = createServer({ ...served, callRate }, undefined, changes.subscriptions);
    changes.serverMade(server, era);
    return server;
  };
  const connection = serveStdio(factory, { transport, onerror: (error) => void disturbed(settings, error) });
  const { onclose, onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as below
  transport.onmessage = (message, ...more) => {
    if ('method' in message) changes.received(message);
    onmessage?.(withTextArguments(message), ...more);
  };
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

/**
 * What the client is served. The only desk is opened also some seconds after its tools were listed, until `stop`: to read ahead. Of
 * several, those are that somebody asks.
 */
function whereToolsAreRead(
  { accounts: [{ name, settings }] }: ServerSettings,
  desks: Desks,
): { readonly served: Served; readonly stop: () => void } {
  const served = desks.servedTo(LOCAL_CALLER);
  if (served === undefined) throw new TypeError('whoever runs a server reaches its accounts');
  const [first, ...others] = served.accounts;
  if (others.length > 0 || settings.readAheadDays === 0) return { served, stop: () => undefined };
  let soon: NodeJS.Timeout | undefined;
  const toolsListed = (): void => {
    soon ??= setTimeout(() => void desks.ask(name).catch(() => undefined), MILLIS_AFTER_TOOLS).unref();
  };
  const desk = { ...first.desk, toolsListed };
  return { served: { ...served, accounts: [{ name, desk }] }, stop: () => clearTimeout(soon) };
}

async function disturbed(settings: ServerSettings, error: unknown): Promise<void> {
  (await loadLog(settings)).disturbance(error);
}

/** Most servers never write a line. */
async function loadLog({ logLevel }: ServerSettings): Promise<Log> {
  const { createLog } = await loaded(() => import('./log.ts'));
  return createLog(logLevel);
}
