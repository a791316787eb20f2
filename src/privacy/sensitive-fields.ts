import { isJsonObject, leavesOf, type JsonLeaf, type JsonObject } from '../model/json.ts';
import { cleanText } from './cleaning.ts';
import { ContactForms } from './redaction/contact-forms.ts';
import { numberWordBefore } from './redaction/numbers/number-words.ts';
import { namesPartOfCard, namesScheme } from './redaction/numbers/paying-words.ts';
import { KEY_WORDS, PASSWORD_WORDS } from './redaction/secrets/secret-words.ts';
import { NO_SECRET } from './redaction/secrets/talk-of-secrets.ts';
import { findSensitive } from './redaction/sensitive.ts';

/** A field that holds what nobody should hand over without need. */
export interface SensitiveField {
  readonly path: JsonLeaf['path'];
  readonly kind: 'card' | 'iban' | 'secret';
}

/** The words that the keys on the way to a value say of it. */
interface Name {
  readonly words: string;
  readonly announces?: 'secret' | 'card';
}

interface Place {
  readonly path: JsonLeaf['path'];
  readonly name: Name;
  /** `pin` for the value of `{"name": "pin", "value": "4711"}`. */
  readonly label?: Name;
  readonly value: unknown;
}

const NOBODY = new ContactForms({});
const NONE_KEPT: ReadonlySet<string> = new Set();
const NAMELESS: Name = { words: '' };

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
export function sensitiveFieldsIn(data: JsonObject, deepest: number): SensitiveField[] {
  return fieldsAt({ path: [], name: NAMELESS, value: data }, deepest);
}

function fieldsAt(place: Place, levels: number): SensitiveField[] {
  const { path, name, label, value } = place;
  const inner = innerOf(place);
  if (inner !== undefined) {
    if (levels === 0) return [];
    const found = inner.flatMap((one) => [...keyAt(one), ...fieldsAt(one, levels - 1)]);
    return found.length > 0 ? found : partsAmong(inner);
  }
  const text = textOf(value);
  const json = jsonIn(text, levels);
  const kind =
    json === undefined
      ? (kindOf(name, text) ?? (label && kindOf(label, text)))
      : fieldsAt({ path, name, value: json }, levels)[0]?.kind;
  return kind === undefined ? [] : [{ path, kind }];
}

/** Returns the values that are directly in a list or an object. */
function innerOf({ path, name, value }: Place): Place[] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown, at) => ({ path: [...path, at], name, value: item }));
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  const written = entries.find(([key, text]) => LABEL.test(key) && typeof text === 'string')?.[1];
  const label = nameOf(textOf(written), NAMELESS);
  // What stands beside a number speaks of it as words around it do.
  const outer = entries.some(isOnCard) ? { words: `card ${name.words}` } : name;
  return entries.map(([key, item]) => ({
    path: [...path, key],
    name: nameOf(key, outer),
    ...(LABELLED.test(key) && { label }),
    value: item,
  }));
}

/** Whether a field holds the issuer of a card, or something else that is on it. */
function isOnCard([key, value]: readonly [string, unknown]): boolean {
  return namesScheme(textOf(value)) || namesPartOfCard(key);
}

const LABEL = /^(?:name|key|label|field|variable|property|parameter)$/i;
const LABELLED = /^(?:value|content|answer)$/i;

/** A key may be anything, too. */
function keyAt({ path }: Place): SensitiveField[] {
  const key = path.at(-1);
  const kind = typeof key === 'string' ? detected('', key) : undefined;
  return kind === undefined ? [] : [{ path, kind }];
}

/** Finds what is cut into parts, in a list or in `card1`, `card2`: groups as on a card, or any under a word for one. */
function partsAmong(places: readonly Place[]): SensitiveField[] {
  const alike = Map.groupBy(
    places.filter(({ value }) => textOf(value) !== ''),
    ({ name }) => name.words,
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return [];
    const { name, path } = first;
    const parts = [first, ...others].map(({ value }) => textOf(value));
    const sizes = parts.map((part) => part.length);
    const kind = kindOf(name, parts.join(sizes.every((size) => size === 1) ? '' : ' '));
    // Counts and years are numbers; what is written in quotes is somebody's number.
    const isOther =
      name.words !== '' && (typeof first.value === 'number' || numberWordBefore(name.words) !== undefined);
    const mayBeCard = name.announces === 'card' || (!isOther && GROUPS_OF_CARDS.test(sizes.join('-')));
    return kind === undefined || (kind === 'card' && !mayBeCard)
      ? []
      : [{ path: typeof path.at(-1) === 'number' ? path.slice(0, -1) : path, kind }];
  });
}

