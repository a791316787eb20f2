import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openExistingStore, openStore } from '../../../src/archive/store.ts';
import { ArchiveDamaged, ArchiveUnusable } from '../../../src/model/errors.ts';
import { first, openServer, startService, type Desk } from '../../mcp/desk.ts';
import { archiveMadeOnce } from './made-once.ts';
import { temporaryFile } from '../tables/temporary-file.ts';
import { thinWorld } from '../walking/thin-world.ts';

// A file that is damaged costs what it held, and nothing else: live answers go on.

/** The service's own time, as it is written into a name. */
const AT = '20261118-153000';

const usedArchive = archiveMadeOnce(async (archive) => {
  const service = startService(thinWorld());
  const desk = await openServer(service, { archive });
  await desk.ask('list_chats', { period: 'last_90_days' });
  await desk.ask('list_offline_messages');
  await desk.close();
  return { service, close: service.close };
});

function overwrite(file: string, start: number, length: number): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(length, 255), 0, length, start);
  closeSync(opened);
}

/** Changes rows as no archive would. */
function changeRows(archive: string, change: string): void {
  const database = new DatabaseSync(archive);
  database.enableDefensive?.(false);
  database.exec(change);
  database.close();
}

/** Writes over a file from another process: this one has it open, and would lose its locks. */
function overwriteFromOutside(file: string, start: number, length: number): void {
  const write = `const fs = require('node:fs');
    fs.writeSync(fs.openSync(process.argv[1], 'r+'), Buffer.alloc(${length}, 255), 0, ${length}, ${start});`;
  execFileSync(process.execPath, ['-e', write, file]);
}

const beside = (archive: string): string[] =>
  readdirSync(dirname(archive))
    .filter((name) => name.includes('.damaged-'))
    .sort();

async function expectLiveAnswers(desk: Desk): Promise<void> {
  const { data } = await desk.ask('list_chats', { from: '2026-08-20', limit: 1 });
  const { chats } = desk.service.world;
  expect(data.total).toBe(chats.filter(({ requestedAt }) => requestedAt >= Date.UTC(2026, 7, 20)).length);
  expect(data.coverage.complete).toBe(true);
}

const damages: [what: string, damage: (archive: string) => void][] = [
  ['cut off', (archive) => truncateSync(archive, Math.floor(statSync(archive).size / 2))],
  ['cut off after its first page', (archive) => truncateSync(archive, 4096)],
  ['written over after its first page', (archive) => overwrite(archive, 4096, statSync(archive).size - 4096)],
  ['without the mark of a database', (archive) => overwrite(archive, 0, 16)],
  [
    'with another comma in the description of its tables',
    (archive) => overwrite(archive, readFileSync(archive).indexOf(', requested_at bigint'), 1),
  ],
];
describe('a damaged file is set aside when it is opened', () => {
  test.each(damages)('%s', async (_what, damage) => {
    const { archive, service } = await usedArchive();
    damage(archive);
    const left = readFileSync(archive);
    await using desk = await openServer(service, { archive });
    await expectLiveAnswers(desk);
    expect(beside(archive)).toEqual([`${basename(archive)}.damaged-${AT}`]);
    const [aside = ''] = beside(archive).map((name) => join(dirname(archive), name));
    expect(readFileSync(aside)).toStrictEqual(left);
    expect((statSync(aside).mode & 0o777).toString(8)).toBe('600');
  });

  test('twice in a second, and neither takes the place of the other', async () => {
    const { archive, service } = await usedArchive();
    for (const round of [1, 2]) {
      truncateSync(archive, 4096);
      const desk = await openServer(service, { archive });
      await desk.ask('list_support_agents');
      await desk.close();
      expect(beside(archive)).toHaveLength(round);
    }
  });

  test('with what was written last', async () => {
    const { archive, service } = await usedArchive();
    truncateSync(archive, 4096);
    writeFileSync(`${archive}-wal`, 'what was written last');
    await using desk = await openServer(service, { archive });
    await expectLiveAnswers(desk);
    expect(beside(archive)).toContain(`${basename(archive)}.damaged-${AT}`);
  });
});

