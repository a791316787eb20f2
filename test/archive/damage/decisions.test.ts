import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { Tokens } from '../../../src/archive/access/tokens.ts';
import { openStore } from '../../../src/archive/store.ts';
import { DecisionsLost } from '../../../src/model/errors.ts';
import { ChatId, VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { first, NOW, openServer } from '../../mcp/desk.ts';
import { backupOf, decisionsOf } from '../../support/archive/archive-files.ts';
import { runDamage, startAnew } from './damage-scenarios.ts';
import { atArchive, copyOf, decidedIn, desksWithDecisions, shownAgain } from './desk-with-decisions.ts';

// Whatever happens to the files of an archive: who was erased stays erased, and what was decided stays decided, or it is said.

const deskWithDecisions = desksWithDecisions();

/** Writes other bytes over a part of a file. */
function overwrite(file: string, start: number, end: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(255, start, end));
}

/** Changes a word in a file. */
function exchange(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  writeFileSync(file, bytes);
}

type Damages = readonly (readonly [what: string, damage: (file: string) => void])[];

const OF_ANY: Damages = [
  ['cut off', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['without the mark of a database', (file) => overwrite(file, 0, 16)],
  ['written over after its first page', (file) => overwrite(file, 4096, statSync(file).size)],
  ['empty', (file) => truncateSync(file, 0)],
  ['gone', (file) => rmSync(file)],
];

const OF_ARCHIVE: Damages = [
  ...OF_ANY,
  ['with another letter in the description of a table', (file) => exchange(file, 'chat_id bigint', 'chat_ie bigint')],
  ['with a column of another name', (file) => exchange(file, 'visitor_phone text', 'visitor_phane text')],
  ['with a column of another type', (file) => exchange(file, 'subject text', 'subject tuxt')],
  ['with another name of the program', (file) => exchange(file, 'COAR', 'COAS')],
];

const OF_DECISIONS: Damages = [
  ...OF_ANY,
  [
    'with another letter in the description of a table',
    (file) => exchange(file, 'visitor_id bigint', 'visitor_ie bigint'),
  ],
  ['with another letter in a note', (file) => exchange(file, 'decided about', 'decided abaut')],
  ['with another letter in the hash of a token', (file) => exchange(file, 'a'.repeat(64), `b${'a'.repeat(63)}`)],
];

describe('an archive', () => {
  test.each(OF_ARCHIVE)('%s loses nothing that was decided', async (_what, damage) => {
    const { archive, service, owner, decided: before } = await deskWithDecisions();
    expect(before).toHaveLength(2 + 2 + 5 + 1 + 2 + 3);
    damage(archive);
    const desk = await openServer(service, { archive });
    expect(await shownAgain(desk)).toEqual([]);
    expect((await desk.ask('list_chats', { period: 'last_7_days' })).isError).toBe(false);
    await desk.close();
    expect(await decidedIn(archive, owner)).toEqual(before);
  });

  test('that is older than its decisions has nobody in it who was erased since', async () => {
    const { archive, service, erased, owner, decided: before } = await deskWithDecisions();
    const database = new DatabaseSync(archive);
    database
      .prepare('UPDATE chats SET visitor_id = ? WHERE chat_id = (SELECT min(chat_id) FROM chats)')
      .run(first(erased));
    database.close();
    const desk = await openServer(service, { archive });
    expect(await shownAgain(desk)).toEqual([]);
    await desk.close();
    expect(await decidedIn(archive, owner)).toEqual(before);
    const left = new DatabaseSync(archive, { readOnly: true });
    expect(left.prepare('SELECT * FROM chats WHERE visitor_id = ?').all(first(erased))).toEqual([]);
    left.close();
  });
});

describe('decisions', () => {
  test.each(OF_DECISIONS)('%s go on with what is left of them and with their backup', async (_what, damage) => {
    const { archive, service, owner, decided } = await deskWithDecisions();
    damage(decisionsOf(archive));
    const desk = await openServer(service, { archive, log_level: 'silent' });
    expect(await shownAgain(desk)).toEqual([]);
    const { data } = await desk.ask('get_service_status');
    await desk.close();
    const doubted = (data.archive.recoveries ?? []).flatMap(({ may_be_lost: tables }) => tables);
    expect(doubted.length).toBeGreaterThan(0);
    const after = new Set(await decidedIn(archive, owner));
    // What an older backup would bring back is in it: nobody who was erased, and no token that was revoked.
    const lost = decided.filter((line) => !after.has(line));
    for (const line of lost)
      expect(
        doubted.some((table) => line.includes(`"table":"${table}"`)),
        line,
      ).toBe(true);
    expect(lost.filter((line) => /"table":"(erased_visitors|tokens|account_keys)"/.test(line))).toEqual([]);
  });

  test.each(OF_ANY)('lose nothing where their backup is %s', async (_what, damage) => {
    const { archive, owner, decided } = await deskWithDecisions();
    damage(backupOf(archive));
    expect(await decidedIn(archive, owner)).toEqual(decided);
    rmSync(decisionsOf(archive));
    expect(await decidedIn(archive, owner)).toEqual(decided);
  });

  test('of which neither file is whole are left as they are, and nothing is read', async () => {
    const { archive, owner } = await deskWithDecisions();
    for (const file of [decisionsOf(archive), backupOf(archive)]) truncateSync(file, 4096);
    await expect(openStore(archive, owner)).rejects.toThrow(DecisionsLost);
    expect(statSync(decisionsOf(archive)).size).toBe(4096);
  });
});

describe('where some of them may be lost, a server', () => {
  /** An archive whose decisions have a row that is another one now, and no backup. */
  async function undecided() {
    const all = await deskWithDecisions();
    const backup = copyOf(all.archive, 'backup');
    exchange(decisionsOf(all.archive), 'decided about', 'decided abaut');
    rmSync(backupOf(all.archive));
    return { ...all, backup };
  }

  test('serves its tools, says what is lost and what to do, reads nothing, and goes on when a person said so', async () => {
    const { archive, service, owner, decided } = await undecided();
    const before = service.requests().length;
    await using desk = await openServer(service, { archive, log_level: 'silent' });
    const asked = await desk.ask('list_chats', { period: 'last_7_days' });
    expect(asked).toMatchObject({ isError: true });
    expect(asked.text).toContain(
      '2 erased visitors, 1 keys of pseudonyms, 5 lines of the audit, 4 decisions of triage, 0 meanings of codes, 2 tokens of callers',
    );
    expect(asked.text).toContain('more may have been there of decisions of triage');
    expect(asked.text).toContain('the command archive start-anew');
    expect(asked.text).not.toContain(archive);
    expect(service.requests()).toHaveLength(before);

    await startAnew(archive, owner);
    expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: false });
    expect(await shownAgain(desk)).toEqual([]);
    const { data, text } = await desk.ask('get_service_status');
    const [recovery] = data.archive.recoveries ?? [];
    expect(recovery).toMatchObject({ carried: { erased_visitors: 2, triage: 4 }, may_be_lost: ['triage'] });
    expect(text).toContain('Some may be lost: decisions of triage');
    const left = new Set(await decidedIn(archive, owner));
    expect(decided.filter((line) => !left.has(line))).toHaveLength(1);
  });

  test.each([
    ['before it was asked', false],
    ['while it asks', true],
  ])('takes a backup that is put back %s', async (_when, isAsked) => {
    const { archive, backup, service, owner, decided } = await undecided();
    await using desk = await openServer(service, { archive, log_level: 'silent' });
    if (isAsked) expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: true });
    writeFileSync(decisionsOf(archive), readFileSync(decisionsOf(backup)));
    expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: false });
    expect(await decidedIn(archive, owner)).toEqual(decided);
  });
});

