// `node bench/accounts.ts [COUNT]…`: what accounts cost a node and a PostgreSQL that they share: memory, connections, rows and bytes;
// of every account the agents and the chats of last week are asked for once, then one after the other again. And the connections of a
// node that syncs all of them while a client listens to each.
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getRequestListener } from '@hono/node-server';
import { Client as DatabaseClient } from 'pg';
import { z } from 'zod';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { createService } from '../src/sandbox/service.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startProcess, type ProgramProcess } from '../test/support/program.ts';
import { record } from './machine.ts';

const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 100];
/** Questions that are under way at once. */
const TOGETHER = 8;
/** A connection that nobody uses is closed after ten seconds. */
const IDLE_MILLIS = 15_000;

/** The sync of an account asks seldom: it is its connections that count. */
const SYNC_REQUESTS_PER_MINUTE = 2;
const SYNCED_WITHIN_MILLIS = 180_000;

const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
const service = createService({ world, requestsPerMinute: 1_000_000_000 });

/** An account is told apart by its address: each has a port of its own, and one service answers all. */
async function startAddress(): Promise<{ server: Server; url: string }> {
  const listener = getRequestListener(service.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function residentMebibytes({ pid }: ProgramProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

const Numbers = z.array(z.object({ value: z.coerce.number() }));
const Counts = z.array(z.object({ name: z.string(), value: z.coerce.number() }));
const Tables = z.array(z.object({ name: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() }));

/** A PostgreSQL of its own, and settings of so many accounts that lie there. */
async function startAccounts(count: number, changes: object) {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-accounts-'));
  const postgres = await startPostgres();
  const database = new DatabaseClient({ connectionString: postgres.address });
  await database.connect();
  const addresses = await Promise.all(Array.from({ length: count }, startAddress));
  const accounts = addresses.map(({ url }, index) => {
    const { base_url, email, password, codes } = sandboxConfiguration({ url, world });
    return { name: `account-${index}`, base_url, email, password, codes };
  });
  const config = join(folder, 'settings.json');
  const settings = { archive: postgres.address, calls_per_minute: 1_000_000, ...changes, accounts };
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
  return {
    names: accounts.map(({ name }) => name),
    database,
    start: () => startProcess(['http', '--config', config, '--port', '0'], { [TOKEN_VARIABLE]: 'unused' }),
    number: async (statement: string) => Numbers.parse((await database.query(statement)).rows)[0]?.value ?? 0,
    async [Symbol.asyncDispose]() {
      await database.end();
      for (const { server } of addresses) server.close().closeAllConnections();
      await rm(folder, { recursive: true });
      await postgres[Symbol.asyncDispose]();
    },
  };
}

async function connectTo(program: ProgramProcess): Promise<Client> {
  const [, url = ''] = await program.said(/Listening on (\S+)/);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

const OURS = "application_name LIKE 'chat-operations-mcp%'";

async function measured(count: number): Promise<object> {
  await using desks = await startAccounts(count, { requests_per_minute: 100_000 });
  const { names, database } = desks;
  const connections = () => desks.number(`SELECT count(*) AS value FROM pg_stat_activity WHERE ${OURS}`);
  await using program = desks.start();
  const client = await connectTo(program);
  const start = await residentMebibytes(program);
  let most = 0;
  const failures = new Map<string, number>();
  const askAll = async () => {
    const left = names.values();
    const began = performance.now();
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (const name of left) {
          for (const tool of ['list_support_agents', 'list_chats']) {
            const { content, isError } = await client.callTool({ name: tool, arguments: { account: name } });
            const [first] = content;
            if (isError === true && first?.type === 'text') {
              failures.set(first.text.slice(0, 80), (failures.get(first.text.slice(0, 80)) ?? 0) + 1);
            }
          }
          most = Math.max(most, await connections());
        }
      }),
    );
    return Math.round(performance.now() - began) / 1000;
  };
  const first = await askAll();
  const asked = await residentMebibytes(program);
  const again = await askAll();
  await new Promise((resolve) => {
    setTimeout(resolve, IDLE_MILLIS);
  });
  const idle = await connections();
  await database.query('ANALYZE');
  const { rows } = await database.query(
    `SELECT relname AS name, reltuples::bigint AS rows, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'chat_operations'::regnamespace AND reltuples > 0 ORDER BY 3 DESC`,
  );
  const tables = Tables.parse(rows);
  const sum = (key: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[key], 0);
  await client.close();
  return {
    accounts: count,
    seconds: { first, again },
    failures: Object.fromEntries(failures),
    resident_mebibytes: { start, asked, again: await residentMebibytes(program) },
    mebibytes_each: Math.round(((asked - start) / count) * 100) / 100,
    connections: { most, idle },
    rows_each: Math.round(sum('rows') / count),
    bytes_each: Math.round(sum('bytes') / count),
    largest_tables: tables.slice(0, 6),
  };
}

/** The connections of a node that syncs every account, and tells a client of the changes of each. */
async function connectionsOf(count: number): Promise<object> {
  await using desks = await startAccounts(count, { requests_per_minute: SYNC_REQUESTS_PER_MINUTE, sync: true });
  const began = performance.now();
  await using program = desks.start();
  const client = await connectTo(program);
  await client.listen({ resourceSubscriptions: desks.names.map((name) => `chat://${name}/status`) });
  const leases = () =>
    desks.number(
      `SELECT count(*) AS value FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND application_name = 'chat-operations-mcp sync'`,
    );
  const most: Record<string, number> = {};
  for (;;) {
    const { rows } = await desks.database.query(
      `SELECT application_name AS name, count(*) AS value FROM pg_stat_activity WHERE ${OURS} GROUP BY 1`,
    );
    for (const { name, value } of Counts.parse(rows)) most[name] = Math.max(most[name] ?? 0, value);
    if ((await leases()) >= count || performance.now() > began + SYNCED_WITHIN_MILLIS) break;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  const held = await leases();
  const taken = Math.round(performance.now() - began) / 1000;
  const refused = program.err().match(/no connection left/g)?.length ?? 0;
  await client.close();
  return { accounts: count, leases: held, seconds: taken, most_connections: most, refused };
}

const results: object[] = [];
const synced: object[] = [];
for (const count of COUNTS) {
  results.push(await measured(count));
  synced.push(await connectionsOf(count));
}
await record('accounts', { sandbox: { size: 'small', chats: world.chats.length }, results, synced });