test('a damaged file of another program is left alone', async () => {
  const archive = await temporaryFile();
  const other = new DatabaseSync(archive);
  other.exec('CREATE TABLE songs (title text)');
  for (let song = 0; song < 500; song += 1)
    other.prepare('INSERT INTO songs VALUES (?)').run(`Song ${song} ☃`.repeat(9));
  other.close();
  truncateSync(archive, 8192);
  const before = readFileSync(archive);
  const owner = { origin: 'https://chat.example.com', login: 'ann@example.com' };
  const refusal = openStore(archive, owner);
  await expect(refusal).rejects.toThrow(ArchiveUnusable);
  await expect(refusal).rejects.not.toThrow(ArchiveDamaged);
  expect(readFileSync(archive)).toStrictEqual(before);
  expect(beside(archive)).toEqual([]);
});

describe('damage that shows up in use', () => {
  async function openDamaged() {
    const { archive, service } = await usedArchive();
    const desk = await openServer(service, { archive });
    onTestFinished(desk.close);
    overwriteFromOutside(archive, 4096, statSync(archive).size - 4096);
    return { archive, desk };
  }

  const RESTART = 'restart the server, or run the sync again';

  test('fails questions, with what to do, and the next start begins a new archive', async () => {
    const { archive, desk } = await openDamaged();
    for (let round = 0; round < 2; round += 1) {
      const refused = await desk.ask('list_chats', { from: '2026-08-20', limit: 1 });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain(RESTART);
      expect(refused.text).not.toContain(dirname(archive));
    }
    expect(beside(archive)).toEqual([]);
    await desk.close();
    await using next = await openServer(desk.service, { archive });
    await expectLiveAnswers(next);
    expect(beside(archive)).toEqual([`${basename(archive)}.damaged-${AT}`]);
    const { data, text } = await next.ask('get_service_status');
    expect(data.archive).toMatchObject({ damaged_set_aside: ['2026-11-18T15:30:00Z'] });
    expect(text).toContain('was damaged and is set aside');
    expect(text).not.toContain(dirname(archive));
  });

  test('fails several questions at once, and what others of them write goes nowhere', async () => {
    const { archive, desk } = await openDamaged();
    const answers = await Promise.all([
      desk.ask('list_chats', { from: '2026-08-20', limit: 1 }),
      desk.ask('list_offline_messages', { state: 'all' }),
      desk.ask('list_support_agents'),
    ]);
    expect(answers.map(({ isError }) => isError)).toContain(true);
    expect(await desk.ask('list_support_agents')).toMatchObject({ isError: true });
    expect(beside(archive)).toEqual([]);
  });

  test('fails each of several questions over one broken row in the same words', async () => {
    const { archive, service } = await usedArchive();
    changeRows(archive, "UPDATE chats SET requested_at = 'soon'");
    await using desk = await openServer(service, { archive, log_level: 'silent' });
    const asked = ['2026-08-20', '2026-08-21', '2026-08-22'].map((from) => desk.ask('list_chats', { from }));
    for (const { isError, text } of await Promise.all(asked)) {
      expect(isError).toBe(true);
      expect(text).toContain(RESTART);
    }
  });

  test('is found at the next start where only a search meets it', async () => {
    const { archive, service } = await usedArchive();
    const { chatId } = first(service.world.chats.filter(({ missed }) => !missed));
    const before = await openServer(service, { archive });
    await before.ask('get_chat_transcript', { chat_id: chatId });
    await before.close();
    changeRows(archive, 'DELETE FROM transcript_words_docsize');
    const search = { query: 'the', from: '2026-08-20' };
    const desk = await openServer(service, { archive });
    const refused = await desk.ask('search_transcripts', search);
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain(RESTART);
    await desk.close();
    await using next = await openServer(service, { archive });
    expect(beside(archive)).toEqual([`${basename(archive)}.damaged-${AT}`]);
    expect((await next.ask('search_transcripts', search)).isError).not.toBe(true);
  });

  test('can be looked into', async () => {
    const { archive, service } = await usedArchive();
    changeRows(archive, "UPDATE chats SET requested_at = 'soon'");
    const desk = await openServer(service, { archive, log_level: 'silent' });
    expect(await desk.ask('list_chats', { from: '2026-08-20' })).toMatchObject({ isError: true });
    await desk.close();
    const store = await openExistingStore(archive, undefined);
    onTestFinished(() => store.close());
    expect(await store.flaws()).not.toEqual([]);
  });

  test('fails a resource, too', async () => {
    const { desk } = await openDamaged();
    const { chatId } = first(desk.service.world.chats.filter(({ missed }) => !missed));
    await expect(desk.client.readResource({ uri: `chat://chats/${chatId}/transcript` })).rejects.toThrow(RESTART);
  });

  test('keeps the next start waiting while another process has it open', async () => {
    const { archive, desk } = await openDamaged();
    expect(await desk.ask('list_chats', { from: '2026-08-20' })).toMatchObject({ isError: true });
    await desk.close();
    const other = new DatabaseSync(archive);
    other.prepare('PRAGMA schema_version').get();
    await expect(openServer(desk.service, { archive })).rejects.toThrow('another process has it open');
    expect(beside(archive)).toEqual([]);
    other.close();
    await using next = await openServer(desk.service, { archive });
    await expectLiveAnswers(next);
    expect(beside(archive)).toHaveLength(1);
  });

  test('is forgotten when a backup is put back', async () => {
    const { archive, service } = await usedArchive();
    const backup = readFileSync(archive);
    const desk = await openServer(service, { archive });
    overwriteFromOutside(archive, 4096, statSync(archive).size - 4096);
    expect(await desk.ask('list_chats', { from: '2026-08-20' })).toMatchObject({ isError: true });
    await desk.close();
    writeFileSync(archive, backup);
    await using next = await openServer(service, { archive });
    await expectLiveAnswers(next);
    expect(readdirSync(dirname(archive)).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

// SQLite finds nothing wrong with these: a row of theirs makes our own code fail, and would do so for ever.
test.each([
  ["UPDATE visitors SET context = '{'", 'list_visitors', true],
  ["UPDATE covered_days SET basis = 'prowen'", 'list_chats', false],
  ["UPDATE covered_lists SET looked_at = 'soon'", 'list_offline_messages', false],
  ["UPDATE chats SET requested_at = 'soon'", 'list_chats', true],
] as const)('a row that holds what was never written is met as damage: %s', async (change, tool, isMet) => {
  const { archive, service } = await usedArchive();
  const before = await openServer(service, { archive });
  await before.ask('list_visitors');
  await before.close();
  changeRows(archive, change);
  const refusals = async (): Promise<string[]> => {
    await using desk = await openServer(service, { archive, log_level: 'silent' });
    const answers = [];
    for (const period of ['last_90_days', 'last_30_days']) {
      answers.push(await desk.ask(tool, tool === 'list_chats' ? { period } : {}));
    }
    return answers.filter(({ isError }) => isError).map(({ text }) => text);
  };
  const refused = await refusals();
  expect(refused.length > 0).toBe(isMet);
  for (const text of refused) expect(text).toContain('restart the server');
  expect(await refusals()).toEqual([]);
});

// Root reads everything.
test.skipIf(process.getuid?.() === 0)('a file that cannot be read is not taken for a damaged one', async () => {
  const { archive, service } = await usedArchive();
  chmodSync(archive, 0o000);
  await expect(openServer(service, { archive })).rejects.toThrow('may not be written');
  expect(existsSync(archive)).toBe(true);
});
