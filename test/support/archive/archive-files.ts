import { copyFileSync, existsSync } from 'node:fs';

/** The place of the saved decisions beside the file of an archive. */
export const decisionsOf = (archive: string): string => archive.replace(/\.sqlite$/, '-decisions.sqlite');
/** The place of their backup. */
export const backupOf = (archive: string): string => archive.replace(/\.sqlite$/, '-decisions.bak');

/** The files of an archive. */
export const filesOf = (archive: string): string[] => [
  archive,
  `${archive}-wal`,
  decisionsOf(archive),
  backupOf(archive),
];

/** Copies the file of an archive with all that belongs to it. */
export function copyArchive(archive: string, copy: string): void {
  const copies = filesOf(copy);
  for (const [index, file] of filesOf(archive).entries()) if (existsSync(file)) copyFileSync(file, copies[index] ?? '');
}
