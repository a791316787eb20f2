import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { epochMillis, type EpochMillis } from '../../../model/time/units.ts';
import type { ArchiveCopy } from '../../tables/engine.ts';
import { fileTimeText } from '../../../model/words/time.ts';

/** The suffix of a file of an older version that was set aside. */
const OLDER = '.before-';
/** The suffix of a damaged file, followed by the time when it was set aside. */
const DAMAGED = '.damaged-';

/** The older and the damaged files beside an archive, by their names, with what belongs to them. */
export function copiesOf(path: string): ArchiveCopy[] {
  const folder = dirname(path);
  const name = basename(path);
  return readdirSync(folder)
    .sort()
    .flatMap((file): ArchiveCopy[] => {
      const kind = file.startsWith(name + OLDER) ? 'older' : file.startsWith(name + DAMAGED) ? 'damaged' : undefined;
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

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d+)?$/;

/** Returns the name of a damaged file that is set aside at a moment. */
export function nameWhenDamaged(path: string, now: EpochMillis): string {
  const moment = fileTimeText(now);
  return `${path}${DAMAGED}${moment}`;
}

/** Returns the moments at which the damaged files beside an archive were set aside, oldest first. */
export function setAsideAt(path: string): EpochMillis[] {
  return copiesOf(path).flatMap(({ path: copy, kind }) => {
    const [, ...parts] = TIMESTAMP.exec(copy.slice(path.length + DAMAGED.length)) ?? [];
    const [year, month, day, hour, minute, second] = parts;
    const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return kind === 'older' || Number.isNaN(moment) ? [] : [epochMillis(moment)];
  });
}
