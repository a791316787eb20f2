import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Audit } from '../../../src/archive/care/audit.ts';
import { openExistingStore, openStore } from '../../../src/archive/store.ts';
import { OfflineMessageId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { NOW, openServer, startService } from '../../mcp/desk.ts';
import { temporaryFile } from '../tables/temporary-file.ts';

// An archive of before the first release, which had its decisions among all other rows.

const TABLES = `CREATE TABLE kysely_migration (name text, timestamp text);
  CREATE TABLE accounts (account integer PRIMARY KEY, origin text NOT NULL, login text NOT NULL, UNIQUE (origin, login));
  CREATE TABLE chats (account integer NOT NULL, chat_id bigint NOT NULL, PRIMARY KEY (account, chat_id));
  CREATE TABLE account_keys (account integer NOT NULL, purpose text NOT NULL, hex text NOT NULL, PRIMARY KEY (account, purpose));
  CREATE TABLE erased_visitors (account integer NOT NULL, visitor_id bigint NOT NULL, erased_at bigint NOT NULL,
    PRIMARY KEY (account, visitor_id));
  CREATE TABLE audit (account integer NOT NULL, entry bigint NOT NULL, at bigint NOT NULL, action text NOT NULL,
    bot text, endpoint text, session_hmac text, bytes bigint, body_hmac text, visitor_id bigint, removed text,
    outcome text NOT NULL, status integer, finished_at bigint, PRIMARY KEY (account, entry));
  CREATE TABLE triage (account integer NOT NULL, offline_message_id bigint NOT NULL, priority text NOT NULL,
    category text, note text, draft_reply text, decided_at bigint NOT NULL, PRIMARY KEY (account, offline_message_id));
  INSERT INTO chats VALUES (1, 7);
  INSERT INTO account_keys VALUES (1, 'pseudonyms', '${'0a'.repeat(32)}');
  INSERT INTO erased_visitors VALUES (1, 4711, ${NOW});
  INSERT INTO audit (account, entry, at, action, visitor_id, outcome) VALUES (1, 3, ${NOW}, 'erase', 4711, 'erased');
  INSERT INTO triage (account, offline_message_id, priority, note, decided_at) VALUES (1, 12, 'soon', 'Call back', ${NOW});
  PRAGMA application_id = 1129267538`;

test('is set aside with its decisions taken over, and told about', async () => {
  await using service = startService();
  const archive = await temporaryFile();
  const owner = { origin: service.url, login: service.world.account.superAdmin.email };
  const file = new DatabaseSync(archive);
  file.exec(TABLES);
  file.prepare('INSERT INTO accounts VALUES (1, ?, ?)').run(owner.origin, owner.login);
  file.close();
  writeFileSync(`${archive}-decisions`, 'the second copy of before');
  await expect(openExistingStore(archive, owner)).rejects.toThrow('An older version made the archive');

  const told: string[] = [];
  const telling = { tell: (words: string) => void told.push(words), clock: () => epochMillis(NOW) };
  const store = await openStore(archive, owner, telling);
  const { tables } = store;
  expect(await tables.chats().selectAll().execute()).toEqual([]);
  expect(await tables.erasedVisitors().selectAll().execute()).toMatchObject([
    { visitor_id: 4711, erased_at: NOW, finished_at: NOW },
  ]);
  expect(
    await tables.triage().where('offline_message_id', '=', OfflineMessageId.parse(12)).selectAll().execute(),
  ).toMatchObject([{ priority: 'soon', note: 'Call back', caller: null }]);
  expect(await new Audit(tables, telling.clock).lines()).toMatchObject([{ entry: 3, visitorId: 4711 }]);
  expect(await tables.accountKeys().select('hex').execute()).toEqual([{ hex: '0a'.repeat(32) }]);
  await store.close();
  expect(told).toEqual([
    `An older version made the archive. It is set aside as ${basename(archive)}.before-20261118-153000, and a new one is begun: what it held is read again when it is asked for, except lines of calls over HTTP. The saved decisions are taken over: 1 erased visitors, 1 keys of pseudonyms, 1 lines of the audit, 1 decisions of triage, 0 meanings of codes, 0 tokens of callers.`,
  ]);
  const beside = readdirSync(dirname(archive)).filter((name) => name.includes('.before-'));
  expect(beside.sort()).toEqual(
    ['', '-decisions'].map((suffix) => `${basename(archive)}.before-20261118-153000${suffix}`),
  );
  expect(existsSync(`${archive}-decisions`)).toBe(false);
  await using desk = await openServer(service, { archive });
  expect((await desk.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
});
