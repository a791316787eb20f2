// Started by bench/http.ts, so that it takes nothing of the server's core: `node bench/http-load.ts LOAD` asks one question over
// and over, on connections that are kept, and prints what that took.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const VERSION = '2026-07-28';

const Load = z.strictObject({
  url: z.url(),
  connections: z.int().positive(),
  /** The load ends after so many answers, or when so much time has passed. */
  calls: z.int().positive().optional(),
  seconds: z.number().positive().optional(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});

const {
  url,
  connections,
  calls = Infinity,
  seconds = Infinity,
  ...question
} = Load.parse(JSON.parse(process.argv[2] ?? ''));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: question.tool,
    arguments: question.arguments,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'content-length': Buffer.byteLength(body),
  'mcp-protocol-version': VERSION,
  'mcp-method': 'tools/call',
  'mcp-name': question.tool,
};

async function ask(): Promise<void> {
  const answer = await new Promise<string>((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      text(response).then(
        (read) => (response.statusCode === 200 ? resolve(read) : reject(new Error(`${response.statusCode}: ${read}`))),
        reject,
      );
    })
      .once('error', reject)
      .end(body);
  });
  if (!answer.includes('"content":[') || answer.includes('"isError":true')) throw new Error(answer);
}

const millis: number[] = [];
let asked = 0;
const began = performance.now();
const isOver = () => asked >= calls || performance.now() - began >= seconds * 1000;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!isOver()) {
      asked += 1;
      const at = performance.now();
      await ask();
      millis.push(performance.now() - at);
    }
  }),
);
const took = (performance.now() - began) / 1000;
agent.destroy();
const sorted = millis.toSorted((one, other) => one - other);
const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
process.stdout.write(JSON.stringify({ answers: sorted.length, seconds: took, p50: at(0.5), p99: at(0.99) }));
