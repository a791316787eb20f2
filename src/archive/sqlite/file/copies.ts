import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { epochMillis, type EpochMillis } from '../../../model/time/units.ts';
import { fileTimeText } from '../../../model/words/time.ts';
import type { ArchiveCopy } from '../../tables/engine.ts';
import { decisionsBeside } from './path.ts';

/** Why a file was set aside: it was damaged, or an older version made it. It stands in its name, before the time. */
export type KindAside = 'damaged' | 'before';

/** The files of an archive that were set aside, by their names, with what belongs to them. */
export function copiesOf(path: string): ArchiveCopy[] {
  const begins = (kind: KindAside): string[] => [path, decisionsBeside(path)].map((of) => `${basename(of)}.${kind}-`);
  const isOf = (file: string, kind: KindAside): boolean => begins(kind).some((begin) => file.startsWith(begin));
  const folder = dirname(path);
  return readdirSync(folder)
    .sort()
    .flatMap((file): ArchiveCopy[] => {
      const kind = isOf(file, 'before') ? 'older' : isOf(file, 'damaged') ? 'damaged' : undefined;
      const copy = join(folder, file);
      return kind === undefined ? [] : [{ path: copy, kind, bytes: statSync(copy).size }];
    });
}

/** Removes them. Returns them. */
export function removeCopies(path: string): ArchiveCopy[] {
  const copies = copiesOf(path);
  for (const copy of copies) rmSync(copy.path, { force: true, recursive: true });
  return copies;
}

/** Returns a name that nothing has yet, for a file that is set aside at a moment. */
export function nameAside(path: string, kind: KindAside, now: EpochMillis): string {
  const name = `${path}.${kind}-${fileTimeText(now)}`;
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d+)?$/;

/** Returns the moments at which the damaged files of an archive were set aside, oldest first. */
export function setAsideAt(path: string): EpochMillis[] {
  return copiesOf(path).flatMap(({ path: copy }) => {
    const [, ...parts] = TIMESTAMP.exec(copy.slice(`${path}.damaged-`.length)) ?? [];
    const [year, month, day, hour, minute, second] = parts;
    const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return copy.startsWith(`${path}.damaged-`) && !Number.isNaN(moment) ? [epochMillis(moment)] : [];
  });
}
