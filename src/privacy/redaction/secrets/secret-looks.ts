import { FILLER } from '../reading/finding.ts';

/** Letters and digits together, or letters around a sign that no word has in it. */
const MIXED = /^(?=.*\p{L})(?=.*\d)|[\p{L}\d][!#$%&*+=@^_~?][\p{L}\d]|\p{Ll}\p{Lu}|[!*]\p{L}|^\p{L}{3,}!+$/u;
/** Dates and times, amounts, ordinals, `8-digit`, `2FA`. */
const COUNTED = /^[\d.,:/-]+(?:\p{L}{1,4}|-\p{Ll}+)?$|^\d{1,2}h\d{2}$/u;
/** `BW-20481234`, `WW90T554DAW`, `GIFT-77Q2`: of a thing or an order. */
const IDENTIFIER = /^[\p{Lu}\d]+(?:[-/_.][\p{Lu}\d]+)*[-/_.]?$/u;
/** Programs and devices with their number. */
const NAMES =
  /^(?:i?phone|ipad|i?os|macos|windows|win|android|office|chrome|firefox|galaxy|pixel|ps|xbox|mp|http|utf|sha|md|oauth|wpa|tls|ssl|html|css|ipv|web|level|step|room|version|ver|v|covid|mk|rfc|iso|error|e)[ -]?\d+\p{L}?$/iu;
const ADDRESS =
  /:\/\/|^www\.|@.+\.\p{L}{2,}$|^\/|^[\p{L}\d-]+\.(?:html?|php|pdf|jpe?g|png|com|org|net|de|io|zip|docx?|exe|apk)(?:\/|$)/iu;
const HIDDEN = /^[*•.…_xX?#-]+$/;

/** The longest password that somebody remembers, in characters. */
const MAX_MADE_UP_LENGTH = 128;

/** Whether a token is what people make up as a password: neither a word nor a number, an address, an identifier. */
export function looksMadeUp(token: string): boolean {
  return (
    token.length >= 4 &&
    token.length <= MAX_MADE_UP_LENGTH &&
    MIXED.test(token) &&
    !COUNTED.test(token) &&
    !IDENTIFIER.test(token) &&
    !NAMES.test(token) &&
    !ADDRESS.test(token) &&
    !HIDDEN.test(token)
  );
}

/** Whether a token is what a program made up: long, of letters and digits that spell nothing. */
export function looksRandom(token: string): boolean {
  return (
    token.length >= 16 &&
    /^[\w.~+/=-]+$/.test(token) &&
    (token.match(/\d/g)?.length ?? 0) >= 2 &&
    /[A-Za-z]/.test(token) &&
    !ADDRESS.test(token) &&
    !IDENTITY.test(token) &&
    !SLUG.test(token)
  );
}

/** A UUID, a moment, a public key of SSH, an id of a measurement. */
const IDENTITY =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^\d{4}-\d\d-\d\dT|^AAAA[A-Z0-9]|^sha\d{1,3}[-:=]/i;
/** Words and numbers with hyphens: names of machines, branches, files. */
const SLUG = /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+|\d{1,6}|v\d+)(?:[-_./](?:[a-z]+|[A-Z][a-z]+|[A-Z]+|\d{1,6}|v\d+))+$/;

/** A letter of a script that does not part words, or not from what belongs to them. */
export const JOINED_SCRIPT = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
/** Text in them behind a token of other letters, of which it is no part. */
const JOINED = new RegExp(String.raw`(?<=[\x21-\x7E\p{Script=Latin}])${JOINED_SCRIPT}.*$`, 'u');

/** The end of a value in a link, a form or a list of settings, where the next name begins. */
const NEXT_NAME = /[&;,][\p{L}_][\p{L}\d_.[\]-]{0,40}=.*$/u;

/** A token without what ends a sentence; an exclamation mark may belong to it, and does no harm otherwise. */
export function withoutPunctuation(token: string): string {
  return token
    .replace(JOINED, '')
    .replace(NEXT_NAME, '')
    .replace(/[.,:;?)\]}"'»”“。、，；：]+$/u, '');
}

/** A token of anything but spaces and what is found already, as the source of a regular expression. */
export const ANY_TOKEN = String.raw`[^\s${FILLER}]`;

/** A text in place of a secret, as documents have it and programs that hide the secret. */
const PLACEHOLDER =
  /^(?:[*•●.…_xX?#0-]+|\W*(?:redacted|hidden|masked|filtered|removed|secret|password|passwd|passwort|token|null|none|nil|true|false|undefined|empty|unset|string|required|optional|env|n\/?a|todo|tbd|missing|invalid|expired)\W*|[$%]?[{(<[].*|\$[A-Z_]+|%[\w%]+|.*(?:\.\.\.|…|\*{3,}|•{3,}|x{4,}|X{4,}).*)$|(?:^|[^\p{L}])(?:your|my|dein|ihr|insert|example|placeholder|replace|some)[_-]?[\p{L}_-]*(?:key|token|secret|password|pass|here|me)|(?:^|_)here$|^<.*>$|process\.env|getenv|os\.environ/iu;

/** Keys and ids that services make to be shown to everybody. */
const PUBLIC = /^(?:pk_(?:live|test)_|AC[0-9a-f]{32}$|G-[A-Z0-9]{8,}$|GTM-|UA-\d)/;

/** Whether a value stands for a secret that is not shown, or is none because everybody may see it. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || PUBLIC.test(value) || /^(.)\1*$/u.test(value);
}
