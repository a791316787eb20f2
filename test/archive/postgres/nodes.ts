import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { startProcess, startProgram, type Environment, type Program } from '../../support/program.ts';

// Nodes that share an archive, behind no balancer: a test says which one gets each request.

/** A server over HTTP. */
export interface Node {
  readonly url: string;
}

/** A node that is a process of its own. */
export interface NodeProcess extends Node {
  /** Kills it, and waits until it is gone. */
  kill: () => Promise<void>;
}

/** Starts a node in the process of the test, until the test ends. */
export async function startNode(config: string, environment: Environment): Promise<Node> {
  return { url: await addressOf(startProgram(argsOf(config), environment)) };
}

/** Starts a node as a process of its own, until the test ends. */
export async function startNodeProcess(config: string, environment: Environment): Promise<NodeProcess> {
  const program = startProcess(argsOf(config), environment);
  const kill = async () => {
    program.kill('SIGKILL');
    await program.ended;
  };
  return { url: await addressOf(program), kill };
}

const argsOf = (config: string): readonly string[] => ['http', '--port', '0', '--config', config];

async function addressOf(program: Program): Promise<string> {
  onTestFinished(() => program[Symbol.asyncDispose]());
  const [, url = ''] = await program.said(/^Listening on (\S+)$/m);
  return url;
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
