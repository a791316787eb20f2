import { matchesIn } from '../reading/matches.ts';
import {
  AT_WORDS,
  DOT_WORDS,
  ENDINGS,
  hasUsualEnding,
  isClearAt,
  isProvider,
  mayBeName,
  PROVIDERS,
  SIGN_WORDS,
  speaksOfEmail,
} from './email-words.ts';
import { contextBefore, type Finding } from '../reading/finding.ts';

const OPEN = String.raw`[\(\[\{<_*#~\|]`;
const CLOSE = String.raw`[\)\]\}>_*#~\|]`;
const BRACKETED_AT = String.raw`${OPEN} ?(?:@|${AT_WORDS}) ?${CLOSE}`;
/** `kate(a)example.org`; elsewhere it is an item of a list. */
const TIGHT_AT = String.raw`(?<=[\p{L}\p{N}])[\(\[\{]a[\)\]\}](?=[\p{L}\p{N}])`;
const BRACKETED_DOT = String.raw`${OPEN} ?(?:\.|${DOT_WORDS}) ?${CLOSE}`;

/** The sign between the two parts of an address, spelled out or escaped. */
export const AT = String.raw`(?:\s{0,3}(?:@|&#64;|${TIGHT_AT}|${BRACKETED_AT})\s{0,3}| {1,3}(?:${AT_WORDS}) {1,3})`;
/** A dot in an address, spelled out. */
export const DOT = String.raw`(?:\s{0,3}(?:\.|${BRACKETED_DOT})\s{0,3}| {1,3}(?:${DOT_WORDS}) {1,3})`;

/** A space or the end of a line: a slip, or where a line was broken. */
const GAP = String.raw`(?: ?\n ?| )?`;
const SPELLED_DOT = String.raw`(?:\.| ?${BRACKETED_DOT} ?| (?:${DOT_WORDS}) )`;
/** The rest of a first label, and what may be a dot: nothing else is worth a closer look. */
const BEGINNING = String.raw`[\p{L}\p{M}\p{N}\-]{0,62}[\s.,\(\[\{<_*#~\|]`;
const SIGN = new RegExp(
  String.raw`${GAP}@${GAP}(?=[\p{L}\p{N}]${BEGINNING})|${TIGHT_AT}| ?${BRACKETED_AT} ?| (?:${AT_WORDS}) (?=[^\s@\uFFFC]{1,63}(?:${SPELLED_DOT}|(?<=\.\p{L}{2,4})))`,
  'giu',
);

/** Local parts are not longer, domains neither (RFC 5321). */
const MAX_LOCAL_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;

