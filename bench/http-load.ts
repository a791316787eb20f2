// Started by bench/http.ts, so that it takes nothing of the server's core: `node bench/http-load.ts LOAD` asks one question over
// and over, on connections that are kept and spread over all nodes, and prints what that took.
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const VERSION = '2026-07-28';
const OLDER_VERSION = '2025-11-25';

const Load = z.strictObject({
  urls: z.array(z.url()).nonempty(),
  /** Taken in turn by the connections; none where nobody is told apart. */
  tokens: z.array(z.string()).optional(),
  connections: z.int().positive(),
  /** The load ends after so many answers, or when so much time has passed. */
  calls: z.int().positive().optional(),
  seconds: z.number().positive().optional(),
  /** Each connection begins a session of the older revision after so many calls, and ends the one before; without it, all ask by 2026-07-28. */
  callsPerSession: z.int().positive().optional(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});

const {
  urls,
  tokens = [],
  connections,
  calls = Infinity,
  seconds = Infinity,
  callsPerSession,
  ...question
} = Load.parse(JSON.parse(process.argv[2] ?? ''));
const agent = new Agent({ keepAlive: true });
const params = { name: question.tool, arguments: question.arguments };
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    ...params,
    ...(callsPerSession === undefined && {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
  },
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: OLDER_VERSION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
const MODERN = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': question.tool };

/** One connection: it asks again when it has its answer. */
class Lane {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #session: { readonly id: string; calls: number } | undefined;

  constructor(index: number) {
    this.#url = urls[index % urls.length] ?? '';
    const token = tokens[index % tokens.length];
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
  }

  async ask(): Promise<void> {
    const { body } = await this.#send('POST', CALL, callsPerSession === undefined ? MODERN : await this.#inSession());
    if (!body.includes('"content":[') || body.includes('"isError":true')) throw new Error(body);
  }

  async #inSession(): Promise<Record<string, string>> {
    if (this.#session !== undefined && this.#session.calls === callsPerSession) {
      await this.#send('DELETE', undefined, { 'mcp-session-id': this.#session.id });
      this.#session = undefined;
    }
    if (this.#session === undefined) {
      const { headers } = await this.#send('POST', INITIALIZE, {});
      this.#session = { id: z.string().parse(headers['mcp-session-id']), calls: 0 };
    }
    this.#session.calls += 1;
    return { 'mcp-session-id': this.#session.id, 'mcp-protocol-version': OLDER_VERSION };
  }

  #send(
    method: 'POST' | 'DELETE',
    message: object | undefined,
    own: Readonly<Record<string, string>>,
  ): Promise<{ headers: IncomingHttpHeaders; body: string }> {
    const body = message === undefined ? '' : JSON.stringify(message);
    const headers = { ...this.#headers, ...own, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      request(this.#url, { method, agent, headers }, (response) => resolve(answerOf(response)))
        .once('error', reject)
        .end(body);
    });
  }
}

async function answerOf(response: IncomingMessage): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${body}`);
  return { headers: response.headers, body };
}

const millis: number[] = [];
let asked = 0;
const began = performance.now();
const isOver = () => asked >= calls || performance.now() - began >= seconds * 1000;
await Promise.all(
  Array.from({ length: connections }, async (_, index) => {
    const lane = new Lane(index);
    while (!isOver()) {
      asked += 1;
      const at = performance.now();
      await lane.ask();
      millis.push(performance.now() - at);
    }
  }),
);
const took = (performance.now() - began) / 1000;
agent.destroy();
const sorted = millis.toSorted((one, other) => one - other);
const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
process.stdout.write(JSON.stringify({ answers: sorted.length, seconds: took, p50: at(0.5), p99: at(0.99) }));
