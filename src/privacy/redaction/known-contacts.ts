import { emailIdentity, MIN_PHONE_DIGITS, phoneDigits, phoneIdentity } from '../../model/person.ts';
import { matchesIn } from './matches.ts';
import { AT, DOT } from './addresses/emails.ts';
import type { Finding } from './finding.ts';
import { folded } from './folding.ts';
import { canonicalIp } from './addresses/ip-addresses.ts';
import { beginsGroup, endsGroup, type NumberRun, numberRuns, separators } from './phones/number-runs.ts';
import { remembering } from './remembering.ts';
import { plannedNumber, type Region, regionOf } from './phones/numbering-plans.ts';

/** What a record says about the person it is about. */
export interface KnownContact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  /** Its English name or its code. */
  readonly country?: string | undefined;
}

/** Longer values are none, but meant to cost. */
const LONGEST_EMAIL = 500;
const LONGEST_PHONE = 40;
const LONGEST_IP = 60;
const LONGEST_COUNTRY = 60;

/** An address in lower case; undefined for what cannot be one, such as a placeholder, which would blank half of a text. */
export function canonicalEmail(email: string | undefined): string | undefined {
  if (email === undefined || email.length > LONGEST_EMAIL) return undefined;
  return emailIdentity(folded(email).text);
}

/** A phone number in E.164 where its region is known, otherwise its digits; undefined for what cannot be one. */
export function canonicalPhone(contact: KnownContact): string | undefined {
  return phonesOf(contact)[0]?.value;
}

/** What a contact's phone is known by, whether its country is known or not; undefined for what cannot be one. */
export function phoneIdentityOf(contact: KnownContact): string | undefined {
  const [phone] = phonesOf(contact);
  return phone === undefined ? undefined : phoneIdentity(phone.national);
}

interface KnownPhone {
  readonly value: string;
  /** The digits that every form of it ends with. */
  readonly national: string;
  readonly callingCode?: string;
  readonly region?: Region;
}

/** The phone of a contact, or none. */
function phonesOf({ phone, country }: KnownContact): readonly KnownPhone[] {
  if (phone === undefined || phone.length > LONGEST_PHONE) return [];
  return phonesFrom(`${phone}\n${country?.slice(0, LONGEST_COUNTRY) ?? ''}`);
}

const phonesFrom = remembering((written): readonly KnownPhone[] => {
  const [phone = '', country = ''] = written.split(/\n(?!.*\n)/s);
  const plain = folded(phone)
    .text.replaceAll('(0)', '')
    .replaceAll(/[^\d+]/g, '');
  if (phoneDigits(plain) === undefined) return [];
  const planned = plannedNumber(plain.replace(/^00/, '+'), regionOf(country));
  if (planned === undefined || planned.national.length < MIN_PHONE_DIGITS) {
    const digits = plain.replaceAll('+', '');
    return [{ value: digits, national: digits.replace(/^0{1,2}(?=\d{7})/, '') }];
  }
  const { international, national, callingCode, region } = planned;
  return [{ value: international, national, callingCode, ...(region !== undefined && { region }) }];
});

/** The regions of contacts and of their phones, each once. */
export function regionsOf(contacts: readonly KnownContact[]): Region[] {
  const regions = contacts.flatMap((contact) => [regionOf(contact.country ?? ''), phonesOf(contact)[0]?.region]);
  return [...new Set(regions)].filter((region) => region !== undefined);
}

const ipsFrom = remembering((ip): readonly string[] => [canonicalIp(ip.trim())].filter((value) => value !== undefined));

/** The canonical IP addresses of contacts. */
export function knownIps(contacts: readonly KnownContact[]): ReadonlySet<string> {
  return new Set(contacts.flatMap(({ ip }) => (ip === undefined || ip.length > LONGEST_IP ? [] : ipsFrom(ip))));
}

const expressionFor = remembering((email) => {
  const [local = '', host = ''] = email.split('@');
  // With nothing between two dots, the spaces around them could be shared out in too many ways.
  const spelled = (part: string) =>
    /^\.|\.\.|\.$/.test(part) ? literally(part) : part.split('.').map(literally).join(DOT);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${spelled(local)}${AT}${spelled(host)}(?![\p{L}\p{N}]|[.-][\p{L}\p{N}])`,
    'giu',
  );
});

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** The addresses of contacts, in whatever way they are spelled. */
export function knownEmailsIn(text: string, contacts: readonly KnownContact[]): Finding[] {
  const emails = new Set(contacts.flatMap(({ email }) => canonicalEmail(email) ?? []));
  return [...emails].flatMap((email) =>
    Array.from(matchesIn(expressionFor(email), text), ({ 0: written, index }) => ({
      kind: 'email' as const,
      start: index,
      end: index + written.length,
      value: email,
      known: true as const,
    })),
  );
}

/** Between the digits of a number that somebody wants to hide. */
const SEPARATORS = separators(' \t\n-./()_~·•|,*:');

/** The phone numbers of contacts, with any separators, with and without the country's code. */
export function knownPhonesIn(text: string, contacts: readonly KnownContact[]): Finding[] {
  if (contacts.every(({ phone }) => phone === undefined)) return [];
  const runs = numberRuns(text, SEPARATORS, MIN_PHONE_DIGITS);
  if (runs.length === 0) return [];
  const phones = contacts.flatMap(phonesOf);
  return phones.flatMap((phone) => runs.flatMap((run) => [...occurrences(text, run, phone)]));
}

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