const LATIN_LOCAL = /[\p{Script=Latin}\p{M}\d._%+&'~-]+$/u;
const ANY_LOCAL = /[\p{L}\p{M}\p{N}._%+&'~-]+$/u;
const QUOTED_LOCAL = /"[^"\n@\uFFFC]{1,62}"$/;
/** `jane dot `, `jane underscore `: what comes before the last word of a name that is spelled out. */
const SPELLED_BEFORE = new RegExp(
  String.raw`(?:[\p{L}\d]{1,32}(?: ?${BRACKETED_DOT} ?| (?:${DOT_WORDS}|${SIGN_WORDS}) )){1,3}$`,
  'iu',
);

/** A label is of one script, so that text of another one behind it is none of it. */
const LATIN = String.raw`\p{Script=Latin}\p{M}`;
const OTHER = String.raw`[\p{L}\p{M}]--\p{Script=Latin}`;

function label(letters: string): string {
  return String.raw`[${letters}\d](?:[${letters}\d\-]{0,61}[${letters}\d])?`;
}

const LABEL = String.raw`(?:${label(LATIN)}|${label(`[${OTHER}]`)})`;
/** A sign in place of the first dot where only the ending of an address follows: `gmail .com`, `gmail,com`, `gmail com`. */
const LOOSE_DOT = String.raw`(?:${GAP}\.${GAP}|,|(?<=^(?:${PROVIDERS})) )(?=(?:${ENDINGS})(?![\p{L}\d\-]))`;
/** Labels with the last one of letters: `localhost` and version numbers are no domains. */
const DOMAIN = new RegExp(
  String.raw`^${LABEL}(?:${SPELLED_DOT}|${LOOSE_DOT})(?:${LABEL}${SPELLED_DOT}){0,7}(?:xn--[a-z0-9\-]{2,59}|[${LATIN}]{2,24}(?![${LATIN}\d])|[${OTHER}]{2,24}(?![${OTHER}]))`,
  'iv',
);
/** `web. De …`: a new sentence begins. */
const NEW_SENTENCE = /^[^.]*\p{Ll}\.\s+\p{Lu}/u;

/** E-mail addresses with a domain, also where signs are spelled out or spaces slipped in (`jane (at) example dot org`). */
export function emailsIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: sign, index } of matchesIn(SIGN, text)) {
    const before = text.slice(Math.max(0, index - MAX_LOCAL_LENGTH), index);
    const last = localBefore(before);
    if (last === undefined) continue;
    const behind = index + sign.length;
    const host = DOMAIN.exec(text.slice(behind, behind + MAX_DOMAIN_LENGTH))?.[0];
    if (host === undefined || NEW_SENTENCE.test(host)) continue;
    const isSpelled = !sign.includes('@') || WORDS.test(host) || sign.trim().length > 1;
    const first = isSpelled ? (SPELLED_BEFORE.exec(before.slice(0, before.length - last.length))?.[0] ?? '') : '';
    const local = first + last;
    const start = index - local.length;
    if (!isAddress({ local, sign, host, context: () => contextBefore(text, start, CONTEXT) })) continue;
    // The name before a host, of a link or of a repository, is nobody's address.
    if (text.startsWith('://', start - 3) || (local === 'git' && text[behind + host.length] === ':')) continue;
    const value = `${withoutSpelling(local)}@${withoutSpelling(host)}`.toLowerCase();
    found.push({ kind: 'email', start, end: behind + host.length, value });
  }
  return found;
}

const WORDS = /[\s([{<_*#~|]/;
const CONTEXT = 40;

interface Parts {
  readonly local: string;
  readonly sign: string;
  readonly host: string;
  readonly context: () => string;
}

/** Words alone say little: `at the dot matrix`; so do spaces around the sign: `lunch @ noon.today`. */
function isAddress({ local, sign, host, context }: Parts): boolean {
  if (sign === '@') return true;
  const isLikeName = /\p{L}[._]\p{L}/u.test(local);
  if (/^ \p{L}/u.test(sign)) {
    if (!SHORT_ENDING.test(host)) return false;
    if (isClearAt(sign) || WORDS.test(host) || WORDS.test(local)) return true;
    if (!mayBeName(local) || /^\d+$/.test(local)) return false;
    return isLikeName || isProvider(host) || (hasUsualEnding(host) && speaksOfEmail(context()));
  }
  if (!/^\s|\s$/.test(sign) || sign.trim() !== '@') return true;
  if (isProvider(host)) return mayBeName(local);
  if (!/^\s/.test(sign)) return hasUsualEnding(host);
  if (/\s$/.test(sign) && !sign.includes('\n'))
    return hasUsualEnding(host) && mayBeName(local) && /\p{L}{3}/u.test(local);
  return isLikeName;
}

const SHORT_ENDING = /(?<!\p{L})\p{L}{2,4}$/u;

function localBefore(before: string): string | undefined {
  const quoted = QUOTED_LOCAL.exec(before)?.[0];
  if (quoted !== undefined) return quoted;
  const part = (/[\p{Script=Latin}\d._%+&'~-]$/u.test(before) ? LATIN_LOCAL : ANY_LOCAL).exec(before)?.[0];
  const local = part?.replace(/^[.'&~-]+/, '');
  return local === undefined || local === '' || /[.']$/.test(local) ? undefined : local;
}

const ANY_SPELLED_DOT = new RegExp(`${DOT}|,| (?=\\p{L}+$)`, 'giu');
const ANY_SIGN_WORD = new RegExp(` (?:${SIGN_WORDS}) `, 'giu');

function withoutSpelling(part: string): string {
  return part.replaceAll(ANY_SIGN_WORD, '-').replaceAll(ANY_SPELLED_DOT, '.');
}

/** Whether a text may hold an address. */
export function mayHoldEmail(text: string): boolean {
  return text.search(SIGN) >= 0;
}
