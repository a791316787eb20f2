import { existsSync, renameSync, rmSync } from 'node:fs';
import { ArchiveUnusable, DecisionsLost } from '../../../model/errors.ts';
import { trusted, type ProgramText } from '../../../model/text/trusted-text.ts';
import { recoveryLine } from '../../care/audit.ts';
import { countWords, DECISION_TABLES, doubtWords, type DecisionTable } from '../../../model/decided-here.ts';
import { countsOf, latestOf, mergeDecisions, type Decision } from '../../decisions/decisions.ts';
import type { Recovery, SetAside, Wanted } from '../../care/recovery.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { DecisionFile, deskOfDecisions } from '../decision-file.ts';
import { DAMAGE_MET, identityOf, pathOf } from '../file/path.ts';
import { salvage, type Salvage } from './salvage.ts';
import { DatabaseSync } from 'node:sqlite';
import type { EpochMillis } from '../../../model/time/units.ts';
import { nameWhenDamaged } from '../file/copies.ts';
import { isLocked, translateFileErrors } from '../failures.ts';

/**
 * Sets a damaged file aside that nobody has open, so that a new one can take its place, once everything that was decided lies in the
 * second copy beside it, from which the new one gets it: what the copy has, and what is still readable in the file. Nothing is
 * changed, and DecisionsLost thrown, where some of that may be lost and nobody has agreed. Throws ArchiveUnusable.
 */
export async function recover(location: string, wanted: Wanted): Promise<SetAside> {
  const path = pathOf(location);
  const identity = identityOf(path);
  const found = await salvage(path);
  const desk = wanted.desk ?? deskOfDecisions(path) ?? found.desk;
  if (desk === undefined) throw unknownDesk();
  const copy = new DecisionFile(path, desk);
  const kept = copy.read();
  if (kept.state !== 'whole' && found.desk !== undefined && found.desk !== desk) throw ofAnotherDesk();
  const decisions = mergeDecisions(latestOf(trustedDecisions(found, kept.state === 'whole')), kept.decisions);
  const broken = kept.state === 'whole' ? [] : DECISION_TABLES.filter((table) => !found.whole.has(table));
  // What was written last may have been in a log that is gone, which no table shows. An erasure never waits there.
  const doubtful =
    kept.state === 'whole'
      ? []
      : [...new Set<DecisionTable>([...broken, 'audit', 'triage', 'code_meanings', 'tokens'])];
  const recovery = { carried: countsOf(decisions.values()), doubtful, unreadable: kept.unreadable };
  if (broken.length > 0 && !wanted.agreed) throw new DecisionsLost(lossWords(recovery, kept.state));
  if (identity !== undefined) refuseWhileOpenElsewhere(path);
  copy.rewrite([...decisions.values(), recoveryLine(recovery, decisions.values(), wanted.now)]);
  const aside = identity === undefined ? undefined : setAside(path, identity, wanted.now);
  rmSync(path + DAMAGE_MET, { force: true });
  return omitUndefined({ path: aside, recovery });
}

/**
 * Returns the salvaged decisions that can be trusted. Where the second copy is whole, a table that contradicts itself
 * adds nothing but mistakes.
 */
function trustedDecisions({ decisions, whole }: Salvage, isCopyWhole: boolean): readonly Decision[] {
  return isCopyWhole ? decisions.filter(({ table }) => whole.has(table)) : decisions;
}

/** Says what was found, and what may be missing. */
function lossWords({ carried, doubtful, unreadable }: Recovery, state: 'broken' | 'missing' | 'whole'): ProgramText {
  const copy =
    state === 'missing'
      ? trusted`the second copy of them, the file beside it that ends in -decisions, is not there`
      : trusted`the second copy of them, the file beside it that ends in -decisions, is damaged, too (${unreadable} lines cannot be read)`;
  return trusted`Found were ${countWords(carried)}; more may have been there of ${doubtWords(doubtful)}: ${copy}.`;
}

function unknownDesk(): ArchiveUnusable {
  return new ArchiveUnusable(
    'Nothing in the archive says which desk it belongs to.',
    'Name the desk with CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL. Nothing was changed.',
  );
}

function ofAnotherDesk(): ArchiveUnusable {
  return new ArchiveUnusable(
    'The archive is damaged, and belongs to another desk.',
    'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE: an archive holds one desk. Nothing was changed.',
  );
}

/**
 * Gives a damaged file another name, together with the files that belong to it, so that a new archive can take its
 * place. Returns the name; undefined when that has happened already. This process must not have it open. Throws
 * ArchiveUnusable when another process has, or the folder may not be written.
 */
function setAside(path: string, identity: string | undefined, now: EpochMillis): string | undefined {
  if (!existsSync(path) || identityOf(path) !== identity) return undefined;
  refuseWhileOpenElsewhere(path);
  const target = freeName(path, now);
  return translateFileErrors(() => {
    // In this order: what was written last would be taken for that of a new file.
    for (const suffix of ['-wal', '']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
    // It holds nothing of its own, and whoever looks into a file makes it.
    rmSync(`${path}-shm`, { force: true });
    return target;
  });
}

/** Throws ArchiveUnusable: the end of the other process would take away what belongs to the new file, which has the same name. */
function refuseWhileOpenElsewhere(path: string): void {
  if (!isOpenElsewhere(path)) return;
  throw new ArchiveUnusable(
    'The archive is damaged, and cannot be replaced while another process has it open.',
    'Stop the other servers that use this archive.',
  );
}

function freeName(path: string, now: EpochMillis): string {
  const name = nameWhenDamaged(path, now);
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}

/** Whoever has a file open keeps others from having it alone. */
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
