import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { copyArchive } from '../../support/archive/archive-files.ts';
import { startDesk } from '../../support/desk.ts';
import { runProgram } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSession } from '../../support/session.ts';

// The command that looks after an archive, as a person types it: no service, no password.

const desk = await startDesk();
const { world, url } = desk.sandbox;
const { superAdmin } = world.account;
afterAll(() => desk[Symbol.asyncDispose]());

// Not everybody leaves an email address; which chat is the first one depends on the hour.
const [chat] = world.chats.filter(
  ({ missed, endedAt, visitorEmail }) => !missed && endedAt !== undefined && visitorEmail !== '',
);
if (chat === undefined) throw new Error('The world has no chat');
const ofVisitor = world.chats.filter(({ visitorId }) => visitorId === chat.visitorId);

/** An archive with all chats and one transcript, as a server has left it. */
const filled = join(desk.folder, 'filled.sqlite');
beforeAll(async () => {
  const session = await startSession(['--config', await desk.configure({ archive: filled })], desk.environment);
  await session.call('list_chats', { period: 'last_90_days' });
  await session.call('list_chats', { period: 'today' });
  await session.call('get_chat_transcript', { chat_id: chat.chatId });
  await session.finish();
});

let archives = 0;

/** One like it, of a test's own. */
async function filledArchive(): Promise<string> {
  archives += 1;
  const archive = join(desk.folder, `archive-${archives}.sqlite`);
  copyArchive(filled, archive);
  return archive;
}

const archiveCommand = (...args: readonly string[]) =>
  runProgram(['archive', ...args], { XDG_DATA_HOME: join(desk.folder, 'data') });

const Status = z.object({
  archive: z.string(),
  service: z.string(),
  login: z.string(),
  rows: z.record(z.string(), z.number()),
  days_covered: z.number(),
  copies: z.array(z.object({ path: z.string(), kind: z.string() })),
  flaws: z.array(z.string()).optional(),
});

const Exported = z.object({ stored: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) });

async function statusOf(archive: string): Promise<z.infer<typeof Status>> {
  const { code, out } = await archiveCommand('status', '--archive', archive, '--json', '--check');
  expect(code).toBe(0);
  return Status.parse(JSON.parse(out));
}

test('status tells what there is, whether it is sound, and what lies beside it', async () => {
  const archive = await filledArchive();
  await writeFile(`${archive}.damaged-20261101-101112`, 'x'.repeat(2000));
  const { code, out, err } = await archiveCommand('status', '--archive', archive, '--check');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const line of [
    `Archive           ${archive}`,
    `Desk              ${superAdmin.email} at ${url}`,
    `Chats             ${world.chats.length}, from `,
    ', without a gap',
    `Transcripts       of 1 of ${world.chats.length} chats, ${chat.messages.length} messages`,
    'Erased visitors   0',
    `Damaged, aside    ${archive}.damaged-20261101-101112, 2 kB`,
    'Checked           sound',
  ]) {
    expect(out).toContain(line);
  }
  expect(await statusOf(archive)).toMatchObject({
    archive,
    service: url,
    login: superAdmin.email,
    rows: { chats: world.chats.length, transcripts: 1, messages: chat.messages.length },
    copies: [{ path: `${archive}.damaged-20261101-101112`, kind: 'damaged' }],
    flaws: [],
  });
});

test('without --archive it is that of the desk, and nothing is made where none is', async () => {
  const of = { CHAT_OPERATIONS_BASE_URL: url, CHAT_OPERATIONS_EMAIL: superAdmin.email };
  const environment = { XDG_DATA_HOME: join(desk.folder, 'elsewhere') };
  const none = await runProgram(['archive', 'status'], environment);
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toContain('Neither an archive nor an account is set');
  const missing = await runProgram(['archive', 'status'], { ...environment, ...of });
  expect(missing).toMatchObject({ code: 1, out: '' });
  expect(missing.err).toContain('There is no archive at that place');
  expect(existsSync(join(desk.folder, 'elsewhere'))).toBe(false);
});

