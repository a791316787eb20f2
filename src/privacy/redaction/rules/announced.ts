import { isPlaceholder, looksMadeUp, looksRandom } from '../reading/looks.ts';
import {
  ahead,
  ANY,
  behind,
  EDGE,
  either,
  has,
  LATIN,
  matched,
  maybe,
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
  words,
} from '../reading/pattern.ts';
import { isSpace } from '../reading/tokens.ts';
import { isTalk, type Value } from '../reading/values.ts';
import type { Window } from '../reading/window.ts';
import { type Finding, type Rule, secret } from './rule.ts';

// Secrets behind the words that announce them: `password: …`, `my pin is …`, `API_KEY=…`, `"token": "…"`.

const WHITE = upTo(2, token(isSpace));
/** Other things that a name has: `PASSWORD_FILE`, `TOKEN_TYPE`. */
const OTHER_PART = word(
  'url uri id type expires expiry name file path policy length hint status count limit field manager reset link page changed updated created at on',
);
/** The rest of a name, such as `PASSWORD_DB` or `password2`, and what closes it. */
const REST_OF_NAME: Row = [
  upTo(3, sign('_'), not(OTHER_PART), WORD),
  not(sign('_-'), WORD, not(behind(has('password')))),
  maybe(token(({ kind, text }) => kind === 'number' && text.length === 1)),
  not(NUMBER),
  not(behind(LATIN), LATIN),
  upTo(3, sign('"\'*`”»])\\')),
];
const ASIDE = maybe(SPACE, sign('('), past(14, not(EDGE), sign(')')));
const EMPHASIS = upTo(2, sign('*`'));
/** `:`, `=`, `:=`, `=>`, `->`, `→`, with spaces and emphasis around it. */
const SIGN: Row = [either([sign(':=→：'), upTo(2, sign('=>'))], [sign('-'), sign('>')]), EMPHASIS, WHITE];
const NOW = word('now still always jetzt maintenant ahora adesso agora nu teraz');
/** Polish "to" is "is", right behind the name alone. */
const BEING = either(
  [has('is'), not(behind(word('to')))],
  [ahead(word('to')), behind(SPACE, has('password', 'key', 'code')), WORD],
);
/** `the password was changed to …`. */
const CHANGED_INTO: Row = [has('changed'), past(6, either([SPACE], [WORD]), has('into'))];
/** Words between a name and what says its value: whose it is, what for. */
const BETWEEN = either(
  [token(({ kind, roles }) => (kind === 'word' && !roles.has('is')) || kind === 'number')],
  [SPACE, not(sign('-'), SPACE)],
  [not(either([EDGE], [sign('?!;"„“«‘`:=→：')], [sign('.'), SPACE], [BEING])), token(({ kind }) => kind !== 'space')],
);
/** The letter that some languages have before a quote, and `base64:`. */
const PREFIX = maybe(either([word('n b r f u'), ahead(sign('"\''))], [word('base'), NUMBER, sign(':')]));

const BY_SIGN: Row = [...REST_OF_NAME, ASIDE, maybe(SPACE), ...SIGN, PREFIX];
const BY_IS: Row = [
  ...REST_OF_NAME,
  either(
    [sign("'’"), word('s'), SPACE],
    [
      past(20, BETWEEN, either([BEING], CHANGED_INTO)),
      upTo(2, SPACE, either([has('is')], [NOW])),
      either([maybe(SPACE), ...SIGN], [WHITE]),
    ],
  ),
  PREFIX,
];
const LOOSELY: Row = [
  ...REST_OF_NAME,
  past(20, BETWEEN, either([SPACE, sign('-'), SPACE], [sign(':=→：'), token(isSpace), WHITE])),
];
const UNANNOUNCED: Row = [...REST_OF_NAME, SPACE];

/** Words for properties of a secret: what stands behind them is not the secret. */
const PROPERTY = word(
  'status state stato statut hint expires expired valid validity strength length policy reset change changed date id type version link links url page field fields manager error errors count attempts balance',
);
/** Read backwards from the value to the name. */
const IS_OF_PROPERTY = past(
  24,
  token(({ kind, roles }) => kind !== 'line' && kind !== 'edge' && !roles.has('password') && !roles.has('key')),
  PROPERTY,
);
const MASK = /^(?:[*•.…_xX?-]+|\d+[.,]\d+\p{L}{1,4}|\d+:e)$/u;
/** The beginning of a link, an option, another setting; the name of a class. */
const OF_OTHER = /^https?:|^--|^[a-z_.-]{1,40}=$|^base64$|^\p{Lu}\p{L}*(?:Password|Secret|Token|Key)$/u;
/** An ordinary word at the end of a sentence: `my password is marmalade`. */
const ORDINARY = /^\p{Script=Latin}{5,24}!?$/u;
/** `is blocked`, `ist abgelaufen`: endings of what something is. */
const PARTICIPLE =
  /(?:ed|ing|ble|ive|ful|less|ous|ant|ent|ary|ory|ally|ly|ados?|adas?|idos?|idas?|at[aoie]|ut[aoie]|it[aoie]|ées?|és?|ie[srt]?|lich|bar|ig|iert|ossen|ogen|ommen|igt|ändert|gebt|ellt|etzt|one|any|eerd|end|elijk|ana|ane|ony|one|łe|ne|ny|ná|né|ný|et|te|ent)!?$/iu;
