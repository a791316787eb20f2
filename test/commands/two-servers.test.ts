import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { startSession, type Session } from '../support/session.ts';

// Several hosts of one person, each with a server of its own, on one archive file.

const desk = await startDesk();
const { chats, offlineMessages, agents } = desk.sandbox.world;
afterAll(() => desk[Symbol.asyncDispose]());

/** Longer than the world is old, and up to today. */
const everything = { from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) };

async function askEverything(session: Session): Promise<void> {
  const [listed, waiting, staff] = await Promise.all([
    session.call('list_chats', everything),
    session.call('list_offline_messages', { state: 'all' }),
    session.call('list_support_agents', {}),
  ]);
  expect(listed).toMatchObject({ isError: false, data: { total: chats.length, coverage: { complete: true } } });
  expect(waiting).toMatchObject({ isError: false, data: { total: offlineMessages.length } });
  expect(staff).toMatchObject({ isError: false, data: { total: agents.length } });
}

/** How often each path was asked for since so many requests. */
function countsSince(begin: number): Map<string, number> {
  const paths = Map.groupBy(desk.sandbox.requests.slice(begin), ({ path }) => path);
  return new Map([...paths].map(([path, { length }]) => [path, length]));
}

test('all answer, and nothing is lost', async () => {
  const alone = await startSession(
    ['--config', await desk.configure({ archive: join(desk.folder, 'alone.sqlite') })],
    desk.environment,
  );
  await askEverything(alone);
  await alone.finish();
  const byOne = countsSince(0);
  const begin = desk.sandbox.requests.length;

  const archive = join(desk.folder, 'shared.sqlite');
  const flags = ['--config', await desk.configure({ archive })];
  const start = () => startSession(flags, desk.environment);
  // Each finds no file, and makes it.
  const sessions = await Promise.all([start(), start(), start(), start()]);
  await Promise.all(sessions.map(askEverything));
  for (const session of sessions) expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  // No page was asked for by two of them.
  const askedAgain = [...countsSince(begin)].filter(([path, count]) => count > (byOne.get(path) ?? 0));
  expect(askedAgain.map(([path]) => path)).toStrictEqual([]);

  const database = new DatabaseSync(archive, { readOnly: true });
  const idsIn = (table: string, column: string) =>
    database
      .prepare(`SELECT ${column} AS id FROM ${table} ORDER BY id`)
      .all()
      .map(({ id }) => id);
  expect(idsIn('chats', 'chat_id')).toStrictEqual(chats.map(({ chatId }) => chatId).sort((one, other) => one - other));
  expect(idsIn('offline_messages', 'offline_message_id')).toStrictEqual(
    offlineMessages.map(({ offlineMessageId }) => offlineMessageId).sort((one, other) => one - other),
  );
  expect(idsIn('agents', 'agent_id')).toStrictEqual(agents.map(({ agentId }) => agentId));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();

  // And one that comes later has it all at hand.
  await using late = await start();
  const before = desk.sandbox.requests.length;
  await late.call('list_chats', everything);
  expect(desk.sandbox.requests.length).toBe(before);
  await late.finish();
});
