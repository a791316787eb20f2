import { omitUndefined } from '../../model/omit-undefined.ts';
import { emailIdentity, MIN_PHONE_DIGITS, phoneDigits, phoneIdentity } from '../../model/person.ts';
import { canonicalIp } from './reading/canonical-ip.ts';
import { plannedNumber, type Region, regionOf } from './numbering-plans.ts';
import { type Token, tokensOf } from './reading/tokens.ts';

/** The contact that a record gives of the person it is about. */
export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  /** Its English name or its code. */
  readonly country?: string | undefined;
}

/** A phone number in the forms in which it is looked for. */
export interface KnownPhone {
  /** In E.164 where its region is known, otherwise its digits. */
  readonly value: string;
  /** The digits that every form of it ends with. */
  readonly national: string;
  /** Its digits in every form, with and without the codes in front. */
  readonly forms: readonly string[];
  readonly region?: Region;
}

/** The letters and digits of an address, in order, by which it is found however its signs are spelled. */
interface EmailPieces {
  /** Signs in front of the first piece: `.*@…`. */
  readonly lead: readonly string[];
  readonly name: readonly string[];
  readonly host: readonly string[];
}

/** The longest values, in characters; longer ones are none, but meant to cost time. */
const MAX_EMAIL_LENGTH = 500;
const MAX_PHONE_LENGTH = 40;
const MAX_IP_LENGTH = 60;

/** The forms in which texts are searched for a contact. Each is made when a text first needs it. */
export class ContactForms {
  /** The address in lower case; undefined for what cannot be one, such as a placeholder. */
  readonly email: string | undefined;
  /** The canonical IP address. */
  readonly ip: string | undefined;
  readonly #phone: () => KnownPhone | undefined;
  readonly #regions: () => readonly Region[];
  readonly #pieces: () => EmailPieces;
  readonly #words: () => readonly string[];

  constructor({ email = '', phone = '', ip = '', country = '' }: Contact) {
    this.email = email.length > MAX_EMAIL_LENGTH ? undefined : emailIdentity(folded(email));
    this.ip = ip.length > MAX_IP_LENGTH ? undefined : canonicalIp(ip.trim());
    this.#phone = once(() => (phone.length > MAX_PHONE_LENGTH ? undefined : phoneOf(folded(phone), regionOf(country))));
    this.#regions = once(() => [
      ...new Set([regionOf(country), this.phone?.region].filter((one) => one !== undefined)),
    ]);
    this.#pieces = once(() => piecesOf(this.email ?? ''));
    this.#words = once(() => [...this.pieces.name, ...this.pieces.host]);
  }

  get phone(): KnownPhone | undefined {
    return this.#phone();
  }

  /** The regions of the contact and of its phone, each once. */
  get regions(): readonly Region[] {
    return this.#regions();
  }

  get pieces(): EmailPieces {
    return this.#pieces();
  }

  /** The words and numbers of the address, in order. */
  get words(): readonly string[] {
    return this.#words();
  }

  /** The value that identifies the person: the email, else the phone without the code of its country. */
  get identity(): string | undefined {
    return this.email ?? (this.phone && phoneIdentity(this.phone.national));
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function folded(text: string): string {
  return tokensOf(text)
    .map((token) => token.text)
    .join('');
}

function piecesOf(email: string): EmailPieces {
  const tokens = tokensOf(email);
  const at = tokens.findIndex(({ text }) => text === '@');
  const isPiece = ({ kind }: Token) => kind === 'word' || kind === 'number';
  const lead = tokens.slice(0, Math.min(tokens.findIndex(isPiece), at)).map(({ text }) => text);
  const piecesIn = (part: readonly Token[]) => part.filter(isPiece).map(({ lower }) => lower);
  return { lead, name: piecesIn(tokens.slice(0, at)), host: piecesIn(tokens.slice(at)) };
}

function phoneOf(phone: string, region: Region | undefined): KnownPhone | undefined {
  const plain = phone.replaceAll('(0)', '').replaceAll(/[^\d+]/g, '');
  if (phoneDigits(plain) === undefined) return undefined;
  const planned = plannedNumber(plain.replace(/^00/, '+'), region);
  if (planned === undefined || planned.national.length < MIN_PHONE_DIGITS) {
    const value = plain.replaceAll('+', '');
    const national = value.replace(/^0{1,2}(?=\d{7})/, '');
    return { value, national, forms: ['000', '00', '0', ''].map((prefix) => prefix + national) };
  }
  const { international: value, national, callingCode: code } = planned;
  const prefixes = [`00${code}0`, `00${code}`, `${code}0`, code, '0', ''];
  const forms = prefixes.map((prefix) => prefix + national);
  return { value, national, forms, ...omitUndefined({ region: planned.region }) };
}
