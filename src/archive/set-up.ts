import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { ArchiveDamaged, ArchiveUnusable } from '../model/errors.ts';
import { archiveParts, decisionSteps, DECISIONS_NUMBER, SCHEMA_NUMBER, type Part } from './schema/definition.ts';
import type { Connection, EngineName } from './schema/schema.ts';
import type { Engine } from './tables/engine.ts';

const Made = z.object({ part: z.string(), number: z.number(), text: z.string() });
const Counts = z.tuple([z.object({ count: z.number() })]);

/** What an archive is made of: how many steps its decisions have, and of each part its number and a fingerprint of its statements. */
interface Known {
  readonly steps: number;
  readonly parts: ReadonlyMap<string, z.infer<typeof Made>>;
}

/** The format of an archive beside that of this version: `none` where nothing is there yet. */
export type FormatState = 'none' | 'older' | 'same' | 'newer';

/** Tells the format of an archive. Nothing is changed. */
export async function formatIn(db: Connection, engine: EngineName): Promise<FormatState> {
  return stateOf(await knownIn(db), engine);
}

/** What another version had stored otherwise and has yet to be read again: how many records of which part, of all desks. */
export async function toReadAgain(db: Connection, engine: Engine): Promise<readonly ToReadAgain[]> {
  const { rows } = await sql`SELECT part, lost FROM parts WHERE lost > 0 ORDER BY part`.execute(db);
  const missing: ToReadAgain[] = [];
  for (const { part, lost } of z.array(Begun).parse(rows)) {
    const [table = part] = archiveParts(engine.name)[part]?.tables ?? [];
    const records = lost - (await countIn(db, table));
    if (records > 0) missing.push({ part, records });
  }
  return missing;
}

const Begun = z.object({ part: z.string(), lost: z.number() });

export interface ToReadAgain {
  readonly part: string;
  readonly records: number;
}

/**
 * Makes the tables that are not there, in one transaction. Decisions of an older version are brought forward; of what can be
 * read again, the parts that are as this version has them stay, and the others are begun anew. Throws ArchiveUnusable for an archive
 * that a newer version made.
 */
export async function setUp(db: Connection, engine: Engine): Promise<void> {
  const found = await knownIn(db);
  if (stateOf(found, engine.name) === 'newer') throw madeByNewerVersion();
  if (stateOf(found, engine.name) === 'same' && (await isAsMade(db, found, engine))) return;
  await db.transaction().execute(async (transaction) => {
    await engine.excludeWriters(transaction, 0);
    await engine.makeSchemas?.(transaction);
    // Another process may have made them meanwhile.
    const isEmpty = (await engine.isDescribedBy?.(transaction, 'nothing')) ?? false;
    await run(transaction, CREATE_PARTS);
    await run(
      transaction,
      `CREATE TABLE IF NOT EXISTS ${engine.decisionSchema}.decision_steps (number integer PRIMARY KEY)`,
    );
    const known = await knownIn(transaction);
    if (!isEmpty && !(await isAsMade(transaction, known, engine))) throw misdescribed();
    for (const step of decisionSteps(`${engine.decisionSchema}.`, known.steps)) await run(transaction, step);
    if (known.steps === 0) await engine.takeOver?.(transaction);
    for (const [name, part] of Object.entries(archiveParts(engine.name))) {
      const made = known.parts.get(name);
      if (made?.text !== fingerprint(part.statements)) await begin(transaction, name, part, made !== undefined);
    }
  });
}

const CREATE_PARTS =
  'CREATE TABLE IF NOT EXISTS parts (part text PRIMARY KEY, number integer NOT NULL, text text NOT NULL, lost bigint)';

/** Makes the tables of a part, in the place of what another version made of them. */
async function begin(db: Connection, name: string, { statements, tables, afterwards = [] }: Part, isThere: boolean) {
  const [first = name] = tables;
  const lost = isThere ? await countIn(db, first) : null;
  for (const table of isThere ? tables : []) await run(db, `DROP TABLE IF EXISTS ${table}`);
  for (const statement of statements) await run(db, statement);
  if (isThere) for (const statement of [...afterwards, ...FORGET_WALKS]) await run(db, statement);
  const text = fingerprint(statements);
  await sql`INSERT INTO parts (part, number, text, lost) VALUES (${name}, ${SCHEMA_NUMBER}, ${text}, ${lost})
    ON CONFLICT (part) DO UPDATE SET number = excluded.number, text = excluded.text, lost = excluded.lost`.execute(db);
}

/** A walk that goes on would claim what it read before. */
const FORGET_WALKS = ['DELETE FROM unfinished_walks', 'DELETE FROM walked_pages'];

async function countIn(db: Connection, table: string): Promise<number> {
  const { rows } = await sql`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(db);
  const [{ count }] = Counts.parse(rows);
  return count;
}

async function knownIn(db: Connection): Promise<Known> {
  try {
    const { rows } = await sql`SELECT part, number, text FROM parts`.execute(db);
    const steps = await sql`SELECT count(*) AS count FROM decision_steps`.execute(db);
    const [{ count }] = Counts.parse(steps.rows);
    return { steps: count, parts: new Map(rows.map((row) => Made.parse(row)).map((made) => [made.part, made])) };
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    // There are no such tables yet. Anything else shows when they are made.
    return { steps: 0, parts: new Map() };
  }
}

function stateOf({ steps, parts }: Known, engine: EngineName): FormatState {
  if (steps === 0 && parts.size === 0) return 'none';
  if (steps > DECISIONS_NUMBER || [...parts.values()].some(({ number }) => number > SCHEMA_NUMBER)) return 'newer';
  const isSame = Object.entries(archiveParts(engine)).every(
    ([part, { statements }]) => parts.get(part)?.text === fingerprint(statements),
  );
  return isSame && steps === DECISIONS_NUMBER ? 'same' : 'older';
}

/** Whether the tables of the parts that are as this version has them are described by what made them. */
async function isAsMade(db: Connection, known: Known, engine: Engine): Promise<boolean> {
  return (await engine.isDescribedBy?.(db, statementsOf(known, engine))) ?? true;
}

/** The statements by which the parts of an archive were made that are as this version has them. */
function statementsOf({ parts }: Known, { name }: Engine): readonly string[] {
  return Object.entries(archiveParts(name)).flatMap(([part, { statements }]) =>
    parts.get(part)?.text === fingerprint(statements) ? statements : [],
  );
}

function fingerprint(statements: readonly string[]): string {
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
}

async function run(db: Connection, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

function misdescribed(): ArchiveDamaged {
  return new ArchiveDamaged(
    'The archive file cannot be used: the description of its tables is damaged.',
    'Restart the server, or run the command archive start-anew: either sets the file aside and begins a new one with all saved decisions.',
  );
}

function madeByNewerVersion(): ArchiveUnusable {
  return new ArchiveUnusable(
    'The archive was made by a newer version of this program.',
    'Update this program, or name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
  );
}
