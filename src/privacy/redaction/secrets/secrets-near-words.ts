import { BEING, CUES, SECOND_OF_TWO } from './cue-words.ts';
import { contextBefore, FILLER, type Finding } from '../reading/finding.ts';
import { isPlaceholder, looksMadeUp, looksRandom, withoutPunctuation } from './secret-looks.ts';
import { matchesIn } from '../reading/matches.ts';
import { kindOfName } from './secret-names.ts';
import { isTalk } from './talk-of-secrets.ts';
import type { Announcement } from './spoken-secrets.ts';

// Words of logging in and of typing, near which what looks like a secret is one: in the languages of the desk and more.

const LOGIN_TALK =
  /(?<![\p{L}\p{N}])(?:log(?:ged|ging)? ?-?in|locked out|let(?:s|ting)? me in|capital|upper ?case|lower ?case|caps(?: ?lock)?|groß(?:geschrieben|buchstaben?)|kleingeschrieben|majuscules?|minuscules?|mayúsculas?|minúsculas?|maiuscol\p{L}{1,2}|hoofdletters?|wielk\p{L}{1,3} liter\p{L}{1,2}|store bogstaver|stor bokstav|isolla|log-?ins?|sign(?:ed|ing)? ?-?in|creds|credentials|log on|einlogg\p{L}*|eingeloggt|anmeld\p{L}*|zugangsdaten|logindaten|me connecte\p{L}*|se connecter|connexion|identifiants|iniciar sesión|inicio de sesión|credenciales|accedere|accesso|credenziali|entrar|credenciais|inlogg\p{L}*|inloggegevens|zalogowa\p{L}*|zaloguj\p{L}*|logowani\p{L}*|logge inn|logge ind|logga in|innlogging\p{L}*|kirjautu\p{L}*|přihlá\p{L}*|prihlá\p{L}*|bejelentkez\p{L}*|belép\p{L}*|autentific\p{L}*|conect\p{L}*|giriş|войти|вход\p{L}{0,2}|увійти|вхід|σύνδεση|συνδεθ\p{L}*)(?![\p{L}\p{N}])|ログイン|登录|登陆|登入|로그인|התחבר|להיכנס|تسجيل الدخول|लॉगिन/giu;

const TYPING_TALK =
  /(?<![\p{L}\p{N}])(?:typ(?:e|ed|ing)|enter(?:ed|ing)?|tried|reset (?:it )?to|set (?:it )?to|probiert|versuch\p{L}*|essayé|probé|provato|tentei|geprobeerd|próbowa\p{L}*|prøvde|prøvet|provade|kokeil\p{L}*|zkou\p{L}*|próbál\p{L}*|încercat|denedim|пробовал\p{L}*|(?:ein)?getippt|eingeb\p{L}*|eingegeben|tipp\p{L}{0,2}|tap(?:é|e|ais)|saisi\p{L}*|escrib\p{L}*|tecle\p{L}*|digit(?:o|ato|ei|ado|ando)|inserito|ingevuld|ingetypt|typte|wpis\p{L}*|wpisał\p{L}*|tastet|taster|skrevet|skriver|skrev|skrivit|slog in|kirjoit\p{L}*|näppäil\p{L}*|naťukal\p{L}*|zadal\p{L}*|zadávám|beír\p{L}*|beüt\p{L}*|tastat|scris|introdus|yaz\p{L}{1,5}|girdim|giriyorum|вводил\p{L}*|ввожу|ввёл|ввел|ввела|набирал\p{L}*|вводжу|ввів|πληκτρολόγησα|έβαλα|הקלדתי|כתבתי|أدخلت|كتبت|डाला)(?![\p{L}\p{N}])|输入了?|入力/giu;

/** The reach of a word for passwords, in characters. */
const REACH = 72;
const NEAR = 40;
/** The fewest characters of a password behind a short word such as "pass": names of zones and seasons are shorter. */
const MIN_LENGTH_BEHIND_SHORT = 8;

