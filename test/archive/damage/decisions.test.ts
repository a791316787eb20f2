import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { Tokens } from '../../../src/archive/access/tokens.ts';
import { openStore } from '../../../src/archive/store.ts';
import { DecisionsLost } from '../../../src/model/errors.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { first, NOW, openServer } from '../../mcp/desk.ts';
import { startAnew, runDamage } from './damage-scenarios.ts';
import { atArchive, copyOf, decidedIn, desksWithDecisions, shownAgain } from './desk-with-decisions.ts';

// Whatever happens to the file of an archive: who was erased stays erased, and what was decided stays decided.

const deskWithDecisions = desksWithDecisions();

/** Writes other bytes over a part of a file. */
function overwrite(file: string, start: number, end: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(255, start, end));
}

/** Changes a word in the text that describes the tables. */
function misdescribe(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  writeFileSync(file, bytes);
}

const DAMAGES: [what: string, damage: (archive: string) => void][] = [
  ['cut off', (archive) => truncateSync(archive, Math.floor(statSync(archive).size / 2))],
  ['without the mark of a database', (archive) => overwrite(archive, 0, 16)],
  ['written over after its first page', (archive) => overwrite(archive, 4096, statSync(archive).size)],
  ['empty', (archive) => truncateSync(archive, 0)],
  ['gone', (archive) => rmSync(archive)],
  [
    'with another letter in the description of a table',
    (archive) => misdescribe(archive, 'chat_id bigint', 'chat_ie bigint'),
  ],
  [
    'with another comma in it',
    (archive) => misdescribe(archive, 'chat_id bigint NOT NULL, requested', 'chat_id bigint NOT NULL; requested'),
  ],
  ['with a column of another name', (archive) => misdescribe(archive, 'visitor_phone text', 'visitor_phane text')],
  ['with a column of another type', (archive) => misdescribe(archive, 'subject text', 'subject tuxt')],
  ['with another name of the program', (archive) => misdescribe(archive, 'COAR', 'COAS')],
];

describe('an archive', () => {
  test.each(DAMAGES)('%s loses nothing that was decided', async (_what, damage) => {
    const { archive, service, owner, decided: before } = await deskWithDecisions();
    expect(before).toHaveLength(2 + 2 + 5 + 1 + 2 + 3);
    damage(archive);
    const desk = await openServer(service, { archive });
    expect(await shownAgain(desk)).toEqual([]);
    expect((await desk.ask('list_chats', { period: 'last_7_days' })).isError).toBe(false);
    await desk.close();
    expect(await decidedIn(archive, owner)).toEqual(before);
  });

  test('that is damaged is left as it is, and nothing is read, where its second copy is damaged, too', async () => {
    const { archive, owner } = await deskWithDecisions();
    truncateSync(archive, 4096);
    const decisions = readFileSync(`${archive}-decisions`);
    const end = decisions.lastIndexOf('\n', decisions.length - 2);
    // Nothing but the length that the first line tells shows that a whole line is missing.
    truncateSync(`${archive}-decisions`, end + 1);
    await expect(openStore(archive, owner)).rejects.toThrow(DecisionsLost);
    expect(statSync(archive).size).toBe(4096);
  });

  test.each(DAMAGES.filter(([what]) => what !== 'gone'))(
    '%s and without a second copy either has everything, or asks',
    async (_what, damage) => {
      const { archive, owner, decided: before } = await deskWithDecisions();
      rmSync(`${archive}-decisions`);
      damage(archive);
      const opened = await decidedIn(archive, owner).catch((error: unknown) => error);
      if (!(opened instanceof DecisionsLost)) expect(opened).toEqual(before);
    },
  );
});

describe('where some of it may be lost, a server', () => {
  /** A damaged archive of which the second copy has lost its last line. */
  async function undecided() {
    const all = await deskWithDecisions();
    const backup = copyOf(all.archive, 'backup');
    const copy = readFileSync(`${all.archive}-decisions`);
    truncateSync(all.archive, 4096);
    truncateSync(`${all.archive}-decisions`, copy.lastIndexOf('\n', copy.length - 2) + 1);
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
    expect(asked.text).toContain('the command archive start-anew');
    expect(asked.text).not.toContain(archive);
    expect(service.requests()).toHaveLength(before);

    await startAnew(archive, owner);
    expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: false });
    expect(await shownAgain(desk)).toEqual([]);
    const { data, text } = await desk.ask('get_service_status');
    const [recovery] = data.archive.recoveries ?? [];
    expect(recovery).toMatchObject({
      carried: { erased_visitors: 2, triage: 4 },
      may_be_lost: ['erased_visitors', 'account_keys', 'audit', 'triage', 'code_meanings', 'tokens'],
    });
    expect(text).toContain(
      'Some may be lost: erased visitors, keys of pseudonyms, lines of the audit, decisions of triage, meanings of codes, tokens of callers',
    );
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
    for (const part of ['', '-decisions']) writeFileSync(archive + part, readFileSync(backup + part));
    expect(await desk.ask('list_chats', { period: 'last_7_days' })).toMatchObject({ isError: false });
    expect(await decidedIn(archive, owner)).toEqual(decided);
  });
});

