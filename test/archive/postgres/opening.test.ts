import { Foreign } from '../../../src/model/foreign.ts';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { ArchiveUnusable } from '../../../src/model/errors.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { OfflineMessageId } from '../../../src/model/ids.ts';
import { offlineMessageRow } from '../../../src/archive/schema/row-conversion.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { createDatabase, dropDatabase, order } from '../../support/archive/databases.ts';

// An archive in a database that has never seen one, in one that others use, and in one that cannot be used.

const server = inject('postgres')?.server ?? '';
const OWNER = { origin: 'https://desk.example.com', login: 'ann@example.com' };
let databases = 0;

async function emptyDatabase(): Promise<string> {
  databases += 1;
  const name = `opening_${process.pid}_${databases}`;
  onTestFinished(() => dropDatabase(server, name));
  return createDatabase(server, name, 'template0');
}

/** A user who may do nothing. To be made before the database, which goes first. */
async function newRole(): Promise<string> {
  databases += 1;
  const role = `role_${process.pid}_${databases}`;
  await order(server, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  onTestFinished(() => order(server, `DROP ROLE ${role}`));
  return role;
}

async function open(location: string, owner = OWNER): Promise<Store> {
  const store = await openStore(location, owner);
  onTestFinished(() => store.close());
  return store;
}

async function refusalOf(location: string): Promise<ArchiveUnusable> {
  try {
    await open(location);
  } catch (error) {
    if (error instanceof ArchiveUnusable) return error;
    throw error;
  }
  throw new Error('it was opened');
}

function changed(location: string, change: (address: URL) => void): string {
  const address = new URL(location);
  change(address);
  return address.href;
}

const addressFor = (role: string, location: string): string =>
  changed(location, (url) => {
    url.username = role;
    url.password = 'secret';
  });

describe('an empty database', () => {
  test('becomes an archive for many at once', async () => {
    const archive = await emptyDatabase();
    const logins = ['ann', 'ben', 'ann', 'cleo', 'ann', 'ben'];
    const stores = await Promise.all(logins.map((name) => open(archive, { ...OWNER, login: `${name}@example.com` })));
    const accounts = stores.map(({ tables }, index) => [logins[index], tables.account]);
    // One account a login, whoever came first.
    expect(new Set(accounts.map(([login]) => login)).size).toBe(3);
    expect(new Set(accounts.map((pair) => pair.join(' '))).size).toBe(3);
    expect(new Set(accounts.map(([, account]) => account)).size).toBe(3);
  });

  test('holds the archive in schemas of its own, next to what is there', async () => {
    const archive = await emptyDatabase();
    await order(archive, 'CREATE TABLE chats (song text)');
    const { tables } = await open(archive);
    expect(await tables.chats().selectAll().execute()).toEqual([]);
    const client = new Client({ connectionString: archive });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{
      table_schema: string;
    }>(`SELECT DISTINCT table_schema FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY table_schema`);
    expect(rows.map((row) => row.table_schema)).toEqual(['chat_operations', 'chat_operations_decisions', 'public']);
    await order(archive, 'SELECT song FROM public.chats');
  });
});

test('two desks in one database see nothing of each other', async () => {
  const archive = await emptyDatabase();
  await using one = startService(smallWorld(7));
  await using other = startService(smallWorld(9));
  const elsewhere = { ...other, url: 'http://127.0.0.1:10' };
  for (const service of [one, elsewhere, one, elsewhere]) {
    await using desk = await openServer(service, { archive });
    const { world } = service;
    expect((await desk.ask('list_support_agents')).data.total).toBe(world.agents.length);
    expect((await desk.ask('list_offline_messages', { state: 'all' })).data.total).toBe(world.offlineMessages.length);
  }
});

test('text with a character that PostgreSQL does not store is kept without it', async () => {
  const { tables } = await open(await emptyDatabase());
  const now = epochMillis(Date.UTC(2026, 10, 18));
  const offlineMessageId = OfflineMessageId.parse(7);
  const message = {
    offlineMessageId,
    visitor: { name: new Foreign('A\0nn') },
    receivedAt: now,
    text: new Foreign('one\0two \u{1F600} \\0 \ud800'),
  };
  await tables.upsert('offline_messages', [offlineMessageRow(message, tables.account, now)]);
  expect(await tables.offlineMessages().select(['visitor_name', 'text']).execute()).toEqual([
    { visitor_name: 'A\uFFFDnn', text: 'one\uFFFDtwo \u{1F600} \\0 \uFFFD' },
  ]);
});

describe('what stands in the way is named, without a password', () => {
  test.each<[what: string, change: (address: URL) => void, words: string]>([
    ['a server that is not there', (address) => (address.port = '1'), 'its server cannot be reached'],
    ['a host that is none', (address) => (address.hostname = 'desk.invalid'), 'its server cannot be reached'],
    ['a wrong password', (address) => (address.password = 'wrong'), 'its server refuses the user or the password'],
    ['an unknown user', (address) => (address.username = 'nobody'), 'its server refuses the user or the password'],
    ['no such database', (address) => (address.pathname = 'nothing'), 'has no database of that name'],
    ['no TLS', (address) => address.searchParams.set('sslmode', 'verify-full'), 'its server has no TLS'],
    [
      'no file of an authority',
      (address) => (address.search = 'sslmode=verify-full&sslrootcert=/nowhere.pem'),
      'a file that its address names cannot be read',
    ],
    ['no socket', (address) => (address.search = 'host=/nowhere'), 'its server cannot be reached'],
  ])('%s', async (_what, change, words) => {
    const refusal = await refusalOf(changed(server, change));
    expect(refusal.message).toContain(words);
    expect(refusal.advice).toContain('CHAT_OPERATIONS_ARCHIVE');
    expect(`${refusal.message} ${refusal.advice}`).not.toMatch(/sandbox|wrong\b.*wrong|postgres:\/\//);
  });

  test('a user who may not make tables', async () => {
    const role = await newRole();
    const archive = await emptyDatabase();
    const address = addressFor(role, archive);
    expect((await refusalOf(address)).message).toContain('its user may not make or write the tables');
    // Nor may they in a schema that is somebody else's.
    await (await openStore(archive, OWNER)).close();
    expect((await refusalOf(address)).message).toContain('its user may not make or write the tables');
  });

  test('which is none for a user with schemas of their own', async () => {
    const role = await newRole();
    const archive = await emptyDatabase();
    for (const schema of ['chat_operations', 'chat_operations_decisions'])
      await order(archive, `CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
    const { tables } = await open(addressFor(role, archive));
    expect(await tables.chats().selectAll().execute()).toEqual([]);
  });

  test('a database that may only be read', async () => {
    const archive = await emptyDatabase();
    await order(archive, `ALTER DATABASE ${new URL(archive).pathname.slice(1)} SET default_transaction_read_only = on`);
    expect((await refusalOf(archive)).message).toContain('it may only be read, not written');
  });
});
