import { isJsonObject, type JsonLeaf, type JsonObject } from '../model/json.ts';
import type { Steps } from '../model/slices.ts';
import { cleanText } from './cleaning.ts';
import { ContactForms } from './redaction/contact-forms.ts';
import { hasAny, tokensOf } from './redaction/reading/tokens.ts';
import { isTalk } from './redaction/reading/values.ts';
import type { Role } from './redaction/reading/vocabulary.ts';
import { readingOf, type Sensitive } from './redaction/sensitive.ts';

/** A field that holds what nobody should hand over without need. */
export interface SensitiveField {
  readonly path: JsonLeaf['path'];
  readonly kind: 'card' | 'iban' | 'secret';
}

/** A value, and the words that the keys on the way to it say of it. */
interface Place {
  readonly path: JsonLeaf['path'];
  readonly words: string;
  readonly value: unknown;
}

const NOBODY = new ContactForms({});
const NONE_KEPT: ReadonlySet<string> = new Set();

/** The most characters of the words that introduce a value. */
const MAX_NAME_LENGTH = 64;
const MIN_SECRET_LENGTH = 3;
const MAX_STATE_LENGTH = 32;
/** In digits (E.164). */
const MAX_PHONE_DIGITS = 15;

/**
 * The fields of some data, at most `deepest` levels down, that hold payment cards, bank accounts or secrets: the keys that
 * lead to a value are read as the words that introduce it, by the detectors of redaction; behind a word for passwords or
 * keys, the whole value is the secret. One kind a field.
 */
export function sensitiveFieldsIn(data: JsonObject, deepest: number): Steps<SensitiveField[]> {
  return fieldsAt({ path: [], words: '', value: data }, deepest);
}

function* fieldsAt(place: Place, levels: number): Steps<SensitiveField[]> {
  const { path, words, value } = place;
  const inner = yield* innerOf(place);
  if (inner !== undefined && levels > 0) {
    const found: SensitiveField[] = [];
    for (const one of inner) found.push(...(yield* keyAt(one)), ...(yield* fieldsAt(one, levels - 1)));
    return found.length > 0 ? found : [...(yield* partsAmong(inner)), ...(yield* cardsAmong(inner))];
  }
  const text = inner === undefined ? textOf(value) : JSON.stringify(value);
  const json = inner === undefined ? jsonIn(text) : undefined;
  const inJson = json === undefined ? [] : yield* fieldsAt({ path, words, value: json }, levels);
  const kind = json === undefined ? yield* kindOf(words, text) : inJson[0]?.kind;
  return kind === undefined ? [] : [{ path, kind }];
}

/** Returns the values that are directly in a list or an object. */
function* innerOf({ path, words, value }: Place): Steps<Place[] | undefined> {
  if (Array.isArray(value)) return value.map((item: unknown, at) => ({ path: [...path, at], words, value: item }));
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  // `pin` for the value of `{"name": "pin", "value": "4711"}`.
  const label = entries.map(([key, text]) => (LABEL.test(key) ? textOf(text) : '')).find((text) => text !== '');
  const inner: Place[] = [];
  for (const [key, item] of entries) {
    const isLabelled = label !== undefined && LABELLED.test(key) && !announcesSecret(words);
    inner.push({ path: [...path, key], words: nameOf(isLabelled ? label : key, words), value: item });
    yield;
  }
  return inner;
}

const LABEL = /^(?:name|key|label|field|variable|property|parameter)$/i;
const LABELLED = /^(?:value|content|text|answer)$/i;

/** A key may be anything, too, such as the number of a card. */
function* keyAt({ path }: Place): Steps<SensitiveField[]> {
  const key = String(path.at(-1));
  const kind = key.length > MIN_SECRET_LENGTH && /\d/.test(key) ? yield* detected('', key) : undefined;
  return kind === undefined ? [] : [{ path, kind }];
}

/** Finds what is cut into parts, in a list or in `card1`, `card2`: groups as on a card, or any under a word for one. */
function* partsAmong(places: readonly Place[]): Steps<SensitiveField[]> {
  const found: SensitiveField[] = [];
  const alike = Map.groupBy(
    places.filter(({ value }) => textOf(value) !== ''),
    ({ words }) => words,
  );
  for (const [words, [first, ...others]] of alike) {
    if (first === undefined || others.length === 0) continue;
    const { path, value } = first;
    const parts = [value, ...others.map((other) => other.value)].map(textOf);
    const sizes = parts.map((part) => part.length);
    const kind = yield* kindOf(words, parts.join(sizes.every((size) => size === 1) ? '' : ' '));
    // Counts and years are numbers; what is written in quotes is somebody's number.
    const mayBeCard =
      lastWordHas(words, ['card']) || (typeof value === 'string' && GROUPS_OF_CARDS.test(sizes.join('-')));
    if (kind === undefined || (kind === 'card' && !mayBeCard)) continue;
    found.push({ path: typeof path.at(-1) === 'number' ? path.slice(0, -1) : path, kind });
  }
  return found;
}

