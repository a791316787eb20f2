import { redactorOf } from '../../../src/commands/desk-for.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createArchive } from '../../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../../src/archive/walking/freshness.ts';
import { openStore } from '../../../src/archive/store.ts';
import { fill } from '../../../src/archive/sync/fill.ts';
import { watch } from '../../../src/archive/sync/watch.ts';
import { servedAlone } from '../../../src/answers/desk.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { createService, type Service } from '../../../src/sandbox/service.ts';
import { createRandom, type Random } from '../../../src/sandbox/world/random.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { createUpstream } from '../../../src/upstream/client.ts';
import { delay } from '../../../src/upstream/requests/delay.ts';
import type { Transport } from '../../../src/upstream/transport/transport.ts';
import { DAY, mediumWorld, NOW } from '../../mcp/desk.ts';
import { abandoned } from '../../support/archive/archive-work.ts';
import { lendArchive } from '../../support/archive/archive-location.ts';
import { clientSchemas } from '../../support/client-schemas.ts';
import { passTime } from '../../support/faked-time.ts';
import { answered } from '../../upstream/answered.ts';
import { paidTwice, type Answered } from './paid-twice.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { openDrawing } from '../../../src/charts/open-drawing.ts';
import { DeskMemory } from '../../../src/answers/desk-memory.ts';

// A sync and three servers on one archive, on the timers' clock: how often they pay for the same records.

const SERVERS = 3;
/** A service takes between these to answer, in milliseconds. */
const LATENCY = { min: 150, max: 900 };
/** And so long after that, at most, is what it said in the archive. */
const WRITTEN_AFTER_MILLIS = 200;
const MINUTE = 60_000;
const SYNCED_DAYS = 14;

export interface Days {
  readonly requestsPerMinute: number;
  readonly minutes: number;
  readonly seed: number;
  /** How many processes are killed, one after the other, and started again. */
  readonly kills: number;
}

export interface Figures {
  /** Requests that were answered. */
  readonly requests: number;
  readonly transcripts: number;
  /** What was asked for although its earlier answer was still good. */
  readonly twice: readonly string[];
  /** Of those, how many were under way when their process was killed. */
  readonly underWayAtKills: number;
  readonly questions: number;
  /** How many seconds a question took at most. */
  readonly longest: number;
  /** Transactions of the ledger for each request. */
  readonly updatesPerRequest: number;
}

