import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { openExistingStore } from '../../../src/archive/store.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { filesOf } from '../../support/archive/archive-files.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { first, NOW, openServer, startService, type Desk, type Service } from '../../mcp/desk.ts';
import { thinWorld } from '../walking/thin-world.ts';

// A person who asks for it is removed for good: from every answer, and from every byte of the archive.

const NAME = 'Quillon Zephyrine';
const EMAIL = 'quillon.zephyrine@canary.example';
const WORD = 'Xylophonica';
const CANARY_OF_DRAFT = 'Zymurgistic';

/** A world in which one visitor has a name, an address and words that nobody else has. */
function worldWithCanary() {
  const world = thinWorld();
  const { visitorId } = first(world.offlineMessages);
  const isTheirs = (record: { visitorId: number }): boolean => record.visitorId === visitorId;
  const person = { visitorName: NAME, visitorEmail: EMAIL };
  const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
  chat.visitorId = visitorId;
  for (const own of world.chats.filter(isTheirs)) Object.assign(own, person);
  for (const own of world.offlineMessages.filter(isTheirs)) Object.assign(own, person, { text: `${WORD} in writing` });
  for (const { records } of world.visitors.filter(isTheirs)) {
    for (const record of records) record.contact = { name: NAME, email: EMAIL, phone: '' };
  }
  first(chat.messages).text = `Has my ${WORD} been sent?`;
  return {
    world,
    visitorId: VisitorId.parse(visitorId),
    chatId: chat.chatId,
    offlineMessageId: first(world.offlineMessages).offlineMessageId,
    chats: world.chats.filter(isTheirs),
    offlineMessages: world.offlineMessages.filter(isTheirs),
  };
}

/** Reads everything that the archive can hold of the visitor, and a chat of everybody else. */
async function readAll(desk: Desk, canary: ReturnType<typeof worldWithCanary>): Promise<void> {
  // As long as no chat names the address, the list of visitors is read for it.
  await desk.ask('get_visitor_stats', { visitor: EMAIL });
  await desk.ask('list_chats', { period: 'last_90_days' });
  await desk.ask('list_offline_messages');
  for (const { chatId } of canary.chats) await desk.ask('get_chat_transcript', { chat_id: chatId });
  await desk.ask('get_offline_message', { offline_message_id: canary.offlineMessageId });
  await desk.ask('record_triage', {
    offline_message_id: canary.offlineMessageId,
    priority: 'soon',
    note: `${NAME} asks for ${WORD}`,
    draft_reply: `Dear ${NAME}, ${CANARY_OF_DRAFT}`,
  });
}