test('a few damaged archives: nobody is shown again, nothing is lost unsaid, nothing is refused for good', async () => {
  const desk = await deskWithDecisions();
  for (const seed of [1, 2, 3]) {
    const { damage, ...outcome } = await runDamage(desk, seed);
    expect({ damage, ...outcome }).toMatchObject({ damage, shownAgain: [], lostUnsaid: [], wrong: [], refused: [] });
  }
});

test('D2: an erasure that was cut off after its mark is finished by the next start', async () => {
  const { archive, service, owner } = await deskWithDecisions();
  const chat = first(service.world.chats.slice(-1));
  const [visitorId, chatId] = [VisitorId.parse(chat.visitorId), ChatId.parse(chat.chatId)];
  const rowsOf = (database: DatabaseSync) =>
    database.prepare('SELECT chat_id FROM chats WHERE chat_id = ?').all(chatId);
  const database = new DatabaseSync(archive);
  expect(rowsOf(database)).toHaveLength(1);
  database.close();
  await atArchive(archive, owner, async ({ tables }) => {
    const mark = { account: tables.account, visitor_id: visitorId, erased_at: epochMillis(NOW), finished_at: null };
    await tables.upsert('erased_visitors', [mark]);
  });
  await (await openStore(archive, owner)).close();
  await atArchive(archive, owner, async ({ tables }) => {
    expect(await tables.kept.chats().where('chat_id', '=', chatId).selectAll().execute()).toEqual([]);
    const marks = await tables.erasedVisitors().where('visitor_id', '=', visitorId).select('finished_at').execute();
    expect(marks).not.toContainEqual({ finished_at: null });
  });
});

describe('the files of decisions', () => {
  test('H7: have of tokens their hashes alone, and of a revoked one no hash', async () => {
    const { archive, owner } = await deskWithDecisions();
    await atArchive(archive, owner, ({ tables }) => new Tokens(tables).revoke('kept', epochMillis(NOW)));
    for (const file of [decisionsOf(archive), backupOf(archive)]) {
      const content = readFileSync(file, 'latin1');
      for (const hash of ['a'.repeat(64), 'b'.repeat(64)]) expect(content).not.toContain(hash);
    }
  });

  test('H4: a backup brings no revoked token back', async () => {
    const { archive, owner } = await deskWithDecisions();
    await atArchive(archive, owner, ({ tables }) => new Tokens(tables).revoke('kept', epochMillis(NOW)));
    rmSync(decisionsOf(archive));
    await (await openStore(archive, owner)).close();
    await atArchive(archive, owner, async ({ tables }) => {
      expect(await new Tokens(tables).all()).toEqual([]);
      expect(await new Tokens(tables).wasAnyMade()).toBe(true);
    });
  });

  test('D2: are their owner’s alone, and hold nothing that names who was erased', async () => {
    const { archive } = await deskWithDecisions();
    for (const file of [decisionsOf(archive), backupOf(archive)]) {
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
      expect(readFileSync(file, 'latin1')).not.toMatch(/Quillon|Zephyrine|Ottoline|Brackwater/);
    }
  });
});
