import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { startProcess, type Environment, type ProgramProcess } from '../../support/program.ts';

// Processes of the program that share an archive, behind no balancer: a test says which one gets each request.

/** A process that serves over HTTP. */
export interface Node extends AsyncDisposable {
  readonly program: ProgramProcess;
  readonly url: string;
  /** Kills it, and waits until it is gone. */
  kill: () => Promise<void>;
}

/** Starts a node until the test ends. */
export async function startNode(config: string, environment: Environment): Promise<Node> {
  const program = startProcess(['http', '--port', '0', '--config', config], environment);
  onTestFinished(() => program[Symbol.asyncDispose]());
  const [, url = ''] = await program.said(/^Listening on (\S+)$/m);
  const kill = async () => {
    program.kill('SIGKILL');
    await program.ended;
  };
  return { program, url, kill, [Symbol.asyncDispose]: kill };
}

/** Chooses the node that gets a request. */
export type Route = (request: { readonly method: string; readonly body: string }) => Node;

interface RoutedClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** A client whose requests go where the test says. */
export async function connectClient(
  route: Route,
  { era, capabilities = {} }: { readonly era: 'legacy' | 'modern'; readonly capabilities?: ClientCapabilities },
): Promise<RoutedClient> {
  const client = new Client(
    { name: 'routed', version: '1' },
    {
      capabilities,
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      ...(era === 'modern' && { inputRequired: { autoFulfill: false } }),
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: (_url, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      return fetch(route({ method: init?.method ?? 'GET', body }).url, init);
    },
    reconnectionOptions: {
      initialReconnectionDelay: 50,
      maxReconnectionDelay: 200,
      reconnectionDelayGrowFactor: 1.5,
      maxRetries: 50,
    },
  });
  return { client, transport };
}
