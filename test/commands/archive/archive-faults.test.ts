import { chmod, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { backupOf, copyArchive, decisionsOf } from '../../support/archive/archive-files.ts';
import { startDesk } from '../../support/desk.ts';
import { containing } from '../../support/matchers.ts';
import { runProgram, type Environment } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSession } from '../../support/session.ts';

// What a person sees when something is wrong with the archive: the real program, its file, and nothing faked.

const desk = await startDesk();
const { superAdmin } = desk.sandbox.world.account;
afterAll(() => desk[Symbol.asyncDispose]());

let archives = 0;

/** An archive that the program itself has filled, in a folder of its own. */
async function filledArchive(): Promise<string> {
  archives += 1;
  const folder = join(desk.folder, `archive-${archives}`);
  await mkdir(folder, { mode: 0o700 });
  const archive = join(folder, 'desk.sqlite');
  if (archives === 1) await callWith(archive, 'list_chats', {});
  else copyArchive(filled, archive);
  return archive;
}

const call = (config: string, environment: Environment, ...args: readonly string[]) =>
  runProgram(['call', ...args, '--config', config], { ...desk.environment, ...environment });

async function callWith(archive: string, tool: string, args: object) {
  return call(await desk.configure({ archive }), {}, tool, JSON.stringify(args));
}

const filled = await filledArchive();

/** Expects a refusal before anything was served, in these words, and the file as it was. */
async function expectRefusal(archive: string, ...words: readonly string[]): Promise<void> {
  const before = await readFile(archive);
  const { code, out, err } = await callWith(archive, 'list_support_agents', {});
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  for (const word of words) expect(err).toContain(word);
  expectNothingPrivate(err, superAdmin.password, desk.folder);
  expect(await readFile(archive)).toStrictEqual(before);
}

test('a truncated file is set aside, told about, and answers go on', async () => {
  const archive = await filledArchive();
  const { size } = await stat(archive);
  await truncate(archive, Math.floor(size / 2));
  const { code, out, err } = await callWith(archive, 'list_chats', {});
  expect(code).toBe(0);
  expect(out).toContain('Data complete');
  expect(err).toContain('The archive file was damaged. It is set aside as desk.sqlite.damaged-');
  expectNothingPrivate(err, superAdmin.password);
  const [aside = ''] = (await readdir(dirname(archive))).filter((name) => name.includes('.damaged-'));
  expect((await stat(join(dirname(archive), aside))).size).toBe(Math.floor(size / 2));
  const status = await callWith(archive, 'get_service_status', {});
  expect(status.out).toContain("The archive's file was damaged and is set aside");
  expectNothingPrivate(status.out, superAdmin.password, desk.folder);
});

test('a damaged file and a damaged second copy: the server says so and waits, and the command that it names goes on', async () => {
  const archive = await filledArchive();
  await truncate(archive, 4096);
  for (const file of [decisionsOf(archive), backupOf(archive)]) await truncate(file, 50);
  const session = await startSession(['--config', await desk.configure({ archive })], desk.environment);
  const asked = await session.call('list_support_agents', {});
  expect(asked).toMatchObject({ isError: true });
  expect(JSON.stringify(asked)).toContain('some saved decisions may be lost');
  expect(JSON.stringify(asked)).toContain('the command archive start-anew');
  expectNothingPrivate(JSON.stringify(asked), superAdmin.password, desk.folder);

  const startAnew = (...args: readonly string[]) =>
    runProgram(['archive', 'start-anew', '--config', config, ...args], desk.environment);
  const config = await desk.configure({ archive });
  expect(await startAnew()).toMatchObject({ code: 1, err: containing('Add --yes when it is meant.') });
  expect((await stat(archive)).size).toBe(4096);
  const done = await startAnew('--yes');
  expect(done, done.err).toMatchObject({ code: 0, out: containing('The damaged file is desk.sqlite.damaged-') });
  expect(await session.call('list_support_agents', {})).not.toMatchObject({ isError: true });
  await session.finish();
  const status = await runProgram(['archive', 'status', '--config', config, '--check'], desk.environment);
  expect(status.out).toContain('MAY BE LOST: some erased visitors, keys of pseudonyms');
  expect(status.out).toContain('Checked           sound');
  expect(await startAnew()).toMatchObject({ code: 0, out: 'The archive is sound, and goes on as it is.\n' });
});

test('a file of another program is left as it is', async () => {
  const archive = join(desk.folder, 'songs.sqlite');
  const other = new DatabaseSync(archive);
  other.exec('CREATE TABLE songs (title text); INSERT INTO songs VALUES (1)');
  other.close();
  await expectRefusal(archive, 'a database of another program', 'was not changed');
  await truncate(archive, 6000);
  await expectRefusal(archive, 'The archive file', 'was not changed');
  const notes = join(desk.folder, 'notes.sqlite');
  await writeFile(notes, 'These are my notes.\n'.repeat(400));
  await expectRefusal(notes, 'it is not an archive', 'was not changed');
});

test('a newer version is named', async () => {
  const archive = await filledArchive();
  const file = new DatabaseSync(archive);
  file.exec('UPDATE parts SET number = number + 1');
  file.close();
  await expectRefusal(archive, 'made by a newer version of this program', 'Update this program');
});

test('a locked file answers from what is at hand, and names what it cannot do', async () => {
  const archive = await filledArchive();
  const other = new DatabaseSync(archive);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect((await callWith(archive, 'get_service_status', {})).code).toBe(0);
  const { code, err } = await callWith(archive, 'list_support_agents', {});
  expect(code).toBe(1);
  expect(err).toContain('another process keeps it locked');
});

test('a file that is locked when a server begins is opened by the first question that comes when it is free', async () => {
  const archive = await filledArchive();
  using other = new DatabaseSync(archive);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  await using session = await startSession(['--config', await desk.configure({ archive })], desk.environment);
  const locked = await session.call('list_support_agents', {});
  expect(session.program.err()).toContain('another process keeps it locked');
  expect([locked.isError, locked.text]).toEqual([true, containing('another process keeps it locked')]);
  expect(locked.text).toContain('Call again now');
  other.close();
  expect((await session.call('list_support_agents', {})).isError).toBe(false);
});

// Root writes everywhere.
test.skipIf(process.getuid?.() === 0)('a folder that may only be read', async () => {
  const archive = await filledArchive();
  await chmod(dirname(archive), 0o500);
  onTestFinished(() => chmod(dirname(archive), 0o700));
  const { code, err } = await callWith(join(dirname(archive), 'new.sqlite'), 'list_support_agents', {});
  expect(code).toBe(1);
  expect(err).toContain('may not be written');
});
