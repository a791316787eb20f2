import { FILLER, type Finding } from './finding.ts';
import {
  CODE_WORDS,
  IS,
  JOINED_IS,
  KEY_WORDS,
  LOGIN_WORDS,
  NO_SECRET,
  PASSWORD_WORDS,
  SHORT_PASSWORD_WORDS,
  TO,
} from './secret-words.ts';

const ANNOUNCED = new RegExp(
  String.raw`(?:(?<password>${PASSWORD_WORDS.join('|')}|${SHORT_PASSWORD_WORDS})|(?<![\p{L}\p{N}])(?:(?<key>${KEY_WORDS.join('|')})|(?<code>${CODE_WORDS.join('|')})))(?![\p{Script=Latin}\p{N}])`,
  'giu',
);

/** What stands between the word and the secret: `:`, `=`, "is", also some words about whose it is. */
const INTRODUCTION = new RegExp(
  String.raw`["'*\x60”»]{0,2} ?(?:\([^()\n\uFFFC]{0,30}\) ?)?(?:(?<sign>:=|[:=]>?|->|=>)|(?:(?: [\p{L}\p{N}'’-]{1,20}){0,4}? (?<is>${IS.join('|')})(?![\p{L}\p{N}'’-])| ?(?<joined>${JOINED_IS.join('|')}))(?<both> ?:)?)["'*\x60]{0,2}\s{0,3}`,
  'iuy',
);

const QUOTED =
  /(?:"([^"\n\uFFFC]{3,64})"|'([^'\n\uFFFC]{3,64})'|“([^”\n\uFFFC]{3,64})”|„([^“”\n\uFFFC]{3,64})[“”]|«\s?([^»\n\uFFFC]{3,64}?)\s?»|\x60([^\x60\n\uFFFC]{3,64})\x60|「([^」\n\uFFFC]{3,64})」)/y;
