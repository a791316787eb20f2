import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { wordsOf, type ReadMessage } from './sentences.ts';
import { expressionOf } from './vocabulary/languages.ts';
import { IDENTIFIER_KINDS, type IdentifierKind } from './vocabulary/vocabulary.ts';

/** A number by which the shop finds something. */
export interface Identifier {
  /** In capital letters, as people write them in many ways. */
  readonly value: string;
  /** Absent where neither the words around it nor its form tell. */
  readonly kind?: IdentifierKind;
}

/** Everything an identifier could be part of, so that addresses, prices and times are seen whole; ASCII in any script. */
const TOKEN = /[A-Za-z0-9#@$€£+/_.:,%=&?~-]+/g;

const KINDS = expressionOf('word beginning', ({ identifiers }) => Object.values(identifiers).flat());
const KIND_WORDS = IDENTIFIER_KINDS.map((kind) => ({
  kind,
  expression: expressionOf('word beginning', ({ identifiers }) => identifiers[kind] ?? []),
}));

/** Words between the word for a kind and a number that is nothing but digits: `order no. 12345`. */
const INTRODUCTION =
  /^[\p{L}]*[\s:]*(?:(?:numbers?|no|nr|num|numéro|número|nummer|n|番号|رقم|is|ist|est|es|er|é|は)[.°º:]?\s*)*[\s:#(]*$/iu;

/** The word for a number, alone or at the end of another one. */
const NUMBER = /number|nummer|numéro|número|番号|رقم|\bn[°ºr]/iu;
/** Words between a word for a kind and the number of something else: `the invoice for BW-123456`. */
const OF_ANOTHER =
  /(?<!\p{L})(?:for|of|to|zu|zur|für|von|pour|de|del|da|do|para|til|for|av)(?!\p{L})(?!.*(?:number|nummer|num[ée]ro))|の(?!番号)|لل/iu;
/** The most words beside a number in an answer to what it is. */
const WORDS_OF_AN_ANSWER = 6;
const CHARACTERS_OF_AN_ANSWER = 120;
/** A question for a number is not longer. */
const CHARACTERS_OF_A_QUESTION = 400;

/** The reach of a word for a kind, in characters. */
const NEAR = 40;

/** The longest identifier, in characters; longer ones are keys, checksums and noise. */
const MAX_LENGTH = 40;
const DATE = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/;
const YEAR = /^(?:19|20)\d\d$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Prefixes that name the kind in many shops; with digits alone behind them. */
const FORMS: readonly { readonly kind: IdentifierKind; readonly form: RegExp }[] = [
  { kind: 'order', form: /^(?:ORD|ORDER|PO|SO)[-_]?\d/ },
  { kind: 'invoice', form: /^(?:INV|RE|RG|FAC|FAT|FT|FV|FA|RN)[-_]?\d|^[A-Z]{1,3}[-_]?20\d\d[-_/]\d{3,}$/ },
  { kind: 'ticket', form: /^(?:TKT|TICKET|CASE|REQ|INC|TT)[-_]?\d/ },
  { kind: 'return', form: /^(?:RMA|RET)[-_]?\d/ },
  // Of the Universal Postal Union, and of UPS.
  { kind: 'tracking', form: /^[A-Z]{2}\d{9}[A-Z]{2}$|^1Z[A-Z0-9]{16}$/ },
];

/** The identifiers that visitors and agents mention, each once, in the order in which they come. */
export function* identifiersOf(messages: readonly ReadMessage[], roles: readonly Role[]): Steps<Identifier[]> {
  const found = new Map<string, IdentifierKind | undefined>();
  let asked: IdentifierKind | undefined;
  for (const [index, { text }] of messages.entries()) {
    const role = roles[index];
    if (role === 'system') continue;
    const mentioned = identifiersIn(text);
    if (role !== 'bot') {
      const answer = mentioned.length === 1 && isShort(text) ? asked : undefined;
      for (const { value, kind = answer } of mentioned) found.set(value, found.get(value) ?? kind);
    }
    // "Could you give me the order number?" tells what the number in the next message is.
    asked = role !== 'visitor' && mentioned.length === 0 && asksForNumber(text) ? onlyKindIn(text) : undefined;
    yield;
  }
  return [...found].map(([value, kind]) => omitUndefined({ value, kind }));
}

function asksForNumber(text: string): boolean {
  return text.length <= CHARACTERS_OF_A_QUESTION && NUMBER.test(text);
}

function isShort(text: string): boolean {
  return text.length <= CHARACTERS_OF_AN_ANSWER && wordsOf(text).length <= WORDS_OF_AN_ANSWER;
}

/** The identifiers in one text, with their kinds as far as this text tells them. */
export function identifiersIn(text: string): Identifier[] {
  // Full-width letters and digits are the same ones.
  const plain = text.normalize('NFKC');
  return [...plain.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (token.length > MAX_LENGTH || !/\d/.test(token)) return [];
    const end = index + token.length;
    const value = token
      .replace(/^[#,.:]+/, '')
      .replace(/[,.:?%=&~/_-]+$/, '')
      .toUpperCase();
    // Of the sentence alone; the dot of "no." ends none.
    const before = plain.slice(Math.max(0, index - NEAR), index).replaceAll(/(?<=\b(?:no|nr|num|núm))\./giu, ' ');
    const behind = plain.slice(end, end + NEAR);
    const mention: Mention = {
      value,
      isMarked: token.startsWith('#'),
      before: before.slice(before.search(/[^.!?。！？]*$/)),
      behind: behind.slice(0, behind.search(/[.!?。！？]|$/)),
    };
    if (!isIdentifier(mention)) return [];
    const kind = introducedKind(mention) ?? kindOfForm(value) ?? nearKind(mention);
    return [omitUndefined({ value, kind })];
  });
}

/** A text that may be an identifier, and its sentence before and behind it. */
interface Mention {
  readonly value: string;
  /** By a number sign. */
  readonly isMarked: boolean;
  readonly before: string;
  readonly behind: string;
}

function isIdentifier(mention: Mention): boolean {
  const { value } = mention;
  if (!/^[A-Z0-9]+(?:[-_/][A-Z0-9]+)*$/.test(value) || DATE.test(value) || IBAN.test(value)) return false;
  if (/^[\d/-]+$/.test(value)) return value.length >= 3 && (mention.isMarked || isIntroducedNumber(mention));
  if (kindOfForm(value) !== undefined) return value.replaceAll(/\D/g, '').length >= 3;
  // A few letters and a long number: `BW-123456`, `EX12345678`.
  return /^[A-Z]{1,6}[-_]?(?:\d+[-_])*\d{5,}$/.test(value);
}

/** Whether digits alone follow the word for a kind, and are no year, price or part of a longer number. */
function isIntroducedNumber(mention: Mention): boolean {
  if (YEAR.test(mention.value) || /^\s?(?:\d|[$€£¥%]|eur|usd|nok|kr)/i.test(mention.behind)) return false;
  return introducedKind(mention) !== undefined;
}

/** Returns the kind that the word right before it names. */
function introducedKind({ before }: Mention): IdentifierKind | undefined {
  const last = kindsIn(before).at(-1);
  return last !== undefined && INTRODUCTION.test(before.slice(last.end)) ? last.kind : undefined;
}

/** Returns the kind that the last word before it names, or else the first one behind. */
function nearKind({ before, behind }: Mention): IdentifierKind | undefined {
  const last = kindsIn(before).at(-1);
  if (last !== undefined && !OF_ANOTHER.test(before.slice(last.end))) return last.kind;
  return kindsIn(behind).at(0)?.kind;
}

function kindOfForm(value: string): IdentifierKind | undefined {
  return FORMS.find(({ form }) => form.test(value))?.kind;
}

/** The kind that a text speaks of; undefined where it speaks of several, or of none. */
function onlyKindIn(text: string): IdentifierKind | undefined {
  const kinds = new Set(kindsIn(text).map(({ kind }) => kind));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

interface KindWord {
  readonly kind: IdentifierKind;
  readonly end: number;
}

function kindsIn(text: string): KindWord[] {
  return [...text.matchAll(new RegExp(KINDS.source, 'giu'))].flatMap(({ 0: word, index }) => {
    const kind = KIND_WORDS.find(({ expression }) => expression.test(word))?.kind;
    return kind === undefined ? [] : [{ kind, end: index + word.length }];
  });
}
