import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ArchiveUnusable, DecisionsLost } from '../../../model/errors.ts';
import { countWords, DECISION_TABLES, doubtWords, type DecisionCounts } from '../../../model/decided-here.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { trusted } from '../../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../../model/time/units.ts';
import { deskHash } from '../../account.ts';
import { recoveryRow } from '../../care/audit.ts';
import type { Recovery, SetAside, Wanted } from '../../care/recovery.ts';
import { SUMMED_TABLES } from '../../decisions/row-sum.ts';
import { KEYS } from '../../schema/table-keys.ts';
import { insert, look, replaceDecisions, type Found, type Row } from '../decisions-file.ts';
import { DecisionsDamaged, EarlierArchive, isLocked, translateFileErrors } from '../failures.ts';
import { nameAside, type KindAside } from '../file/copies.ts';
import { backupBeside, DAMAGE_MET, decisionsBeside, pathOf } from '../file/path.ts';
import { EARLIER_COPY, lookIntoEarlier } from './earlier.ts';

/**
 * Does what an archive needs that could not be opened: its file is set aside, so that a new one takes its place; or its decisions are
 * put together anew. Nothing is changed, and DecisionsLost thrown, where some decisions may be lost and nobody has agreed. Throws
 * ArchiveUnusable, also while another process has it open: what that writes would go into the file of before.
 */
export function recover(location: string, damage: Error, wanted: Wanted): SetAside {
  const path = pathOf(location);
  if (existsSync(path) && isOpenElsewhere(path)) throw inUse();
  if (damage instanceof EarlierArchive) return takeOver(path, wanted);
  const isWhole = SUMMED_TABLES.every((table) => look(decisionsBeside(path))?.whole.has(table));
  return damage instanceof DecisionsDamaged || !isWhole ? recoverDecisions(path, wanted) : beginArchive(path, wanted);
}

/** Sets the file of an archive aside whose decisions are whole. */
function beginArchive(path: string, { desk, now }: Wanted): SetAside {
  const file = decisionsBeside(path);
  const decisions = look(file) ?? NOTHING;
  refuseOtherDesk(decisions, desk);
  const recovery = { carried: countsOf(decisions.rows), doubtful: [] };
  translateFileErrors(() => {
    using database = new DatabaseSync(file);
    insert(database, 'audit', [lineOf(recovery, decisions.rows, now)]);
  });
  const aside = existsSync(path) ? setAside(path, 'damaged', now) : undefined;
  rmSync(path + DAMAGE_MET, { force: true });
  return omitUndefined({ what: 'archive', path: aside, recovery } as const);
}

/** Puts decisions together of their file and its backup: of each table what is whole, else what can be read of both. */
function recoverDecisions(path: string, { desk, agreed, now }: Wanted): SetAside {
  const file = decisionsBeside(path);
  const [found, backup] = [look(file) ?? NOTHING, look(backupBeside(path)) ?? NOTHING];
  refuseOtherDesk(found, desk);
  refuseOtherDesk(backup, desk);
  const rows = together(found, backup);
  const doubtful = DECISION_TABLES.filter((table) => !found.whole.has(table));
  const recovery = { carried: countsOf(rows), doubtful };
  refuseLoss(
    recovery,
    doubtful.filter((table) => !backup.whole.has(table)),
    agreed,
  );
  // A copy: its place is taken at once, or not at all.
  const aside = existsSync(file) ? nameAside(file, 'damaged', now) : undefined;
  if (aside !== undefined) translateFileErrors(() => copyFileSync(file, aside));
  replaceDecisions(file, withLine(rows, recovery, now));
  return omitUndefined({ what: 'decisions', path: aside, recovery } as const);
}

