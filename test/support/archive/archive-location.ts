import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished, type ProvidedContext } from 'vitest';
import { refuseSecretsInArchives } from '../canaries/canary-scan.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { roomyFolder } from '../roomy-folder.ts';

// Where the archives of tests lie. The tests in vitest.config.ts's project `postgres` run a second time with all of them
// in PostgreSQL, each in a database of its own, where the rows of another desk lie already; else they lie in SQLite. A
// test for both needs nothing of its own when it opens desks by test/mcp/desk.ts. Else:
// - an archive that several servers share, or one after the other: `await archiveOfTest()`, to the end of the test;
// - an archive for one store that the test opens itself: `await using archive = await lendArchive()`;
// - what lies in tables: `openStore(location, owner)` a second time, and ask its `tables`, not the database;
// - faked time: `passTime` (faked-time.ts), never `vi.advanceTimersByTimeAsync`: a server does not answer within it.

/** The engine under test. */
export const ENGINE = inject('postgres') === undefined ? 'sqlite' : 'postgres';

/** A place for one archive, which is removed with all that lies there. */
interface LentArchive extends AsyncDisposable {
  /** As the setting `archive` takes it: a file, `memory`, or the address of a database. */
  readonly location: string;
}

/** A place that nobody has used, for as many servers as like. */
export async function lendArchive(): Promise<LentArchive> {
  const postgres = inject('postgres');
  return postgres === undefined ? lendFile() : lendDatabase(postgres);
}

/** A place that nobody has used, for one server: with SQLite in its memory. */
export async function lendArchiveOfOne(): Promise<LentArchive> {
  const inMemory = { location: 'memory', [Symbol.asyncDispose]: () => Promise.resolve() };
  return ENGINE === 'sqlite' ? inMemory : lendArchive();
}

/** A place that nobody has used, until the test ends. */
export async function archiveOfTest(): Promise<string> {
  const archive = await lendArchive();
  onTestFinished(() => archive[Symbol.asyncDispose]());
  return archive.location;
}

async function lendFile(): Promise<LentArchive> {
  const folder = await mkdtemp(join(await roomyFolder(), 'archive-'));
  return {
    location: join(folder, 'desk.sqlite'),
    [Symbol.asyncDispose]: () => {
      refuseSecretsInArchives(folder);
      return rm(folder, { recursive: true });
    },
  };
}

async function lendDatabase({ server, template }: NonNullable<ProvidedContext['postgres']>): Promise<LentArchive> {
  const name = `archive_${randomUUID().replaceAll('-', '')}`;
  return {
    location: await createDatabase(server, name, template),
    [Symbol.asyncDispose]: () => dropDatabase(server, name),
  };
}
