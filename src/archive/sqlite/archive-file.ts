import { statSync } from 'node:fs';
import type { ArchiveFile } from '../engine.ts';
import { backUp } from './backup.ts';
import { copiesOf, removeCopies, setAsideAt } from './copies.ts';
import { identityOf, setAside } from './damaged.ts';

/** The file of an archive that was just opened. */
export function archiveFile(path: string): ArchiveFile {
  const identity = identityOf(path);
  return {
    path,
    bytes: () =>
      [path, `${path}-wal`, `${path}-shm`]
        .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0),
    backUp: (db, migration) => backUp(db, path, migration),
    copies: () => copiesOf(path),
    removeCopies: () => removeCopies(path),
    setAsideAt: () => setAsideAt(path),
    setAside: (now) => setAside(path, identity, now),
  };
}
