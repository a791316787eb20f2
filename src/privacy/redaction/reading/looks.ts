/** Letters and digits together, or letters around a sign that no word has in it. */
const MIXED = /^(?=.*\p{L})(?=.*\d)|[\p{L}\d][!#$%&*+=@^_~?][\p{L}\d]|\p{Ll}\p{Lu}|[!*]\p{L}|^\p{L}{3,}!+$/u;
/** Dates and times, amounts, ordinals, `8-digit`, `2FA`. */
const COUNTED = /^[\d.,:/-]+$|^[\d.,:/-]+\p{L}{1,4}$|^[\d.,:/-]*\d-\p{Ll}+$|^\d{1,2}h\d{2}$/u;
/** `BW-20481234`, `WW90T554DAW`, `GIFT-77Q2`: of a thing or an order. */
const IDENTIFIER = /^[\p{Lu}\d][\p{Lu}\d/_.-]*$/u;
/** Programs and devices with their number. */
const NAMES =
  /^(?:i?phone|ipad|i?os|macos|windows|win|android|office|chrome|firefox|galaxy|pixel|ps|xbox|mp|http|utf|sha|md|ssh|oauth|wpa|tls|ssl|html|css|ipv|web|level|step|room|version|ver|v|covid|mk|rfc|iso|error|e)[ -]?\d+\p{L}?$/iu;
const ADDRESS =
  /:\/\/|^www\.|@.+\.\p{L}{2,}$|^\/|^[\p{L}\d-]+\.(?:html?|php|pdf|jpe?g|png|com|org|net|de|io|zip|docx?|exe|apk)(?:\/|$)/iu;
/** `sshd[20113`, `unknown[203.0.113.9`, `.node2`, `2001:db8::1`: a program or a machine, as logs write them. */
const LOGGED = /^[a-z][\w/.-]*\[[\da-f.:]+\]?$|^\.[a-z]+\d?$|^[\da-f]*:[\da-f]*:[\da-f:.]*$/i;
const HIDDEN = /^[*•.…_xX?#-]+$/;
const NOT_MADE_UP = [COUNTED, IDENTIFIER, NAMES, ADDRESS, LOGGED, HIDDEN];

/** The longest password that people remember, in characters. */
const MAX_MADE_UP_LENGTH = 96;

/** Whether a token is what people make up as a password: neither a word nor a number, an address, an identifier. */
export function looksMadeUp(token: string): boolean {
  if (token.length < 4 || token.length > MAX_MADE_UP_LENGTH) return false;
  return MIXED.test(token) && !NOT_MADE_UP.some((other) => other.test(token));
}

const MIN_RANDOM = 16;
/** A UUID, a moment, a public key of SSH, an id of a measurement. */
const IDENTITY =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^\d{4}-\d\d-\d\dT|^AAAA[A-Z0-9]|^(?:sha\d{1,3}|nonce)[-:=]/i;

/** Whether a token is what a program made up: long, of letters and digits that spell nothing. */
export function looksRandom(value: string): boolean {
  const token = judged(value);
  return (
    token.length >= MIN_RANDOM &&
    /^[\w.~+/=-]+$/.test(token) &&
    /\d.*\d/.test(token) &&
    /[A-Za-z]/.test(token) &&
    !ADDRESS.test(token) &&
    !IDENTITY.test(token) &&
    !isSlug(token)
  );
}

/** Words and numbers with hyphens: names of machines, branches, files. */
export function isSlug(token: string): boolean {
  const parts = judged(token).split(/[-_./]/);
  return parts.length > 1 && parts.every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,6}|v\d+)$/.test(part));
}

/** Where coins are sent to, in base 58. */
const COIN_ADDRESS = /^[13][1-9A-HJ-NP-Za-km-z]{25,33}$/;
/** Small letters, capitals and digits; 128 bits to base 64 or more. */
const KEY = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z].*[A-Z])[\w+/.~-]{22,}=*$/;
/** The share of places at which a small letter, a capital or a digit follows another of them: 0.6 by chance, 0.3 in `CamelCase`. */
const MIN_CHANGES = 0.4;

/** Whether a token can be nothing but a key, even without a word for it: long, and of letters and digits at random. */
export function looksLikeKey(value: string): boolean {
  const token = judged(value);
  const isOther = !KEY.test(token) || IDENTITY.test(token) || COIN_ADDRESS.test(token) || isPlaceholder(token);
  const changes = token.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return !isOther && changes >= token.length * MIN_CHANGES;
}

/** A text in place of a secret, as documents have it and programs that hide the secret. */
const PLACEHOLDER =
  /^(?:[*•●.…_xX?#0-]+|\W*(?:redacted|hidden|masked|filtered|removed|secret|password|passwd|passwort|token|null|none|nil|true|false|undefined|empty|unset|string|required|optional|env|n\/?a|todo|tbd|missing|invalid|expired)\W*|[$%]?[{(<[].*|\$[A-Z_]+|%[\w%]+|.*(?:\.\.\.|…|\*{3,}|•{3,}|x{4,}|X{4,}).*)$|(?:^|[^\p{L}])(?:your|my|dein|ihr|insert|example|placeholder|replace|some)[_-]?[\p{L}_-]*(?:key|token|secret|password|pass|here|me)|(?:^|_)here$|^<.*>$|process\.env|getenv|os\.environ/iu;
/** Keys and ids that services make to be shown to everybody. */
const PUBLIC = /^(?:pk_(?:live|test)_|AC[0-9a-f]{32}$|G-[A-Z0-9]{8,}$|GTM-|UA-\d|6L[\w-]{38}$)/;

/** Whether a value is a placeholder for a secret, or an identifier that is public by design. */
export function isPlaceholder(value: string): boolean {
  const token = judged(value);
  return PLACEHOLDER.test(token) || PUBLIC.test(token) || /^(.)\1*$/u.test(token);
}

/** The part of a value that its look is judged by. */
function judged(value: string): string {
  return value.slice(0, MAX_MADE_UP_LENGTH);
}
