import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openExistingStore } from '../../../src/archive/store.ts';
import { first, openServer, readTranscripts, startService } from '../../mcp/desk.ts';
import { decisionsOf } from '../../support/archive/archive-files.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { order } from '../../support/archive/databases.ts';
import { containing } from '../../support/matchers.ts';
import { thinWorld } from '../walking/thin-world.ts';

// What an archive of another version is to this one.

/** Changes tables as no archive would: of what can be read again, or of decisions. */
async function change(archive: string, part: 'archive' | 'decisions', statement: string): Promise<void> {
  if (ENGINE === 'postgres') {
    const schema = part === 'archive' ? 'chat_operations' : 'chat_operations_decisions';
    await order(archive, `SET search_path = ${schema}; ${statement}`);
    return;
  }
  using file = new DatabaseSync(part === 'archive' ? archive : decisionsOf(archive));
  file.exec(statement);
}

describe('an archive that a newer version made is refused, and left as it is', () => {
  test.each([
    ['of what can be read again', 'archive', 'UPDATE parts SET number = number + 1'],
    ['of decisions', 'decisions', 'INSERT INTO decision_steps (number) VALUES (99)'],
  ] as const)('%s', async (_what, part, statement) => {
    const archive = await archiveOfTest();
    await using service = startService();
    await (await openServer(service, { archive })).close();
    await change(archive, part, statement);
    const contents = () =>
      ENGINE === 'sqlite' ? [archive, decisionsOf(archive)].map((file) => readFileSync(file)) : [];
    const before = contents();
    await expect(openServer(service, { archive })).rejects.toMatchObject({
      message: containing('made by a newer version'),
      advice: containing('Update this program'),
    });
    expect(contents()).toStrictEqual(before);
  });
});

test('of an archive that an older version made, only what has changed is read again, and what was decided stays', async () => {
  const archive = await archiveOfTest();
  await using service = startService(thinWorld());
  const { world } = service;
  const before = await openServer(service, { archive });
  await readTranscripts(before);
  await before.ask('list_chats', { period: 'last_7_days' });
  await before.ask('list_offline_messages');
  const { offlineMessageId } = first(world.offlineMessages);
  await before.ask('record_triage', { offline_message_id: offlineMessageId, priority: 'soon' });
  await before.close();
  const store = await openExistingStore(archive, { origin: service.url, login: world.account.superAdmin.email });
  const transcripts = await store.tables.countOf('transcripts');
  await store.close();
  expect(transcripts).toBeGreaterThan(0);

  await change(
    archive,
    'archive',
    "ALTER TABLE transcripts DROP COLUMN city; UPDATE parts SET text = 'another' WHERE part = 'transcripts'",
  );
  const requests = service.requests().length;
  await using desk = await openServer(service, { archive });
  expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: false });
  expect(service.requests().slice(requests).join()).not.toMatch(/transcript|date_from=2026-11-1[0-4]/);
  const after = await openExistingStore(archive, { origin: service.url, login: world.account.superAdmin.email });
  expect(await after.tables.countOf('transcripts')).toBe(0);
  expect(await after.tables.countOf('triage')).toBe(1);
  const [left] = await after.toReadAgain();
  expect(left?.part).toBe('transcripts');
  // In PostgreSQL, another desk has some, too.
  expect(left?.records).toBeGreaterThanOrEqual(transcripts);
  await after.close();
});
