// `node bench/statements.ts`: how many statements warm answers ask an archive for, how many of these are compiled and
// prepared anew, and what an answer takes, on SQLite and on PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { DefaultQueryCompiler } from 'kysely';
import { Connection } from 'pg';
import { openAccount } from '../src/commands/account.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import { readSettings, theOnly } from '../src/config/read.ts';
import { servedAlone } from '../src/answers/desk.ts';
import { createServer } from '../src/mcp/server.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { fill } from './archive-fill.ts';
import { record } from './machine.ts';

/** The records of two months of a large desk. */
const CHATS = 100_000;
const TRANSCRIPTS = 2000;
const RUNS = 50;
const RUNS_BEFORE = 10;
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));

const QUESTIONS = {
  last_week: ['get_support_performance', { period: 'last_week' }],
  last_week_by_agent: ['get_support_performance', { period: 'last_week', group_by: ['agent'] }],
  a_page_of_last_week: ['list_chats', { period: 'last_week', limit: 20 }],
  // All of its transcripts are at hand.
  two_words_of_yesterday: ['search_transcripts', { query: 'refund order', period: 'yesterday' }],
  status: ['get_service_status', {}],
} as const;

/** The numbers of statements that the archive's engine and its callers made in this process. */
const asked = { executed: 0, compiled: 0, prepared: 0 };

/** Has a method count how often it is called. */
function count<Name extends string>(
  what: keyof typeof asked,
  of: Record<Name, (...args: never[]) => unknown>,
  name: Name,
): void {
  of[name] = new Proxy(of[name], {
    apply: (method, self: unknown, args): unknown => {
      asked[what] += 1;
      return Reflect.apply(method, self, args);
    },
  });
}

count('compiled', DefaultQueryCompiler.prototype, 'compileQuery');
count('prepared', DatabaseSync.prototype, 'prepare');
count('executed', StatementSync.prototype, 'all');
count('executed', StatementSync.prototype, 'run');
count('prepared', Connection.prototype, 'parse');
count('executed', Connection.prototype, 'bind');
// A server prepares what comes as plain text each time.
count('prepared', Connection.prototype, 'query');
count('executed', Connection.prototype, 'query');

async function connect(location: string) {
  const settings = theOnly(readSettings({ flags: { sandbox: true }, environment: {} }));
  const account = sandboxAccount(sandbox);
  const opened = await openAccount(
    { ...settings, ...account, archive: location, requests_per_minute: 1_000_000 },
    () => NOW,
  );
  const client = new Client({ name: 'bench', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(servedAlone(opened.desk)).connect(theirs), client.connect(ours)]);
  return {
    ask: async (name: string, args: Readonly<Record<string, unknown>>): Promise<void> => {
      const { isError, content } = await client.callTool({ name, arguments: { ...args } });
      if (isError === true) throw new Error(JSON.stringify(content));
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await opened.close();
    },
  };
}

/** The time that something took: on the clock, and of this process's own computing. */
interface Spent {
  readonly millis: number;
  readonly cpu: number;
}

async function spentOn(work: () => Promise<void>): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { millis: performance.now() - began, cpu: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  const value = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}

async function measure(location: string): Promise<object> {
  const filled = await fill(location, sandbox, { chats: CHATS, transcripts: TRANSCRIPTS });
  await using desk = await connect(location);
  const answers: Record<string, object> = {};
  for (const [name, [tool, args]] of Object.entries(QUESTIONS)) {
    // What has yet to be read is read; what has yet to be compiled to machine code is.
    for (let run = 0; run < RUNS_BEFORE; run += 1) await desk.ask(tool, args);
    const before = { ...asked };
    await desk.ask(tool, args);
    const counts = {
      executed: asked.executed - before.executed,
      compiled: asked.compiled - before.compiled,
      prepared: asked.prepared - before.prepared,
    };
    const spent: Spent[] = [];
    for (let run = 0; run < RUNS; run += 1) spent.push(await spentOn(() => desk.ask(tool, args)));
    answers[name] = {
      ...counts,
      millis: median(spent.map(({ millis }) => millis)),
      cpu_millis: median(spent.map(({ cpu }) => cpu)),
    };
  }
  return { rows: { chats: filled.chats.rows, transcripts: filled.transcripts.rows }, answers };
}

const world = createWorld({ seed: 1, size: 'large', now: NOW });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000, clock: () => NOW });
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
await using postgres = await startPostgres();
try {
  const sqlite = await measure(join(folder, 'desk.sqlite'));
  await record('statements', { runs: RUNS, sqlite, postgres: await measure(postgres.address) });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
