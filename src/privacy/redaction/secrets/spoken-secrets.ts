import { matchesIn } from '../reading/matches.ts';
import { FILLER, type Finding } from '../reading/finding.ts';
import {
  ANY_TOKEN,
  isPlaceholder,
  JOINED_SCRIPT,
  looksMadeUp,
  looksRandom,
  withoutPunctuation,
} from './secret-looks.ts';
import { isTalk } from './talk-of-secrets.ts';
import {
  AMBIGUOUS_PASSWORD_WORDS,
  CODE_WORDS,
  IS,
  JOINED_CODE_WORDS,
  JOINED_IS,
  JOINED_KEY_WORDS,
  KEY_WORDS,
  LOGIN_WORDS,
  PASSWORD_WORDS,
  SHORT_PASSWORD_WORDS,
  SHORTEST_PASSWORD_WORDS,
  TO,
} from './secret-words.ts';

const ANNOUNCED = new RegExp(
  String.raw`(?:(?<password>${PASSWORD_WORDS.join('|')}|${SHORT_PASSWORD_WORDS}|${AMBIGUOUS_PASSWORD_WORDS})|(?<![\p{L}\p{N}])(?:(?<key>${KEY_WORDS.join('|')})|(?<code>${CODE_WORDS.join('|')}))|(?<joinedKey>${JOINED_KEY_WORDS})|(?<short>${SHORTEST_PASSWORD_WORDS})|(?<joinedCode>${JOINED_CODE_WORDS}))(?![\p{Script=Latin}\p{N}])`,
  'giu',
);

/** The rest of a name such as `PASSWORD_DB`. */
const REST_OF_NAME = String.raw`(?:_(?!ur[il]|id|type|expir|name|file|path|policy|length|hint|status)[\p{L}\d]{1,20}){0,3}`;
/** Words for the owner or the purpose: `for jane@example.org`. */
const OWNER = String.raw`(?: [^\s:=!?;"„“${FILLER}]{1,40}){0,7}?`;

/** Signs and words between the word and the secret: `:`, `=`, "is", also some about the owner. */
const INTRODUCTION = new RegExp(
  String.raw`${REST_OF_NAME}["'*\x60”»]{0,2} ?(?:\([^()\n${FILLER}]{0,30}\) ?)?(?:(?<sign>:=|[:=]>?|->|=>|→)|['’]s(?= )|${OWNER}(?: (?<is>${IS.join('|')})(?![\p{L}\p{N}'’-])(?<both> ?:)?| ?(?<joined>${JOINED_IS.join('|')})(?<bothJoined> ?:)?|(?<loose> ?[:=]| -(?= ))))["'*\x60]{0,2}\s{0,3}`,
  'iuy',
);

const QUOTED =
  /(?:"([^"\n\uFFFC]{3,64})"|'([^'\n\uFFFC]{3,64})'|“([^”\n\uFFFC]{3,64})”|„([^“”\n\uFFFC]{3,64})[“”]|«\s?([^»\n\uFFFC]{3,64}?)\s?»|»([^«\n\uFFFC]{3,64})«|‘([^’\n\uFFFC]{3,64})’|”([^”\n\uFFFC]{3,64})”|『([^』\n\uFFFC]{3,64})』|\[([^\]\s\uFFFC]{3,64})\]|\x60([^\x60\n\uFFFC]{3,64})\x60|「([^」\n\uFFFC]{3,64})」)/y;