/** Takes over what was decided in an archive of before there was one schema, and sets that aside. */
function takeOver(path: string, { desk, agreed, now }: Wanted): SetAside {
  const found = lookIntoEarlier(path);
  refuseOtherDesk(found, desk);
  const doubtful = DECISION_TABLES.filter((table) => !found.whole.has(table));
  const recovery = { carried: countsOf(found.rows), doubtful };
  refuseLoss(recovery, doubtful, agreed);
  const file = decisionsBeside(path);
  // One that is there was made of it by a process that was killed before it could set it aside.
  if (!existsSync(file)) {
    replaceDecisions(file, doubtful.length === 0 ? found.rows : withLine(found.rows, recovery, now));
  }
  return { what: 'older', path: setAside(path, 'before', now, [EARLIER_COPY, '-wal', '']), recovery };
}

const NOTHING: Found = { rows: new Map(), whole: new Set() };

function together(found: Found, backup: Found): Found['rows'] {
  return new Map(
    SUMMED_TABLES.map((table) => {
      const own = found.rows.get(table) ?? [];
      if (found.whole.has(table)) return [table, own];
      const key = (row: Row): string => KEYS[table].map((name) => row[name]).join(' ');
      const known = new Set(own.map(key));
      return [table, [...own, ...(backup.rows.get(table) ?? []).filter((row) => !known.has(key(row)))]];
    }),
  );
}

function withLine(rows: Found['rows'], recovery: Recovery, now: EpochMillis): Found['rows'] {
  return new Map(rows).set('audit', [...(rows.get('audit') ?? []), lineOf(recovery, rows, now)]);
}

function lineOf(recovery: Recovery, rows: Found['rows'], now: EpochMillis): Row {
  const entries = (rows.get('audit') ?? []).map(({ entry }) => Number(entry));
  // A file holds one desk.
  return { ...recoveryRow(recovery, now), account: 1, entry: Math.max(0, ...entries) + 1 };
}

function countsOf(rows: Found['rows']): DecisionCounts {
  const count = (table: (typeof DECISION_TABLES)[number]): number => rows.get(table)?.length ?? 0;
  return {
    erased_visitors: count('erased_visitors'),
    account_keys: count('account_keys'),
    audit: count('audit'),
    triage: count('triage'),
    code_meanings: count('code_meanings'),
    tokens: count('tokens'),
  };
}

function refuseLoss({ carried }: Recovery, lost: Recovery['doubtful'], agreed: boolean): void {
  if (lost.length === 0 || agreed) return;
  throw new DecisionsLost(
    trusted`Found were ${countWords(carried)}; more may have been there of ${doubtWords(lost)}: their file, which ends in -decisions.sqlite, is damaged or gone, and so is its backup.`,
  );
}

function refuseOtherDesk({ rows }: Found, desk: string | undefined): void {
  const [{ origin, login } = {}] = rows.get('accounts') ?? [];
  if (typeof origin !== 'string' || typeof login !== 'string' || desk === undefined) return;
  if (deskHash({ origin, login }) === desk) return;
  throw new ArchiveUnusable(
    'The archive is damaged, and belongs to another desk.',
    'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE: an archive holds one desk. Nothing was changed.',
  );
}

/** Gives a file another name, together with those that belong to it. Returns the name. Throws ArchiveUnusable. */
function setAside(path: string, kind: KindAside, now: EpochMillis, suffixes = ['-wal', '']): string {
  const target = nameAside(path, kind, now);
  return translateFileErrors(() => {
    // The file itself comes last: what was written last would be taken for that of a new file.
    for (const suffix of suffixes) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    // It holds nothing of its own, and is made each time a file is opened.
    rmSync(`${path}-shm`, { force: true });
    return target;
  });
}

/** A process that has a file open keeps others from locking it. */
function isOpenElsewhere(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.prepare('PRAGMA schema_version').get();
    return false;
  } catch (error) {
    return isLocked(error);
  } finally {
    database.close();
  }
}

function inUse(): ArchiveUnusable {
  return new ArchiveUnusable(
    'The archive is damaged, or of an older version, and cannot be replaced while another process has it open.',
    'Stop the other servers that use this archive.',
  );
}
