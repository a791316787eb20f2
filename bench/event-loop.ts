// `node bench/event-loop.ts [PART]`: for how long the program keeps its event loop from turning, whatever the service sends, and how fast it
// ends with its input meanwhile. Servers in processes of their own, on the real clock. PART of the names measures just that.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { FAULTS, isFault } from '../src/sandbox/faults/faults.ts';
import { createService } from '../src/sandbox/service.ts';
import { createWorld, type World } from '../src/sandbox/world/world.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { HOSTILE_BODIES, WORLD, type HostileBody } from './hostile-bodies.ts';
import { record, startDesk, type Desk } from './machine.ts';

/** The seconds that one answer may take here; the default is 25. */
const ANSWER_WITHIN = 5;
/** The milliseconds of its work after which the input ends. */
const AT_WORK_MILLIS = 150;
const PRELOAD = fileURLToPath(new URL('loop-delay.ts', import.meta.url));
/** What the warm-up has read is read again. */
const STALE = { maximum_age_seconds: { today: 0, agents: 0, offline_messages: 0, visitors: 0 } };
/** Days that nothing else asks about. */
const LONG_AGO = { from: '2026-10-01', to: '2026-10-02' };

const [only = ''] = process.argv.slice(2);

interface Measured {
  /** The time until the last answer came. */
  readonly answered_after_millis?: number;
  readonly worst_delay_millis?: number;
  /** The most that the thread of the loop computed in one go: the delay, but for what others do on the machine. */
  readonly worst_computing_millis?: number;
  readonly gone_after_millis: number;
  /** With what code or by which signal, where it did not end by itself. */
  readonly crashed?: string;
  readonly answer?: string;
}

/** Starts a server, and has it load everything that is loaded when it is first used: that takes its time once, whatever comes. */
async function startWarm(desk: Desk<World>, settings: object): Promise<SessionProcess> {
  const config = await desk.configure({ answer_within: ANSWER_WITHIN, ...STALE, ...settings });
  const environment = { ...desk.environment, NODE_OPTIONS: `--import=${PRELOAD}` };
  const session = await startSessionProcess(['--config', config], environment);
  const { chats, offlineMessages, visitors } = desk.sandbox.world;
  const calls = [
    ['list_support_agents', {}],
    ['list_offline_messages', {}],
    ['get_offline_message', { offline_message_id: offlineMessages.at(-1)?.offlineMessageId }],
    ['list_visitors', {}],
    ['get_visitor_stats', { visitor: String(visitors.at(-1)?.visitorId) }],
    ['get_chat_transcript', { chat_id: chats.findLast(({ missed }) => !missed)?.chatId }],
    ['list_chats', LONG_AGO],
    ['get_support_performance', LONG_AGO],
    ['search_transcripts', { query: 'order', ...LONG_AGO }],
  ] as const;
  // Once more, because much of the code is compiled only then.
  for (const [tool, args] of [...calls, ...calls]) await session.call(tool, args);
  session.program.kill('SIGUSR2');
  await session.program.said(/measuring/);
  return session;
}

async function end(session: SessionProcess): Promise<Measured> {
  const began = performance.now();
  const { code, signal } = await session.finish();
  const gone = Math.round(performance.now() - began);
  // What it says at its end; what it says when the measuring begins is of what came before.
  const [, worst, computed] = /worst delay ([\d.]+) ms, computed ([\d.]+) ms\n*$/.exec(session.program.err()) ?? [];
  if (worst === undefined) return { crashed: `${code ?? signal}`, gone_after_millis: gone };
  return {
    worst_delay_millis: Math.round(Number(worst)),
    worst_computing_millis: Math.round(Number(computed)),
    gone_after_millis: gone,
  };
}

async function underFault(fault: keyof typeof FAULTS): Promise<Measured> {
  let isWarm = false;
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  await using desk = await startDesk({ world, faults: () => (isWarm ? fault : undefined) });
  await using session = await startWarm(desk, {});
  isWarm = true;
  const began = performance.now();
  const tools = [
    'list_support_agents',
    'list_chats',
    'list_offline_messages',
    'list_visitors',
    'get_support_performance',
  ];
  await Promise.all(tools.map((tool) => session.call(tool, {})));
  return { answered_after_millis: Math.round(performance.now() - began), ...(await end(session)) };
}

/** A service that is as usual but for one answer. */
async function serviceWith({ path, body }: HostileBody) {
  const hostile = gzipSync(body(), { level: 1 });
  const service = createService({ world: WORLD, requestsPerMinute: 1_000_000 });
  const usual = getRequestListener(service.fetch);
  const sent = Promise.withResolvers<void>();
  let isWarm = false;
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
    const [, list = '', id = ''] = /\/api\/(\w+)\/(\d*)/.exec(pathname) ?? [];
    if (!isWarm || path !== (id === '' ? list : list.slice(0, -1))) return void usual(incoming, response);
    response.setHeader('content-type', 'application/json');
    if (Number(searchParams.get('page_no') ?? 1) > 1) return void response.end('[]');
    response.setHeader('content-encoding', 'gzip');
    // Who has read enough cuts the connection.
    response.on('finish', sent.resolve).on('close', sent.resolve).end(hostile);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    warm: () => (isWarm = true),
    sent: sent.promise,
    [Symbol.dispose]: () => server.close().closeAllConnections(),
  };
}

async function underBody(hostile: HostileBody, endsAtWork: boolean): Promise<Measured> {
  using service = await serviceWith(hostile);
  await using desk = await startDesk({ world: WORLD });
  await using session = await startWarm(desk, { base_url: service.url });
  service.warm();
  const began = performance.now();
  if (endsAtWork) {
    session.send('tools/call', { name: hostile.tool, arguments: hostile.args });
    await service.sent;
    await sleep(AT_WORK_MILLIS);
    return await end(session);
  }
  // A process that dies gives no answer.
  const { text } = await session.call(hostile.tool, hostile.args).catch(() => ({ text: 'no answer' }));
  const answered = Math.round(performance.now() - began);
  const words = text.replaceAll(/\s+/g, ' ');
  const answer = words.length < 240 ? words : `${words.slice(0, 100)} … ${words.slice(-140)}`;
  return { answered_after_millis: answered, ...(await end(session)), answer };
}

const faults: Record<string, Measured> = {};
for (const fault of Object.keys(FAULTS).filter(isFault)) {
  if (`fault ${fault}`.includes(only)) faults[fault] = await underFault(fault);
}
const bodies: Record<string, object> = {};
for (const [name, hostile] of Object.entries(HOSTILE_BODIES)) {
  if (!name.includes(only)) continue;
  bodies[name] = { ...(await underBody(hostile, false)), ended_at_work: await underBody(hostile, true) };
}
if (only === '') await record('event-loop', { answer_within_seconds: ANSWER_WITHIN, faults, bodies });
else process.stdout.write(`${JSON.stringify({ faults, bodies }, null, 2)}\n`);
