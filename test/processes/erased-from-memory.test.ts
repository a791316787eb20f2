import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { MAIN, runProgram } from '../support/program.ts';
import { startSessionProcess, type SessionProcess } from '../support/session.ts';

const EMAIL = 'quillon.zephyrine@canary.example';
const PHONE = '+44 20 7946 0958';
/** Other forms of theirs, among them those of expressions and numbering plans. */
const TRACES = ['quillon', 'zephyrine', PHONE, '2079460958', '79460958'];

/** Everything that a server can reach in its memory, in lower case. */
async function memoryOf({ program, call }: SessionProcess, folder: string): Promise<string> {
  program.kill('SIGUSR2');
  let names: string[] = [];
  while (names.length === 0) {
    await call('list_support_agents', {});
    names = await readdir(folder);
  }
  // It answers when it has written everything.
  await call('list_support_agents', {});
  return (await readFile(join(folder, names.join()), 'latin1')).toLowerCase();
}

// Windows has no such signal.
test.skipIf(process.platform === 'win32')(
  'D2: a server does not know the contact of a visitor any more whom another process has erased',
  async () => {
    await using desk = await startDesk();
    const { chats } = desk.sandbox.world;
    const chat = chats.find(({ messages }) => messages.length > 0);
    const [message] = chat?.messages ?? [];
    if (chat === undefined || message === undefined) throw new Error('The world has no chat with a message');
    const { chatId, visitorId } = chat;
    for (const own of chats.filter((one) => one.visitorId === visitorId)) {
      Object.assign(own, { visitorEmail: EMAIL, visitorPhone: PHONE });
    }
    message.text = `Is it ${EMAIL}, or 020 7946 0958?`;
    const archive = join(desk.folder, 'archive.sqlite');
    const snapshots = join(desk.folder, 'snapshots');
    await mkdir(snapshots);
    await using session = await startSessionProcess(['--config', await desk.configure({ archive })], desk.environment, [
      process.execPath,
      '--heapsnapshot-signal=SIGUSR2',
      `--diagnostic-dir=${snapshots}`,
      MAIN,
    ]);
    const { text } = await session.call('get_chat_transcript', { chat_id: chatId });
    expect(text).toMatch(/Is it \[email of visitor-\w+\], or \[phone of visitor-\w+\]\?/);

    const erase = ['archive', 'erase', '--archive', archive, '--visitor', String(visitorId), '--yes'];
    expect(await runProgram(erase)).toMatchObject({ code: 0 });
    await session.call('list_chats', { period: 'today' });
    const memory = await memoryOf(session, snapshots);
    expect(memory).toContain('list_support_agents');
    expect(TRACES.filter((trace) => memory.includes(trace))).toEqual([]);
    await session.finish();
  },
);
