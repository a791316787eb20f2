import { createHmac } from 'node:crypto';
import { PSEUDONYM_LENGTH } from './marks.ts';

/** Letters first; without those that are taken for digits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LETTERS = 24;

/**
 * A name for a value that stays the same within an account: eight letters and digits of its HMAC-SHA256. One of them at
 * least is a letter, so that no detector takes it for a number.
 */
export function pseudonymOf(key: Uint8Array, what: string): string {
  const digest = createHmac('sha256', key).update(what).digest();
  const [first = 0, ...others] = digest.subarray(0, PSEUDONYM_LENGTH);
  const name = [first, ...others].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return /[a-z]/.test(name) ? name : `${ALPHABET[first % LETTERS]}${name.slice(1)}`;
}
