import { isPlaceholder, looksMadeUp, looksRandom } from '../reading/looks.ts';
import {
  ahead,
  behind,
  EDGE,
  either,
  has,
  matches,
  maybe,
  near,
  not,
  NUMBER,
  past,
  type Row,
  sign,
  SPACE,
  token,
  upTo,
  value,
  word,
  WORD,
  WORD_OR_NUMBER,
} from '../reading/pattern.ts';
import { hasAny } from '../reading/tokens.ts';
import { bareAt, isTalk, type Value } from '../reading/values.ts';
import { endsSentence } from '../reading/surroundings.ts';
import type { Window } from '../reading/window.ts';
import { type Finding, type Rule, secretsOf } from './rule.ts';

// Secrets that no sign introduces: what looks made up in a text that speaks of passwords, of keys or of logging in.

/** The reach of a word for keys for what looks random, and of a word for logging in, in tokens. */
const RANDOM = 16;
const LOGIN = 24;
/** The fewest characters of a password near a short word such as "pass": names of zones and seasons are shorter. */
const MIN_BEHIND_SHORT = 8;
/** Options, lists, assignments, paths and names of packages. */
const OF_PROGRAMS =
  /^[-=@]|[,[]|=[^=]+=.|&\w+=|[(){}]|\/.*\/|^[\p{L}\d._-]{2,32}\/(?=.*\d)|^\$[a-z{]|^[a-z\d.-]+\.[a-z]{2,}(?::\d+)?$|^[\w.-]{1,40}=|\/.*\.\w{2,5}$|^[a-z][a-z0-9._-]*@[a-z][a-z0-9.-]*$|\\/u;
/** Nothing but a capital inside: a name such as `TeamViewer` as often as a secret. */
const LIKE_BRAND = /^\p{L}+$|^\p{L}+!+$|^[\p{Ll}_]+$/u;
/** `Sunflower7`, and `mysql2`; `abc123`. */
const WORD_AND_DIGIT = /^\p{L}+[\d!]$|^(?=.{1,7}$)\p{Ll}+\d+$/u;
/** Letters, then digits and signs: how people make a word a password. */
const WORD_WITH_DIGITS = /^\p{L}{4,}\d{2,4}[!?.*#$]{0,3}$/u;
/** The commonest password of all: a word with a capital, and a year or a number. */
const NAME_WITH_DIGITS = /^\p{Lu}\p{Ll}{4,}\d{2,4}[!?.*#$]{0,3}$/u;
/** Letters, digits and a capital or a sign: no name of an account or of a model. */
const STRONG = /^(?=.*\p{L})(?=.*\d)(?=.*[\p{Lu}!#$%&*+=@^_~?.-]).{6,}$/u;
/** A capital or a sign that no name of a thing has. */
const SIGNED = /[\p{Lu}!#$%&*+=^~?]/u;
const IN_CAPITALS = /^\p{Lu}[\p{Lu}\d-]+$/u;

const QUOTES = upTo(2, either([SPACE], [sign('"\'')]));
const HASH = word('hash commit etag nonce sha sha1 sha256 checksum fingerprint uuid guid serial digest md5 integrity');
const OTHER_NAME = either(
  [HASH],
  [
    word(
      'id sn mac build request trace status state policy strength length type hint level format rule rules validity',
    ),
  ],
);
const SECRET_NAME = has('password', 'key', 'short', 'code');
/** `client_id=…`, `commit: …`: a setting with a name of its own, read backwards from its value. */
const OF_OTHER_NAME = either(
  [behind(upTo(2, SPACE), HASH)],
  [behind(QUOTES, sign('='), QUOTES, not(SECRET_NAME), WORD_OR_NUMBER)],
  [behind(QUOTES, sign(':'), QUOTES, OTHER_NAME)],
  [behind(QUOTES, sign(':'), sign('"\''), not(SECRET_NAME), WORD_OR_NUMBER)],
  [behind(QUOTES, sign(':'), not(SECRET_NAME), WORD_OR_NUMBER, sign('_-.'))],
);
/** `user kate77`, `ssid FRITZ!Box7590`: the name of an account in front of its secret, or of a thing. */
const OF_ACCOUNT = either(
  [behind(SPACE, word('as on via for für'))],
  [
    behind(
      past(
        8,
        either([SPACE], [sign(':="([\'')], [has('is')], [word('called named the my a')]),
        not(has('password', 'key')),
        has('login', 'setting'),
      ),
    ),
  ],
);

/** What looks made up near a word for a password or a key, or, if it looks like a password, near one for logging in. */
function madeUpAt(window: Window): readonly Finding[] {
  if (!window.speaksOf('password') && !window.speaksOf('login')) return [];
  const value = valueFrom(window);
  if (value === undefined) return [];
  const { from, to, text } = value;
  if (matches(window, OF_OTHER_NAME, from)) return [];
  const found: Finding[] = [{ kind: 'secret', from, to, value: text }];
  const places = [window.before('password', from), window.behind('password', to)].filter((one) => one !== undefined);
  const isWithin = (reach: number) => (place: number | undefined) =>
    place !== undefined && place >= from - reach && place <= to + reach;
  if (looksRandom(text) && places.some(isWithin(RANDOM))) return found;
  if (!looksMadeUp(text) || matches(window, OF_ACCOUNT, from)) return [];
  const passwords = places.filter(
    (place) => window.has(place, 'password') || (window.has(place, 'short') && text.length >= MIN_BEHIND_SHORT),
  );
  if (LIKE_BRAND.test(text) && !/(?:\p{Ll}\p{Lu}){2}/u.test(text))
    return passwords.some((place) => isDirect(window, value, place)) ? found : [];
  if (WORD_AND_DIGIT.test(text))
    return passwords.filter(isWithin(RANDOM)).some((place) => isInSentence(window, value, place)) ? found : [];
  if (passwords.length > 0) return found;
  const isOfLogin = [window.before('login', from), window.behind('login', to)].some(isWithin(LOGIN));
  const isLikePassword =
    (WORD_WITH_DIGITS.test(text) || (STRONG.test(text) && SIGNED.test(text))) && !IN_CAPITALS.test(text);
  return places.length === 0 && isOfLogin && isLikePassword ? found : [];
}

/** A value that begins here and looks made up. */
function valueFrom(window: Window): Value | undefined {
  if (isPlainWord(window)) return undefined;
  let at = 0;
  while (at < 3 && window.is(at, "([{'*:<")) at += 1;
  const [first, second] = [window.at(at), window.at(at + 1)];
  // Words of scripts without spaces stand right before a value, and before the number of an order.
  if (first.kind === 'word' && !first.isLatin && (second.isLatin || second.kind === 'number')) return undefined;
  const value = bareAt(window, at);
  if (value === undefined || value.text.length < 4 || window.isFound(value.from) || window.isFound(value.to))
    return undefined;
  const { text } = value;
  if (!/\p{L}/u.test(text) || /\d{12}|^\p{L}+\.?:/u.test(text) || (!looksMadeUp(text) && !looksRandom(text)))
    return undefined;
  return OF_PROGRAMS.test(text) || isDotted(text) || isPlaceholder(text) || isTalk(text) ? undefined : value;
}

/** Whether a word of letters stands here with a space or the end behind it: most tokens of a text do. */
function isPlainWord(window: Window): boolean {
  const [{ kind, text }, next] = [window.at(0), window.at(1)];
  const isWhole = next.kind === 'space' || next.kind === 'line' || next.kind === 'edge';
  return kind === 'word' && isWhole && !/\p{Ll}\p{Lu}/u.test(text);
}

/** The name of a package or a setting: `quarkus.datasource.url`. */
function isDotted(text: string): boolean {
  const parts = text.split('.');
  return parts.length > 2 && /^[a-z]/.test(text) && parts.every((part) => /^\w+$/.test(part) && /[a-z]/i.test(part));
}

/** Nothing but "is" and a few words stand between a value and a word. */
function isDirect(window: Window, { from, to }: Value, place: number): boolean {
  const [first, last] = place < from ? [place + 1, from - 1] : [to + 1, place - 1];
  let words = 0;
  let hasIs = false;
  for (let offset = first; offset <= last; offset += 1) {
    const token = window.at(offset);
    if (token.kind === 'word') words += 1;
    hasIs ||= token.roles.has('is') || ['as', 'als', 'como'].includes(token.lower);
  }
  return hasIs && words <= 3;
}

/** A word stands in the sentence of a value. */
function isInSentence(window: Window, { from, to }: Value, place: number): boolean {
  const [first, last] = place < from ? [place, from] : [to, place];
  for (let offset = first; offset <= last; offset += 1) if (endsSentence(window, offset)) return false;
  return true;
}

const isMadeUp = ({ text }: Value) => looksMadeUp(text) && /^\p{L}+.*\d/u.test(text) && !text.includes('@');
const isOld = ({ text }: Value) =>
  !isTalk(text) && !text.includes('@') && (looksMadeUp(text) || /^\p{L}{4,40}$/u.test(text));
const WITHIN = either([SPACE], [sign('"\'”“»,:')], [WORD]);
const INTO = either([has('into'), SPACE], [sign('-'), sign('>'), SPACE], [sign('→>'), SPACE]);
const AND = upTo(6, either([SPACE], [sign(',;"\'”“»')], [word('and und et y e en i')]));

/** `changed it from Alpha2023 to Beta2024`, `cambio in nonnapina65!`. */
const CHANGED: readonly Row[] = [
  [past(10, WITHIN, has('from'), SPACE), value(isOld), past(6, WITHIN, INTO), value(isMadeUp)],
  [SPACE, past(10, WITHIN, value(isMadeUp)), past(6, WITHIN, INTO), value(isMadeUp)],
  [SPACE, past(8, WITHIN, INTO), value((one) => isMadeUp(one) && /\d\d|[!?*#$]/.test(one.text))],
];
/** `früher Wolke7, jetzt Wolke8`: an old one and a new one. */
const BEFORE_AND_NOW: readonly Row[] = [
  [maybe(sign(':')), SPACE, value(isMadeUp), AND, has('changing'), maybe(sign(':')), SPACE, value(isMadeUp)],
];

const CAPITALIZED = token(({ text }) => /^\p{Lu}\p{Ll}{4,}$/u.test(text));
/** `Login: kate/Sommer2020!`, `login admin:pQQeNSWCyh`: a name and a password. */
const isStrong = ({ text }: Value) => STRONG.test(text) && !text.includes('/') && !OF_PROGRAMS.test(text);
const isBehindColon = ({ text }: Value) =>
  /^(?=.*[\d\p{Lu}])[^/:,]{6,64}$/u.test(text) && !/^\d+$/.test(text) && !isPlaceholder(text);
const BEHIND_NAME: readonly Row[] = [
  [
    near('login', RANDOM),
    behind(maybe(SPACE), WORD_OR_NUMBER, not(sign('/:.'))),
    sign('/'),
    maybe(SPACE),
    value(isStrong),
    not(sign('/')),
  ],
  [
    near('login', RANDOM),
    behind(SPACE, WORD_OR_NUMBER),
    sign('/'),
    SPACE,
    value(({ text }) => /^\p{L}{3,}[._-]\p{L}/u.test(text)),
  ],
  [behind(WORD_OR_NUMBER, SPACE, has('login')), sign(':'), value(isBehindColon)],
  [behind(WORD_OR_NUMBER), sign(':'), ahead(CAPITALIZED, NUMBER), value(({ text }) => NAME_WITH_DIGITS.test(text))],
];

/** `marmalade is my password`, `"la casa azul" como contraseña`. */
const SENTENCE = behind(either([EDGE], [SPACE, either([sign('.,!?:;')], [word('not')], [EDGE])], [sign('"“„«')]));
const PLAIN_WORD = token(
  (one) =>
    one.kind === 'word' &&
    /^\p{L}{5,24}$/u.test(one.text) &&
    !hasAny(one, ['question', 'password', 'key', 'login', 'mail', 'is']),
);
const USED_AS = either([has('is')], [word('as als comme como come jako som olarak как for für pour para per na i')]);
const MY_PASSWORD = past(8, either([SPACE], [not(has('password')), WORD]), has('password'));
const AS = word('as als comme como come som jako');
const isLong = ({ text }: Value) => text.length >= 8 && !isTalk(text);
const BEFORE_WORD: readonly Row[] = [
  [ahead(PLAIN_WORD, SPACE, AS), value(isLong), SPACE, AS, MY_PASSWORD],
  [
    ahead(sign('"“„«')),
    value(({ text }) => text.length >= 4 && !text.split(' ').every(isTalk)),
    sign('"”“»'),
    SPACE,
    USED_AS,
    MY_PASSWORD,
  ],
  [
    SENTENCE,
    ahead(PLAIN_WORD, SPACE, has('is'), SPACE),
    value(({ text }) => !isTalk(text)),
    SPACE,
    has('is'),
    MY_PASSWORD,
  ],
];

export const NEAR_WORDS: readonly Rule[] = [
  { name: 'password near its word', at: ['start'], find: madeUpAt },
  { name: 'password behind a name', at: ['/', ':'], find: secretsOf(BEHIND_NAME) },
  { name: 'password before its word', at: ['start', '"', '“', '„', '«'], find: secretsOf(BEFORE_WORD) },
  { name: 'password before and now', at: ['changing'], find: secretsOf(BEFORE_AND_NOW, 1) },
  { name: 'changed password', at: ['changed'], find: secretsOf(CHANGED, 1) },
];
