import { readFileSync, statSync } from 'node:fs';
import { InvalidConfiguration } from '../model/errors.ts';
import { headerValue } from './setting-values.ts';
import { trusted, type TrustedText } from '../model/text/trusted-text.ts';

/** No password and no token is longer: a longer file is another one. */
const MAX_SECRET_BYTES = 8192;

const CHECK_PATH = 'Check its path and its permissions.';

/** The text of a file that a setting names. Throws InvalidConfiguration, which never quotes it. */
export function fileText(path: string, setting: TrustedText): string {
  return decoded(bytesOf(path, setting), setting);
}

/**
 * The one line of a file, without its end; undefined where none is named. Adds a warning where others can read it. Throws
 * InvalidConfiguration.
 */
export function secretIn(path: string | undefined, setting: TrustedText, warnings: string[]): string | undefined {
  if (path === undefined) return undefined;
  const bytes = bytesOf(path, setting);
  const secret = bytes.length > MAX_SECRET_BYTES ? '' : decoded(bytes, setting).replace(/\r?\n$/, '');
  warnIfReadable(path, setting, warnings);
  if (headerValue.safeParse(secret).success) return secret;
  throw new InvalidConfiguration(
    trusted`The file of ${setting} is empty, has more than one line, or holds a character that cannot be sent.`,
    'Put just the secret into it, as UTF-8 text.',
  );
}

/** Adds a warning for a file with secrets that others than its owner can read. */
export function warnIfReadable(path: string, what: TrustedText, warnings: string[]): void {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    warnings.push(`The file of ${what} can be read by others; chmod 600 keeps its secrets.`);
  }
}

function bytesOf(path: string, setting: TrustedText): Buffer {
  try {
    // To open a pipe is to wait for somebody who writes, perhaps for ever.
    if (statSync(path).isFile()) return readFileSync(path);
  } catch {
    throw new InvalidConfiguration(trusted`The file of ${setting} cannot be read.`, CHECK_PATH);
  }
  throw new InvalidConfiguration(
    trusted`The file of ${setting} cannot be read: it is not an ordinary file.`,
    CHECK_PATH,
  );
}

/** Editors write a byte order mark, which would be taken for a part of the password. */
function decoded(bytes: Buffer, setting: TrustedText): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidConfiguration(
      trusted`The file of ${setting} cannot be read: it is not UTF-8 text.`,
      'Save it as UTF-8.',
    );
  }
}
