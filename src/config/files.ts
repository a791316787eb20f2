import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Secret } from '../model/text/secret.ts';
import { CallerText, quotation, type TrustedText } from '../model/text/trusted-text.ts';

/** A secret or a file that cannot be used. The message goes on after "The setting NAME" and never quotes what the file holds. */
export class Unusable extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** No password and no token is longer. */
const MAX_SECRET_BYTES = 8192;

/** The most characters of a path in a message. */
const MAX_PATH_LENGTH = 1000;

/** The characters of a password. A line break in a header would surface in an error message, which may reach a model. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Returns a path as messages name it. A relative one says little if nobody knows in which folder a host has started the server. */
export function fullPath(path: string): TrustedText {
  return quotation(CallerText.parse(resolve(path)), MAX_PATH_LENGTH);
}

/** Returns the text of an ordinary file, without a byte order mark. Throws Unusable. */
export function readText(path: string, most = Infinity): string {
  const cannot = (why: string): Unusable =>
    new Unusable(`names a file that cannot be read${why}: ${fullPath(path)}`, 'Check its path and its permissions.');
  try {
    const stat = statSync(path);
    // To open a pipe is to wait, perhaps forever.
    if (!stat.isFile()) throw cannot(', because it is not an ordinary file');
    if (stat.size > most) throw cannot(`, because it is larger than ${most} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof Unusable) throw error;
    throw cannot(error instanceof TypeError ? ', because it is not UTF-8 text' : '');
  }
}

/** Returns the one line of a file, of characters that all match. Throws Unusable. */
export function readSecret(path: string, characters: RegExp): Secret {
  const text = readText(path, MAX_SECRET_BYTES).replace(/\r?\n$/, '');
  if (text !== '' && characters.test(text)) return new Secret(text);
  throw new Unusable(
    `names a file that does not hold one line with just the secret: ${fullPath(path)}`,
    'Put just the secret into it, as UTF-8 text.',
  );
}

/** Returns a certificate in PEM format. Throws Unusable. */
export function readCertificate(path: string): string {
  const pem = readText(path);
  try {
    // Most servers need no cryptography of Node.js at their start, which takes time to load.
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    void new X509Certificate(pem);
    return pem;
  } catch {
    throw new Unusable(`names a file that holds no PEM certificate: ${fullPath(path)}`, 'Name one in PEM format.');
  }
}

/** Whether others than its owner can read a file, where the system knows such a thing. */
export function isReadableByOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

/** Words the warning about a file that holds a secret and that others can read. */
export function readableWarning(path: string): string {
  return `Others can read this file, which holds a secret: ${fullPath(path)}. Run chmod 600 on it.`;
}
