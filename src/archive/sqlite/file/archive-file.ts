import { statSync } from 'node:fs';
import type { ArchiveFile } from '../../tables/engine.ts';
import { backUp } from './backup.ts';
import { copiesOf, removeCopies, setAsideAt } from './copies.ts';
import { identityOf } from '../damage/damaged.ts';
import { DecisionFile, DECISIONS } from '../decision-file.ts';
import { recover } from '../damage/set-aside.ts';
import { isSoundFile, refuseBrokenDecisions } from '../damage/soundness.ts';

/** The file of an archive that was just opened. */
export function archiveFile(path: string, hadCopy: boolean): ArchiveFile {
  const identity = identityOf(path);
  let isAsked = false;
  return {
    path,
    hadCopy,
    bytes: () =>
      [path, `${path}-wal`, `${path}-shm`, path + DECISIONS]
        .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0),
    backUp: (db, migration) => backUp(db, path, migration),
    copies: () => copiesOf(path),
    removeCopies: () => removeCopies(path),
    setAsideAt: () => setAsideAt(path),
    decisions: (desk) => new DecisionFile(path, desk),
    refuseBrokenDecisions,
    setAside: async (wanted) => {
      // While somebody was asked, a backup may have been put back.
      if (isAsked && isSoundFile(path)) return undefined;
      isAsked = true;
      return recover(path, identity, wanted);
    },
  };
}
