import { execFileSync, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { first } from '../mcp/desk.ts';
import { startDesk } from '../support/desk.ts';
import { expectNothingPrivate } from '../support/secrets.ts';
import { startSessionProcess, type SessionProcess } from '../support/session.ts';
import { startService } from '../upstream/service.ts';

// A server whose disk takes no more: the file size of its process is limited.

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { account, bots, chats } = desk.sandbox.world;

const SENT = 'Ottilie-Grün-4711';

let archives = 0;

/** A server on an archive file of its own. */
async function startOnFile(changes: Readonly<Record<string, unknown>> = {}) {
  archives += 1;
  const archive = join(desk.folder, `limited-${archives}`, 'desk.sqlite');
  const config = await desk.configure({ archive, ...changes });
  return { session: await startSessionProcess(['--config', config], desk.environment), archive };
}

/** Lets no file of the server grow beyond so many bytes. */
const limit = ({ program }: SessionProcess, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(program.pid), `--fsize=${bytes}:`], { stdio: 'pipe' });

describe.skipIf(!canLimit)('a disk that takes no more', () => {
  test('leaves what is at hand, and is named where something has to be written', async () => {
    await using session = (await startOnFile()).session;
    // The chats of the last seven days are at hand, today's for another minute.
    expect((await session.call('list_chats', {})).isError).toBe(false);
    limit(session, 4096);
    const atHand = await session.call('list_chats', {});
    expect(atHand.text).toContain('Data complete');
    expect((await session.call('get_support_performance', {})).isError).toBe(false);
    const { isError, text } = await session.call('list_offline_messages', {});
    expect(isError).toBe(true);
    expect(text).toMatch(/The archive file cannot be used: (the disk is full|its disk cannot be read or written)/);
    expect(text).toContain('Nothing stored is lost');
    expectNothingPrivate(text, account.superAdmin.password, desk.folder);
    limit(session, 'unlimited');
    expect((await session.call('list_offline_messages', {})).isError).toBe(false);
  });

  test('answers with a transcript that it has no room for, and keeps it when there is some', async () => {
    const chat = first(chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
    const message = first(chat.messages);
    const said = message.text;
    onTestFinished(() => void (message.text = said));
    // More than there is room for beside what is written down of each request.
    message.text = `${said} ${'long '.repeat(400_000)}`;
    const { session: started, archive } = await startOnFile();
    await using session = started;
    const ask = () => session.call('get_chat_transcript', { chat_id: chat.chatId });
    await session.call('list_support_agents', {});
    limit(session, (await stat(`${archive}-wal`)).size + 100_000);
    const before = desk.sandbox.requests.length;
    const unkept = await ask();
    expect(unkept.isError, unkept.text).toBe(false);
    expect(unkept.text).toContain('This was loaded but cannot be stored.');
    expect(unkept.text).toMatch(/(the disk is full|its disk cannot be read or written)/);
    limit(session, 'unlimited');
    const kept = await ask();
    expect(kept.text).not.toContain('cannot be kept');
    expect(kept.data?.['messages']).toEqual(unkept.data?.['messages']);
    expect(desk.sandbox.requests.length - before).toBe(1);
  });

  test('P5: has nothing sent to a chatbot whose line cannot be written', async () => {
    await using service = await startService((response) => response.writeHead(200).end());
    await using session = (await startOnFile({ webhook_base_url: service.baseUrl.href })).session;
    await session.call('list_support_agents', {});
    const bot = first(bots);
    const call = { bot: bot.name, endpoint: 'order-status', session_id: first(bot.sessions), data: { note: SENT } };
    limit(session, 4096);
    const { isError, text } = await session.call('send_chatbot_webhook', call);
    expect(isError).toBe(true);
    expect(text).toContain('Not sent: the call could not be written to the audit.');
    expect(text).toMatch(/the disk is full|cannot be read or written/);
    expectNothingPrivate(text, desk.folder, bot.token, SENT);
    expect(service.asked).toStrictEqual([]);
    limit(session, 'unlimited');
    expect((await session.call('send_chatbot_webhook', call)).data).toMatchObject({ outcome: 'accepted' });
  });
});
