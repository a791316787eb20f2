import { known } from '../../model/known.ts';
import { emailIdentity, MIN_PHONE_DIGITS, phoneDigits, phoneIdentity } from '../../model/person.ts';
import { matchesIn } from './reading/matches.ts';
import { AT, DOT } from './addresses/emails.ts';
import type { Finding } from './reading/finding.ts';
import { fold } from './reading/folding.ts';
import { canonicalIp } from './addresses/ip-addresses.ts';
import { beginsGroup, endsGroup, type NumberRun, findNumberRuns, separators } from './numbers/number-runs.ts';
import { plannedNumber, type Region, regionOf } from './phones/numbering-plans.ts';

/** The contact that a record gives of the person it is about. */
export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  /** Its English name or its code. */
  readonly country?: string | undefined;
}

interface KnownPhone {
  /** In E.164 where its region is known, otherwise its digits. */
  readonly value: string;
  /** The digits that every form of it ends with. */
  readonly national: string;
  readonly callingCode?: string;
  readonly region?: Region;
}

/** The longest values, in characters; longer ones are none, but meant to cost time. */
const MAX_EMAIL_LENGTH = 500;
const MAX_PHONE_LENGTH = 40;
const MAX_IP_LENGTH = 60;
const MAX_COUNTRY_LENGTH = 60;

/**
 * The forms in which texts are searched for a contact. Each takes its time, so it is made when a text first needs it and kept here,
 * with the redactor of one answer: nothing of a visitor who is erased meanwhile stays behind.
 */
export class ContactForms {
  readonly #contact: Contact;
  #emailPattern: RegExp | undefined;
  #phone: { readonly number: KnownPhone | undefined } | undefined;
  #regions: readonly Region[] | undefined;

  /** The address in lower case; undefined for what cannot be one, such as a placeholder, which would blank half of a text. */
  readonly email: string | undefined;
  /** The canonical IP address. */
  readonly ip: string | undefined;

  constructor(contact: Contact) {
    const { email, ip } = contact;
    this.#contact = contact;
    this.email = email === undefined || email.length > MAX_EMAIL_LENGTH ? undefined : emailIdentity(fold(email).text);
    this.ip = ip === undefined || ip.length > MAX_IP_LENGTH ? undefined : canonicalIp(ip.trim());
  }

  /** The phone number; undefined for what cannot be one. */
  get phone(): KnownPhone | undefined {
    this.#phone ??= { number: phoneOf(this.#contact) };
    return this.#phone.number;
  }

  /** The regions of the contact and of its phone, each once. */
  get regions(): readonly Region[] {
    this.#regions ??= [
      ...new Set([regionOf(this.#contact.country ?? ''), this.phone?.region].filter((region) => region !== undefined)),
    ];
    return this.#regions;
  }

  /**
   * The value that the person is known by: the email, else what tells the phone whatever its country, so that the same person
   * has the same in every chat, and a text's finding of either, too (`Sensitive.identity`). Undefined where there is neither.
   */
  get identity(): string | undefined {
    return this.email ?? (this.phone && phoneIdentity(this.phone.national));
  }

  /** Finds the address, in whatever way it is spelled. */
  emailsIn(text: string): Finding[] {
    const { email } = this;
    if (email === undefined) return [];
    this.#emailPattern ??= patternOf(email);
    return Array.from(matchesIn(this.#emailPattern, text), ({ 0: written, index }) => ({
      kind: 'email' as const,
      start: index,
      end: index + written.length,
      value: email,
      known: true as const,
    }));
  }

  /** Finds the phone number, with any separators, with and without the country's code. */
  phonesIn(text: string): Finding[] {
    if (this.#contact.phone === undefined) return [];
    const runs = findNumberRuns(text, SEPARATORS, MIN_PHONE_DIGITS);
    const phone = runs.length === 0 ? undefined : this.phone;
    return phone === undefined ? [] : runs.flatMap((run) => [...occurrences(text, run, phone)]);
  }
}

function phoneOf({ phone, country }: Contact): KnownPhone | undefined {
  if (phone === undefined || phone.length > MAX_PHONE_LENGTH) return undefined;
  const plain = fold(phone)
    .text.replaceAll('(0)', '')
    .replaceAll(/[^\d+]/g, '');
  if (phoneDigits(plain) === undefined) return undefined;
  const planned = plannedNumber(plain.replace(/^00/, '+'), regionOf(country?.slice(0, MAX_COUNTRY_LENGTH) ?? ''));
  if (planned === undefined || planned.national.length < MIN_PHONE_DIGITS) {
    const digits = plain.replaceAll('+', '');
    return { value: digits, national: digits.replace(/^0{1,2}(?=\d{7})/, '') };
  }
  const { international, national, callingCode, region } = planned;
  return { value: international, national, callingCode, ...known({ region }) };
}

function patternOf(email: string): RegExp {
  const [local = '', host = ''] = email.split('@');
  // With nothing between two dots, the spaces around them could be shared out in too many ways.
  const spelled = (part: string) =>
    /^\.|\.\.|\.$/.test(part) ? literally(part) : part.split('.').map(literally).join(DOT);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${spelled(local)}${AT}${spelled(host)}(?![\p{L}\p{N}]|[.-][\p{L}\p{N}])`,
    'giu',
  );
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Signs between the digits of a number that somebody wants to hide. */
const SEPARATORS = separators(' \t\n-./()_~·•|,*:');

function* occurrences(text: string, run: NumberRun, phone: KnownPhone): Generator<Finding> {
  const { national, callingCode = '' } = phone;
  for (let at = run.digits.indexOf(national); at >= 0; at = run.digits.indexOf(national, at + national.length)) {
    const last = at + national.length - 1;
    const prefixes = [`00${callingCode}0`, `00${callingCode}`, `${callingCode}0`, callingCode, '0', ''];
    const first = prefixes
      .filter((prefix) => at >= prefix.length && run.digits.startsWith(prefix, at - prefix.length))
      .map((prefix) => at - prefix.length)
      .find((index) => beginsGroup(run, index));
    if (first === undefined || !endsGroup(run, last)) continue;
    const place = run.places[first] ?? 0;
    const opening = /(?:\+ ?\(?|\(\+?)$/.exec(text.slice(Math.max(0, place - 3), place))?.[0] ?? '';
    yield {
      kind: 'phone',
      start: place - opening.length,
      end: (run.places[last] ?? 0) + 1,
      value: phone.value,
      identity: phoneIdentity(national),
      known: true,
    };
  }
}
