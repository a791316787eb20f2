import { inject, expect, onTestFinished, test, describe } from 'vitest';
import { DAY, first, openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { startDesk } from '../../support/desk.ts';
import { order } from '../../support/archive/databases.ts';
import { containing } from '../../support/matchers.ts';
import { runProgram } from '../../support/program.ts';

// A server whose disk is full, by its own word: what was paid for answers the question that paid, and is kept when it can be.

const server = inject('postgres')?.server;

/** The failures of a server whose disk is full, or may only be read. */
const FAILURES = [
  ['53100', 'the disk of its server is full'],
  ['25006', 'it may only be read, not written'],
] as const;

async function refuseWrites(archive: string, table: string, code: string): Promise<() => Promise<void>> {
  await order(
    archive,
    `CREATE FUNCTION chat_operations.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON chat_operations.${table} EXECUTE FUNCTION chat_operations.refuse()`,
  );
  return () => order(archive, 'DROP FUNCTION chat_operations.refuse CASCADE');
}

async function openDesk() {
  expect(server).toBeDefined();
  const archive = await archiveOfTest();
  const service = startService(smallWorld());
  onTestFinished(service.close);
  const desk = await openServer(service, { archive });
  onTestFinished(desk.close);
  return { archive, desk, world: service.world };
}

describe.each(FAILURES)('%s (%s)', (code, words) => {
  test('a transcript is answered from what came, page by page, and kept later', async () => {
    const { archive, desk, world } = await openDesk();
    const chat = first(world.chats.filter(({ missed, messages }) => !missed && messages.length > 3));
    const mend = await refuseWrites(archive, 'transcripts', code);
    const args = { chat_id: chat.chatId };
    const paid = await desk.spentOn(() => desk.ask('get_chat_transcript', args));
    expect(paid.requests).toBe(1);
    expect(paid.result.isError).toBe(false);
    expect(paid.result.data.messages).toHaveLength(chat.messages.length);
    expect(paid.result.text).toContain('This was loaded but cannot be stored.');
    expect(paid.result.text).toContain(words);
    // Another page may be asked for much later.
    desk.service.clock.now += DAY;
    const again = await desk.spentOn(() => desk.ask('get_chat_transcript', args));
    expect(again.requests).toBe(0);
    expect(again.result.data.messages).toEqual(paid.result.data.messages);
    const resource = await desk.client.readResource({ uri: `chat://chats/${chat.chatId}/transcript` });
    expect(JSON.stringify(resource)).toContain('cannot be stored');
    await mend();
    const kept = await desk.spentOn(() => desk.ask('get_chat_transcript', args));
    expect(kept.requests).toBe(0);
    expect(kept.result.data).toEqual(again.result.data);
    expect(kept.result.text).not.toContain('cannot be kept');
    desk.service.clock.now += 40 * DAY;
    expect((await desk.spentOn(() => desk.ask('get_chat_transcript', args))).requests).toBe(0);
  });

  test('an offline message is answered from what came', async () => {
    const { archive, desk, world } = await openDesk();
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length > 0));
    const mend = await refuseWrites(archive, 'offline_threads', code);
    const args = { offline_message_id: message.offlineMessageId };
    const { text, data } = await desk.ask('get_offline_message', args);
    expect(data.replies).toHaveLength(message.replies.length);
    expect(text).toContain(words);
    await mend();
    const kept = await desk.spentOn(() => desk.ask('get_offline_message', args));
    expect([kept.requests, kept.result.text.includes('cannot be kept')]).toEqual([0, false]);
  });

  test('a visitor is answered from what came', async () => {
    const { archive, desk, world } = await openDesk();
    const { visitorId, records } = first(world.visitors);
    const mend = await refuseWrites(archive, 'visitor_profiles', code);
    const args = { visitor: String(visitorId) };
    const { text, data } = await desk.ask('get_visitor_stats', args);
    expect(data.records_known).toBe(records.length);
    expect(text).toContain(words);
    await mend();
    expect((await desk.ask('get_visitor_stats', args)).text).not.toContain('cannot be kept');
  });

  test('an agent is answered from what came', async () => {
    const { archive, desk, world } = await openDesk();
    const { agentId } = first(world.agents);
    await refuseWrites(archive, 'agents', code);
    const resource = await desk.client.readResource({ uri: `chat://agents/${agentId}` });
    expect(JSON.stringify(resource)).toContain(words);
  });

  test('a list that cannot be kept is refused by name, and what is at hand answers', async () => {
    const { archive, desk } = await openDesk();
    await desk.ask('list_chats', { period: 'last_7_days' });
    const mend = await refuseWrites(archive, 'chats', code);
    const unknown = await desk.ask('list_chats', { from: '2026-11-01', to: '2026-11-03' });
    expect(unknown.isError).toBe(true);
    expect(unknown.text).toContain(words);
    desk.service.clock.now += DAY;
    const { isError, text, data } = await desk.ask('list_chats', { period: 'last_7_days' });
    expect(isError).toBe(false);
    expect(text).toContain(words);
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    await mend();
    expect((await desk.ask('list_chats', { period: 'last_7_days' })).data.coverage.complete).toBe(true);
  });
});

test('a sync that can keep nothing ends with the reason, whatever is at hand', async () => {
  const archive = await archiveOfTest();
  await using desk = await startDesk();
  const config = ['--config', await desk.configure({ archive, maximum_age_seconds: { today: 0 } })];
  // The last two days: what is read last has to be some transcripts.
  const from = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const sync = () => runProgram(['sync', '--from', from, '--transcripts', 'all', ...config], desk.environment);
  await refuseWrites(archive, 'transcripts', '53100');
  const without = await sync();
  expect(without).toMatchObject({ code: 1, out: '', err: containing('the disk of its server is full') });
  await order(archive, 'DROP FUNCTION chat_operations.refuse CASCADE');
  await refuseWrites(archive, 'chats', '53100');
  expect(await sync()).toMatchObject({ code: 1, out: '', err: containing('the disk of its server is full') });
  await order(archive, 'DROP FUNCTION chat_operations.refuse CASCADE');
  expect(await sync()).toMatchObject({ code: 0 });
});

test('an erased visitor is not shown, although nothing could be kept', async () => {
  const { archive, desk, world } = await openDesk();
  const chat = first(world.chats.filter(({ missed, messages }) => !missed && messages.length > 3));
  await refuseWrites(archive, 'transcripts', '53100');
  const args = { chat_id: chat.chatId };
  expect((await desk.ask('get_chat_transcript', args)).isError).toBe(false);
  await order(
    archive,
    `INSERT INTO chat_operations_decisions.erased_visitors (account, visitor_id, erased_at)
     SELECT max(account), ${chat.visitorId}, 0 FROM chat_operations_decisions.accounts`,
  );
  const { isError, text } = await desk.ask('get_chat_transcript', args);
  expect([isError, text]).toEqual([true, containing('was erased from this archive')]);
});
