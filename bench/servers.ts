// `node bench/servers.ts [NAME]`: servers in processes of their own that share an archive, on the real clock: a budget, answers while a
// sync fills the archive, days that several are asked for at once, one that is killed, and reading ahead.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { createDatabase } from '../test/support/archive/databases.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startProcess } from '../test/support/program.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { record, spread, startDesk } from './machine.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SERVERS = 3;
/** What was read stays fresh for as long as anything is measured. */
const FRESH = { maximum_age_seconds: { today: 86_400, agents: 86_400, offline_messages: 86_400, visitors: 86_400 } };

interface Plan {
  readonly size: 'small' | 'medium';
  readonly servers: number;
  readonly perMinute: number;
  /** What the service allows, where that is not all that servers may send. */
  readonly allowed?: number;
  readonly pageSize?: number;
  readonly readAheadDays?: number;
  readonly settings?: object;
}

type Requests = Sandbox['requests'];

/** Servers that share one archive of a desk which nobody has asked yet. */
async function startServers(plan: Plan) {
  const { size, servers, perMinute, allowed = 1_000_000, pageSize, readAheadDays = 0, settings } = plan;
  const world = createWorld({ seed: 1, size, now: Date.now() });
  const desk = await startDesk({ world, requestsPerMinute: allowed, ...(pageSize !== undefined && { pageSize }) });
  const config = await desk.configure({ requests_per_minute: perMinute, ...settings });
  const environment = { ...desk.environment, CHAT_OPERATIONS_READ_AHEAD_DAYS: String(readAheadDays) };
  const sessions = await Promise.all(
    Array.from({ length: servers }, () => startSessionProcess(['--config', config], environment)),
  );
  // As a host does: reading ahead begins with it.
  await Promise.all(sessions.map((session) => session.response(session.send('tools/list'))));
  return {
    world,
    requests: desk.sandbox.requests,
    sessions,
    sync: (...flags: string[]) => startProcess(['sync', '--config', config, ...flags], environment),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
      await desk[Symbol.asyncDispose]();
    },
  };
}

function budgetOf(requests: Requests) {
  const times = requests.map(({ at }) => at);
  return {
    requests: times.length,
    most_in_any_minute: Math.max(
      0,
      ...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length),
    ),
    refused: requests.filter(({ status }) => status === 429).length,
  };
}

/** Each server asks for one transcript after the other, as fast as it gets them. */
async function sharedBudget(): Promise<object> {
  const perMinute = 30;
  const settings = { answer_within: 90 };
  await using all = await startServers({ size: 'small', servers: SERVERS, perMinute, allowed: perMinute, settings });
  const chats = all.world.chats.filter(({ missed }) => !missed).values();
  const until = Date.now() + 2.5 * MINUTE;
  const answered = all.sessions.map(async (session) => {
    let count = 0;
    for (const { chatId } of chats) {
      if (Date.now() > until) break;
      if (!(await session.call('get_chat_transcript', { chat_id: chatId })).isError) count += 1;
    }
    return count;
  });
  return { limit_per_minute: perMinute, answered_by_each: await Promise.all(answered), ...budgetOf(all.requests) };
}

/** Servers answer for a minute while a sync fills their archive. */
async function readers(): Promise<object> {
  const questions = [
    ['get_support_performance', { period: 'last_week' }],
    ['get_support_performance', { period: 'last_30_days', group_by: ['agent'] }],
    ['list_chats', { period: 'last_week' }],
    ['get_service_status', {}],
    ['list_visitors', {}],
  ] as const;
  await using all = await startServers({ size: 'medium', servers: 4, perMinute: 6000, settings: FRESH });
  await all.sync('--transcripts', 'none').ended;
  const before = all.requests.length;
  const syncing = all.sync('--transcripts', 'all');
  const until = performance.now() + MINUTE;
  const millis: number[] = [];
  let errors = 0;
  const asking = all.sessions.map(async (session) => {
    for (let asked = 0; performance.now() < until; asked += 1) {
      const at = performance.now();
      const [tool, args] = questions[asked % questions.length] ?? questions[0];
      const { isError } = await session.call(tool, args);
      millis.push(performance.now() - at);
      if (isError) errors += 1;
    }
  });
  await Promise.all(asking);
  const synced = all.requests.length - before;
  syncing.kill('SIGTERM');
  return { servers: 4, errors, millis: spread(millis), requests_of_sync: synced, sync_ended: await syncing.ended };
}

/** Days before today, first and last. */
type Days = readonly [first: number, last: number];
const WEEK: Days = [8, 1];

async function ask(session: SessionProcess | undefined, [first, last]: Days): Promise<boolean> {
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const asked = { from: dayOf(first), to: dayOf(last), transcripts: 'loaded' };
  return (await session?.call('get_support_performance', asked))?.isError === false;
}