const QUOTES = new Set('"\'“„«»‘”『[`「');
/** The longest token of a script that does not part words, where a whole sentence would be one. */
const MAX_JOINED_LENGTH = 24;
/** One that nothing else is written in. */
const SENTENCE = new RegExp(`^${JOINED_SCRIPT}{${MAX_JOINED_LENGTH}}$`, 'u');
const TOKEN = new RegExp(
  `(?=${JOINED_SCRIPT})${ANY_TOKEN}{3,${MAX_JOINED_LENGTH}}|(?!${JOINED_SCRIPT})${ANY_TOKEN}{3,512}`,
  'uy',
);
/** A password for a program as Google and Apple give it. */
const GROUPS = /[a-z]{4}(?:[ -][a-z]{4}){3}(?![\p{L}\p{N}])/uy;
const CODE_VALUE = String.raw`(?:[A-Z]{1,3}\d?-\d{3,8}|\d(?:[ -]\d){3,7}|\d{2}(?:[ -]\d{2}){1,3}|\d{4}[ -]\d{4}|\d{3}[ -]\d{3}|\d{3,8}#?)(?![\p{Script=Latin}\p{N}]|[.,:/-]\d)`;
const CODE_BEHIND = new RegExp(String.raw`[ :=]{1,3}(${CODE_VALUE})`, 'uy');
const CODE_AT = new RegExp(CODE_VALUE, 'uy');
const CODE = /^(?:\d{3,10}|\d{3,4}[ -]\d{3,4}|(?=[A-Z0-9-]*\d)[A-Z0-9]{4,10}#?|\d{3,8}#)$/i;

const CODE_AHEAD = new RegExp(
  String.raw`(?<![\p{L}\p{N}#.,-])(\d{4,8})(?= (?:${IS.join('|')})(?: [\p{L}'’-]{1,20}){0,3} (?:${CODE_WORDS.join('|')})(?![\p{L}\p{N}]))`,
  'giu',
);

/** `login kate / Sommer2020!`: a name and, with a digit, what nobody writes as a word. */
const BEHIND_NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${LOGIN_WORDS.join('|')})(?: ?[:=] ?| (?:(?:${IS.join('|')}|as|with|als|mit|con|com|avec|jako) )?)[^\s/:]{2,64}(?: ?/ ?|:)((?=[^\s\d/]{0,63}\d)(?=[^\s\p{L}/]{0,63}\p{L})[^\s/${FILLER}]{7,64})(?=$|[\s${FILLER}])`,
  'giu',
);

/** A word that announces a secret. */
export interface Announcement {
  readonly kind: 'password' | 'short' | 'key' | 'code';
  readonly start: number;
  readonly end: number;
}

/** The words of a text that announce a secret. */
export function announcementsIn(text: string): Announcement[] {
  return Array.from(matchesIn(ANNOUNCED, text), ({ 0: word, index, groups }) => {
    const { password, short, key, joinedKey } = groups ?? {};
    const kind =
      password === undefined
        ? short === undefined
          ? (key ?? joinedKey) === undefined
            ? 'code'
            : 'key'
          : 'short'
        : 'password';
    return { kind, start: index, end: index + word.length };
  });
}

/** Secrets that the words before them announce. */
export function spokenSecretsIn(text: string, announcements: readonly Announcement[]): Finding[] {
  const found: Finding[] = [];
  const push = (start: number, value: string) => {
    found.push({ kind: 'secret', start, end: start + value.length, value });
  };
  let behind = 0;
  for (const { kind, start, end } of announcements) {
    // What is in a secret announces none.
    if (kind === 'short' || start < behind) continue;
    const secret = kind === 'code' ? codeAt(text, end) : valueAt(text, end, kind);
    if (secret === undefined) continue;
    push(secret.start, secret.value);
    behind = secret.start + secret.value.length;
  }
  for (const { 0: all, 1: written = '', index } of matchesIn(BEHIND_NAME, text)) {
    // Behind a colon may stand anything that has a number.
    if (all.at(-1 - written.length) === ':' && !looksMadeUp(written)) continue;
    push(index + all.length - written.length, withoutPunctuation(written));
  }
  for (const { 0: code, index } of matchesIn(GLUED_CODE, text)) push(index, code);
  if (announcements.some(({ kind }) => kind === 'code')) {
    for (const { 0: value, index } of matchesIn(CODE_AHEAD, text)) push(index, value);
  }
  return found;
}

interface Value {
  readonly start: number;
  readonly value: string;
}

interface Introduced extends Value {
  /** The sign that announces it, a colon or an equals sign; `loose` where other words are before it. */
  readonly by: 'sign' | 'loose' | 'is' | 'nothing';
  readonly isQuoted: boolean;
  /** Nothing but the end of the sentence follows. */
  readonly isLast: boolean;
}

/** `PIN4711`, `cvc123`. */
const GLUED_CODE = /(?<=(?<!\p{L})(?:pin|cv[vc]|otp))\d{3,8}(?![\p{L}\p{N}])/giu;

/** Other things that a password or a key has: `password status: reset2`. */
const PROPERTIES =
  /(?<!\p{L})(?:stat(?:us|e|o|ut)|hint|expir\p{L}*|valid\p{L}*|strength|length|policy|reset|changed?|date|id|type|version|links?|url|page|fields?|manager|errors?|count|attempts?|balance)(?!\p{L})/iu;

function introducedAt(text: string, end: number): Introduced | undefined {
  if (SENTENCE.test(text.slice(end, end + MAX_JOINED_LENGTH))) return undefined;
  INTRODUCTION.lastIndex = end;
  const introduction = INTRODUCTION.exec(text);
  if (introduction === null) return quotedBehind(text, end);
  const { sign, both, bothJoined, loose } = introduction.groups ?? {};
  if (loose !== undefined && PROPERTIES.test(introduction[0])) return undefined;
  const by = loose === undefined ? ((sign ?? both ?? bothJoined) === undefined ? 'is' : 'sign') : 'loose';
  const at = INTRODUCTION.lastIndex;
  for (const start of [at, at - 1]) {
    const quoted = quotedAt(text, start);
    if (quoted !== undefined) return { ...quoted, by };
  }
  GROUPS.lastIndex = at;
  const groups = GROUPS.exec(text)?.[0];
  if (groups !== undefined) return { start: at, value: groups, by, isQuoted: true, isLast: true };
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) return undefined;
  const value = withoutPunctuation(token);
  const after = text.slice(at + value.length, at + value.length + 3);
  return { start: at, value, by, isQuoted: false, isLast: /^(?:[.,;?)\]}"'»”。、&，；]|\s*\n|\s*$)/.test(after) };
}

function quotedAt(text: string, start: number): Omit<Introduced, 'by'> | undefined {
  if (!QUOTES.has(text[start] ?? '')) return undefined;
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text);
  const value = quoted?.slice(1).find((group) => group !== undefined);
  if (quoted === null || value === undefined) return undefined;
  return { start: start + quoted[0].indexOf(value), value, isQuoted: true, isLast: true };
}

/** `the passphrase "seven tin Robots"`: not what a button is called. */
function quotedBehind(text: string, end: number): Introduced | undefined {
  const quoted = text[end] === ' ' ? quotedAt(text, end + 1) : undefined;
  if (quoted === undefined) return undefined;
  const isMadeUp = quoted.value.split(' ').some(looksMadeUp) || /\d| \p{Ll}+ \p{Lu}/u.test(quoted.value);
  return isMadeUp ? { ...quoted, by: 'nothing' } : undefined;
}

/** Without a sign: letters and digits together. */
const UNANNOUNCED = new RegExp(
  String.raw`(?:(?: \p{L}{1,16})? (?:${TO.join('|')}))? ((?!(?:19|20)\d\d\D)\d{4,24}(?![\p{L}\p{N}]|[.,:/-]\d| ?(?:times|mal|x|€|%|days|min))|(?=[^\s\d]{0,63}\d)(?=[^\s\p{L}]{0,63}\p{L})[^\s${FILLER}]{6,64})`,
  'iuy',
);

function valueAt(text: string, end: number, kind: Announcement['kind']): Value | undefined {
  const introduced = introducedAt(text, end) ?? unannouncedAt(text, end);
  if (introduced === undefined) return undefined;
  const { start, value } = introduced;
  // Much has a key or a token, and most of it is no secret.
  if (kind === 'key' && !looksRandom(value) && !(value.length >= 8 && looksMadeUp(value))) return undefined;
  return value.length >= 3 && mayBeSecret(introduced) && !isNone(value) && !isOfOther(value)
    ? { start, value }
    : undefined;
}

/** An ordinary word at the end of a sentence: `my password is marmalade`. */
const ORDINARY = /^\p{Script=Latin}{5,20}!?$/u;
/** `is blocked`, `ist abgelaufen`: endings of what something is. */
const PARTICIPLE =
  /(?:ed|ing|ble|ive|ful|less|ous|ant|ent|ary|ory|ally|ly|ados?|adas?|idos?|idas?|at[aoie]|ut[aoie]|it[aoie]|ées?|és?|ie[srt]?|lich|bar|ig|iert|ossen|ogen|ommen|igt|ändert|gebt|ellt|etzt|one|any|eerd|end|elijk|ana|ane|ony|one|łe|ne|ny|ná|né|ný|et|te|ent)!?$/iu;

/** Whether what is introduced may be a secret: no word, or what nothing but a secret follows a sign. */
function mayBeSecret({ value, by, isQuoted, isLast }: Introduced): boolean {
  if (isQuoted || (by === 'sign' && isLast && /[\p{L}\p{N}]/u.test(value))) return true;
  if (by === 'is' && isLast && ORDINARY.test(value) && !PARTICIPLE.test(value)) return true;
  return by === 'loose'
    ? looksMadeUp(value) || looksRandom(value)
    : /[\d@#$%^&+=~]|\p{Ll}\p{Lu}|[\p{L}\d][!*_][\p{L}\d]/u.test(value);
}

/** Another name, an address or an option stands there. */
function isOfOther(value: string): boolean {
  return /^https?:|^--|^[\w.-]{1,40}=$|^base64$|^\p{Lu}\p{L}*(?:Password|Secret|Token|Key)$/u.test(value);
}

/** Whether a value is hidden, found already, an amount or a word such as "forgotten". */
function isNone(value: string): boolean {
  return (
    value.includes(FILLER) ||
    /^(?:[*•.…_xX?-]+|\d+[.,]\d+\p{L}{1,4})$/u.test(value) ||
    isTalk(value) ||
    isPlaceholder(value)
  );
}

function unannouncedAt(text: string, end: number): Introduced | undefined {
  UNANNOUNCED.lastIndex = end;
  const value = UNANNOUNCED.exec(text)?.[1];
  if (value === undefined) return undefined;
  const start = UNANNOUNCED.lastIndex - value.length;
  return { start, value: withoutPunctuation(value), by: 'nothing', isQuoted: false, isLast: false };
}

function codeAt(text: string, end: number): Value | undefined {
  CODE_BEHIND.lastIndex = end;
  const behind = CODE_BEHIND.exec(text);
  const [all, code] = behind ?? [];
  if (all !== undefined && code !== undefined) return { start: end + all.length - code.length, value: code };
  const introduced = introducedAt(text, end);
  if (introduced === undefined) return undefined;
  CODE_AT.lastIndex = introduced.start;
  const value = CODE_AT.exec(text)?.[0];
  if (value !== undefined) return { start: introduced.start, value };
  return CODE.test(introduced.value) && introduced.by !== 'loose' ? introduced : undefined;
}

/** Whether a text may hold one of them. */
export function mayHoldSpokenSecret(text: string): boolean {
  return text.search(ANNOUNCED) >= 0 || text.search(BEHIND_NAME) >= 0;
}
