// `npm run bench`: reading ahead by real servers, on the real clock: how soon it is done, what it takes of the rate, and what people wait.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { record } from './machine.ts';

const LIMIT = 60;
const MINUTE = 60_000;
const SERVERS = 4;

/** What a newcomer asks in the first minutes, with the seconds after the start. */
const QUESTIONS = [
  { at: 20, tool: 'get_support_performance', args: { period: 'last_7_days' } },
  {
    at: 65,
    tool: 'get_support_performance',
    args: { period: 'last_7_days', metrics: ['first_response'], group_by: ['agent'] },
  },
  { at: 110, tool: 'list_offline_messages', args: { limit: 5 } },
  { at: 170, tool: 'list_chats', args: { period: 'yesterday' } },
  { at: 230, tool: 'get_support_performance', args: { period: 'last_30_days', group_by: ['agent'] } },
  { at: 320, tool: 'search_transcripts', args: { query: 'refund' } },
] as const;

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
let desks = 0;

interface Desk {
  readonly sandbox: Sandbox;
  /** Starts a server, and has it list its tools as a host does. */
  readonly start: (readAheadDays: number) => Promise<SessionProcess>;
}

/** A desk that nobody prepared, with about 220 chats a day. */
async function startDesk(): Promise<Desk> {
  desks += 1;
  const number = desks;
  const world = createWorld({ seed: 1, size: 'medium', now: Date.now() });
  const sandbox = await startSandbox({ world, requestsPerMinute: LIMIT });
  const { codes: _, ...configuration } = sandboxConfiguration(sandbox);
  const config = join(folder, `desk-${number}.json`);
  const archive = join(folder, `desk-${number}.sqlite`);
  await writeFile(config, JSON.stringify({ ...configuration, archive, requests_per_minute: LIMIT }), { mode: 0o600 });
  return {
    sandbox,
    start: async (days) => {
      const environment = {
        [TOKEN_VARIABLE]: world.bots[0]?.token ?? '',
        CHAT_OPERATIONS_READ_AHEAD_DAYS: String(days),
      };
      const session = await startSessionProcess(['--config', config], environment);
      await session.response(session.send('tools/list'));
      return session;
    },
  };
}

function mostInAnyMinute({ requests }: Sandbox): number {
  const times = requests.map(({ at }) => at);
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + MINUTE).length));
}

const StatusShape = z.looseObject({
  read_ahead: z.looseObject({ state: z.string() }),
  archive: z.looseObject({
    chats: z.looseObject({ utc_days: z.array(z.looseObject({ from: z.string(), state: z.string() })) }),
  }),
});

const Coverage = z.looseObject({ coverage: z.looseObject({ complete: z.boolean() }) });

/** The state of reading ahead, by the status of a server: it takes no request. */
async function stateOf(session: SessionProcess): Promise<string> {
  const { data } = await session.call('get_service_status', {});
  return StatusShape.parse(data).read_ahead.state;
}

/** Nobody asks: when the days of chats are whole, and when all is read, in seconds after the start. */
async function alone() {
  const desk = await startDesk();
  const began = Date.now();
  const session = await desk.start(30);
  let state = '';
  while (state !== 'done' && Date.now() - began < 20 * MINUTE) {
    await sleep(5000);
    state = await stateOf(session);
  }
  const { requests } = desk.sandbox;
  const secondsTo = (pick: (path: string) => boolean): number =>
    Math.round((Math.max(...requests.filter(({ path }) => pick(path)).map(({ at }) => at)) - began) / 1000);
  const days = [...new Set(requests.flatMap(({ path }) => /date_from=([\d-]+)/.exec(path)?.[1] ?? []))].sort();
  const [month, week] = [days[0] ?? '', days.at(-1) ?? ''];
  const result = {
    first_request_seconds: Math.round(((requests[0]?.at ?? began) - began) / 1000),
    seven_days_whole_seconds: secondsTo((path) => path.includes(`date_from=${week}`)),
    offline_messages_whole_seconds: secondsTo((path) => path.includes('offlinemessages')),
    thirty_days_whole_seconds: secondsTo((path) => path.includes(`date_from=${month}`)),
    all_done_seconds: secondsTo(() => true),
    state,
    requests: requests.length,
    most_in_any_minute: mostInAnyMinute(desk.sandbox),
    refused: requests.filter(({ status }) => status === 429).length,
  };
  await session.finish();
  await desk.sandbox.close();
  return result;
}

/** A person asks in the first minutes, of one server or of several in turn: what each answer took, and whether it was whole. */
async function asked(days: number, servers: number) {
  const desk = await startDesk();
  const began = Date.now();
  const sessions = await Promise.all(Array.from({ length: servers }, () => desk.start(days)));
  const answers = [];
  for (const [index, { at, tool, args }] of QUESTIONS.entries()) {
    await sleep(Math.max(0, began + at * 1000 - Date.now()));
    const session = sessions[(index + 1) % servers];
    if (session === undefined) throw new Error('there is no server');
    const from = Date.now();
    const { data, isError } = await session.call(tool, args);
    answers.push({
      after: at,
      tool,
      seconds: Math.round((Date.now() - from) / 100) / 10,
      whole: !isError && Coverage.safeParse(data).data?.coverage.complete === true,
    });
  }
  const result = {
    servers,
    read_ahead_days: days,
    answers,
    whole: answers.filter(({ whole }) => whole).length,
    seconds_in_all: Math.round(answers.reduce((sum, { seconds }) => sum + seconds, 0)),
    requests: desk.sandbox.requests.length,
    most_in_any_minute: mostInAnyMinute(desk.sandbox),
  };
  await Promise.all(sessions.map((session) => session.finish()));
  await desk.sandbox.close();
  return result;
}

/** Four servers of which nobody asks; the one that reads ahead is killed after two minutes. */
async function several() {
  const desk = await startDesk();
  const sessions = await Promise.all(Array.from({ length: SERVERS }, () => desk.start(30)));
  await sleep(2 * MINUTE);
  const states = await Promise.all(sessions.map(stateOf));
  const holder = sessions[states.indexOf('reading')];
  holder?.program.kill('SIGKILL');
  const killedAt = Date.now();
  await sleep(2 * MINUTE);
  const rest = sessions.filter((session) => session !== holder);
  const statesAfter = await Promise.all(rest.map(stateOf));
  const { requests } = desk.sandbox;
  const next = requests.find(({ at }) => at > killedAt + 500);
  const transcripts = requests.flatMap(({ path }) => /\/chats\/\d+$/.exec(path)?.[0] ?? []);
  const result = {
    servers: SERVERS,
    states_before: states.toSorted(),
    states_after: statesAfter.toSorted(),
    seconds_until_another_went_on: next === undefined ? undefined : Math.round((next.at - killedAt) / 1000),
    transcripts_read: transcripts.length,
    of_these_twice: transcripts.length - new Set(transcripts).size,
    most_in_any_minute: mostInAnyMinute(desk.sandbox),
  };
  await Promise.all(rest.map((session) => session.finish()));
  await desk.sandbox.close();
  return result;
}

try {
  // At once: each has a desk of its own, and all of them wait nearly all of the time.
  const [nobody, without, withOne, withFour, four] = await Promise.all([
    alone(),
    asked(0, 1),
    asked(30, 1),
    asked(30, SERVERS),
    several(),
  ]);
  await record('read-ahead', {
    requests_per_minute: LIMIT,
    nobody_asks: nobody,
    a_person_asks_without: without,
    a_person_asks: withOne,
    a_person_asks_four_servers: withFour,
    one_of_four: four,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
