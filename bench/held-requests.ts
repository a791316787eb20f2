// For how long a server keeps its event loop from turning, whatever its client sends: each group of messages to a server in a process of
// its own, over each way that there is.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Environment, ProgramProcess } from '../test/support/program.ts';
import { startProcess } from '../test/support/program.ts';
import {
  HOSTILE_ARGUMENTS,
  HOSTILE_BATCHES,
  HOSTILE_HEADERS,
  HOSTILE_PLACES,
  type HostileRequest,
  type HostileRequests,
} from './hostile-requests.ts';

/** Until the loop has turned, and the look at it has been noted. */
const SETTLED_MILLIS = 25;
/** What has not been answered by then goes on, or gets no answer. */
const ANSWERED_MILLIS = 1500;

const VERSION = '2026-07-28';
const ENVELOPE = `"io.modelcontextprotocol/protocolVersion":"${VERSION}","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`;
const INITIALIZE =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}';

/** What is sent over each way. */
const WAYS = {
  'http, 2026-07-28': { ...HOSTILE_PLACES, ...HOSTILE_HEADERS, ...HOSTILE_ARGUMENTS },
  'http, a session of 2025-11-25': HOSTILE_PLACES,
  'http, 2025-11-25 without a session': HOSTILE_BATCHES,
  stdio: { ...HOSTILE_PLACES, ...HOSTILE_BATCHES },
} as const satisfies Readonly<Record<string, Readonly<Record<string, HostileRequests>>>>;
type Way = keyof typeof WAYS;

/** Calls after which everything is loaded, and compiled as far as it is by them. */
const USUAL: readonly HostileRequest[] = [
  ...[
    ['list_support_agents', ''],
    ['list_offline_messages', ''],
    ['list_visitors', ''],
    ['get_visitor_stats', '"visitor":"1"'],
    ['get_chat_transcript', '"chat_id":1'],
    ['list_chats', ''],
    ['get_support_performance', ''],
    ['explain_change', '"metric":"missed"'],
    ['list_topics', ''],
    ['search_transcripts', '"query":"order"'],
    ['get_service_status', '"nonsense":1'],
  ].map(([name = '', args = '']) => ({ method: 'tools/call', name, params: `"name":"${name}","arguments":{${args}}` })),
  { method: 'tools/list' },
  { method: 'resources/list' },
  { method: 'resources/read', name: 'chat://definitions', params: '"uri":"chat://definitions"' },
  { method: 'prompts/get', name: 'review_chat', params: '"name":"review_chat","arguments":{"chat_id":"1"}' },
];

interface Held {
  /** The longest time for which the loop did not turn, in ms; on a machine that does nothing else that is the next one. */
  readonly delay: number;
  /** The longest computing in one go, in ms. */
  readonly computing: number;
}

/** What one group of messages came to. */
interface GroupHeld {
  readonly messages: number;
  readonly worst_computing_millis: number;
  readonly worst_delay_millis: number;
  /** The message that took most computing. */
  readonly by: string;
}

/** A server to which messages are sent over one way. */
class Target implements AsyncDisposable {
  readonly #program: ProgramProcess;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #way: Way;
  readonly #lines = new Map<number, () => void>();
  #url = '';
  #session: Readonly<Record<string, string>> = {};
  #lastId = 0;
  #looks = 0;

  private constructor(way: Way, program: ProgramProcess) {
    this.#way = way;
    this.#program = program;
  }

  static async start(way: Way, config: string, environment: Environment): Promise<Target> {
    const named = way === 'stdio' ? ['stdio'] : ['http', '--port', '0'];
    const target = new Target(way, startProcess([...named, '--config', config], environment));
    await target.#connect();
    // Once more, because much of the code is compiled only then.
    for (const usual of [...USUAL, ...USUAL]) await target.send(usual);
    await target.held();
    return target;
  }

