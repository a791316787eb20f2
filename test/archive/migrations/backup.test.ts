import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { NOW, openServer, startService, type Service } from '../../mcp/desk.ts';
import { makeOldArchive } from './old-archive.ts';
import { temporaryFile } from '../tables/temporary-file.ts';

// An archive that an older version made is kept as it was, before it is brought to the format of this one.

/** The last migration of the first released version, and the first one after it. */
const FIRST_RELEASE = '0004_finished_at';
const NEXT = '0005_packed_days';

/** An archive as the first released version left it, with an agent of a service whom nobody else has. */
async function oldArchive({ url, world }: Service): Promise<string> {
  const archive = await temporaryFile();
  await makeOldArchive(archive, FIRST_RELEASE);
  const file = new DatabaseSync(archive);
  file.prepare('INSERT INTO accounts VALUES (1, ?, ?)').run(url, world.account.superAdmin.email);
  file.prepare('INSERT INTO agents (account, agent_id, first_name, seen_at) VALUES (1, 77, ?, ?)').run('Ottilie', NOW);
  file.prepare("INSERT INTO covered_lists VALUES (1, 'agents', ?, 'proven', 0, ?)").run(NOW, NOW);
  file.close();
  return archive;
}

function namesIn(path: string, query: string): unknown[] {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return file
      .prepare(query)
      .all()
      .map((row) => row['name']);
  } finally {
    file.close();
  }
}

const filesOf = (archive: string): string[] =>
  readdirSync(dirname(archive)).filter((name) => !/-(wal|shm)$/.test(name));

describe('an archive of an older version', () => {
  test('D2: is kept as it was, for its owner alone, and goes on', async () => {
    await using service = startService();
    const archive = await oldArchive(service);
    await using desk = await openServer(service, { archive });
    expect((await desk.ask('list_support_agents')).data.agents.map(({ name }) => name)).toEqual(['Ottilie']);

    expect(filesOf(archive).sort()).toEqual(
      ['', '-decisions', `.before-${NEXT}`].map((suffix) => basename(archive) + suffix),
    );
    const backup = `${archive}.before-${NEXT}`;
    expect((statSync(backup).mode & 0o777).toString(8)).toBe('600');
    expect(namesIn(backup, 'SELECT name FROM kysely_migration ORDER BY name').at(-1)).toBe(FIRST_RELEASE);
    expect(namesIn(backup, 'SELECT first_name AS name FROM agents')).toEqual(['Ottilie']);
    expect(namesIn(backup, 'PRAGMA integrity_check')).toHaveLength(1);
    expect(namesIn(archive, 'SELECT purpose AS name FROM account_keys')).toEqual(['pseudonyms']);
  });

  test('is copied once, and told about', async () => {
    await using service = startService();
    const archive = await oldArchive(service);
    const owner = { origin: service.url, login: service.world.account.superAdmin.email };
    const told: string[] = [];
    const telling = { tell: (words: string) => void told.push(words), clock: () => epochMillis(NOW) };
    for (let round = 0; round < 2; round += 1) await (await openStore(archive, owner, telling)).close();
    expect(told).toEqual([
      `The archive had the format of an older version, and is kept as ${basename(archive)}.before-${NEXT}.`,
    ]);
  });

  test('and a copy that is there already stays as it is', async () => {
    await using service = startService();
    const archive = await oldArchive(service);
    const backup = `${archive}.before-${NEXT}`;
    writeFileSync(backup, 'made before');
    await (await openServer(service, { archive })).close();
    expect(readFileSync(backup, 'utf8')).toBe('made before');
  });

  test('that two open at once is migrated by one of them', async () => {
    await using service = startService();
    const archive = await oldArchive(service);
    const desks = await Promise.all([openServer(service, { archive }), openServer(service, { archive })]);
    for (const desk of desks) {
      expect((await desk.ask('list_support_agents')).data.total).toBe(1);
      await desk.close();
    }
    expect(filesOf(archive)).toHaveLength(3);
  });
});

test('a new archive has no backup', async () => {
  const archive = await temporaryFile();
  await using service = startService();
  await (await openServer(service, { archive })).close();
  expect(filesOf(archive).sort()).toEqual([basename(archive), `${basename(archive)}-decisions`]);
});
