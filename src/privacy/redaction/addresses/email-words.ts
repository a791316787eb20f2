// How people say and hide the signs of email addresses, and where such addresses are, in the languages of the desk and more.

/** Words for the sign that mean nothing else. */
const CLEAR_AT_WORDS =
  'arroba|arobase|chiocciola|apenstaartje|apestaartje|małpa|krøllalfa|snabel[- ]?a|kanelbulle|miukumauku|malpa|zavinac|παπάκι|равлик|שטרודל|kuyruklu a|klammeraffe|at[ -]sign|собака|собачка|kukac|zavináč|アットマーク|골뱅이|艾特';
/** All words for it. */
export const AT_WORDS = `at|ät|${CLEAR_AT_WORDS}`;
export const DOT_WORDS =
  'dot|punkt|point|punto|ponto|punt|kropka|prikk|nokta|точка|tečka|bodka|pont|piste|punct|τελεία|ドット|点|점';
/** Other signs in the names of addresses. */
export const SIGN_WORDS =
  'underscore|underline|unterstrich|tiret bas|gui[oó]n bajo|trattino basso|podkreślenie|understrek|minus|dash|hyphen|bindestrich|tiret|gui[oó]n|trattino|streepje|myślnik';

/** The hosts of most people's addresses. */
export const PROVIDERS =
  'gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|aol|gmx|proton|protonmail|freenet|t-online|wanadoo|laposte|libero|virgilio|uol|ziggo|kpnmail|onet|interia|yandex|mail|live|msn|web|me|orange|free|wp|o2|arcor|bluewin|telia|naver|qq|seznam|centrum';

/** The endings of most addresses. */
export const ENDINGS =
  'com|org|net|info|biz|edu|gov|io|co|me|app|dev|eu|de|at|ch|fr|be|nl|lu|es|pt|it|pl|cz|sk|hu|ro|bg|gr|hr|si|rs|dk|se|no|fi|is|ee|lv|lt|ie|uk|us|ca|au|nz|in|jp|cn|kr|tw|hk|sg|id|th|vn|ph|br|ar|mx|cl|pe|tr|ru|ua|il|ae|sa|za|ng|ke|eg|ma|example';

/** Words before an address that is spelled. */
const EMAIL =
  /(?<!\p{L})(?:e-?mails?|mails?|mailadress\p{L}*|e-?post\p{L}*|courriel|correo|address|adress\p{L}*|adres\p{L}*|contact\p{L}*|kontakt\p{L}*|write|reach|schreib\p{L}*|почт\p{L}*|posta)(?!\p{L})/iu;

/** Words before "at" and a web address that are nobody's name. */
const NO_NAME =
  /^(?:us|me|it|am|is|are|be|you|we|him|her|them|look|find|found|here|there|out|in|up|on|log|logged|sign|signed|bought|ordered|order|available|account|accounts|address|mail|email|e-mail|inbox|hosted|page|site|shop|store|website|team|support|this|that|one|work|works|everyone|anyone|people|friends|register|registered|sale|read|more|details|info)$/iu;

const CLEAR_AT = new RegExp(`^\\W*(?:${CLEAR_AT_WORDS})\\W*$`, 'iu');
const PROVIDER = new RegExp(`^(?:${PROVIDERS})\\W`, 'iu');
const ENDING = new RegExp(`(?<!\\p{L})(?:${ENDINGS})$`, 'iu');

/** Whether a word for the sign means nothing else, as "at" does. */
export function isClearAt(sign: string): boolean {
  return CLEAR_AT.test(sign);
}

/** Whether a host is where addresses of people are. */
export function isProvider(host: string): boolean {
  return PROVIDER.test(host);
}

/** Whether a host ends as most do. */
export function hasUsualEnding(host: string): boolean {
  return ENDING.test(host);
}

/** Whether a text speaks of addresses. */
export function speaksOfEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** Whether a word before the sign may be the name in an address. */
export function mayBeName(word: string): boolean {
  return !NO_NAME.test(word) && !/\.(?:html?|php|js|pdf|jpe?g|png)$/i.test(word);
}
