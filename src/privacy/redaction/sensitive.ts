import type { RedactionLevel } from '../../model/redaction.ts';
import { cardsIn } from './cards/cards.ts';
import { changedSecretsIn } from './secrets/changed-secrets.ts';
import { codesNearWordsIn } from './secrets/codes-near-words.ts';
import { emailsIn, mayHoldEmail } from './addresses/emails.ts';
import { fillIn, type Finding, type SensitiveKind } from './reading/finding.ts';
import { fold } from './reading/folding.ts';
import { ibansIn } from './cards/ibans.ts';
import { ipAddressesIn } from './addresses/ip-addresses.ts';
import type { ContactForms } from './contact-forms.ts';
import { marksIn } from './marks.ts';
import { findThroughMarkup } from './reading/markup.ts';
import { namedSecretsIn } from './secrets/named-secrets.ts';
import { phonesIn } from './phones/phones.ts';
import { type AskPlans, plansForText } from './phones/numbering-plans.ts';
import { mayHoldSecretForm, secretFormsIn } from './secrets/secret-forms.ts';
import { plainWordSecretsIn } from './secrets/plain-word-secrets.ts';
import { secretsInColumns } from './secrets/secret-columns.ts';
import { mayHoldSecretInCode, secretsInCode } from './secrets/secrets-in-code.ts';
import { secretsNearLoginsIn, secretsNearWordsIn } from './secrets/secrets-near-words.ts';
import { announcementsIn, mayHoldSpokenSecret, spokenSecretsIn } from './secrets/spoken-secrets.ts';

export type { SensitiveKind };

/** A part of a text that a level removes. */
export interface Sensitive {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
  /** The canonical form: an email in lower case, a phone in E.164 or its digits, an IP as RFC 5952 writes it. */
  readonly value: string;
  /**
   * The text that its pseudonym is made of: the value, but for phones what they have in common with and without a country. The
   * same as that of a contact (`ContactForms.identity`).
   */
  readonly identity: string;
  /** Whether it is a value of a known contact. */
  readonly known: boolean;
}

/** Digits of any script, what is folded to ASCII, and the sign of addresses: without one of them only words can tell. */
const SIGN =
  /[\d@]|\u200C|\u200D|(?![\0-\x7F])[\p{Nd}\u{1D400}-\u{1D7FF}\u2460-\u24EA\uFE50-\uFE6B\uFF01-\uFF5E\u2070-\u2089\u00B2\u00B3\u00B9]/u;

/** The most looks at a text: what is removed can uncover more, such as a number next to it, but so often only on purpose. */
const MAX_LOOKS = 8;

/**
 * Finds in a cleaned text what a level removes: in order, without overlaps. Looking again after the removal finds nothing.
 * Linear in the text.
 * @param contact that of the person whom the record is about
 * @param kept emails in lower case that stay: agents' own
 */
export function findSensitive(
  text: string,
  level: RedactionLevel,
  contact: ContactForms,
  kept: ReadonlySet<string>,
): Sensitive[] {
  if (level === 'none' || !mayHoldSensitive(text)) return [];
  const { text: plain, originalOf } = fold(text);
  let rest = withoutKept(fillIn(plain, marksIn(plain)), kept);
  const found: Finding[] = [];
  const plans = plansForText();
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const findings = withoutOverlaps(
      level === 'contacts' ? everythingIn(rest, contact, plans) : moneyIn(rest),
      rest.length,
    );
    if (findings.length === 0) break;
    rest = fillIn(rest, findings);
    for (const finding of findings) if (finding.kind !== 'email' || !kept.has(finding.value)) found.push(finding);
  }
  if (found.length === 0) return [];
  return found
    .toSorted((one, other) => one.start - other.start)
    .map(({ kind, start, end, value, identity, known }) => ({
      kind,
      start: originalOf(start),
      end: originalOf(end),
      value,
      identity: identity ?? value,
      known: known === true || value === contact.email || value === contact.phone?.value,
    }));
}

function withoutKept(text: string, kept: ReadonlySet<string>): string {
  if (kept.size === 0) return text;
  return fillIn(
    text,
    emailsIn(text).filter(({ value }) => kept.has(value)),
  );
}

const MAY_HOLD = [mayHoldSecretForm, mayHoldSecretInCode, mayHoldEmail, mayHoldSpokenSecret] as const;

function mayHoldSensitive(text: string): boolean {
  return SIGN.test(text) || MAY_HOLD.some((mayHold) => mayHold(text));
}

function moneyIn(text: string): Finding[] {
  return [
    ...secretFormsIn(text),
    ...secretsInCode(text),
    ...namedSecretsIn(text),
    ...secretsInColumns(text),
    ...secretsOfWordsIn(text),
    ...accountsIn(text),
    ...findThroughMarkup(text, accountsIn),
  ];
}

function secretsOfWordsIn(text: string): Finding[] {
  const announcements = announcementsIn(text);
  const spoken = spokenSecretsIn(text, announcements);
  return [
    ...spoken,
    ...secretsNearWordsIn(text, announcements, spoken),
    ...plainWordSecretsIn(text, announcements, spoken),
    ...codesNearWordsIn(text, announcements),
    ...secretsNearLoginsIn(text),
    ...changedSecretsIn(text),
  ];
}

function accountsIn(text: string): Finding[] {
  return [...ibansIn(text), ...cardsIn(text)];
}

function everythingIn(text: string, contact: ContactForms, plans: AskPlans): Finding[] {
  const addressesIn = (plain: string): Finding[] => [
    ...emailsIn(plain),
    ...contact.emailsIn(plain),
    ...contact.phonesIn(plain),
    ...ipAddressesIn(plain, contact.ip),
    ...phonesIn(plain, contact, plans),
  ];
  return [...moneyIn(text), ...addressesIn(text), ...findThroughMarkup(text, addressesIn)];
}

/** Certain ones before others, then the longest, then known ones, then the first. */
function withoutOverlaps(findings: readonly Finding[], length: number): Finding[] {
  if (findings.length < 2) return [...findings];
  const taken = new Uint8Array(length);
  return findings
    .toSorted(
      (one, other) =>
        Number(other.certain ?? false) - Number(one.certain ?? false) ||
        other.end - other.start - (one.end - one.start) ||
        Number(other.known ?? false) - Number(one.known ?? false) ||
        one.start - other.start,
    )
    .filter(({ start, end }) => {
      if (taken.subarray(start, end).includes(1)) return false;
      taken.fill(1, start, end);
      return true;
    })
    .toSorted((one, other) => one.start - other.start);
}
