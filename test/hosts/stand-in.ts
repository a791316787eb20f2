import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { APIS, type Api, type Reply } from './model-apis.ts';

// A stand-in for the model on the loopback: it plays a script, and records what a host sends.

/** What the model does next: it calls a tool of the server, or one of the host's own, or it says something and ends its turn. */
export type Step =
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly say: string };

/** A request of a host, as far as it concerns the conversation. */
export interface Asked {
  readonly api: Api;
  readonly body: unknown;
  /** The names of all tools that the model is offered. */
  readonly tools: readonly string[];
  /** All that stands in the request, as text. */
  readonly text: string;
  /** The results of tools, in order. */
  readonly results: readonly string[];
}

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Requests that no API of a model has, by method and path. */
  readonly strays: readonly string[];
}

/** Starts the stand-in with the steps that it takes one after another, a request each; after the last it only says that it is done. */
export async function startStandIn(script: readonly Step[]): Promise<StandIn> {
  const asked: Asked[] = [];
  const strays: string[] = [];
  const steps = [...script];
  let hasSearched = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const body = await bodyOf(request);
    const api = APIS.find(({ path }) => method === 'POST' && path.test(url));
    if (api === undefined) {
      strays.push(`${method} ${url}`);
      const models = { object: 'list', data: [{ id: 'stand-in', object: 'model' }], models: [] };
      response.writeHead(url.includes('models') ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(url.includes('models') ? models : { error: { message: 'no such place' } }));
      return;
    }
    const tools = api.toolsOf(body);
    const one: Asked = { api, body, tools, text: JSON.stringify(body), results: api.resultsOf(body) };
    asked.push(one);
    // Titles, summaries and the like are asked for without our tools.
    const isConversation = tools.length > 0;
    const reply = isConversation ? replyTo(one) : { say: 'A title' };
    const { type, text } = api.replyWith(reply, body, url);
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  };
  const replyTo = ({ tools, text }: Asked): Reply => {
    const [step = { say: 'Done.' }] = steps;
    const reply = replyOf(step, tools, text, hasSearched);
    hasSearched = 'call' in reply && reply.call === 'ToolSearch';
    if (!hasSearched) steps.shift();
    return reply;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      strays.push(String(error));
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    strays,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Hosts put a name of their own before that of a tool, and some offer it only to who searches for it. */
function replyOf(step: Step, tools: readonly string[], text: string, hasSearched: boolean): Reply {
  if ('say' in step) return step;
  const { call, args } = step;
  const name = tools.find((tool) => tool === call) ?? tools.find((tool) => tool.endsWith(call));
  if (name !== undefined) return { call: name, args };
  const [hidden] = new RegExp(String.raw`mcp__[\w-]+?__${call}(?!\w)`).exec(text) ?? [];
  if (hidden === undefined) return { say: `There is no tool ${call}.` };
  if (tools.includes('tool_call')) return { call: 'tool_call', args: { name: hidden, arguments: args } };
  return hasSearched
    ? { call: hidden, args }
    : { call: 'ToolSearch', args: { query: `select:${hidden}`, max_results: 5 } };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : z.unknown().parse(JSON.parse(text));
}
