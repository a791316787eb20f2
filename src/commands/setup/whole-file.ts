import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileTimeText } from '../../model/words/time.ts';

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

/**
 * Writes a file as a whole: whoever reads it, or whatever kills this process, there is the old content or the new. A link stays one,
 * and an existing file keeps its mode unless one is given; a new one is for its owner alone. Throws what the file system throws.
 */
export function writeWhole(location: string, content: string | Buffer, mode?: number): void {
  const path = existsSync(location) ? realpathSync(location) : location;
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
  const kept = statSync(path, { throwIfNoEntry: false })?.mode;
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  try {
    const file = openSync(partial, 'wx', OWNER_ONLY);
    try {
      writeFileSync(file, content);
      fchmodSync(file, mode ?? (kept === undefined ? OWNER_ONLY : kept & 0o777));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Keeps a copy of a file beside it, under a name that is free, with its mode unless one is given. Returns its path; undefined where
 * there is no file.
 */
export function copyBeside(location: string, now: number, mode?: number): string | undefined {
  if (!existsSync(location)) return undefined;
  const moment = fileTimeText(now);
  for (let number = 1; ; number += 1) {
    const copy = `${location}.before-${moment}${number === 1 ? '' : `-${number}`}`;
    if (existsSync(copy)) continue;
    const kept = statSync(location).mode & 0o777;
    writeFileSync(copy, readFileSync(location), { flag: 'wx', mode: OWNER_ONLY });
    chmodSync(copy, mode ?? kept);
    return copy;
  }
}
