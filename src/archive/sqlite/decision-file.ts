import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ArchiveUnusable } from '../../model/errors.ts';
import { Decision, latestOf, lineOf, type DecisionCopy, type KeptDecisions } from '../decisions/decisions.ts';
import { translateFileErrors } from './failures.ts';
import { OWNER_ONLY } from './file/header.ts';
import { DECISIONS } from './file/path.ts';

const CHECK_LENGTH = 16;
const LENGTH_DIGITS = 12;

const Header = z.strictObject({ desk: z.string(), bytes: z.string().regex(/^\d{12}$/) });

/**
 * The second copy of what was decided at a desk, in a small file beside its archive: JSON on a line each, with a check of
 * its own, so that damage costs the lines that it hits. The first line says whose it is and how long the file is, so that an end
 * that was cut off is missed. Written while the archive is locked for a transaction, before that is committed.
 */
export class DecisionFile implements DecisionCopy {
  readonly #path: string;
  readonly #desk: string;

  /** `archive` is the real path of the archive's file, `desk` its `deskHash`. */
  constructor(archive: string, desk: string) {
    this.#path = archive + DECISIONS;
    this.#desk = desk;
  }

  /** Throws ArchiveUnusable when it cannot be read at all, or is of another desk. */
  read(): KeptDecisions {
    const bytes = contentOf(this.#path);
    if (bytes === undefined) return { state: 'missing', decisions: new Map(), unreadable: 0, isTidy: false };
    const header = headerIn(bytes);
    if (header !== undefined && header.desk !== this.#desk) throw ofAnotherDesk();
    const lines = [...linesIn(bytes)].slice(1);
    const read = lines.map(({ start, text }) => ({ start, decision: this.#decisionIn(text) }));
    const found = read.flatMap(({ decision }) => decision ?? []);
    const written = header?.bytes ?? 0;
    const unreadable = read.filter(({ decision }) => decision === undefined).length;
    // Behind the length that the header tells is at most what a transaction had not finished.
    const isWhole =
      header !== undefined &&
      bytes.length >= written &&
      read.every(({ start, decision }) => decision !== undefined || start >= written);
    const decisions = latestOf(found);
    return {
      state: isWhole ? 'whole' : 'broken',
      decisions,
      unreadable,
      isTidy: isWhole && bytes.length === written && decisions.size === found.length,
    };
  }

  /** Adds lines. Returns whether it did: only to a file whose end is as it was written. Throws ArchiveUnusable. */
  append(decisions: readonly Decision[]): boolean {
    return translateFileErrors(() => {
      if (!existsSync(this.#path)) return false;
      const file = openSync(this.#path, constants.O_RDWR | NO_LINK);
      try {
        const { size } = fstatSync(file);
        const first = Buffer.alloc(Math.min(size, headerLine(this.#desk, 0).length));
        readSync(file, first, 0, first.length, 0);
        const header = headerIn(first);
        if (header?.desk !== this.#desk || header.bytes !== size) return false;
        const lines = Buffer.from(decisions.map((decision) => this.#line(decision)).join(''));
        writeSync(file, lines, 0, lines.length, size);
        fsyncSync(file);
        writeSync(file, headerLine(this.#desk, size + lines.length), 0);
        fsyncSync(file);
        return true;
      } finally {
        closeSync(file);
      }
    });
  }

  /**
   * Begins one that holds nothing, unless another process has done so: several that find no archive may make it at once.
   * Throws ArchiveUnusable.
   */
  begin(): void {
    this.#write([], (partial) => {
      try {
        linkSync(partial, this.#path);
      } catch (error) {
        if (existsSync(this.#path)) return;
        // Some file systems have no second names.
        if (!existsSync(partial)) throw error;
        renameSync(partial, this.#path);
      }
    });
  }

  /** Takes the place of what was there: as a whole or not at all. Throws ArchiveUnusable. */
  rewrite(decisions: Iterable<Decision>): void {
    this.#write(decisions, (partial) => {
      renameSync(partial, this.#path);
      removePartials(this.#path);
    });
  }

  /** Writes it under another name, and then has it put in its place. */
  #write(decisions: Iterable<Decision>, place: (partial: string) => void): void {
    const lines = [...decisions].map((decision) => this.#line(decision)).join('');
    const length = headerLine(this.#desk, 0).length + Buffer.byteLength(lines);
    const partial = `${this.#path}${PARTIAL}${randomUUID().slice(0, 8)}`;
    translateFileErrors(() => {
      try {
        const file = openSync(partial, 'wx', OWNER_ONLY);
        try {
          writeSync(file, `${headerLine(this.#desk, length)}${lines}`);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        place(partial);
      } finally {
        rmSync(partial, { force: true });
      }
      syncFolder(dirname(this.#path));
    });
  }

  #line(decision: Decision): string {
    const json = lineOf(decision);
    return `${checkOf(this.#desk, json)} ${json}\n`;
  }

  #decisionIn(line: string): Decision | undefined {
    const json = checked(this.#desk, line);
    return json === undefined ? undefined : Decision.safeParse(JSON.parse(json)).data;
  }
}

/** Returns the `deskHash` of the second copy beside an archive; undefined where there is none, or it cannot be read. */
export function deskOfDecisions(archive: string): string | undefined {
  const bytes = contentOf(archive + DECISIONS);
  return bytes && headerIn(bytes)?.desk;
}

const PARTIAL = '.partial-';
/** Windows has no such thing, and no such links either. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

function contentOf(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  return translateFileErrors(() => {
    const file = openSync(path, constants.O_RDONLY | NO_LINK);
    try {
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  });
}

/** Returns the first line. Its length is always the same, so that it can be written over in its place. */
function headerLine(desk: string, bytes: number): string {
  const json = JSON.stringify({ desk, bytes: String(bytes).padStart(LENGTH_DIGITS, '0') });
  return `${checkOf('', json)} ${json}\n`;
}

function headerIn(bytes: Buffer): { readonly desk: string; readonly bytes: number } | undefined {
  const [first] = linesIn(bytes);
  const json = first && checked('', first.text);
  const header = json === undefined ? undefined : Header.safeParse(JSON.parse(json)).data;
  return header && { desk: header.desk, bytes: Number(header.bytes) };
}

function* linesIn(bytes: Buffer): Generator<{ readonly start: number; readonly text: string }> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf('\n', start);
    const end = found === -1 ? bytes.length : found;
    yield { start, text: bytes.toString('utf8', start, end) };
    start = end + 1;
  }
}

function checkOf(desk: string, json: string): string {
  return createHash('sha256').update(desk).update(json).digest('hex').slice(0, CHECK_LENGTH);
}

/** The JSON of a line; undefined when the line is not as it was written. */
function checked(desk: string, line: string): string | undefined {
  const json = line.slice(CHECK_LENGTH + 1);
  return line === `${checkOf(desk, json)} ${json}` ? json : undefined;
}

/** Removes what killed processes left. Only one process at a time writes over what is there. */
function removePartials(path: string): void {
  const beginning = `${basename(path)}${PARTIAL}`;
  const left = readdirSync(dirname(path)).filter((name) => name.startsWith(beginning));
  for (const name of left) rmSync(join(dirname(path), name), { force: true });
}

/** A new name is on the disk when its folder is. Windows keeps it without. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function ofAnotherDesk(): ArchiveUnusable {
  return new ArchiveUnusable(
    'The file with the decisions beside the archive, which ends in -decisions, belongs to another desk.',
    'Move that file away, or name another archive with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
  );
}
