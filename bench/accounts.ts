// `node bench/accounts.ts [COUNT]…`: what accounts cost a node and a PostgreSQL that they share: memory, connections, rows and bytes;
// of every account the agents and the chats of last week are asked for once, then one after the other again. And the connections of a
// node that syncs all of them while a client listens to each.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getRequestListener } from '@hono/node-server';
import { Client as DatabaseClient } from 'pg';
import { z } from 'zod';
import { sandboxConfiguration } from '../src/commands/sandbox/sandbox-configuration.ts';
import { createService } from '../src/sandbox/service.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startProcess } from '../test/support/program.ts';
import { millisOf, record, residentMebibytes, startDesk } from './machine.ts';

const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 100];
/** Questions that are under way at once. */
const TOGETHER = 8;
/** A connection that nobody uses is closed after ten seconds. */
const IDLE_MILLIS = 15_000;
const SYNCED_WITHIN_MILLIS = 180_000;

const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
const service = createService({ world, requestsPerMinute: 1_000_000_000 });
await using desk = await startDesk({ world });

/** An account is told apart by its address: each has a port of its own, and one service answers all. */
async function startAddress() {
  const listener = getRequestListener(service.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

const Rows = z.array(z.object({ name: z.string(), value: z.coerce.number() }));
const seconds = (millis: number): number => Math.round(millis) / 1000;

/** A node with so many accounts, and a PostgreSQL of its own for them. */
async function startNode(count: number, changes: object) {
  const postgres = await startPostgres();
  const database = new DatabaseClient({ connectionString: postgres.address });
  await database.connect();
  const addresses = await Promise.all(Array.from({ length: count }, startAddress));
  const accounts = addresses.map(({ url }, index) => {
    const { base_url, email, password, codes } = sandboxConfiguration({ url, world });
    return { name: `account-${index}`, base_url, email, password, codes };
  });
  const [none, archive] = [undefined, postgres.address];
  const config = await desk.configure({
    ...changes,
    archive,
    accounts,
    base_url: none,
    email: none,
    password: none,
    bots: none,
    webhook_base_url: none,
    codes: none,
  });
  const began = performance.now();
  const program = startProcess(['http', '--config', config, '--port', '0'], desk.environment);
  const [, url = ''] = await program.said(/Listening on (\S+)/);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const rows = async (statement: string) => Rows.parse((await database.query(statement)).rows);
  return {
    names: accounts.map(({ name }) => name),
    began,
    program,
    client,
    rows,
    connections: () =>
      rows(`SELECT application_name AS name, count(*) AS value FROM pg_stat_activity
            WHERE application_name LIKE 'chat-operations-mcp%' GROUP BY 1`),
    async [Symbol.asyncDispose]() {
      await client.close();
      await program[Symbol.asyncDispose]();
      await database.end();
      for (const { server } of addresses) server.close().closeAllConnections();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

const sumOf = (rows: z.infer<typeof Rows>): number => rows.reduce((sum, { value }) => sum + value, 0);

async function asked(count: number): Promise<object> {
  await using node = await startNode(count, { requests_per_minute: 100_000, calls_per_minute: 1_000_000 });
  const start = await residentMebibytes(node.program);
  let [most, failed] = [0, 0];
  const askAll = () => {
    const left = node.names.values();
    const one = async () => {
      for (const account of left) {
        for (const name of ['list_support_agents', 'list_chats']) {
          if ((await node.client.callTool({ name, arguments: { account } })).isError === true) failed += 1;
        }
        most = Math.max(most, sumOf(await node.connections()));
      }
    };
    return millisOf(() => Promise.all(Array.from({ length: TOGETHER }, one)));
  };
  const first = await askAll();
  const resident = await residentMebibytes(node.program);
  const again = await askAll();
  await sleep(IDLE_MILLIS);
  const ofTables = (value: string) =>
    node.rows(`SELECT relname AS name, ${value} AS value FROM pg_class
               WHERE relkind = 'r' AND relnamespace = 'chat_operations'::regnamespace AND reltuples > 0 ORDER BY 2 DESC`);
  await node.rows('ANALYZE');
  const bytes = await ofTables('pg_total_relation_size(oid)');
  return {
    accounts: count,
    seconds: { first: seconds(first), again: seconds(again) },
    failed,
    resident_mebibytes: { start, asked: resident, again: await residentMebibytes(node.program) },
    mebibytes_each: Math.round(((resident - start) / count) * 100) / 100,
    connections: { most, idle: sumOf(await node.connections()) },
    rows_each: Math.round(sumOf(await ofTables('reltuples::bigint')) / count),
    bytes_each: Math.round(sumOf(bytes) / count),
    largest_tables: bytes.slice(0, 6),
  };
}

/** The connections of a node that syncs every account, and tells a client of the changes of each. */
async function synced(count: number): Promise<object> {
  // It is its connections that count.
  await using node = await startNode(count, { requests_per_minute: 2, sync: true });
  await node.client.listen({ resourceSubscriptions: node.names.map((name) => `chat://${name}/status`) });
  const most: Record<string, number> = {};
  let held = 0;
  while (held < count && performance.now() < node.began + SYNCED_WITHIN_MILLIS) {
    await sleep(100);
    for (const { name, value } of await node.connections()) most[name] = Math.max(most[name] ?? 0, value);
    const leases = `SELECT 'leases' AS name, count(*) AS value FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE locktype = 'advisory' AND granted AND application_name = 'chat-operations-mcp sync'`;
    held = sumOf(await node.rows(leases));
  }
  const refused = node.program.err().match(/no connection left/g)?.length ?? 0;
  return {
    accounts: count,
    leases: held,
    seconds: seconds(performance.now() - node.began),
    most_connections: most,
    refused,
  };
}

const [results, syncs]: [object[], object[]] = [[], []];
for (const count of COUNTS) {
  results.push(await asked(count));
  syncs.push(await synced(count));
}
await record('accounts', { sandbox: { size: 'small', chats: world.chats.length }, results, synced: syncs });