interface Process {
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What all processes share, and what is counted of them. */
interface Scene {
  readonly service: Service;
  readonly world: World;
  readonly location: string;
  readonly requestsPerMinute: number;
  readonly random: Random;
  readonly log: Answered[];
  readonly lost: Set<string>;
  readonly count: { questions: number; longest: number; updates: number };
}

/** Lets a sync and its servers run for some minutes. */
export async function runSeveral({ requestsPerMinute, minutes, seed, kills }: Days): Promise<Figures> {
  await using lent = await lendArchive();
  const world = mediumWorld();
  const service = createService({ world, requestsPerMinute: 1_000_000, clock: Date.now });
  const scene: Scene = {
    service,
    world,
    location: lent.location,
    requestsPerMinute,
    random: createRandom(seed),
    log: [],
    lost: new Set(),
    count: { questions: 0, longest: 0, updates: 0 },
  };
  const start = [startSync, ...Array.from({ length: SERVERS }, () => startServer)];
  const processes: Process[] = [];
  for (const [index, open] of start.entries()) processes[index] = await open(scene);
  for (let second = 0, killed = 0; second < minutes * 60; second += 1) {
    await passTime(1000);
    if (second < ((killed + 1) * minutes * 60) / (kills + 1)) continue;
    if (killed === kills) continue;
    killed += 1;
    const victim = scene.random.integer(0, start.length - 1);
    await processes[victim]?.kill();
    const open = start[victim];
    if (open !== undefined) processes[victim] = await open(scene);
  }
  for (const process of processes) await process.close();
  const whole = new Map(world.chats.map((chat) => [chat.chatId, chat.endedAt ?? chat.requestedAt + DAY]));
  const twice = paidTwice(scene.log, (chatId, at) => (whole.get(chatId) ?? Infinity) <= at);
  return {
    requests: scene.log.length,
    transcripts: scene.log.filter(({ path }) => /\/chats\/\d+/.test(path)).length,
    twice,
    underWayAtKills: twice.filter((path) => scene.lost.has(path)).length,
    questions: scene.count.questions,
    longest: scene.count.longest,
    updatesPerRequest: scene.count.updates / Math.max(1, scene.log.length),
  };
}

/** One process' connection to the service, and what is under way on it. */
function connect({ service, random, log }: Scene): { readonly transport: Transport; readonly underWay: Set<string> } {
  const underWay = new Set<string>();
  const get: Transport['get'] = async (address, headers, signal) => {
    const path = `${address.pathname}${address.search}`;
    const latency = random.integer(LATENCY.min, LATENCY.max);
    underWay.add(path);
    try {
      await delay(latency / 2, signal);
      signal.throwIfAborted();
      const answer = await answered(await service.fetch(new Request(address, { headers: { ...headers } })));
      const value = answer.content !== undefined && 'value' in answer.content ? answer.content.value : undefined;
      // Whatever becomes of the answer on its way.
      if (answer.status === 200)
        log.push({ path, at: Date.now(), rows: Array.isArray(value) ? value.length : undefined });
      await delay(latency / 2, signal);
      signal.throwIfAborted();
      return answer;
    } finally {
      // It has come when it has been written down, too.
      setTimeout(() => underWay.delete(path), WRITTEN_AFTER_MILLIS);
    }
  };
  return {
    transport: { get, post: () => Promise.reject(new Error('read only')), close: () => Promise.resolve() },
    underWay,
  };
}

async function open(scene: Scene) {
  const { world, location, requestsPerMinute, random, lost, count } = scene;
  const clock = () => epochMillis(Date.now());
  const { email, password } = world.account.superAdmin;
  const baseUrl = new URL('http://127.0.0.1:9');
  const store = await openStore(location, { origin: baseUrl.origin, login: email });
  const { transport, underWay } = connect(scene);
  const upstream = createUpstream({
    baseUrl,
    email,
    password: new Secret(password),
    requestsPerMinute,
    clock,
    chance: () => random.next(),
    transport,
    ledger: {
      read: () => store.ledger.read(),
      update: (step) => {
        count.updates += 1;
        return store.ledger.update(step);
      },
    },
  });
  const settings = { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute };
  const archive = createArchive(store, settings, upstream, clock);
  return {
    archive,
    upstream,
    clock,
    close: async () => {
      await archive.close();
      abandoned();
      await upstream.close();
    },
    /** Nothing is said goodbye to: the database is gone under whatever goes on. */
    kill: async () => {
      for (const path of underWay) lost.add(path);
      await store.close();
      abandoned();
      await upstream.close();
      await archive.close().catch(() => undefined);
    },
  };
}

async function startSync(scene: Scene): Promise<Process> {
  const { archive, clock, close, kill } = await open(scene);
  const stop = new AbortController();
  const run = {
    archive,
    clock,
    sleep: (duration: number, signal: AbortSignal) => delay(duration * 1000, signal),
    signal: stop.signal,
    events: {
      begins: () => undefined,
      progressed: () => undefined,
      spent: () => undefined,
      waits: () => undefined,
      ends: () => undefined,
    },
  };
  const plan = { transcripts: 'all', lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES } as const;
  const syncing = async (): Promise<void> => {
    await fill(run, { ...plan, start: epochMillis(NOW - SYNCED_DAYS * DAY), end: epochMillis(NOW) });
    await watch(run, plan);
  };
  // It ends with an error of its own when it is stopped.
  syncing().catch(() => undefined);
  return {
    kill: async () => {
      await kill();
      stop.abort(new Error('killed'));
    },
    close: async () => {
      stop.abort(new Error('stopped'));
      await close();
    },
  };
}

/** A server and a person who asks it one question after the other. */
async function startServer(scene: Scene): Promise<Process> {
  const { archive, upstream, clock, close, kill } = await open(scene);
  const memory = new DeskMemory({});
  const server = createServer(
    servedAlone({
      caller: LOCAL_CALLER,
      archive,
      withArchive: (work) => work(),
      service: DeskText.parse('http://127.0.0.1:9'),
      clock,
      redact: 'contacts',
      redactor: () => redactorOf('contacts', archive, memory),
      structuredContent: false,
      zone: zoneOf('UTC'),
      targets: {},
      answerWithin: seconds(25),
      archiveIsInMemory: false,
      memory,
      drawing: openDrawing(),
      reportBug: () => undefined,
      budget: () => upstream.budget(),
    }),
  );
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  const gone = new AbortController();
  const askOn = async (): Promise<void> => {
    while (!gone.signal.aborted) {
      await delay(scene.random.integer(1, 12_000), gone.signal);
      if (gone.signal.aborted) return;
      const began = Date.now();
      await client.callTool(questionOf(scene), { timeout: 10 * MINUTE });
      scene.count.questions += 1;
      scene.count.longest = Math.max(scene.count.longest, (Date.now() - began) / 1000);
    }
  };
  askOn().catch(() => undefined);
  return {
    kill: async () => {
      gone.abort();
      await kill();
    },
    close: async () => {
      gone.abort();
      await close();
    },
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What several people of one desk ask at about the same time. */
function questionOf({ world, random }: Scene): { readonly name: string; readonly arguments: Record<string, unknown> } {
  const latest = world.chats.slice(-120);
  const chat = random.pick(latest);
  const from = random.integer(0, 6);
  const days = { from: dayOf(NOW - from * DAY), to: dayOf(NOW - random.integer(0, from) * DAY) };
  return random.pick([
    { name: 'get_chat_transcript', arguments: { chat_id: chat.chatId } },
    { name: 'list_chats', arguments: days },
    { name: 'list_chats', arguments: { period: 'today' } },
    { name: 'get_support_performance', arguments: { period: random.pick(['today', 'yesterday', 'last_7_days']) } },
    { name: 'search_transcripts', arguments: { query: 'refund', ...days } },
    { name: 'list_offline_messages', arguments: {} },
    { name: 'list_support_agents', arguments: {} },
    {
      name: 'get_offline_message',
      arguments: { offline_message_id: random.pick(world.offlineMessages.slice(-20)).offlineMessageId },
    },
    { name: 'get_visitor_stats', arguments: { visitor: String(chat.visitorId) } },
  ]);
}