const MAX_TOKEN_LENGTH = 128;
const PARTING_SIGNS = String.raw`\s"“”„«»‘’\x60${FILLER}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。：；！？、（）「」『』`;
const PARTING = new RegExp(`[${PARTING_SIGNS}]`, 'u');
const TOKENS = new RegExp(`[^${PARTING_SIGNS}]{4,${MAX_TOKEN_LENGTH}}`, 'gu');
const QUOTE = String.raw`["'“”„«»)\]*\x60]{0,2}`;
const OPENING = /^[([{<'*:]+/u;
/** Options, assignments, paths and names of packages: `--user=shop`, `group_vars/all.yml`. */
const OF_PROGRAMS =
  /^[-=]|=[^=]+=.|&\w+=|[(){}]|\/.*\/|^[\p{L}\d._-]{2,32}\/(?=.*\d)|^\$[a-z{]|^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?$|^[\w.-]{1,40}=|\/.*\.\w{2,5}$|^[a-z]\w*(?:\.\w*\p{L}\w*){2,}$|^[a-z][a-z0-9._-]*@[a-z][a-z0-9.-]*$|\\/u;
/** A token with nothing but a capital inside: a name such as `TeamViewer` as often as a secret. */
const LIKE_BRAND = /^\p{L}+$|^\p{Ll}+(?:_\p{Ll}+)+$/u;
const DIRECTLY_BEHIND = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${BEING.join('|')}|be)(?: \p{L}{2,9})? ${QUOTE}$`,
  'iu',
);
const DIRECTLY_BEFORE = new RegExp(
  String.raw`^${QUOTE} (?:${BEING.join('|')}|as|als|comme|como|come|jako|som)(?!\p{L})`,
  'iu',
);
const WORD = String.raw`[\p{L}'’]{1,12}`;

/** `pass …`, `pw for the box was …`. */
const SHORT_GAP = new RegExp(String.raw`^(?: ${WORD}){0,3}?(?: (?:${BEING.join('|')}))? $`, 'iu');
/** The name of an account in front of its secret, or of a thing. */
const OF_NAME =
  /(?:(?<!\p{L})(?:user\p{L}*|log-?in|account|nick|(?:be)?nutzer\p{L}*|konto|utilisat\p{L}*|identifiant|compte|usuari[oa]|cuenta|utente|gebruiker\p{L}*|użytk\p{L}*|bruker\p{L}*|användar\p{L}*|käyttäj\p{L}*|felhasznál\p{L}*|uživatel\p{L}*|utilizator|логин|пользователь|as|ssid|wifi|wi-fi|wlan|network|netzwerk|host|server|device|model|modell|app|version|order|article|on|via|id|sid|tenant|merchant|zone|bucket|database|db|schema|branch|queue|topic|region|customer|kunde|serial|sn|mac|realm|client|domain|url|for|für|-[uUlhHDbdn]|--[\w-]+)|(?:id|name|user)["']?)(?:["']? ?[:=]| (?:is|ist|est|es|è|called|named))?(?: (?:the|my|a))?[ "'([]*$/iu;
/** A setting with a name of its own: `client_id=`, `"region": "`, `commit: `. */
const OF_OTHER_NAME =
  /(?:[\p{L}\d_.-]+["']? ?[=]|["'][\p{L}\d_.-]+["'] ?:|[\p{L}\d]+[_.-][\p{L}\d_.-]+ ?:|(?:id|hash|commit|etag|nonce|sha\d*|checksum|fingerprint|uuid|guid|serial|sn|mac|digest|md5|build|request|trace|public key|integrity) ?[:=]?|(?:status|state|policy|strength|length|type|hint|level|format|rules?|expir(?:y|es)|validity) ?[:=]) ?["']?$/iu;

function isOfOtherName(inFront: string): boolean {
  const name = /[\p{L}\d_.-]+(?=["']? ?[:=]? ?["']?$)/u.exec(inFront)?.[0];
  return name === undefined || kindOfName(name) === undefined;
}

/** Entering or a change of a secret. */
const CUE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CUES})(?: (?!user|login|account|name)${WORD}){0,2} ?:? ?${QUOTE}$`,
  'iu',
);
const PAIR = new RegExp(
  String.raw`^${QUOTE}[.,;]?(?: ${WORD}){0,2}? ?(?:${SECOND_OF_TWO})(?: ${WORD}){0,3} ?[:=]? ?${QUOTE}$`,
  'iu',
);
/** The beginning of another sentence. */
const NEXT_SENTENCE = /[\n。！？]|[.?] (?=\p{Lu})/u;

/**
 * Finds passwords near a word for them, though no sign is between them: `… is my password`, `from … to …`, `I keep typing …`;
 * and tokens of programs near a word for keys.
 * @param found the secrets that the words before them announce
 */
export function secretsNearWordsIn(
  text: string,
  announcements: readonly Announcement[],
  found: readonly Finding[],
): Finding[] {
  const words = announcements.filter(({ kind }) => kind !== 'code');
  if (words.length === 0) return [];
  const known = found.toSorted((one, other) => one.start - other.start);
  const near: Finding[] = [];
  let knownBefore = 0;
  let wordBefore = 0;
  for (const { start, value, end } of tokensNear(text, words)) {
    while (wordBefore < words.length && (words[wordBefore]?.start ?? 0) < start) wordBefore += 1;
    while (knownBefore < known.length && (known[knownBefore]?.start ?? 0) < start) knownBefore += 1;
    const lastEnd = Math.max(known[knownBefore - 1]?.end ?? -1, near.at(-1)?.end ?? -1);
    if (lastEnd > start) continue;
    const before = words[wordBefore - 1];
    const behind = words[wordBefore];
    if (isSecret({ text, start, end, value, lastEnd, before, behind })) {
      near.push({ kind: 'secret', start, end, value });
    }
  }
  return near;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Token extends Stretch {
  readonly value: string;
}

/** Yields the tokens within reach of a word that look made up, each once. */
function* tokensNear(text: string, words: readonly Stretch[]): Generator<Token> {
  for (const { start, end } of reachesOf(words)) {
    const first = wholeFrom(text, start);
    for (const { 0: written, index } of text.slice(first, end + MAX_TOKEN_LENGTH).matchAll(TOKENS)) {
      const at = first + index;
      if (at >= end) break;
      const opening = OPENING.exec(written)?.[0] ?? '';
      const value = withoutPunctuation(written.slice(opening.length));
      if (
        (!looksMadeUp(value) && !looksRandom(value)) ||
        OF_PROGRAMS.test(value) ||
        isPlaceholder(value) ||
        isTalk(value)
      )
        continue;
      const begin = at + opening.length;
      yield { start: begin, end: begin + value.length, value };
    }
  }
}

/** The parts of a text that are within reach of words, one for words that are near to each other. */
function* reachesOf(words: readonly Stretch[]): Generator<Stretch> {
  let [start, end] = [0, 0];
  for (const word of words) {
    if (word.start - REACH > end) {
      if (end > 0) yield { start, end };
      start = word.start - REACH;
    }
    end = word.end + REACH;
  }
  yield { start, end };
}

/** The next place where no token has begun already: one is looked at whole, or not at all. */
function wholeFrom(text: string, place: number): number {
  if (place === 0 || PARTING.test(text[place - 1] ?? '')) return place;
  return (
    place +
    text
      .slice(place, place + MAX_TOKEN_LENGTH)
      .split(PARTING, 1)
      .join('').length
  );
}

interface Surroundings extends Token {
  readonly text: string;
  /** The end of the secret before it, or -1. */
  readonly lastEnd: number;
  readonly before: Announcement | undefined;
  readonly behind: Announcement | undefined;
}

function isSecret({ text, start, end, value, lastEnd, before, behind }: Surroundings): boolean {
  if (before?.kind === 'password' && text.slice(before.end, start) === '\n' && looksMadeUp(value)) return true;
  const gapBefore = before === undefined ? undefined : gap(text, before.end, start);
  const gapBehind = behind === undefined || behind.kind === 'short' ? undefined : gap(text, end, behind.start);
  if (gapBefore === undefined && gapBehind === undefined) return false;
  if (before?.kind === 'short')
    return SHORT_GAP.test(gapBefore ?? '') && value.length >= MIN_LENGTH_BEHIND_SHORT && looksMadeUp(value);
  const inFront = contextBefore(text, start, NEAR);
  if (OF_OTHER_NAME.test(inFront) && isOfOtherName(inFront)) return false;
  if (looksRandom(value) && ((gapBefore?.length ?? REACH) <= NEAR || (gapBehind?.length ?? REACH) <= NEAR)) return true;
  if (!looksMadeUp(value)) return false;
  const isAboutKeys =
    (gapBefore === undefined || before?.kind === 'key') && (gapBehind === undefined || behind?.kind === 'key');
  if (isAboutKeys) return false;
  if (OF_NAME.test(inFront)) return false;
  if (LIKE_BRAND.test(value) && !/(?:\p{Ll}\p{Lu}){2}/u.test(value))
    return DIRECTLY_BEFORE.test(gapBehind ?? '') || DIRECTLY_BEHIND.test(inFront) || CUE.test(inFront);
  if (gapBehind !== undefined && !NEXT_SENTENCE.test(gapBehind)) return true;
  if (gapBefore !== undefined && !NEXT_SENTENCE.test(gapBefore)) return true;
  const pair = lastEnd < 0 ? undefined : gap(text, lastEnd, start);
  if (pair !== undefined && pair.length <= NEAR && PAIR.test(pair)) return true;
  return CUE.test(inFront);
}

/** Returns the text between two places; undefined where they are far from each other, or not on one line. */
function gap(text: string, from: number, until: number): string | undefined {
  if (until < from || until - from > REACH) return undefined;
  const between = text.slice(from, until);
  return between.includes('\n') || between.includes(FILLER) ? undefined : between;
}

/** Letters, digits and a capital or a sign: no name of an account or of a model. */
const STRONG = /^(?=.*\p{L})(?=.*\d)(?=.*[\p{Lu}!#$%&*+=@^_~?.-]).{6,}$/u;

/** Finds what looks like a secret near words of logging in or right behind words of typing, which name no secret. */
export function secretsNearLoginsIn(text: string): Finding[] {
  const near: Finding[] = [];
  for (const [expression, isLogin] of [
    [LOGIN_TALK, true],
    [TYPING_TALK, false],
  ] as const) {
    const words = matchesIn(expression, text).map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
    if (words.length === 0) continue;
    let next = 0;
    for (const { start, end, value } of tokensNear(text, words)) {
      while (next < words.length && (words[next]?.start ?? 0) < start) next += 1;
      const before = words[next - 1];
      const behind = words[next];
      if (
        !looksMadeUp(value) ||
        (isLogin ? !STRONG.test(value) || /^\p{L}+\d{1,2}$/u.test(value) : !/\d|[!#$%&*=^~]/.test(value))
      )
        continue;
      const gaps = [before && gap(text, before.end, start), behind && gap(text, end, behind.start)];
      const isNear = gaps.some(
        (between) => between !== undefined && !NEXT_SENTENCE.test(between) && between.length <= (isLogin ? NEAR : 8),
      );
      if (isNear && !OF_NAME.test(contextBefore(text, start, NEAR))) near.push({ kind: 'secret', start, end, value });
    }
  }
  return near;
}
