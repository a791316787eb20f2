// `npm run bench`: for how long the program keeps its event loop from turning, whatever the service or a client sends, and how fast it
// ends with its input under the former. Servers in processes of their own, on the real clock.
import { createServer, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { FAULTS, isFault } from '../src/sandbox/faults/faults.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { heldByRequests } from './held-requests.ts';
import { HOSTILE_BODIES, USUAL_BODIES, type HostileBody } from './hostile-bodies.ts';
import { record } from './machine.ts';

/** The seconds that one answer may take here; the default is 25. */
const ANSWER_WITHIN = 5;
/** The milliseconds of its work after which the input ends. */
const AT_WORK_MILLIS = 150;
const PRELOAD = fileURLToPath(new URL('loop-delay.ts', import.meta.url));

/** Days that nothing else asks about. */
const LONG_AGO = { from: '2026-10-01', to: '2026-10-02' };

/** A part of the names, to measure just that; `request` for all that clients send. */
const [only = ''] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));

interface Ending {
  readonly worst_delay_millis?: number;
  /** The most that the thread of the loop computed in one go: the delay, but for what others do on the machine. */
  readonly worst_computing_millis?: number;
  readonly gone_after_millis: number;
  /** With what code or by which signal, where it did not end by itself. */
  readonly crashed?: string;
}

interface Measured extends Ending {
  /** The time until the last answer came. */
  readonly answered_after_millis?: number;
}

async function start(settings: object, environment: Record<string, string> = {}): Promise<SessionProcess> {
  const run = await mkdtemp(join(folder, 'run-'));
  const config = join(run, 'settings.json');
  const text = JSON.stringify({
    archive: join(run, 'desk.sqlite'),
    answer_within: ANSWER_WITHIN,
    // What the warm-up has read is read again.
    maximum_age_seconds: { today: 0, agents: 0, offline_messages: 0, visitors: 0 },
    ...settings,
  });
  await writeFile(config, text, { mode: 0o600 });
  return startSessionProcess(['--config', config], { ...environment, NODE_OPTIONS: `--import=${PRELOAD}` });
}

/** Loads everything that is loaded when it is first used: that takes its time once, whatever comes. */
async function warmUp(session: SessionProcess): Promise<void> {
  const calls: Record<string, object> = {
    list_support_agents: {},
    list_offline_messages: {},
    get_offline_message: { offline_message_id: 1 },
    list_visitors: {},
    get_visitor_stats: { visitor: '1' },
    get_chat_transcript: { chat_id: 1 },
    list_chats: LONG_AGO,
    get_support_performance: LONG_AGO,
    search_transcripts: { query: 'order', ...LONG_AGO },
  };
  // Once more, because much of the code is compiled only then.
  const tools = Object.entries(calls);
  for (const [tool, args] of [...tools, ...tools]) await session.call(tool, args);
  session.program.kill('SIGUSR2');
  await session.program.said(/measuring/);
}

async function end(session: SessionProcess): Promise<Ending> {
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
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  let isWarm = false;
  const sandbox = await startSandbox({
    world,
    requestsPerMinute: 100_000,
    faults: () => (isWarm ? fault : undefined),
  });
  const settings = { ...sandboxConfiguration(sandbox), requests_per_minute: 10_000 };
  const session = await start(settings, { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' });
  try {
    await warmUp(session);
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
    const answered = Math.round(performance.now() - began);
    return { answered_after_millis: answered, ...(await end(session)) };
  } finally {
    await session[Symbol.asyncDispose]();
    await sandbox.close();
  }
}

/** What clients send, to servers of a desk in the sandbox. */
async function underRequests() {
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  const sandbox = await startSandbox({ world, requestsPerMinute: 100_000 });
  const configure = async (): Promise<string> => {
    const run = await mkdtemp(join(folder, 'run-'));
    const config = join(run, 'settings.json');
    const settings = { archive: join(run, 'desk.sqlite'), answer_within: ANSWER_WITHIN, requests_per_minute: 10_000 };
    await writeFile(config, JSON.stringify({ ...sandboxConfiguration(sandbox), ...settings }), { mode: 0o600 });
    return config;
  };
  const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '', NODE_OPTIONS: `--import=${PRELOAD}` };
  try {
    return await heldByRequests(only, configure, environment);
  } finally {
    await sandbox.close();
  }
}

/** A service of one record each, but for one answer. */
async function serviceWith({ path, body }: HostileBody) {
  const hostile = gzipSync(body(), { level: 1 });
  let isWarm = false;
  let sent: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (sent = resolve));
  const answer = (url: string, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, list = '', id = ''] = /\/api\/(\w+)\/(\d*)/.exec(pathname) ?? [];
    const asked = id === '' ? list : list.slice(0, -1);
    response.setHeader('content-type', 'application/json');
    if (Number(searchParams.get('page_no') ?? 1) > 1) response.end('[]');
    else if (asked === path && isWarm) {
      response.setHeader('content-encoding', 'gzip');
      // Who has read enough cuts the connection.
      response.on('finish', sent).on('close', sent).end(hostile);
    } else {
      const usual = Object.entries(USUAL_BODIES).find(([name]) => name === asked)?.[1] ?? '[]';
      response.end(usual.replace(/^(\{"\w+_id":)2/, `$1${id}`));
    }
  };
  const server = createServer(({ url = '' }, response) => answer(url, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    settings: {
      base_url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      email: 'ann@example.com',
      password: 'secret',
      requests_per_minute: 10_000,
      codes: { user_type: { 1: 'visitor' } },
    },
    warm: () => (isWarm = true),
    sent: gone,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function underBody(hostile: HostileBody, endsAtWork: boolean): Promise<Measured & { readonly answer?: string }> {
  const service = await serviceWith(hostile);
  const session = await start(service.settings);
  try {
    await warmUp(session);
    service.warm();
    const began = performance.now();
    if (endsAtWork) {
      session.send('tools/call', { name: hostile.tool, arguments: hostile.args });
      await service.sent;
      await new Promise((resolve) => setTimeout(resolve, AT_WORK_MILLIS));
      return await end(session);
    }
    // A process that dies gives no answer.
    const { text } = await session.call(hostile.tool, hostile.args).catch(() => ({ text: 'no answer' }));
    const answered = Math.round(performance.now() - began);
    const words = text.replaceAll(/\s+/g, ' ');
    const answer = words.length < 240 ? words : `${words.slice(0, 100)} … ${words.slice(-140)}`;
    return { answered_after_millis: answered, ...(await end(session)), answer };
  } finally {
    await session[Symbol.asyncDispose]();
    service.close();
  }
}

const faults: Record<string, Measured> = {};
const bodies: Record<string, object> = {};
try {
  for (const fault of Object.keys(FAULTS).filter(isFault)) {
    if (!`fault ${fault}`.includes(only)) continue;
    faults[fault] = await underFault(fault);
    process.stderr.write(`${fault} ${JSON.stringify(faults[fault])}\n`);
  }
  for (const [name, hostile] of Object.entries(HOSTILE_BODIES)) {
    if (!name.includes(only)) continue;
    bodies[name] = { ...(await underBody(hostile, false)), ended_at_work: await underBody(hostile, true) };
    process.stderr.write(`${name} ${JSON.stringify(bodies[name])}\n`);
  }
  const requests = await underRequests();
  if (only === '') await record('event-loop', { answer_within_seconds: ANSWER_WITHIN, faults, bodies });
  if (only === '' || only === 'request') await record('event-loop-requests', requests);
} finally {
  await rm(folder, { recursive: true, force: true });
}
