import type { RedactionLevel } from '../../model/redaction.ts';
import { askedOnce, type AskPlans, plannedNumber } from './numbering-plans.ts';
import { ContactForms } from './contact-forms.ts';
import type { Finding, Rule } from './rules/rule.ts';
import { rendered } from './reading/markup.ts';
import { ANNOUNCED } from './rules/announced.ts';
import { answerRules, CHALLENGES } from './rules/answers.ts';
import { CARDS } from './rules/cards.ts';
import { CODES } from './rules/codes.ts';
import { COMMANDS } from './rules/commands.ts';
import { EMAILS } from './rules/emails.ts';
import { IBANS } from './rules/ibans.ts';
import { ipRules } from './rules/ips.ts';
import { knownValues } from './rules/known.ts';
import { LINKS } from './rules/links.ts';
import { NEAR_WORDS } from './rules/near.ts';
import { phoneRules } from './rules/phones.ts';
import { tableRule } from './rules/tables.ts';
import { TOKEN_FORMS } from './rules/token-forms.ts';
import { beginningOf, markOver, type Token, tokensInSteps } from './reading/tokens.ts';
import { REACH } from './reading/window.ts';
import { type Asked, askedAt, type Search, search } from './search.ts';
import { Effort } from './reading/effort.ts';
import { mayHoldSensitive } from './first-look.ts';
import { allSteps, type Steps } from '../../model/slices.ts';

/** `unchecked` is the rest of a text that takes more steps than a text may. */
export type SensitiveKind = Finding['kind'] | 'unchecked';

/** A part of a text that a level removes. */
export interface Sensitive {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
  /** The canonical form: an email in lower case, a phone in E.164 or its digits, an IP as RFC 5952 writes it. */
  readonly value: string;
  /** The text that its pseudonym is made of: the same as that of a contact (`ContactForms.identity`). */
  readonly identity: string;
  /** Whether it is a value of a known contact. */
  readonly known: boolean;
}

/** The most looks at a text: what is removed can uncover more, such as a number next to it, but so often only on purpose. */
const MAX_LOOKS = 3;
/** The most questions to the numbering plans in one text: each takes some 20 µs. */
const MAX_QUESTIONS = 400;
const STEPS_OF_A_QUESTION = 1000;

/** What a text holds, and the steps that finding it took. */
export interface Reading {
  readonly sensitive: readonly Sensitive[];
  readonly steps: number;
}

/**
 * Finds in a cleaned text what a level removes: in order, without overlaps. The text is read once, into tokens; all rules
 * see a window of tokens of fixed size, so that the time is linear in the text whatever it says.
 * @param contact the contact of the person in the record
 * @param kept emails in lower case that stay: agents' own
 * @param question the previous message, of another author: a bare answer to a request for a code or a password is a secret
 */
export function findSensitive(
  text: string,
  level: RedactionLevel,
  contact: ContactForms,
  kept: ReadonlySet<string>,
  question?: string,
): readonly Sensitive[] {
  return allSteps(readingOf(text, level, contact, kept, question === undefined ? [] : answerRules(question))).sensitive;
}

/**
 * The same in steps of at most a few milliseconds. Beyond the steps that a text may take, its remainder is one finding: `unchecked`.
 * @param answers the rules for answers to the previous message of another author (`answerRules`)
 */
export function* readingOf(
  text: string,
  level: RedactionLevel,
  contact: ContactForms,
  kept: ReadonlySet<string>,
  answers: readonly Rule[] = [],
): Steps<Reading> {
  if (level === 'none' || (answers.length === 0 && !mayHoldSensitive(text, contact.words)))
    return { sensitive: [], steps: 0 };
  return yield* wholeReadingOf(text, level, contact, kept, answers);
}

/** The same without the first look, which says of most texts that they hold nothing. */
export function* wholeReadingOf(
  text: string,
  level: SearchedLevel,
  contact: ContactForms,
  kept: ReadonlySet<string>,
  answers: readonly Rule[] = [],
): Steps<Reading> {
  const effort = new Effort();
  const tokens = yield* tokensInSteps(text);
  effort.take(tokens.length);
  const plans = askedOnce(limited(plannedNumber, effort));
  const all: Sensitive[] = [];
  let open = (_index: number) => true;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    // Some rules remember what they have seen of a text: each look has its own.
    const addresses = () => addressRules(level, contact, plans);
    const rules = [...secretRules(), ...addresses(), ...answers];
    const asked = answers.length === 0 ? ALL_ASKED[level] : askedAt(rules);
    const plain = yield* search(tokens, rules, asked, effort, open);
    const inMarkup = yield* searchThroughMarkup(tokens, addresses, ADDRESSES_ASKED[level], effort, open);
    const found = withoutOverlaps([...plain.found, ...inMarkup.found], tokens.length);
    for (const { from, to, ...finding } of found) {
      if (finding.kind === 'email' && kept.has(finding.value)) continue;
      all.push(sensitive(tokens, from, to, finding, contact));
    }
    const end = Math.min(plain.end, inMarkup.end);
    if (end < tokens.length)
      return { sensitive: uncheckedFrom(tokens[end]?.start ?? 0, all, text.length), steps: effort.steps };
    if (found.length === 0) break;
    putMarks(tokens, found);
    open = nearAny(found, tokens.length);
  }
  return { sensitive: inOrder(all), steps: effort.steps };
}

function inOrder(found: readonly Sensitive[]): Sensitive[] {
  return found.toSorted((one, other) => one.start - other.start);
}