const TOKEN = new RegExp(String.raw`[^\s${FILLER}]{3,512}`, 'uy');
const CODE_BEHIND = /[ :=]{1,3}(\d{3,8}|\d{3}[ -]\d{3})(?![\p{L}\p{N}]|[.,:/-]\d)/uy;
const CODE = /^(?:\d{3,10}|\d{3,4}[ -]\d{3,4}|(?=[A-Z0-9-]*\d)[A-Z0-9]{4,10}#?|\d{3,8}#)$/i;

const NOTHING = new RegExp(String.raw`^(?:${NO_SECRET.join('|')})$`, 'iu');
const CODE_AHEAD = new RegExp(
  String.raw`(?<![\p{L}\p{N}#.,-])(\d{4,8})(?= (?:${IS.join('|')})(?: [\p{L}'’-]{1,20}){0,3} (?:${CODE_WORDS.join('|')})(?![\p{L}\p{N}]))`,
  'giu',
);

/** `login kate / Sommer2020!`: a name and, with a digit, what nobody writes as a word. */
const BEHIND_NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${LOGIN_WORDS.join('|')})(?: ?[:=]| (?:${IS.join('|')}))? {0,2}[^\s/]{2,64} ?/ ?((?=[^\s\d/]{0,63}\d)(?=[^\s\p{L}/]{0,63}\p{L})[^\s/${FILLER}]{7,64})(?=$|[\s${FILLER}])`,
  'giu',
);

/** Secrets that the words before them announce. */
export function spokenSecretsIn(text: string): Finding[] {
  const found: Finding[] = [];
  const push = (start: number, value: string) => {
    found.push({ kind: 'secret', start, end: start + value.length, value });
  };
  let mentionsCode = false;
  for (const match of text.matchAll(ANNOUNCED)) {
    const end = match.index + match[0].length;
    const isCode = match.groups?.['code'] !== undefined;
    mentionsCode ||= isCode;
    const secret = isCode ? codeAt(text, end) : valueAt(text, end);
    if (secret !== undefined) push(secret.start, secret.value);
  }
  for (const { 0: all, 1: written = '', index } of text.matchAll(BEHIND_NAME)) {
    push(index + all.length - written.length, withoutPunctuation(written));
  }
  if (mentionsCode) for (const { 0: value, index } of text.matchAll(CODE_AHEAD)) push(index, value);
  return found;
}

interface Value {
  readonly start: number;
  readonly value: string;
}

interface Introduced extends Value {
  /** By a colon or an equals sign. */
  readonly bySign: boolean;
  readonly isQuoted: boolean;
  /** Nothing but the end of the sentence follows. */
  readonly isLast: boolean;
}

function introducedAt(text: string, end: number): Introduced | undefined {
  INTRODUCTION.lastIndex = end;
  const introduction = INTRODUCTION.exec(text);
  if (introduction === null) return undefined;
  const bySign = (introduction.groups?.['sign'] ?? introduction.groups?.['both']) !== undefined;
  const at = INTRODUCTION.lastIndex;
  for (const start of [at, at - 1]) {
    QUOTED.lastIndex = start;
    const quoted = QUOTED.exec(text);
    const value = quoted?.slice(1).find((group) => group !== undefined);
    if (quoted !== null && value !== undefined) {
      return { start: start + quoted[0].indexOf(value), value, bySign, isQuoted: true, isLast: true };
    }
  }
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) return undefined;
  const value = withoutPunctuation(token);
  const after = text.slice(at + value.length, at + value.length + 3);
  return { start: at, value, bySign, isQuoted: false, isLast: /^(?:[.,;?)\]}"'»”。、&]|\s*\n|\s*$)/.test(after) };
}

/** Without a sign: letters and digits together. */
const UNANNOUNCED = new RegExp(
  String.raw`(?:(?: \p{L}{1,16})? (?:${TO.join('|')}))? ((?=[^\s\d]{0,63}\d)(?=[^\s\p{L}]{0,63}\p{L})[^\s${FILLER}]{6,64})`,
  'iuy',
);

function valueAt(text: string, end: number): Value | undefined {
  const introduced = introducedAt(text, end) ?? unannouncedAt(text, end);
  if (introduced === undefined) return undefined;
  const { value, bySign, isQuoted, isLast } = introduced;
  if (
    value.length < 3 ||
    /^[*•.…_xX?-]+$/.test(value) ||
    value.includes(FILLER) ||
    NOTHING.test(value.replace(/!+$/, ''))
  )
    return undefined;
  const isNoWord = /[\d@#$%^&+=~]|\p{Ll}\p{Lu}|[\p{L}\d][!*_][\p{L}\d]/u.test(value);
  if (isNoWord || isQuoted || (bySign && isLast && /[\p{L}\p{N}]/u.test(value))) {
    return { start: introduced.start, value };
  }
  return undefined;
}

function unannouncedAt(text: string, end: number): Introduced | undefined {
  UNANNOUNCED.lastIndex = end;
  const value = UNANNOUNCED.exec(text)?.[1];
  if (value === undefined) return undefined;
  const start = UNANNOUNCED.lastIndex - value.length;
  return { start, value: withoutPunctuation(value), bySign: false, isQuoted: false, isLast: false };
}

/** An exclamation mark may belong to it, and does no harm otherwise. */
function withoutPunctuation(value: string): string {
  return value.replace(/[.,;?)\]}"'»”。、]+$/, '');
}

function codeAt(text: string, end: number): Value | undefined {
  CODE_BEHIND.lastIndex = end;
  const behind = CODE_BEHIND.exec(text);
  const [all, code] = behind ?? [];
  if (all !== undefined && code !== undefined) return { start: end + all.length - code.length, value: code };
  const introduced = introducedAt(text, end);
  return introduced !== undefined && CODE.test(introduced.value) ? introduced : undefined;
}

/** Whether a text may hold one of them. */
export function mayHoldSpokenSecret(text: string): boolean {
  return text.search(ANNOUNCED) >= 0 || text.search(BEHIND_NAME) >= 0;
}
