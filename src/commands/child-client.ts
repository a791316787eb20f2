import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InvalidConfiguration } from '../model/errors.ts';
import { VERSION } from '../model/version.ts';
import { askOn, ownTerminal } from './terminal-question.ts';

/** A real client that is connected to this program, running `stdio` as a process of its own. */
export interface ChildClient {
  readonly client: Client;
  /** Whether a question to the person is open on the terminal. */
  readonly isAsking: () => boolean;
  /** Ends the server process. */
  readonly close: () => Promise<void>;
}

/**
 * Starts `stdio` with these arguments and connects. What the server says on standard error is shown; what it asks the person
 * is asked on the terminal, if there is one. `ofCaller` is what the client says that it can do besides. Throws
 * InvalidConfiguration when it does not start.
 */
export async function startChildClient(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  ofCaller: ClientCapabilities = {},
): Promise<ChildClient> {
  const [, program] = process.argv;
  if (program === undefined) throw new TypeError('the program knows its own path');
  const transport = new StdioClientTransport({
    command: process.execPath,
    // It ends with the answer: there is nothing to read ahead for.
    args: [...process.execArgv, program, 'stdio', ...args, '--read-ahead-days', '0'],
    env: { ...definedOf(process.env), ...environment },
    stderr: 'inherit',
  });
  let isAsking = false;
  const terminal = ownTerminal();
  const capabilities = { ...ofCaller, ...(terminal && { elicitation: { form: {} } }) };
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
  try {
    await client.connect(transport);
  } catch {
    throw new InvalidConfiguration('The server did not start.', 'What it said on standard error tells why.');
  }
  return {
    client,
    isAsking: () => isAsking,
    close: () => client.close(),
  };
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