test('a few damaged archives: nobody is shown again, nothing is lost unsaid, nothing is refused for good', async () => {
  const desk = await deskWithDecisions();
  for (const seed of [1, 2, 3]) {
    const { damage, ...outcome } = await runDamage(desk, seed);
    expect({ damage, ...outcome }).toMatchObject({ damage, shownAgain: [], lostUnsaid: [], refused: [] });
  }
});

describe('the second copy', () => {
  test('H7: has of tokens their hashes alone, nothing of their uses, and of a revoked one no hash', async () => {
    const { archive, owner } = await deskWithDecisions();
    const content = readFileSync(`${archive}-decisions`, 'utf8');
    expect(content).not.toContain('last_used_at');
    await atArchive(archive, owner, ({ tables }) => new Tokens(tables).revoke('kept', epochMillis(NOW)));
    const after = readFileSync(`${archive}-decisions`, 'utf8');
    const written = await decidedIn(archive, owner);
    expect(written.filter((line) => line.includes('"table":"tokens"') && line.includes('"hash":null'))).toHaveLength(2);
    expect(after.length).toBeGreaterThan(content.length);
  });

  test('H4: a file that is older than it brings no revoked token back', async () => {
    const { archive, owner } = await deskWithDecisions();
    const older = copyOf(archive, 'older');
    await atArchive(archive, owner, ({ tables }) => new Tokens(tables).revoke('kept', epochMillis(NOW)));
    for (const damage of [() => undefined, () => appendFileSync(older, 'x'), () => overwrite(older, 0, 16)]) {
      writeFileSync(`${older}-decisions`, readFileSync(`${archive}-decisions`));
      damage();
      await openStore(older, owner).then((store) => store.close());
      await atArchive(older, owner, async ({ tables }) => {
        expect(await new Tokens(tables).all()).toEqual([]);
        expect(await new Tokens(tables).wasAnyMade()).toBe(true);
      });
    }
  });

  test('D2: is its owner’s alone, and holds nothing that names who was erased', async () => {
    const { archive, service } = await deskWithDecisions();
    const copy = `${archive}-decisions`;
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    const content = readFileSync(copy, 'utf8');
    expect(content).toContain('erased_visitors');
    expect(content).not.toMatch(/Quillon|Zephyrine|Ottoline|Brackwater/);
    expect(content).not.toContain(service.world.account.superAdmin.email);
  });

  test('is made where an archive has none, and written anew where it is damaged', async () => {
    const { archive, owner, decided: before } = await deskWithDecisions();
    const written = readFileSync(`${archive}-decisions`, 'utf8').split('\n').slice(1).sort();
    const damages = [
      (copy: string) => rmSync(copy),
      (copy: string) => truncateSync(copy, 0),
      (copy: string) => truncateSync(copy, statSync(copy).size - 10),
      (copy: string) => overwrite(copy, 300, 310),
      (copy: string) => appendFileSync(copy, 'cut off whi'),
    ];
    for (const [index, damage] of damages.entries()) {
      const other = copyOf(archive, String(index));
      damage(`${other}-decisions`);
      expect(await decidedIn(other, owner)).toEqual(before);
      const again = readFileSync(`${other}-decisions`, 'utf8').split('\n').slice(1).sort();
      expect(again).toEqual(expect.arrayContaining(written));
    }
  });

  test('brings back what an archive has lost unnoticed, and removes again what came back with it', async () => {
    const { archive, service, owner, erased, decided: before } = await deskWithDecisions();
    const database = new DatabaseSync(archive);
    database.exec(
      'DELETE FROM erased_visitors; DELETE FROM triage; DELETE FROM audit; UPDATE account_keys SET hex = hex || 1',
    );
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
