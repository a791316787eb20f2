import { Client, InMemoryTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { afterAll } from 'vitest';
import type { Drawing } from '../../src/charts/drawing.ts';
import { openAccount } from '../../src/commands/account.ts';
import { sandboxAccount, type SandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { readSettings, theOnly, type Settings } from '../../src/config/read.ts';
import { servedAlone, type CallTurns, type Desk as ServerDesk } from '../../src/answers/desk.ts';
import type { Observer } from '../../src/answers/observer.ts';
import { createServer as createMcpServer } from '../../src/mcp/server.ts';
import { LOCAL_CALLER, type Caller } from '../../src/model/caller.ts';
import { Secret } from '../../src/model/text/secret.ts';
import { omitUndefined } from '../../src/model/omit-undefined.ts';
import { epochMillis, seconds } from '../../src/model/time/units.ts';
import type { Dialect, DialectOptions } from '../../src/sandbox/dialects.ts';
import { createService } from '../../src/sandbox/service.ts';
import { createWorld, plannedWorld, type Login, type World, type WorldPlan } from '../../src/sandbox/world/world.ts';
import type { Transport } from '../../src/upstream/transport/transport.ts';
import { lendArchiveOfOne } from '../support/archive/archive-location.ts';
import { plainData } from '../support/boundaries.ts';
import { refuseSecretsIn } from '../support/canaries/canary-scan.ts';
import { clientSchemas } from '../support/client-schemas.ts';
import { connectionRefused, transportTo, type Handler } from '../upstream/handler-transport.ts';
import { shapes, type AnswerOf, type ToolName } from './protocol/shapes.ts';

// Opens a desk as the program opens it, in this process: a world, its sandbox, the server and a real client. The sandbox
// answers through its fetch handler, without a socket, and only the test moves the clock.

/** A Wednesday afternoon, UTC. */
export const NOW = Date.UTC(2026, 10, 18, 15, 30);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const smallWorld = (seed = 7, now = NOW): World => createWorld({ seed, size: 'small', now });
/** 2,000 chats in 30 days: enough for samples and several pages, a tenth of what the medium world takes to read. */
const MONTH: WorldPlan = {
  chats: 2000,
  days: 30,
  agents: 12,
  visitors: 700,
  offlineMessages: 250,
  incidents: 6,
  chatsPerIncident: 25,
  shiftHours: 5,
};
/** 110 chats in 10 days: hardly more than a sample has, where all transcripts are to be read. */
const FEW: WorldPlan = {
  chats: 110,
  days: 10,
  agents: 4,
  visitors: 60,
  offlineMessages: 20,
  incidents: 1,
  chatsPerIncident: 5,
  shiftHours: 6,
};
export const fewWorld = (seed = 7, now = NOW): World => plannedWorld(FEW, { seed, now });
export const monthWorld = (seed = 7, now = NOW): World => plannedWorld(MONTH, { seed, now });
export const mediumWorld = (seed = 7, now = NOW): World => createWorld({ seed, size: 'medium', now });

/** The settings of a desk whose test sets no other. */
export const USUAL: Settings = {
  ...theOnly(readSettings({ flags: { sandbox: true }, environment: {} })),
  sandbox: false,
  requests_per_minute: 1_000_000,
  read_ahead_days: 0,
  answer_within: seconds(60),
  calls_per_minute: 1_000_000,
  // Expected values are the world's; tests of redaction, and the questions people ask, set the level.
  redact: 'none',
  // Tests compare data. What leaves without is in structured-content.test.ts.
  structured_content: true,
  log_level: 'error',
};

/** The settings of a world's chatbots, at an address where nobody answers. */
export function chatbotsOf(world: World): Pick<SandboxAccount, 'webhook_base_url' | 'bots'> {
  const { webhook_base_url, bots } = sandboxAccount({ url: 'http://127.0.0.1:9', world });
  return { webhook_base_url, bots };
}

/** Sees each request before the sandbox does, `count` from 1. What it throws cuts the connection. */
export type Gateway = (path: string, count: number) => void | Promise<void>;

/** A chat service in this process: a world, and a clock that only the test moves. */
export interface Service extends AsyncDisposable {
  readonly world: World;
  readonly dialect: Dialect;
  readonly clock: { now: number };
  /** The address that is in the settings of its desks. */
  readonly url: string;
  /** How its desks send their requests; absent where they open connections to its address. */
  readonly transport?: Transport;
  /** The requests that the sandbox has answered, as paths, oldest first. */
  requests: () => readonly string[];
  /** Decides what happens to the requests from now on. */
  gateway: Gateway;
  /** Changes what the service answers. */
  rewrite: (body: string) => string;
  /** Sees each answer that the service has made, before it goes out. */
  send: (path: string) => void | Promise<void>;
  /** Answers in place of the service. */
  replace: (path: string) => Response | undefined;
  /** Cuts the requests that are under way, and refuses all later ones. */
  close: () => Promise<void>;
}

/** A service that answers without a socket. */
export interface ServiceInProcess extends Service {
  readonly transport: Transport;
  /** Answers a request. Rejects as a connection fails: where the gateway throws, and once the service is closed. */
  readonly fetch: Handler;
}

/** Starts a service at whose address nobody listens. */
export function startService(
  world: World = smallWorld(),
  pageSize?: number,
  dialect: DialectOptions = {},
): ServiceInProcess {
  const clock = { now: world.now };
  const sandbox = createService({
    world,
    dialect,
    ...(pageSize !== undefined && { pageSize }),
    requestsPerMinute: 1_000_000,
    clock: () => clock.now,
  });
  let count = 0;
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    count += 1;
    await service.gateway(`${pathname}${search}`, count);
    const answer = await sandbox.fetch(request);
    const response = service.replace(pathname) ?? answer;
    const body = service.rewrite(await response.text());
    await service.send(`${pathname}${search}`);
    return new Response(body, response);
  };
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  let isClosed = false;
  const close = () => {
    isClosed = true;
    closed.reject(new Error('the connection was cut'));
    return Promise.resolve();
  };
  const fetch: Handler = (request) =>
    isClosed ? Promise.reject(connectionRefused()) : Promise.race([answer(request), closed.promise]);
  const service: ServiceInProcess = {
    world,
    dialect: sandbox.dialect,
    clock,
    url: 'http://127.0.0.1:9',
    fetch,
    transport: transportTo(fetch),
    requests: () => sandbox.requests.map(({ path }) => path),
    gateway: () => undefined,
    rewrite: (body) => body,
    send: () => undefined,
    replace: () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
  return service;
}

export interface Answer<Data> {
  readonly text: string;
  readonly isError: boolean;
  /** Without its boundaries. Throws when the answer is an error. */
  readonly data: Data;
}

/** The server of one desk, and a client that is connected to it. */
export interface Desk extends AsyncDisposable {
  readonly service: Service;
  readonly client: Client;
  /** The same desk as the server has it. */
  readonly ofServer: ServerDesk;
  /** Connects another caller to the same server, or a host that can do more. */
  clientOf: (caller: Caller, capabilities?: ClientCapabilities) => Promise<Client>;
  ask: <Tool extends ToolName>(tool: Tool, args?: object, signal?: AbortSignal) => Promise<Answer<AnswerOf<Tool>>>;
  /** Counts the requests that the service answered while `work` went on. */
  spentOn: <T>(work: () => Promise<T>) => Promise<{ readonly result: T; readonly requests: number }>;
  /** Takes the server down, and leaves the service. */
  close: () => Promise<void>;
}

/** The person behind a host that can show questions. */
export type Replies = (question: string) => 'accept' | 'decline' | 'cancel';

/** Opens a server on a service: with the codes of the sandbox, an archive of its own and no limit worth the name. */
export async function openServer(
  service: Service,
  changes: Partial<Omit<Settings, 'account'>> & {
    readonly login?: Login;
    readonly replies?: Replies;
    readonly observer?: Observer;
    readonly callRate?: CallTurns;
    readonly caller?: Caller;
    readonly reportBug?: (error: unknown) => void;
    /** What the client says beside that. */
    readonly capabilities?: ClientCapabilities;
    /** Draws in place of the server's own. */
    readonly drawing?: Drawing;
  } = {},
): Promise<Desk> {
  const {
    login,
    replies,
    observer,
    callRate,
    reportBug,
    capabilities,
    drawing,
    caller = LOCAL_CALLER,
    ...settings
  } = changes;
  const { account, codes } = sandboxAccount(service);
  const archive = settings.archive === undefined ? await lendArchiveOfOne() : undefined;
  const opened = await openAccount(
    {
      ...USUAL,
      account: { ...account, ...(login && { email: login.email, password: new Secret(login.password) }) },
      codes,
      archive: archive?.location ?? 'memory',
      ...settings,
    },
    () => epochMillis(service.clock.now),
    omitUndefined({ transport: service.transport }),
  );
  const deskFor = (of: Caller) => {
    const desk = opened.deskFor(of);
    return Object.defineProperties(desk, {
      ...(drawing !== undefined && { drawing: { value: drawing } }),
      ...(reportBug !== undefined && { reportBug: { value: reportBug } }),
    });
  };
  const ofServer = deskFor(caller);
  const served = servedAlone(ofServer);
  const server = createMcpServer({ ...served, ...omitUndefined({ observer, callRate, reportBug }) });
  const client = new Client(
    { name: 'test', version: '1' },
    {
      jsonSchemaValidator: clientSchemas,
      capabilities: { ...capabilities, ...(replies && { elicitation: { form: {} } }) },
    },
  );
  if (replies !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({ action: replies(params.message), content: {} }));
  }
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  // A client that has seen the schemas checks every answer against them.
  await client.listTools();

  const clients = [client];
  const clientOf = async (other: Caller, capabilities: ClientCapabilities = {}): Promise<Client> => {
    const another = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas, capabilities });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const itsServer = createMcpServer(servedAlone(deskFor(other)));
    await Promise.all([itsServer.connect(theirs), another.connect(ours)]);
    clients.push(another);
    return another;
  };

  const close = async () => {
    for (const one of clients) await one.close();
    await opened.close();
    await archive?.[Symbol.asyncDispose]();
  };
  return {
    service,
    client,
    ofServer,
    clientOf,
    ask: async (tool, args = {}, signal) => {
      const call = { name: tool, arguments: { ...args } };
      const {
        content,
        structuredContent,
        isError = false,
      } = await client.callTool(call, { ...(signal && { signal }) });
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      refuseSecretsIn(`the answer of ${tool}`, `${text}${JSON.stringify(structuredContent)}`);
      return {
        text,
        isError,
        get data() {
          if (isError) throw new Error(`${tool} refused: ${text}`);
          return shapes[tool].parse(plainData(structuredContent));
        },
      };
    },
    spentOn: async (work) => {
      const before = service.requests().length;
      const result = await work();
      return { result, requests: service.requests().length - before };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A server on a service of its own; both end with the block that holds it. */
export async function startDesk(world?: World, settings: Parameters<typeof openServer>[1] = {}): Promise<Desk> {
  const service = startService(world);
  const desk = await openServer(service, settings);
  return {
    ...desk,
    [Symbol.asyncDispose]: async () => {
      await desk.close();
      await service.close();
    },
  };
}

/** A desk that several tests of a file only ask: it is opened for the first of them, and closed behind the last. */
export function sharedDesk(open: () => Promise<Desk> = startDesk): () => Promise<Desk> {
  let opened: Promise<Desk> | undefined;
  afterAll(async () => (await opened)?.[Symbol.asyncDispose]());
  return () => (opened ??= open());
}

/** Has every transcript of a world read at once: what is learned from each is then worked out once, and not once a chat. */
export async function readTranscripts(desk: Desk): Promise<void> {
  const { chats, now } = desk.service.world;
  const from = new Date(Math.min(...chats.map(({ requestedAt }) => requestedAt))).toISOString().slice(0, 10);
  const to = new Date(now).toISOString().slice(0, 10);
  const { data } = await desk.ask('search_transcripts', { query: 'order', from, to });
  const { have, of } = data.coverage.transcripts ?? {};
  if (have !== of) throw new Error(`Of ${of} transcripts ${have} were read`);
}

/** The first of some things that a test cannot do without. */
export function first<T>(things: readonly T[]): T {
  const [thing] = things;
  if (thing === undefined) throw new Error('There is none of these');
  return thing;
}