const GROUPS_OF_CARDS = /^(?:4-4-4-4|4-6-[45])$/;
/** The fewest digits of a part of a card that is looked for beside others. */
const DIGITS_OF_HALF = 8;

/** Finds cards by what stands beside them: the other half of the number, or something else that is on a card. */
function* cardsAmong(places: readonly Place[]): Steps<SensitiveField[]> {
  if (!places.some(({ value }) => textOf(value).replaceAll(/\D/g, '').length >= DIGITS_OF_HALF)) return [];
  const line = cleanText(places.map(({ words, value }) => `${words}: ${textOf(value)}`).join(', '));
  const found = (yield* foundIn(line)).filter(({ kind }) => kind === 'card');
  const cards = found.map(({ start, end }) => line.slice(start, end));
  return places
    .filter(({ value }) => cards.some((card) => cleanText(textOf(value)).includes(card)))
    .map(({ path }) => ({ path, kind: 'card' }));
}

/** Words of a key that say nothing about what the value is. */
const EMPTY_WORD =
  /^(?:values?|contents?|text|data|string|plain|raw|hash|new|old|current|confirm|confirmation|repeat|again|n|nr|no|num|numbers?|digits?|groups?|parts?|blocks?|segments?|items?|list|array|json|payload)?[-#\d]*$/i;

/** A code that names a thing, and opens none, unlike the codes that confirm a login. */
const ORDINARY =
  /(?<!(?:sms|log-?in|sign-?in|e-?mail|phone|account|2fa|mfa|otp|security) )confirmation codes?$|barcodes?$/iu;

/** `cardNumber` and `card_number` are a card, and so is `card.number`; `password_2` is a password. */
function nameOf(key: string, outer: string): string {
  const parts = cleanText(key)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[\s_.[\]]+/u);
  const all = [outer, ...parts].filter((part) => part !== '');
  const last = all.findLastIndex((part) => !EMPTY_WORD.test(part));
  const words = all
    .slice(0, last + 1)
    .join(' ')
    .slice(-MAX_NAME_LENGTH)
    .replace(/[-#\d]+$/, '')
    .replace(ORDINARY, 'reference');
  // Phones of Europe, written without a plus, may look like cards of 13 digits.
  return lastWordHas(words, ['phone']) && !announcesSecret(words) ? 'reference' : words;
}

function announcesSecret(words: string): boolean {
  return lastWordHas(words, ['password', 'key']) && !lastWordHas(words, ['openKey']);
}

/** Whether the last word of a text, or the phrase that ends with it, has one of some roles. */
function lastWordHas(text: string, roles: readonly Role[]): boolean {
  const word = tokensOf(text).at(-1);
  return word !== undefined && hasAny(word, roles);
}

/** The value under a word for a secret where there is none. */
const NO_VALUE =
  /^(?:true|false|set|unset|ok|on|off|n\/a|active|inactive|enabled|disabled|changed|updated|requested|registered|pending|[*•.…_xX?-]+)$/iu;

function* kindOf(words: string, text: string): Steps<SensitiveField['kind'] | undefined> {
  if (text.length < MIN_SECRET_LENGTH) return undefined;
  if (announcesSecret(words)) return isSecret(words, text) ? 'secret' : yield* detected('', text);
  // Where an Indian letter goes to.
  if (/pin ?code$/i.test(words) && /^[1-9]\d\d ?\d{3}$/.test(text)) return undefined;
  return yield* detected(words === '' ? '' : `${words}: `, text);
}

/** Whether a value is the secret that its name announces, and neither its state nor, as for `tokens`, how many there are. */
function isSecret(words: string, text: string): boolean {
  const [first = '', second = ''] = text
    .trim()
    .slice(0, MAX_STATE_LENGTH)
    .split(/[.,;:!]*(?:\s+|$)/u);
  const isCount = /s$/i.test(words) && /^\d{1,9}$/.test(first);
  return (
    first !== '' && !isCount && ![first, second].every((word) => word === '' || NO_VALUE.test(word) || isTalk(word))
  );
}

function* detected(introduction: string, text: string): Steps<SensitiveField['kind'] | undefined> {
  const kind = (yield* foundIn(cleanText(introduction + text))).find(({ end }) => end > introduction.length)?.kind;
  return kind === undefined || kind === 'card' || kind === 'iban' ? kind : 'secret';
}

/** What a clean text holds, but for cards that are phone numbers: short ones behind a plus. */
function* foundIn(text: string): Steps<readonly Sensitive[]> {
  const { sensitive } = yield* readingOf(text, 'cards', NOBODY, NONE_KEPT);
  return sensitive.filter(
    ({ kind, start, value }) => kind !== 'card' || text[start - 1] !== '+' || value.length > MAX_PHONE_DIGITS,
  );
}

/** Returns the list or object that a text is the JSON of; the quotes in the JSON may be escaped. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  // JSON rounds long numbers.
  const exact = text.replaceAll(/(?<![\d".])\d{16,}(?=[\s,}\]])/g, '"$&"');
  return parsed(exact) ?? parsed(exact.replaceAll(String.raw`\"`, '"'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