const GROUPS_OF_CARDS = /^(?:4-4-4-4|4-6-[45])$/;

/** Words of a key that say nothing about what the value is. */
const EMPTY_WORD =
  /^(?:values?|contents?|text|data|string|plain|raw|hash|new|old|current|confirm|confirmation|repeat|again|n|nr|no|num|numbers?|digits?|groups?|parts?|blocks?|segments?|items?|list|array|json|payload)?[-#\d]*$/i;

const SECRET = new RegExp(
  String.raw`(?:${PASSWORD_WORDS.join('|')}|parola|pass (?:words?|phrases?))$|(?<![\p{L}\p{N}])(?:${KEY_WORDS.join('|')})$`,
  'iu',
);
const CARD =
  /(?:(?<!\p{L})(?:cc|pan|visa|mastercard|amex|carta|cartão|cartao|cartes?|tarjetas?)|cards?|karten?|kaart|karta|kort)$/iu;

/** A code that names a thing, and opens none, unlike the codes that confirm a login. */
const ORDINARY =
  /(?<!(?:sms|log-?in|sign-?in|e-?mail|phone|account|2fa|mfa|otp|security) )confirmation codes?$|barcodes?$/iu;

/** `cardNumber` and `card_number` are a card, and so is `card.number`; `password_2` is a password. */
function nameOf(key: string, outer: Name): Name {
  const parts = cleanText(key)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[\s_.[\]]+/u);
  const all = [outer.words, ...parts].filter((part) => part !== '');
  const last = all.findLastIndex((part) => !EMPTY_WORD.test(part));
  const words = all
    .slice(0, last + 1)
    .join(' ')
    .slice(-MAX_NAME_LENGTH)
    .replace(/[-#\d]+$/, '')
    .replace(ORDINARY, 'reference');
  if (SECRET.test(words)) return { words, announces: 'secret' };
  // Phones of Europe, written without a plus, may look like cards of 13 digits.
  const number = numberWordBefore(`${words}: `);
  if (number?.kind === 'phone' && number.isDirect) return { words: 'reference' };
  return CARD.test(words) ? { words, announces: 'card' } : { words };
}

/** The value under a word for a secret where there is none. */
const NO_VALUE = new RegExp(
  String.raw`^(?:${NO_SECRET.join('|')}|true|false|set|unset|ok|on|off|n/a|active|inactive|enabled|disabled|changed|updated|requested|registered|pending|[*•.…_xX?-]+)$`,
  'iu',
);

function kindOf({ words, announces }: Name, text: string): SensitiveField['kind'] | undefined {
  if (text.length < MIN_SECRET_LENGTH) return undefined;
  if (announces === 'secret') return isSecret(words, text) ? 'secret' : detected('', text);
  // Where an Indian letter goes to.
  if (/pin ?code$/i.test(words) && /^[1-9]\d\d ?\d{3}$/.test(text)) return undefined;
  return detected(words === '' ? '' : `${words}: `, text);
}

/** Whether a value is the secret that its name announces, and neither its state nor, as for `tokens`, how many there are. */
function isSecret(words: string, text: string): boolean {
  const first = text.trimStart().slice(0, MAX_STATE_LENGTH).split(/\s/u, 1)[0] ?? '';
  const isCount = /s$/i.test(words) && /^\d{1,9}$/.test(first);
  return first !== '' && !isCount && !NO_VALUE.test(first.replace(/[.,;:!]+$/, ''));
}

function detected(introduction: string, text: string): SensitiveField['kind'] | undefined {
  for (const written of new Set([text, unescaped(text)])) {
    const shown = cleanText(introduction + written);
    const kind = findSensitive(shown, 'cards', NOBODY, NONE_KEPT).find(
      ({ kind, start, end, value }) =>
        end > introduction.length && !(kind === 'card' && shown[start - 1] === '+' && value.length <= MAX_PHONE_DIGITS),
    )?.kind;
    if (kind === 'card' || kind === 'iban' || kind === 'secret') return kind;
  }
  return undefined;
}

/** Returns a text as it was before it was put into a link or a text of JSON; with spaces for the dots in the middle of a line. */
function unescaped(text: string): string {
  return text
    .replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(/[·•‧∙]/gu, ' ');
}

/** Returns the list or object that a text is the JSON of; undefined for too many levels, and for numbers that JSON rounds. */
function jsonIn(text: string, levels: number): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    const isWhole = [...leavesOf(json, levels)].every(({ path, value }) =>
      typeof value === 'number'
        ? Math.abs(value) <= Number.MAX_SAFE_INTEGER
        : path.length < levels || typeof value !== 'object' || value === null,
    );
    return isWhole ? json : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