/** What was found up to a place, and the rest of the text as one finding. */
function uncheckedFrom(place: number, found: readonly Sensitive[], length: number): Sensitive[] {
  const before = inOrder(found.filter(({ start }) => start < place));
  const start = Math.max(place, before.at(-1)?.end ?? 0);
  return start === length
    ? before
    : [...before, { kind: 'unchecked', value: '', identity: '', start, end: length, known: false }];
}

/** Whether an index is near to what was found: only there can its removal uncover more. */
function nearAny(found: readonly Finding[], length: number): (index: number) => boolean {
  const near = new Uint8Array(length);
  for (const { from, to } of found) near.fill(1, Math.max(0, from - REACH), to + REACH + 1);
  return (index) => near[index] === 1;
}

/** Asks the numbering plans at most `MAX_QUESTIONS` times; beyond that, whatever has the shape of a phone number is hidden as one. */
function limited(plans: AskPlans, effort: Effort): AskPlans {
  let questions = 0;
  return (written, region) => {
    questions += 1;
    effort.take(STEPS_OF_A_QUESTION);
    if (questions <= MAX_QUESTIONS) return plans(written, region);
    const national = written.replace('+', '');
    return { international: written, national, callingCode: '', isValid: true, isMobile: true };
  };
}

/** The rules for secrets, those that are sure of themselves first: a later one sees what an earlier one has found. */
function secretRules(): Rule[] {
  return [...TOKEN_FORMS, ...LINKS, tableRule(), ...COMMANDS, ...ANNOUNCED, ...CODES, CHALLENGES, ...NEAR_WORDS];
}

/** The rules for addresses and accounts, what is known first. */
function addressRules(level: SearchedLevel, contact: ContactForms, plans: AskPlans): Rule[] {
  if (level === 'cards') return [...IBANS, ...CARDS];
  return [
    ...knownValues(contact),
    ...IBANS,
    ...CARDS,
    ...EMAILS,
    ...ipRules(contact.ip),
    ...phoneRules(() => contact.regions, plans),
  ];
}

type SearchedLevel = Exclude<RedactionLevel, 'none'>;

/** Where rules are asked: it is the same for every text, though some of the rules are made for each. */
const ADDRESSES_ASKED = { contacts: addressesAsked('contacts'), cards: addressesAsked('cards') };
export const ALL_ASKED = {
  contacts: addressesAsked('contacts', secretRules()),
  cards: addressesAsked('cards', secretRules()),
};

function addressesAsked(level: SearchedLevel, others: readonly Rule[] = []): Asked {
  return askedAt([...others, ...addressRules(level, new ContactForms({}), () => undefined)]);
}

/** Finds what markup parts: `kate\\@example.org`, `+49 **170** 1234567`; without what has no markup within. */
function* searchThroughMarkup(
  tokens: readonly Token[],
  rules: () => readonly Rule[],
  asked: Asked,
  effort: Effort,
  isOpen: (index: number) => boolean,
): Steps<Search> {
  const plain = yield* rendered(tokens);
  if (plain === undefined) return { found: [], end: tokens.length };
  const indexOf = (index: number) => plain.indexes[index] ?? 0;
  const { found, end } = yield* search(plain.tokens, rules(), asked, effort, (index) => isOpen(indexOf(index)));
  const parted = found.flatMap((finding) => {
    const [from, to] = [indexOf(finding.from), indexOf(finding.to)];
    return to - from === finding.to - finding.from ? [] : [{ ...finding, from, to }];
  });
  return { found: parted, end: end < plain.tokens.length ? indexOf(end) : tokens.length };
}

function sensitive(
  tokens: readonly Token[],
  from: number,
  to: number,
  finding: Omit<Finding, 'from' | 'to'>,
  contact: ContactForms,
): Sensitive {
  const { kind, value, identity = value, known, lead = 0 } = finding;
  return {
    kind,
    value,
    identity,
    start: (tokens[from]?.start ?? 0) + lead,
    end: tokens[to]?.end ?? 0,
    known: known === true || value === contact.email || value === contact.phone?.value,
  };
}

/** Puts a mark in place of each finding; what stands before it in its first token stays. */
function putMarks(tokens: Token[], found: readonly Finding[]): void {
  for (const { from, to, lead = 0 } of found) {
    for (let index = from; index <= to; index += 1) {
      const token = tokens[index];
      if (token === undefined) continue;
      const hasLead = index === from && index < to && lead > 0;
      tokens[index] = hasLead ? beginningOf(token, lead, index) : markOver(token);
    }
  }
}

/** What its digits give away, be they a part of it. */
const NUMBERS: ReadonlySet<string> = new Set(['phone', 'card', 'iban']);

/**
 * Certain ones before others, then the longest, then known ones, then the first. Of a number that loses some of its
 * tokens to a secret, the others stay hidden, too.
 */
function withoutOverlaps(findings: readonly Finding[], length: number): Finding[] {
  const taken = new Uint8Array(length);
  return findings
    .toSorted(
      (one, other) =>
        Number(other.certain ?? false) - Number(one.certain ?? false) ||
        other.to - other.from - (one.to - one.from) ||
        Number(other.known ?? false) - Number(one.known ?? false) ||
        one.from - other.from,
    )
    .flatMap((finding) => {
      let { from, to } = finding;
      while (from <= to && taken[from] === 1) from += 1;
      while (to >= from && taken[to] === 1) to -= 1;
      const isCut = from !== finding.from || to !== finding.to;
      if ((isCut && !NUMBERS.has(finding.kind)) || from > to || taken.subarray(from, to + 1).includes(1)) return [];
      taken.fill(1, from, to + 1);
      return [from === finding.from ? { ...finding, to } : { ...finding, from, to, lead: 0 }];
    });
}