const SIGNIFICANT = /[\d@#$%^&+=~]|\p{Ll}\p{Lu}|[\p{L}\d][!*_][\p{L}\d]/u;
/** What buttons and links are called. */
const OF_BUTTON = /^(?:forgot|change|reset|show|remember|log ?in|sign ?in)/i;

function isValue({ text }: Value): boolean {
  return text.length >= 3 && !MASK.test(text) && !isTalk(text) && !isPlaceholder(text) && !OF_OTHER.test(text);
}

function isBehindSign(one: Value): boolean {
  return isValue(one) && (one.isQuoted || (one.isLast && /[\p{L}\p{N}]/u.test(one.text)) || SIGNIFICANT.test(one.text));
}

function isBehindIs(one: Value): boolean {
  const { text, isQuoted, isLast } = one;
  if (!isValue(one)) return false;
  return isQuoted || SIGNIFICANT.test(text) || (isLast && ORDINARY.test(text) && !PARTICIPLE.test(text));
}

function isBehindWords(one: Value): boolean {
  return isValue(one) && (one.isQuoted || looksMadeUp(one.text) || looksRandom(one.text));
}

/** Without a sign: letters and digits together, or a number that is no year. */
function isUnannounced(one: Value): boolean {
  const { text, isQuoted } = one;
  if (!isValue(one)) return false;
  if (isQuoted) return (looksMadeUp(text) || /[ \d]/.test(text)) && !OF_BUTTON.test(text);
  if (/^\d+$/.test(text)) return text.length >= 4 && text.length <= 24 && !/^(?:19|20)\d\d$/.test(text);
  const isMixed = text.length >= 6 && text.length <= 64 && /\d/.test(text) && /\p{L}/u.test(text);
  return isMixed && !/^[\p{L}]+\/|^\d+[-.]/u.test(text);
}

/** A password for a program as Google and Apple give it: `abcd efgh ijkl mnop`. */
const FOUR_LETTERS = token(({ text }) => /^[a-z]{4}$/.test(text));
const IN_FOURS = words(4, 4, FOUR_LETTERS, sign('-'));
/** `bacalhau com natas`: two to six words that say nothing about a password, up to the end of the clause. */
const SAID_WORD = token(
  (one) => one.kind === 'word' && !isTalk(one.lower) && !one.roles.has('question') && !PARTICIPLE.test(one.text),
);
const PHRASE: Row = [words(2, 6, SAID_WORD), either([EDGE], [sign(',.;!?')])];

/** A row, and whether its form alone is proof. */
interface Announcement {
  readonly row: Row;
  readonly certain?: true;
}

const isPlainWord = (one: Value) =>
  isValue(one) && one.isLast && /^\p{Ll}{6,24}$|^\p{L}{6,24}!$/u.test(one.text) && !PARTICIPLE.test(one.text);

const PASSWORDS: readonly Announcement[] = [
  { row: [...REST_OF_NAME, sign('='), PREFIX, value(isValue)], certain: true },
  { row: [ahead(sign('"\'')), ...BY_SIGN, value(isBehindSign)], certain: true },
  { row: [...BY_SIGN, either([IN_FOURS], [value(isBehindSign)])] },
  { row: [...BY_IS, either([IN_FOURS], [value(isBehindIs)], PHRASE)] },
  { row: [...LOOSELY, not(behind(IS_OF_PROPERTY)), value(isBehindWords)] },
  { row: [...UNANNOUNCED, value(isUnannounced)] },
  {
    row: [
      not(behind(ANY, SPACE, word('as als comme como come jako som'))),
      ...UNANNOUNCED,
      value(isPlainWord),
      either([EDGE], [sign(',.;!?')]),
    ],
  },
];

/** Short words that mean other things as well: `pw: …`, `PW rosebud`, but not `boarding pass 4711`. */
const ALONE: Row = [
  not(has('password')),
  behind(not(WORD), not(NUMBER), not(sign('-'), not(sign('-')))),
  not(behind(SPACE, word('boarding bus ski season guest press travel day train rail mountain'))),
  ANY,
];
const isStrong = (one: Value) => isValue(one) && looksMadeUp(one.text) && one.text.length >= 6;
const isOrdinary = (one: Value) => isValue(one) && one.isLast && ORDINARY.test(one.text);
const SHORT: readonly Announcement[] = [
  { row: [...ALONE, ...BY_SIGN, value(isBehindSign)] },
  { row: [...ALONE, ...BY_IS, value(isBehindIs)] },
  { row: [...ALONE, ...UNANNOUNCED, value(isStrong)] },
  { row: [not(token(({ lower }) => lower.startsWith('pass'))), ...ALONE, ...UNANNOUNCED, value(isOrdinary)] },
];

/** `the code is ‘TY7 4QP’`. */
const isQuotedCode = (one: Value) => one.isQuoted && /^[\p{L}\d -]{3,16}$/u.test(one.text) && /\d/.test(one.text);
const QUOTED_CODES: readonly Announcement[] = [
  { row: [...BY_SIGN, value(isQuotedCode)] },
  { row: [...BY_IS, value(isQuotedCode)] },
];

/** The scheme in front of the value of a header: `Authorization: Bearer …`. */
const SCHEME = maybe(
  word('token basic bearer apikey ssws key geniekey bot ntlm negotiate oauth splunk'),
  either([SPACE], [sign('=')]),
);
const MIN_KEY = 8;
const isLongValue = (one: Value) => isValue(one) && one.text.length >= MIN_KEY;
const isKey = (one: Value) => isLongValue(one) && (looksRandom(one.text) || looksMadeUp(one.text));

/** What the value of a setting with a secret looks like: letters and digits, no date, no name of a class, no list. */
function isSetting(one: Value): boolean {
  if (!isLongValue(one) || /^\d{4}-\d\d-\d\d|[ ,(]|^https?|^[A-Z][a-z]+[A-Z][a-z]+|^\d{1,9}$/.test(one.text))
    return false;
  return /\d|\p{Ll}\p{Lu}|\p{Lu}\p{Ll}+\p{Lu}/u.test(one.text);
}

const KEYS: readonly Announcement[] = [
  { row: [not(SPACE), ...BY_SIGN, SCHEME, value(isSetting)], certain: true },
  { row: [...BY_SIGN, SCHEME, value(isKey)] },
  { row: [...BY_IS, SCHEME, value(isKey)] },
  { row: [...LOOSELY, not(behind(IS_OF_PROPERTY)), SCHEME, value(isKey)] },
  { row: [...UNANNOUNCED, SCHEME, value(isKey)] },
];

/** `Basic …`, `Bearer …` behind the name of a header or alone. */
const BEGINNING = not(behind(WORD_OR_NUMBER));
const APART = either([sign(':'), maybe(SPACE)], [SPACE]);
const isBearer = (one: Value) => isLongValue(one) && one.text.length >= 12 && /\d/.test(one.text);
const HEADERS: readonly Announcement[] = [
  { row: [BEGINNING, word('basic'), APART, value(({ text }) => isCredentials(text))], certain: true },
  { row: [BEGINNING, word('bearer'), APART, value(isBearer)], certain: true },
];

/** The name and the password of HTTP's Basic authentication (RFC 7617), in base64. */
function isCredentials(base64: string): boolean {
  if (base64.length < MIN_KEY || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const decoded = Buffer.from(base64, 'base64').toString('latin1');
  return /^[\x20-\x7E]+$/.test(decoded) && decoded.includes(':');
}

/** Recovery phrases have twelve to twenty-four words of three to nine letters, and none of them joins the words of a sentence. */
const SMALL_WORD = token(
  ({ kind, text, roles }) =>
    kind === 'word' && /^\p{Ll}{3,9}$/u.test(text) && !roles.has('joining') && !roles.has('phrase'),
);
/** Few words of a recovery phrase are in it twice. */
function isVaried(all: readonly string[]): boolean {
  return new Set(all).size >= all.length * 0.6;
}

const UNNAMED_PHRASE: readonly Announcement[] = [
  {
    row: [
      not(behind(either([WORD], [sign('.@/-_')], [SPACE, SMALL_WORD]))),
      words(12, 24, SMALL_WORD, SPACE, (text) => isVaried(text.split(' '))),
    ],
  },
];

function announcedBy(announcements: readonly Announcement[], from: number): (window: Window) => readonly Finding[] {
  return (window) => {
    for (const { row, certain } of announcements) {
      const values = matched(window, row, from);
      if (values === undefined || values.some((one) => window.isFound(one.from))) continue;
      return values.map((one) => secret(one, certain === true));
    }
    return [];
  };
}

const PHRASES: readonly Announcement[] = [
  { row: [...BY_SIGN, words(12, 24, WORD)] },
  { row: [...BY_IS, words(12, 24, WORD)] },
  { row: [...UNANNOUNCED, words(12, 24, WORD)] },
];

function rule(name: string, at: string, announcements: readonly Announcement[], from = 1): Rule {
  return { name, at: [at], find: announcedBy(announcements, from) };
}

export const ANNOUNCED: readonly Rule[] = [
  rule('password behind its word', 'password', PASSWORDS),
  rule('password behind a short word', 'short', SHORT, 0),
  rule('key behind its word', 'key', KEYS),
  rule('quoted code behind its word', 'code', QUOTED_CODES),
  rule('quoted code behind its word', 'weakCode', QUOTED_CODES),
  rule('header', 'scheme', HEADERS, 0),
  rule('recovery phrase behind its name', 'phrase', PHRASES),
  rule('recovery phrase', 'word', UNNAMED_PHRASE, 0),
];
