// `node bench/walks.ts`: three servers in processes of their own on one PostgreSQL are asked the same, and days that overlap, at
// once, with nothing at hand: the requests beside those of one server that is asked one after the other; and one that is killed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { USUAL_DIALECT } from '../src/sandbox/dialects.ts';
import { startSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { createDatabase } from '../test/support/archive/databases.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { record } from './machine.ts';

const DAY = 86_400_000;
const SERVERS = 3;
/** So that a week is about fifty pages. */
const PAGE_SIZE = 5;

type Order = 'newest' | 'shuffled';

/** Days before today, first and last. */
type Days = readonly [first: number, last: number];

/** The questions of each server, all at once. */
type Questions = readonly (readonly Days[])[];

const SAME: Questions = Array.from({ length: SERVERS }, () => [[8, 1]]);
const SAME_TWICE: Questions = Array.from({ length: SERVERS }, () => [
  [8, 1],
  [8, 1],
]);
const OVERLAPPING: Questions = [[[7, 1]], [[12, 5]], [[9, 3]]];
const OVERLAPPING_ON_ONE: Questions = [
  [
    [7, 1],
    [12, 5],
  ],
];
const OVERLAPPING_ON_EACH: Questions = Array.from({ length: SERVERS }, () => [
  [7, 1],
  [12, 5],
]);

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
const postgres = await startPostgres();
let databases = 0;

interface Scene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly sessions: SessionProcess[];
}

async function openScene(servers: number, perMinute: number, order: Order): Promise<Scene> {
  databases += 1;
  const archive = await createDatabase(postgres.address, `walks_${databases}`, 'template0');
  const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
  const sandbox = await startSandbox({
    world,
    pageSize: PAGE_SIZE,
    requestsPerMinute: perMinute,
    dialect: { ...USUAL_DIALECT, order },
  });
  const config = join(folder, `${databases}.json`);
  await writeFile(
    config,
    JSON.stringify({
      ...sandboxConfiguration(sandbox),
      archive,
      requests_per_minute: perMinute,
      answer_within: 600,
      maximum_age_seconds: { today: 86_400, agents: 86_400, offline_messages: 86_400, visitors: 86_400 },
    }),
    { mode: 0o600 },
  );
  const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' };
  const sessions: SessionProcess[] = [];
  for (let index = 0; index < servers; index += 1) {
    sessions.push(await startSessionProcess(['--config', config], environment));
  }
  return {
    sandbox,
    sessions,
    async [Symbol.asyncDispose]() {
      await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
      await sandbox.close();
    },
  };
}

const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

async function ask(session: SessionProcess | undefined, [first, last]: Days): Promise<boolean> {
  const asked = { from: dayOf(first), to: dayOf(last), transcripts: 'loaded' };
  const answer = await session?.call('get_support_performance', asked);
  return answer?.isError === false;
}

const chatPages = ({ sandbox }: Scene) => sandbox.requests.filter(({ path }) => path.startsWith('/api/chats/?'));

/** The requests for a page that was asked for before. */
function again(scene: Scene): number {
  const pages = chatPages(scene).map(({ path }) => path);
  return pages.length - new Set(pages).size;
}

async function measure(questions: Questions, perMinute: number, order: Order) {
  await using alone = await openScene(1, perMinute, order);
  for (const days of questions.flat()) await ask(alone.sessions[0], days);
  await using scene = await openScene(questions.length, perMinute, order);
  const began = performance.now();
  const answers = await Promise.all(
    questions.flatMap((some, index) => some.map((days) => ask(scene.sessions[index], days))),
  );
  return {
    requests_a_minute: perMinute,
    order,
    seconds: Math.round((performance.now() - began) / 1000),
    failed: answers.filter((isGood) => !isGood).length,
    pages: chatPages(scene).length,
    pages_asked_again: again(scene),
    one_after_the_other: chatPages(alone).length,
    asked_again_one_after_the_other: again(alone),
  };
}

/** One of two servers is killed in the middle of the walk that both are asked for. */
async function measureKill(perMinute: number, order: Order) {
  await using alone = await openScene(1, perMinute, order);
  await ask(alone.sessions[0], [8, 1]);
  await using scene = await openScene(2, perMinute, order);
  const [first, second] = scene.sessions;
  const lost = ask(first, [8, 1]);
  lost.catch(() => undefined);
  const enough = Math.floor(chatPages(alone).length / 2);
  while (chatPages(scene).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  const other = ask(second, [8, 1]);
  while (chatPages(scene).length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
  first?.program.kill('SIGKILL');
  const killedAt = Date.now();
  const atKill = scene.sandbox.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  const isAnswered = await other;
  const next = scene.sandbox.requests.slice(atKill).find(({ at }) => at > killedAt + 50);
  return {
    requests_a_minute: perMinute,
    order,
    is_answered: isAnswered,
    taken_over_after_millis: next === undefined ? undefined : next.at - killedAt,
    pages: chatPages(scene).length,
    without_a_kill: chatPages(alone).length,
  };
}

const RUNS: Readonly<Record<string, Questions>> = {
  same: SAME,
  same_twice_on_each: SAME_TWICE,
  overlapping: OVERLAPPING,
  overlapping_on_one: OVERLAPPING_ON_ONE,
  overlapping_on_each: OVERLAPPING_ON_EACH,
};

try {
  const rates = (process.env['RATES'] ?? '60,600').split(',').map(Number);
  const results: Record<string, unknown> = {};
  for (const perMinute of rates) {
    for (const order of ['newest', 'shuffled'] as const) {
      for (const [name, questions] of Object.entries(RUNS)) {
        results[`${name}_${perMinute}_${order}`] = await measure(questions, perMinute, order);
      }
      results[`killed_${perMinute}_${order}`] = await measureKill(perMinute, order);
    }
  }
  await record('walks', results);
} finally {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