/** Returns the canary's words that are found in the archive, wherever it is. */
async function traces(archive: string, words: readonly string[]): Promise<string[]> {
  if (ENGINE === 'postgres') {
    const client = new Client({ connectionString: archive });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname LIKE 'chat_operations%' UNION ALL SELECT 'pg_catalog.pg_stats'`,
      );
      const found: string[] = [];
      for (const { name } of rows) {
        for (const word of words) {
          const query = `SELECT 1 FROM ${name} AS t WHERE t::text ILIKE $1 LIMIT 1`;
          const { rowCount } = await client.query(query, [`%${word}%`]);
          if (rowCount !== 0) found.push(`${word} in ${name}`);
        }
      }
      return found;
    } finally {
      await client.end();
    }
  }
  return [...filesOf(archive), `${archive}-shm`]
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const bytes = readFileSync(file).toString('latin1').toLowerCase();
      return words.filter((word) => bytes.includes(word.toLowerCase())).map((word) => `${word} in ${file}`);
    });
}

async function erase(archive: string, { url, world }: Service, visitorId: VisitorId) {
  const store = await openExistingStore(archive, { origin: url, login: world.account.superAdmin.email });
  try {
    return await eraseVisitor(store, visitorId, () => epochMillis(NOW));
  } finally {
    await store.close();
  }
}

test('D2: a visitor who is erased is in no byte of the archive, while a server goes on', async () => {
  const canary = worldWithCanary();
  const { visitorId, chats, offlineMessages } = canary;
  const archive = await archiveOfTest();
  await using service = startService(canary.world);
  await using desk = await openServer(service, { archive });
  await readAll(desk, canary);
  const words = [EMAIL, NAME, WORD, CANARY_OF_DRAFT];
  const before = (await traces(archive, words)).join('\n');
  for (const word of words) expect(before).toContain(word);

  const erased = await erase(archive, service, visitorId);
  expect(erased).toMatchObject({
    chats: chats.length,
    transcripts: chats.length,
    messages: chats.flatMap(({ messages }) => messages).length,
    offlineMessages: offlineMessages.length,
    offlineReplies: first(offlineMessages).replies.length,
    decisions: 1,
    records: 2,
    copies: [],
  });
  expect(await traces(archive, words)).toEqual([]);
  // Once more is as good.
  expect(await erase(archive, service, visitorId)).toMatchObject({ chats: 0, messages: 0, records: 0 });
});

test('D2: nothing brings an erased visitor back, and who asks for their records is told so', async () => {
  const canary = worldWithCanary();
  const { world, visitorId, chatId, offlineMessageId, chats, offlineMessages } = canary;
  const archive = await archiveOfTest();
  await using service = startService(world);
  await using desk = await openServer(service, { archive });
  await readAll(desk, canary);
  await erase(archive, service, visitorId);

  service.clock.now += 24 * 3_600_000 * 3;
  const list = await desk.ask('list_chats', { from: '2026-09-01', limit: 100 });
  const kept = world.chats.filter(({ requestedAt }) => requestedAt >= Date.UTC(2026, 8, 1));
  expect(list.data.total).toBe(kept.length - kept.filter((chat) => chats.includes(chat)).length);
  expect(list.data.coverage.complete).toBe(true);
  expect((await desk.ask('list_offline_messages', { state: 'all' })).data.total).toBe(
    world.offlineMessages.filter((message) => !offlineMessages.includes(message)).length,
  );
  const refused = [
    ['get_chat_transcript', { chat_id: chatId }, 'chat'],
    ['get_offline_message', { offline_message_id: offlineMessageId }, 'offline message'],
    ['record_triage', { offline_message_id: offlineMessageId, priority: 'soon' }, 'offline message'],
    ['get_visitor_stats', { visitor: String(visitorId) }, 'visitor'],
  ] as const;
  for (const [tool, args, kind] of refused) {
    const { isError, text } = await desk.ask(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain(`The ${kind} `);
    expect(text).toContain('belongs to a visitor who was erased from this archive');
  }
  expect(await traces(archive, [EMAIL, NAME, WORD, CANARY_OF_DRAFT])).toEqual([]);
});

test('D2: what is being read while a visitor is erased does not bring them back', async () => {
  const canary = worldWithCanary();
  const archive = await archiveOfTest();
  await using service = startService(canary.world);
  await using desk = await openServer(service, { archive });
  await desk.ask('list_support_agents');
  service.gateway = async (path) => {
    // The transcript is under way, and comes afterwards.
    if (path.includes(String(canary.chatId))) await erase(archive, service, canary.visitorId);
  };
  const { isError, text } = await desk.ask('get_chat_transcript', { chat_id: canary.chatId });
  expect(isError).toBe(true);
  expect(text).toContain('was erased from this archive');
  expect(await traces(archive, [EMAIL, NAME, WORD, CANARY_OF_DRAFT])).toEqual([]);
});

test.runIf(ENGINE === 'sqlite')('backups and damaged files go with the person, and are named', async () => {
  const canary = worldWithCanary();
  const archive = await archiveOfTest();
  await using service = startService(canary.world);
  await (await openServer(service, { archive })).close();
  const copies = [`${archive}.before-0005_packed_days`, `${archive}.damaged-20261101-101112`];
  const others = [`${archive}-sync`, `${archive.replace('desk', 'other')}.before-0005_packed_days`];
  for (const file of [...copies, `${copies[1]}-wal`, ...others]) await writeFile(file, EMAIL);
  const erased = await erase(archive, service, canary.visitorId);
  expect(erased.copies.map(({ path }) => path)).toEqual([...copies, `${copies[1]}-wal`]);
  for (const file of copies) expect(existsSync(file)).toBe(false);
  for (const file of others) expect(existsSync(file)).toBe(true);
});
