import './parsers.ts';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Sources } from '../config/given.ts';
import { readSettings, type ServerSettings } from '../config/read.ts';
import type { Served } from '../answers/desk.ts';
import { LOCAL_CALLER } from '../model/caller.ts';
import { inputLines, MAX_LINE_BYTES } from './input-lines.ts';
import { openAccounts, type Accounts } from './accounts.ts';
import { withinPatience } from './patience.ts';
import type { Run } from './run.ts';
import { serveClient } from './serve-client.ts';

/** After these a client that was told the tools has read them: then the desk is opened also where nobody asks yet, to read ahead. */
const MILLIS_AFTER_TOOLS = 3000;

/** Serves a host, which starts the program with settings alone, with every session. Throws InvalidConfiguration. */
export async function serveHost(flags: Sources['flags'], run: Run): Promise<void> {
  await stdio(readSettings({ flags, environment: run.environment }), run);
}

/**
 * Serves the protocol over standard input and output until the input ends or a signal comes. The account is opened by the first
 * question, or some seconds after the client has its tools: hosts start a server with every session, wait a second for its
 * tools, and may ask nothing for long.
 */
export async function stdio(settings: ServerSettings, run: Run): Promise<void> {
  const { input, output } = run;
  const accounts = openAccounts(settings, run);
  const disturbed = async (error: unknown): Promise<void> => (await accounts.log()).disturbance(error);
  const { served, stop } = whereToolsAreRead(settings, accounts);
  for (const warning of settings.warnings) (await accounts.log()).warn(warning);

  const { promise: ended, resolve: end } = Promise.withResolvers<0 | 1>();
  const endWell = (): void => end(0);
  // These listen before the transport does, so that it has closed by its own decision when none of them was called.
  input.once('end', endWell).once('close', endWell);
  // The reader may be gone before the input ends.
  output.once('error', endWell);
  void run.untilSignal().then(endWell);

  const lines = inputLines(input, ({ id, tooMuch }) => {
    void disturbed(new RangeError(`a line of the input ${tooMuch}`));
    if (id === undefined) return;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: `The request ${tooMuch}.` };
    void transport.send({ jsonrpc: '2.0', id, error }).catch(endWell);
  });
  const transport = new StdioServerTransport(lines, output);
  const connection = serveClient(transport, served, {
    callsPerMinute: settings.server.calls_per_minute,
    onerror: (error) => void disturbed(error),
  });
  let isEnding = false;
  const { onclose } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's transports are no event targets
  transport.onclose = () => {
    onclose?.();
    void (async () => {
      // It would hear nothing any more, not even the end of its input.
      const words = `a line is longer than ${MAX_LINE_BYTES} bytes: the connection is closed`;
      if (!isEnding) (await accounts.log()).warn(words);
      end(1);
    })();
  };

  run.exitCode = await ended;
  run.leavesOutput = true;
  isEnding = true;
  stop();
  // A host that is gone must not leave a process behind, whatever hangs.
  await withinPatience(async () => {
    try {
      await connection.close();
      await accounts.close();
    } catch (error) {
      (await accounts.log()).bug(error);
    }
  });
}

/**
 * What the client is served. The only account is opened also some seconds after its tools were listed, until `stop`: to read ahead. Of
 * several, those are that somebody asks.
 */
function whereToolsAreRead(
  { accounts: [{ name, read_ahead_days: days }] }: ServerSettings,
  accounts: Accounts,
): { readonly served: Served; readonly stop: () => void } {
  const served = accounts.servedTo(LOCAL_CALLER);
  if (served === undefined) throw new TypeError('whoever runs a server reaches its accounts');
  if (served.accounts.length > 1 || days === 0) return { served, stop: () => undefined };
  let soon: NodeJS.Timeout | undefined;
  const toolsListed = (): void => {
    soon ??= setTimeout(() => void accounts.ask(name).catch(() => undefined), MILLIS_AFTER_TOOLS).unref();
  };
  return { served: { ...served, toolsListed }, stop: () => clearTimeout(soon) };
}