  async send(asked: HostileRequest): Promise<void> {
    const first = this.#lastId + 1;
    this.#lastId += asked.copies ?? 1;
    const messages = Array.from({ length: asked.copies ?? 1 }, (_, index) => this.#written(asked, first + index));
    if (this.#way === 'stdio') {
      await this.#sendLines(messages.join('\n'), asked.id === undefined ? this.#lastId : undefined);
      return;
    }
    const isModern = this.#way === 'http, 2026-07-28';
    // Methods and names that no header can hold are not said there.
    const said = (word = '') => (/^[\x20-\x7e]{1,200}$/.test(word) ? word : '');
    const headers = isModern
      ? { 'mcp-protocol-version': VERSION, 'mcp-method': said(asked.method), 'mcp-name': said(asked.name) }
      : this.#session;
    const body = asked.copies === undefined ? messages.join('') : `[${messages.join()}]`;
    await this.#post(body, { ...headers, ...asked.headers });
  }

  /** How long the loop was held since the last time that this was asked. */
  async held(): Promise<Held> {
    await setTimeout(SETTLED_MILLIS);
    this.#looks += 1;
    this.#program.kill('SIGUSR2');
    const told = (): readonly string[] => this.#program.err().match(/worst delay .*measuring/g) ?? [];
    while (told().length < this.#looks) await setTimeout(1);
    const [, delay, computing] = /delay ([\d.]+) ms, computed ([\d.]+)/.exec(told().at(-1) ?? '') ?? [];
    return { delay: Number(delay), computing: Number(computing) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    await this.#program[Symbol.asyncDispose]();
  }

  async #connect(): Promise<void> {
    if (this.#way === 'stdio') {
      let rest = '';
      this.#program.stdout.on('data', (part: string) => {
        const lines = `${rest}${part}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines)
          this.#lines.get(Number(/"id":(\d+)/.exec(line.slice(-40) + line.slice(0, 40))?.[1]))?.();
      });
      await this.#sendLines(INITIALIZE, 0);
      return;
    }
    [, this.#url = ''] = await this.#program.said(/Listening on (\S+)/);
    if (this.#way !== 'http, a session of 2025-11-25') return;
    const session = await this.#post(INITIALIZE, {});
    this.#session = { 'mcp-session-id': session ?? '', 'mcp-protocol-version': '2025-11-25' };
  }

  #written({ method, params = '', meta = '', id, beside }: HostileRequest, ownId: number): string {
    const metadata = [this.#way === 'http, 2026-07-28' ? ENVELOPE : '', meta].filter((part) => part !== '').join();
    const members = [metadata && `"_meta":{${metadata}}`, params].filter((part) => part !== '').join();
    const shownId = id ?? String(ownId);
    return [
      '{"jsonrpc":"2.0"',
      ...(beside === undefined ? [] : [beside]),
      `"method":"${method}","params":{${members}}`,
      ...(shownId === '' ? [] : [`"id":${shownId}`]),
    ]
      .join()
      .concat('}');
  }

  /** Resolves when the last of them is answered, if it will be, and what was sent behind them. */
  async #sendLines(lines: string, answerTo: number | undefined): Promise<void> {
    this.#lastId += 1;
    const ping = this.#lastId;
    const answered = (id: number) => new Promise<void>((resolve) => this.#lines.set(id, resolve));
    const all = Promise.all([answered(ping), ...(answerTo === undefined ? [] : [answered(answerTo)])]);
    this.#program.stdin.write(`${lines}\n{"jsonrpc":"2.0","id":${ping},"method":"ping"}\n`);
    await Promise.race([all, setTimeout(ANSWERED_MILLIS)]);
  }

  /** Returns the id of the session that has begun. */
  #post(body: string, own: Readonly<Record<string, string>>): Promise<string | undefined> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...own,
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        // A stream goes on for as long as there is something to tell.
        const tooLong = AbortSignal.timeout(ANSWERED_MILLIS);
        tooLong.addEventListener('abort', () => response.destroy(), { once: true });
        const session = response.headers['mcp-session-id']?.toString();
        void text(response).then(
          () => resolve(session),
          () => resolve(session),
        );
      });
      sent.once('error', reject).end(body);
    });
  }
}

/** Sends a group of messages to a server of its own, each twice: what comes first may have to be compiled. */
async function groupHeld(
  way: Way,
  requests: HostileRequests,
  start: (way: Way) => Promise<Target>,
): Promise<GroupHeld> {
  await using target = await start(way);
  let [worst, by]: [Held, string] = [{ delay: 0, computing: 0 }, ''];
  for (const [name, hostile] of Object.entries(requests)) {
    for (let sent = 0; sent < 2; sent += 1) {
      await target.send(hostile);
      const { delay, computing } = await target.held();
      if (computing > worst.computing) by = name;
      worst = { delay: Math.max(worst.delay, delay), computing: Math.max(worst.computing, computing) };
    }
  }
  return {
    messages: Object.keys(requests).length,
    worst_computing_millis: Math.round(worst.computing),
    worst_delay_millis: Math.round(worst.delay),
    by,
  };
}

/** Measures all groups whose name contains `only`. `configure` makes settings of a server's own. */
export async function heldByRequests(
  only: string,
  configure: () => Promise<string>,
  environment: Environment,
): Promise<Record<string, Record<string, GroupHeld>>> {
  const start = async (way: Way): Promise<Target> => Target.start(way, await configure(), environment);
  const measured: Record<string, Record<string, GroupHeld>> = {};
  for (const [way, groups] of Object.entries(WAYS).filter(isOfWay)) {
    const ofWay: Record<string, GroupHeld> = {};
    for (const [group, requests] of Object.entries(groups)) {
      if (!`request, ${way}: ${group}`.includes(only)) continue;
      const held = await groupHeld(way, requests, start);
      process.stderr.write(`${way}: ${group} ${JSON.stringify(held)}\n`);
      ofWay[group] = held;
    }
    measured[way] = ofWay;
  }
  return measured;
}

function isOfWay(entry: [string, Readonly<Record<string, HostileRequests>>]): entry is [Way, (typeof entry)[1]] {
  return entry[0] in WAYS;
}
