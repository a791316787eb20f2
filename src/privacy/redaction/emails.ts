import type { Finding } from './finding.ts';

/** How the sign is said, in the languages of the desk. */
const AT_WORDS =
  'at|ät|arroba|arobase|chiocciola|apenstaartje|apestaartje|małpa|krøllalfa|snabel-a|klammeraffe|アットマーク';
const DOT_WORDS = 'dot|punkt|point|punto|ponto|punt|kropka|prikk|ドット';

const BRACKETED_AT = String.raw`[\(\[\{<] ?(?:@|${AT_WORDS}) ?[\)\]\}>]`;
/** `kate(a)example.org`; elsewhere it is an item of a list. */
const TIGHT_AT = String.raw`(?<=[\p{L}\p{N}])[\(\[\{]a[\)\]\}](?=[\p{L}\p{N}])`;
const BRACKETED_DOT = String.raw`[\(\[\{<] ?(?:\.|${DOT_WORDS}) ?[\)\]\}>]`;

/** The sign between the two parts of an address, spelled out or escaped. */
export const AT = String.raw`(?: {0,3}(?:@|%40|&#64;|${TIGHT_AT}|${BRACKETED_AT}) {0,3}| {1,3}(?:${AT_WORDS}) {1,3})`;
/** A dot in an address, spelled out. */
export const DOT = String.raw`(?: {0,3}(?:\.|%2E|${BRACKETED_DOT}) {0,3}| {1,3}(?:${DOT_WORDS}) {1,3})`;

/** Where addresses of people are, so that a space before the sign is a slip: `kate @gmail.com`. */
const PROVIDERS = String.raw`(?:gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|aol|gmx|proton|protonmail|freenet|t-online|wanadoo|laposte|libero|virgilio|uol|ziggo|kpnmail|onet|interia|yandex) ?\.|web ?\.de|me ?\.com|(?:orange|free) ?\.fr|(?:wp|o2) ?\.pl|live ?\.(?:com|de|fr|it|nl)`;
/** A space in front of the sign is a slip, too, where a name with a dot comes before it. */
const LOOSE_AT = String.raw` @ ?(?=${PROVIDERS})|(?<=\p{L}[._]\p{L}{2,40}\d{0,4}) @(?=[\p{L}\p{N}\-]{2,40}\.\p{L})`;
/** `@gmail .com`: nothing else begins like this behind a space. */
const LOOSE_DOT = String.raw` \.(?=(?:com|org|net|de|at|ch|fr|es|it|pt|nl|be|pl|no|eu|br|co|uk|info)(?![\p{L}\d]))`;

const SIGN = new RegExp(
  String.raw`${LOOSE_AT}|@|%40|${TIGHT_AT}| ?${BRACKETED_AT} ?| (?:${AT_WORDS}) (?=[^\s@\uFFFC]{1,63} (?:${DOT_WORDS}) )`,
  'giu',
);

/** Local parts are not longer, domains neither (RFC 5321). */
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;

const LATIN_LOCAL = /[\p{Script=Latin}\p{M}\d._%+&'~-]+$/u;
const ANY_LOCAL = /[\p{L}\p{M}\p{N}._%+&'~-]+$/u;
const QUOTED_LOCAL = /"[^"\s@\uFFFC]{1,62}"$/;

const SPELLED_DOT = String.raw`(?:\.|%2E|${LOOSE_DOT}| ?${BRACKETED_DOT} ?| (?:${DOT_WORDS}) )`;
/** A label is of one script, so that text of another one behind it is none of it. */
const LATIN = String.raw`\p{Script=Latin}\p{M}`;
const OTHER = String.raw`[\p{L}\p{M}]--\p{Script=Latin}`;

function label(letters: string): string {
  return String.raw`[${letters}\d](?:[${letters}\d\-]{0,61}[${letters}\d])?`;
}

/** Labels with the last one of letters: `localhost` and version numbers are no domains. */
const DOMAIN = new RegExp(
  String.raw`^(?:(?:${label(LATIN)}|${label(`[${OTHER}]`)})${SPELLED_DOT}){1,8}(?:xn--[a-z0-9\-]{2,59}|[${LATIN}]{2,24}(?![${LATIN}\d])|[${OTHER}]{2,24}(?![${OTHER}]))`,
  'iv',
);

/** E-mail addresses with a domain, also where the signs are spelled out (`jane (at) example dot org`). */
export function emailsIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: sign, index } of text.matchAll(SIGN)) {
    const before = text.slice(Math.max(0, index - LONGEST_LOCAL), index);
    const local = localBefore(before);
    if (local === undefined) continue;
    const after = text.slice(index + sign.length, index + sign.length + LONGEST_DOMAIN);
    const host = DOMAIN.exec(after)?.[0];
    if (host === undefined || (isSpoken(sign) && !SHORT_ENDING.test(host))) continue;
    const value = `${local.replaceAll(/%2E/gi, '.')}@${withoutSpelling(host)}`.toLowerCase();
    found.push({ kind: 'email', start: index - local.length, end: index + sign.length + host.length, value });
  }
  return found;
}

/** Words alone say little: `at the dot matrix`. */
const SHORT_ENDING = /(?<!\p{L})\p{L}{2,4}$/u;

function isSpoken(sign: string): boolean {
  return /^ \p{L}/u.test(sign);
}

function localBefore(before: string): string | undefined {
  const quoted = QUOTED_LOCAL.exec(before)?.[0];
  if (quoted !== undefined) return quoted;
  const part = (/[\p{Script=Latin}\d._%+&'~-]$/u.test(before) ? LATIN_LOCAL : ANY_LOCAL).exec(before)?.[0];
  const local = part?.replace(/^[.'&~-]+/, '');
  return local === undefined || local === '' || /[.']$/.test(local) ? undefined : local;
}

const ANY_SPELLED_DOT = new RegExp(DOT, 'giu');

function withoutSpelling(host: string): string {
  return host.replaceAll(ANY_SPELLED_DOT, '.');
}

/** Whether a text may hold an address. */
export function mayHoldEmail(text: string): boolean {
  return text.search(SIGN) >= 0;
}