test('D2: erase asks first, and then leaves nothing', async () => {
  const archive = await filledArchive();
  await writeFile(`${archive}.before-20261101-101112`, 'an older version');
  const args = ['erase', '--visitor', String(chat.visitorId), '--archive', archive];
  const unasked = await archiveCommand(...args);
  expect(unasked).toMatchObject({ code: 1, out: '' });
  expect(unasked.err).toContain('Add --yes when it is meant');
  expect((await statusOf(archive)).rows['chats']).toBe(world.chats.length);
  expect(readFileSync(archive).includes(chat.visitorEmail)).toBe(true);

  const { code, out } = await archiveCommand(...args, '--yes');
  expect(code).toBe(0);
  expect(out).toContain(`Visitor ${chat.visitorId} is erased: ${ofVisitor.length} chats, 1 transcripts`);
  expect(out).toContain(`Removed the older file ${archive}.before-20261101-101112.`);
  expect(readFileSync(archive).includes(chat.visitorEmail)).toBe(false);
  expect(await statusOf(archive)).toMatchObject({
    rows: { chats: world.chats.length - ofVisitor.length, transcripts: 0, messages: 0, erased_visitors: 1 },
    copies: [],
  });
});

test.each([
  ['no visitor', ['erase', '--archive', 'x.sqlite'], '--visitor <ID> is missing.'],
  ['no number', ['erase', '--visitor', 'ann', '--archive', 'x.sqlite'], 'whole number'],
  ['an archive that is not there', ['erase', '--visitor', '1', '--archive', 'x.sqlite'], 'no archive at that place'],
  ['the same place twice', ['copy', 'x.sqlite', './x.sqlite'], 'copied to another place'],
  ['a password', ['copy', 'x.sqlite', 'postgres://u:canary@127.0.0.1/d'], 'holds a password'],
])('%s is refused', async (_what, args, words) => {
  const { code, out, err } = await archiveCommand(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(words);
  expectNothingPrivate(err, 'canary');
});

test('copy leaves two that are the same, and the first as it was', async () => {
  const archive = await filledArchive();
  const before = readFileSync(archive);
  const target = join(desk.folder, 'copied', 'desk.sqlite');
  const { code, out, err } = await archiveCommand('copy', archive, target);
  expect(code).toBe(0);
  expect(err).toContain(`… ${world.chats.length} of ${world.chats.length} chats`);
  expect(out).toMatch(new RegExp(`^chats +${world.chats.length}  [0-9a-f]{64}$`, 'm'));
  expect(out).toContain('counts and checksums agree');
  expect(readFileSync(archive)).toStrictEqual(before);
  const [one, other] = [await statusOf(archive), await statusOf(target)];
  expect(other.rows).toEqual(one.rows);
  expect(other.days_covered).toBe(one.days_covered);
});

test('export prints what is stored of a visitor, and of an agent without visitors', async () => {
  const archive = await filledArchive();
  const exported = async (...args: readonly string[]) => {
    const { code, out } = await archiveCommand('export', ...args, '--archive', archive);
    expect(code).toBe(0);
    return Exported.parse(JSON.parse(out)).stored;
  };
  const ofThem = await exported('--visitor', String(chat.visitorId));
  expect(new Set(ofThem['chats']?.map((row) => row['chat_id']))).toEqual(
    new Set(ofVisitor.map(({ chatId }) => chatId)),
  );
  expect(ofThem['messages']?.map(({ text }) => text)).toEqual(chat.messages.map(({ text }) => text));
  const agent = await exported('--agent', String(chat.agentId));
  const theirs = world.chats.filter(({ agentId }) => agentId === chat.agentId);
  expect(new Set(agent['chats']?.map((row) => row['chat_id']))).toEqual(new Set(theirs.map(({ chatId }) => chatId)));
  expect(JSON.stringify(agent['chats'])).not.toContain(chat.visitorEmail);
  expect(agent['messages']?.map(({ text }) => text)).toEqual(
    chat.messages.filter(({ author }) => author === 'agent').map(({ text }) => text),
  );
  expect(await archiveCommand('export', '--archive', archive)).toMatchObject({ code: 1, out: '' });
});
