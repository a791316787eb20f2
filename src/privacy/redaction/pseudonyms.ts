import { createHmac } from 'node:crypto';
import { canonicalEmail, type KnownContact, phoneIdentityOf } from './known-contacts.ts';
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

/**
 * What a contact is known by: the email in canonical form, else what tells the phone whatever its country, so that the
 * same person has the same in every chat, and a text's finding of either, too (`Sensitive.identity`). Undefined where
 * there is neither.
 */
export function identityOf(contact: KnownContact): string | undefined {
  return canonicalEmail(contact.email) ?? phoneIdentityOf(contact);
}
