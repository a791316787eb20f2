import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidConfiguration } from '../model/errors.ts';
import { headerValue } from './setting-values.ts';
import { trusted, type TrustedText, CallerText, quotation } from '../model/text/trusted-text.ts';

/** No password and no token is longer: a longer file is another one. */
const MAX_SECRET_BYTES = 8192;

/** The most characters of a path in words. */
const MAX_PATH_LENGTH = 1000;

const CHECK_PATH = 'Check its path and its permissions.';

/** The text of a file that a setting names. Throws InvalidConfiguration, which never quotes it. */
export function fileText(path: string, setting: TrustedText): string {
  return decoded(path, bytesOf(path, setting), setting);
}

/**
 * The one line of a file, without its end; undefined where none is named. Adds a warning where others can read it. Throws
 * InvalidConfiguration.
 */
export function secretIn(path: string | undefined, setting: TrustedText, warnings: string[]): string | undefined {
  if (path === undefined) return undefined;
  const bytes = bytesOf(path, setting, MAX_SECRET_BYTES);
  const secret = bytes.length > MAX_SECRET_BYTES ? '' : decoded(path, bytes, setting).replace(/\r?\n$/, '');
  warnIfReadable(path, setting, warnings);
  if (headerValue.safeParse(secret).success) return secret;
  throw new InvalidConfiguration(
    trusted`The file of ${setting} is empty, has more than one line, or holds a character that cannot be sent: ${fullPath(path)}.`,
    'Put just the secret into it, as UTF-8 text.',
  );
}

/** Adds a warning for a file with secrets that others than its owner can read. */
export function warnIfReadable(path: string, what: TrustedText, warnings: string[]): void {
  if (isReadableByOthers(path)) {
    warnings.push(`The file of ${what} can be read by others; chmod 600 keeps its secrets: ${fullPath(path)}.`);
  }
}

/** Whether others than its owner can read a file, where the system knows such a thing. */
export function isReadableByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

/** A path as words name it. A relative one tells little to who does not know where a host has started the server. */
export function fullPath(path: string): TrustedText {
  return quotation(CallerText.parse(resolve(path)), MAX_PATH_LENGTH);
}

/** The size of an ordinary file. Throws InvalidConfiguration for anything else: to open a pipe is to wait, perhaps for ever. */
function sizeOf(path: string, setting: TrustedText): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw unreadable(path, setting);
  if (stat.isFile()) return stat.size;
  throw new InvalidConfiguration(
    trusted`The file of ${setting} cannot be read: it is not an ordinary file: ${fullPath(path)}.`,
    CHECK_PATH,
  );
}

/** The bytes of a file. One that is larger than `most` is not read: it is that many zeros, and one more. */
function bytesOf(path: string, setting: TrustedText, most = Infinity): Buffer {
  try {
    if (sizeOf(path, setting) > most) return Buffer.alloc(most + 1);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof InvalidConfiguration ? error : unreadable(path, setting);
  }
}

function unreadable(path: string, setting: TrustedText): InvalidConfiguration {
  return new InvalidConfiguration(trusted`The file of ${setting} cannot be read: ${fullPath(path)}.`, CHECK_PATH);
}

/** Editors write a byte order mark, which would be taken for a part of the password. */
function decoded(path: string, bytes: Buffer, setting: TrustedText): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidConfiguration(
      trusted`The file of ${setting} cannot be read: it is not UTF-8 text: ${fullPath(path)}.`,
      'Save it as UTF-8.',
    );
  }
}
