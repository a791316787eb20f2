import { statSync } from 'node:fs';
import type { ArchiveFile } from '../tables/engine.ts';
import { copiesOf, removeCopies, setAsideAt } from './file/copies.ts';
import { damageFinder, refuseDamageMet } from './damage/damage-met.ts';
import { DecisionFile } from './decision-file.ts';
import { refuseBrokenDecisions } from './damage/soundness.ts';
import { DECISIONS } from './file/path.ts';

/** The file of an archive that was just opened. */
export function archiveFile(path: string, hadCopy: boolean): ArchiveFile {
  return {
    path,
    hadCopy,
    bytes: () =>
      [path, `${path}-wal`, `${path}-shm`, path + DECISIONS]
        .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0),
    copies: () => copiesOf(path),
    removeCopies: () => removeCopies(path),
    setAsideAt: () => setAsideAt(path),
    decisions: (desk) => new DecisionFile(path, desk),
    refuseBrokenDecisions,
    refuseDamageMet: (db) => refuseDamageMet(db, path),
    damageBehind: damageFinder(path),
  };
}
