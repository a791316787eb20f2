import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

// A token is `chatops_`, 43 random letters and digits (256 bits), and a checksum of these in 6 more. Scanners for secrets know it by its
// beginning, a double click selects all of it, and one that was mistyped or cut off is told without a look-up.

/** The beginning of every token. */
export const TOKEN_PREFIX = 'chatops_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Makes a token that nobody has. */
export function newTokenText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return TOKEN_PREFIX + random + checksumOf(random);
}

/** Whether a text is a token as this program makes them, letter by letter. It may be nobody's all the same. */
export function isTokenText(text: string): boolean {
  const [, random = '', checksum = ''] = SHAPE.exec(text) ?? [];
  return random !== '' && checksumOf(random) === checksum;
}

/** Returns what is kept of a token: its SHA-256 in hexadecimal digits. A token is random, so that nothing slower is needed. */
export function tokenHash(text: string): string {
  return hash('sha256', text);
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
