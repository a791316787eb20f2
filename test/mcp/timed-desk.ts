import { redactorOf } from '../../src/commands/desk-for.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createArchive } from '../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../src/archive/walking/freshness.ts';
import { openStore } from '../../src/archive/store.ts';
import { sandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { ReadAhead } from '../../src/archive/sync/read-ahead.ts';
import { servedAlone, type Desk } from '../../src/answers/desk.ts';
import { aheadSamples } from '../../src/tools/figures/sample-ahead.ts';
import { Secret } from '../../src/model/text/secret.ts';
import { delay } from '../../src/upstream/requests/delay.ts';
import { abandoned } from '../support/archive/archive-work.ts';
import { createServer } from '../../src/mcp/server.ts';
import { DeskText } from '../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../src/model/time/units.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import { createService, type Service, type ServiceOptions } from '../../src/sandbox/service.ts';
import { createUpstream } from '../../src/upstream/client.ts';
import { answered } from '../upstream/answered.ts';
import { lendArchiveOfOne } from '../support/archive/archive-location.ts';
import { plainData } from '../support/boundaries.ts';
import { clientSchemas } from '../support/client-schemas.ts';
import { passTime } from '../support/faked-time.ts';
import { first } from './desk.ts';
import { shapes, type AnswerOf, type ToolName } from './protocol/shapes.ts';
import { LOCAL_CALLER } from '../../src/model/caller.ts';
import { openDrawing } from '../../src/charts/open-drawing.ts';
import { DeskMemory } from '../../src/answers/desk-memory.ts';

// A desk on the timers' clock: every request is answered in this process, a moment later. For limits, where minutes pass.

const LATENCY = 200;

export interface TimedAnswer<Data> {
  readonly text: string;
  readonly data: Data | undefined;
  /** The time it took, in seconds. */
  readonly after: number;
}

/** A desk whose time goes on only while it is asked. */
export interface TimedDesk {
  readonly service: Service;
  /** Asks, and lets time go on until the answer is there: in words, and in data where it is no error. */
  readonly ask: <Tool extends ToolName>(tool: Tool, args: object) => Promise<TimedAnswer<AnswerOf<Tool>>>;
  /** What reading ahead reported. */
  readonly failures: readonly unknown[];
  readonly close: () => Promise<void>;
  /** Nothing is said goodbye to: the database is gone under whatever goes on. */
  readonly kill: () => Promise<void>;
}

/** A service under faked timers, for one desk. */
export function timedService(options: Omit<ServiceOptions, 'clock'>): Service {
  return createService({ ...options, clock: Date.now });
}

/** Opens a desk under faked timers. It asks for at most `requestsPerMinute`; what the service allows is its own. */
export function openTimedDesk(options: Omit<ServiceOptions, 'clock'>, requestsPerMinute: number): Promise<TimedDesk> {
  return openTimedServer(timedService(options), requestsPerMinute);
}

/** A server on a service that may have several. */
interface TimedServer {
  /** The place of the archive that it shares with others; its own where it is not given. */
  readonly location?: string;
  /** The days that it reads ahead; it reads nothing where they are not given. */
  readonly readAheadDays?: number;
  readonly password?: string;
  /** Whether nothing is known of what codes mean. */
  readonly isUnprepared?: boolean;
  /** Called before each request goes out. What it throws, the request comes to. */
  readonly onRequest?: () => void;
}

/** Opens a server of a desk under faked timers. */
export async function openTimedServer(
  service: Service,
  requestsPerMinute: number,
  { location, readAheadDays = 0, password, isUnprepared = false, onRequest = () => undefined }: TimedServer = {},
): Promise<TimedDesk> {
  const clock = () => epochMillis(Date.now());
  const { account: good, codes } = sandboxAccount({ ...service, url: 'http://127.0.0.1:9' });
  const account = password === undefined ? good : { ...good, password: new Secret(password) };
  const place = location === undefined ? await lendArchiveOfOne() : undefined;
  const store = await openStore(location ?? place?.location ?? 'memory', {
    origin: account.baseUrl.origin,
    login: account.email,
  });
  const upstream = createUpstream({
    ...account,
    requestsPerMinute,
    clock,
    ledger: store.ledger,
    transport: {
      get: async (address, headers, signal) => {
        signal.throwIfAborted();
        onRequest();
        await new Promise((resolve) => setTimeout(resolve, LATENCY));
        return answered(await service.fetch(new Request(address, { headers: { ...headers } })));
      },
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    },
  });
  const settings = { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute };
  const archive = createArchive(store, settings, upstream, clock);
  const failures: unknown[] = [];
  const memory = new DeskMemory(isUnprepared ? {} : codes);
  const desk: Desk = {
    archive,
    caller: LOCAL_CALLER,
    withArchive: (work) => {
      readAhead.asked();
      return work();
    },
    service: DeskText.parse(account.baseUrl.origin),
    clock,
    redact: 'contacts',
    redactor: () => redactorOf('contacts', archive, memory),
    structuredContent: true,
    zone: zoneOf('UTC'),
    targets: {},
    answerWithin: seconds(25),
    archiveIsInMemory: true,
    memory,
    drawing: openDrawing(),
    reportBug: (error) => {
      throw error;
    },
    budget: () => upstream.budget(),
    get readAhead() {
      return readAheadDays === 0 ? undefined : readAhead;
    },
  };
  const readAhead = new ReadAhead({
    days: readAheadDays,
    zone: desk.zone,
    clock,
    sleep: (duration, signal) => delay(duration * 1000, signal),
    upstream,
    use: (work) => work(archive),
    samples: (signal) => aheadSamples(desk, signal),
    failed: (error) => failures.push(error),
  });
  const server = createServer(servedAlone(desk));
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  if (readAheadDays > 0) readAhead.start(seconds(3));
  return {
    service,
    failures,
    ask: async (tool, args) => {
      const began = Date.now();
      let after = 0;
      const answers: Awaited<ReturnType<Client['callTool']>>[] = [];
      const asked = client
        .callTool({ name: tool, arguments: { ...args } })
        .then((answer) => answers.push(answer))
        .finally(() => (after = (Date.now() - began) / 1000));
      for (let second = 0; answers.length === 0 && second < 120; second += 1) await passTime(1000);
      await asked;
      const { structuredContent, isError, content } = first(answers);
      return {
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'),
        data: isError === true ? undefined : shapes[tool].parse(plainData(structuredContent)),
        after,
      };
    },
    kill: async () => {
      await store.close();
      abandoned();
      await upstream.close();
      await readAhead.stop();
      await archive.close().catch(() => undefined);
    },
    close: async () => {
      await client.close();
      await readAhead.stop();
      await archive.close();
      await upstream.close();
      await place?.[Symbol.asyncDispose]();
    },
  };
}