const pagesIn = (requests: Requests) => requests.flatMap(({ path }) => (path.startsWith('/api/chats/?') ? [path] : []));

function pagesAsked(requests: Requests): object {
  const pages = pagesIn(requests);
  return { pages: pages.length, asked_again: pages.length - new Set(pages).size };
}

/** Servers on one PostgreSQL are asked for days at once, beside one that is asked for them one after the other; and one is killed meanwhile. */
async function walks(): Promise<object> {
  await using postgres = await startPostgres();
  let databases = 0;
  const start = async (servers: number) => {
    databases += 1;
    const archive = await createDatabase(postgres.address, `walks_${databases}`, 'template0');
    const settings = { ...FRESH, archive, answer_within: 600 };
    // A week is about fifty pages then.
    return startServers({ size: 'small', servers, perMinute: 600, allowed: 600, pageSize: 5, settings });
  };
  const overlapping: readonly Days[] = [
    [7, 1],
    [12, 5],
    [9, 3],
  ];
  const results: Record<string, object> = {};
  for (const [name, days] of Object.entries({ same: [WEEK, WEEK, WEEK], overlapping })) {
    await using alone = await start(1);
    for (const some of days) await ask(alone.sessions[0], some);
    await using all = await start(days.length);
    const answers = await Promise.all(days.map((some, index) => ask(all.sessions[index], some)));
    const failed = answers.filter((isGood) => !isGood).length;
    results[name] = { failed, at_once: pagesAsked(all.requests), one_after_the_other: pagesAsked(alone.requests) };
  }
  await using two = await start(2);
  const [first, second] = two.sessions;
  const lost = ask(first, WEEK).catch(() => false);
  while (pagesIn(two.requests).length < 2) await sleep(20);
  const other = ask(second, WEEK);
  while (pagesIn(two.requests).length < 20) await sleep(5);
  first?.program.kill('SIGKILL');
  const killedAt = Date.now();
  const answers = await Promise.all([other, lost]);
  const next = two.requests.find(({ at }) => at > killedAt + 50);
  const takenOver = next === undefined ? undefined : next.at - killedAt;
  results['killed'] = { is_answered: answers[0], taken_over_after_millis: takenOver, ...pagesAsked(two.requests) };
  return results;
}

const Status = z.looseObject({ read_ahead: z.looseObject({ state: z.string() }) });
const Coverage = z.looseObject({ coverage: z.looseObject({ complete: z.boolean() }) });

/** A server reads ahead while nobody asks, and while a newcomer does; or reads nothing ahead. */
async function readAhead(): Promise<object> {
  const plan = { size: 'medium', servers: 1, perMinute: 60, allowed: 60 } as const;
  const alone = async () => {
    await using one = await startServers({ ...plan, readAheadDays: 30 });
    const began = Date.now();
    let state = '';
    while (state !== 'done' && Date.now() - began < 20 * MINUTE) {
      await sleep(5000);
      state = Status.parse((await one.sessions[0]?.call('get_service_status', {}))?.data).read_ahead.state;
    }
    return { state, seconds: Math.round((Date.now() - began) / 1000), ...budgetOf(one.requests) };
  };
  const asked = async (readAheadDays: number) => {
    await using one = await startServers({ ...plan, readAheadDays });
    const began = Date.now();
    const answers: object[] = [];
    for (const [at, tool, args] of [
      [20, 'get_support_performance', { period: 'last_7_days' }],
      [65, 'get_support_performance', { period: 'last_7_days', metrics: ['first_response'], group_by: ['agent'] }],
      [110, 'list_offline_messages', { limit: 5 }],
      [170, 'list_chats', { period: 'yesterday' }],
      [230, 'get_support_performance', { period: 'last_30_days', group_by: ['agent'] }],
      [320, 'search_transcripts', { query: 'refund' }],
    ] as const) {
      await sleep(Math.max(0, began + at * 1000 - Date.now()));
      const from = Date.now();
      const answer = await one.sessions[0]?.call(tool, args);
      const isWhole = Coverage.safeParse(answer?.data).data?.coverage.complete === true;
      answers.push({ after: at, tool, seconds: Math.round((Date.now() - from) / 100) / 10, whole: isWhole });
    }
    return { read_ahead_days: readAheadDays, answers, ...budgetOf(one.requests) };
  };
  // At once: each has a desk of its own, and all of them wait nearly all of the time.
  const [nobody, without, ahead] = await Promise.all([alone(), asked(0), asked(30)]);
  return { nobody_asks: nobody, a_person_asks_without: without, a_person_asks: ahead };
}

const MEASUREMENTS = { processes: sharedBudget, readers, walks, 'read-ahead': readAhead };
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (name.includes(process.argv[2] ?? '')) await record(name, await measure());
}
