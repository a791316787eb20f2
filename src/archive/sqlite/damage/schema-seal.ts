import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import { ArchiveUnusable } from '../../../model/errors.ts';
import type { SchemaSeal } from '../../tables/engine.ts';
import { damaged } from '../failures.ts';
import { descriptionOf, namesOfMigrations, usualSchema, type Described } from './usual-schema.ts';
import type { Connection } from '../../schema/schema.ts';

// SQLite reads the text that describes a table whenever a file is opened, and believes it: a letter that is another one now may be
// another column, another type, or no table at all, which no check of SQLite finds. So the file's number for programs, which is
// free for us, is made of that text, and of the names of the migrations that wrote it.

const Versions = z.tuple([z.object({ user_version: z.number() })]);
const Pages = z.tuple([z.object({ page_count: z.number() })]);
const Names = z.array(z.object({ name: z.string() }));

/** An archive of an earlier version has no seal: it gets one when its description is the usual one. */
export const schemaSeal: SchemaSeal = {
  check: async (db) => {
    if (await isAsSealed(db)) return;
    // Another process may have changed it in the middle of that: now nobody does.
    await db.transaction().execute(async (transaction) => {
      const applied = await appliedIn(transaction);
      if ((await isAsSealed(transaction)) || isOfNewerVersion(applied)) return;
      const description = await descriptionOf(transaction);
      const usual = await usualSchema(applied).catch(() => []);
      if (description.length === 0 || wordsOf(description) !== wordsOf(usual)) throw damaged();
      await schemaSeal.set(transaction);
    });
  },
  set: async (db) => {
    const seal = sealOf(await descriptionOf(db), await appliedIn(db));
    await sql`PRAGMA user_version = ${sql.lit(seal)}`.execute(db);
  },
};

/** Whether a newer version made the file: its description is not known here, and opening it is refused later. */
function isOfNewerVersion(applied: readonly string[]): boolean {
  const known = namesOfMigrations();
  return applied.length > known.length && known.every((name) => applied.includes(name));
}

async function isAsSealed(db: Connection): Promise<boolean> {
  const description = await descriptionOf(db);
  const { seal, pages } = await headerOf(db);
  // Nothing is described in a new file, and in one that has lost the beginning of its description.
  if (description.length === 0 && seal === 0 && pages <= 1) return true;
  return seal === sealOf(description, await appliedIn(db));
}

/** Whether a file has a seal: then a version wrote it that also writes the second copy of what is decided. */
export function isSealed(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA user_version').get()?.['user_version'] !== 0;
}

/** The names of the migrations that made it; none where their table is not to be found. */
async function appliedIn(db: Connection): Promise<string[]> {
  try {
    const { rows } = await sql`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
    return Names.parse(rows).map(({ name }) => name);
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    return [];
  }
}

async function headerOf(db: Connection): Promise<{ readonly seal: number; readonly pages: number }> {
  const [{ user_version: seal }] = Versions.parse((await sql`PRAGMA user_version`.execute(db)).rows);
  const [{ page_count: pages }] = Pages.parse((await sql`PRAGMA page_count`.execute(db)).rows);
  return { seal, pages };
}

/** A positive number of 31 bits: a file has room for no more. */
function sealOf(description: readonly Described[], applied: readonly string[]): number {
  const hash = createHash('sha256').update(JSON.stringify([description, applied]));
  return hash.digest().readUInt32BE() >>> 1 || 1;
}

/**
 * Returns the part of a description that this program itself wrote. Its libraries write theirs differently from version
 * to version.
 */
function wordsOf(description: readonly Described[]): string {
  return JSON.stringify(
    description.filter(({ name }) => !name.startsWith('kysely_') && !name.startsWith('transcript_words_')),
  );
}
