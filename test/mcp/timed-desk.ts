import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createArchive } from '../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../src/archive/walking/freshness.ts';
import { openStore } from '../../src/archive/store.ts';
import { sandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { alreadyOpen } from '../../src/mcp/desk.ts';
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
import { DeskMemory } from '../../src/mcp/desk-memory.ts';

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
  readonly close: () => Promise<void>;
}

/** Opens a desk under faked timers. It asks for at most `requestsPerMinute`; what the service allows is its own. */
export async function openTimedDesk(
  options: Omit<ServiceOptions, 'clock'>,
  requestsPerMinute: number,
): Promise<TimedDesk> {
  const clock = () => epochMillis(Date.now());
  const service = createService({ ...options, clock });
  const { account, codes } = sandboxAccount({ ...service, url: 'http://127.0.0.1:9' });
  const place = await lendArchiveOfOne();
  const store = await openStore(place.location, { origin: account.baseUrl.origin, login: account.email });
  const upstream = createUpstream({
    ...account,
    requestsPerMinute,
    clock,
    ledger: store.ledger,
    transport: {
      get: async (address, headers, signal) => {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, LATENCY));
        return answered(await service.fetch(new Request(address, { headers: { ...headers } })));
      },
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    },
  });
  const settings = { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute };
  const archive = createArchive(store, settings, upstream, clock);
  const server = createServer(
    alreadyOpen({
      archive,
      withArchive: (work) => work(),
      service: DeskText.parse(account.baseUrl.origin),
      clock,
      redact: 'contacts',
      structuredContent: true,
      zone: zoneOf('UTC'),
      answerWithin: seconds(25),
      memory: new DeskMemory(codes),
      reportBug: (error) => {
        throw error;
      },
      budget: () => upstream.budget(),
    }),
  );
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    service,
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
    close: async () => {
      await client.close();
      await archive.close();
      await upstream.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
