import { FILLER, type Finding } from '../reading/finding.ts';
import { matchesIn } from '../reading/matches.ts';
import type { Announcement } from './spoken-secrets.ts';

// Words around codes that are sent, told or typed, in the languages of the desk and more.

/** Words for a code of any kind: other words of the sentence have to tell of a message or of a login. */
const WEAK_CODE_WORDS =
  /(?<![\p{L}\p{N}]|(?:error|status|exit|promo|voucher|discount|coupon|gift|zip|post|postal|area|country|product|article|item|bar|qr|colou?r|source|tracking|order|sort|swift|fault|http|response|dress|reference|booking|slevový|chybový|poštovní|poštou|hiba|kupon|indirim|posta|hata) )(?:codes?|cód(?:igo)?s?|codigos?|codice|codici|cod(?:ul)?|kode[nr]?|kod(?:u|em|ie|en|et|y|ów|unu|um)?|koodi\p{L}{0,3}|kód\p{L}{0,3}|код(?:а|ом|у|ів|ы)?|κωδικ[όο][ςσν]?|sms\p{L}{0,3}|text message|texted|txt(?: msg)?|authenticator|2fa|whatsapp|voicemail|mailbox|keypad|lockbox|digicode|tan|otp|קוד|कोड)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}]| (?:postal|promo|barres?|produit|article|erreur|client|de réduction|de descuento|postale|fiscale|sconto|di sconto|prodotto|rabatowy|pocztowy|błędu|de desconto|ошибки|товара|poștal|produkt))|كود|رمز|(?:验证|驗證|动态|短信)?码|コード|코드|인증/giu;

/** A message, a login, a code that does not work. */
const TALK_OF_CODES =
  /sms|(?<!\p{L})(?:text(?:ed)?|txt|messages?|msg|got|receiv\p{L}*|sent me|whatsapp)(?!\p{L})|verif|bestätig|einmal|one[- ]?time|recovery|backup|log-?in|anmeld|expired|abgelaufen|bekomm|erhalt|geschickt|reçu|envoy|lleg|recib|ricev|cheg|receb|kreeg|ontv|dosta[łl]|przysz|otrzyma|(?<!\p{L})(?:fik|fick|fått|fikk|kam|tuli|kom)(?!\p{L})|sain|saapui|přiš|prišiel|kaptam|kapt|jött|primit|venit|ήρθε|έλαβα|μου|geldi|gelen|пришёл|пришел|прийшов|получил|отримав|смс|קיבלתי|הגיע|وصل|التحقق|मिला|आया|收到|短信|验证|届い|来|왔|받|bestäm/iu;

const DIGIT_WORDS =
  'digits?|numbers?|chiffres?|cifre|cifras?|números?|cijfers?|ziffern?|zahlen|siffror(?:na)?|siffer|sifre|sifrene|tal|cyfry|cyfr|číslice|čísla|číslic|rakam(?:ı|lar)?|numeroa|szám(?:jegy)?\\p{L}{0,3}|cifre|cifra|ψηφία|цифр\\p{L}{0,2}|ספרות|أرقام|ارقام|अंक';
const BACK_WORDS =
  'back|behind|rear|signature|dos|verso|derrière|dietro|retro|atrás|detrás|reverso|dorso|trás|achter\\p{L}{0,4}|rück\\p{L}*|hinten|dahinter|bagp[åa]|bagsid\\p{L}*|baksid\\p{L}*|bakpå|baksiden|tyłu|tyle|odwrocie|zadní\\p{L}*|zadu|vzadu|arka\\p{L}*|takana|kääntöpuol\\p{L}*|hát\\p{L}{0,4}|spate|πίσω|оборот\\p{L}*|сзади|ззаду|звороті|מאחור|גב|الخلف|خلف|ظهر|पीछे';
/** The three digits on the back of a card, which many do not know the name of. */
const THREE_DIGITS = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${DIGIT_WORDS})(?: \p{L}{1,12}){0,3}? (?:${BACK_WORDS})|(?:${BACK_WORDS})(?: \p{L}{1,12}){0,3}? (?:${DIGIT_WORDS}))(?!\p{L})|(?:背面|裏面?|后面|後面|뒷면|뒤)[^\n\d]{0,8}(?:位|数字|桁|自리|자리|숫자)[^\n\d]{0,3}`,
  'giu',
);

/** Words and signs in front of numbers that are no codes. */
const NO_CODE_BEFORE =
  /(?:[€$£¥#№]|(?<!\p{L})(?:nr|no|num|n°|nº|č|order|orders|bestell\p{L}*|auftrag|ticket|case|ref|reference|version|ver|build|invoice|rechnung|faktura|facture|factura|pedido|commande|ordine|zamówieni\p{L}*|error|status|fehler\p{L}*|imei|sn|article|artikel|item|since|seit|depuis|desde|dal|until|bis|year|tel|phone|telefon|zip|plz|exp|gültig|valid|room|zimmer|gate|platform|line|rfc|iso|http|port|article number|order number|customer|kunden\p{L}*|id|iphone|windows|galaxy|over|about|ca|approx|step|flight|train|bus|flat|apartment|house|floor|street|straße|str|visitor|user|ssid|voucher|gutschein|from order|sum|total))[.:°]?(?: ?(?:no|nr|number|nummer|is|ist|id))?[.:#]? ?#?$/iu;
/** Words and signs behind them. */
const NO_CODE_BEHIND =
  /^[ -]?(?:€|\$|£|¥|%|(?:eur|euros?|usd|gbp|chf|kr|sek|nok|dkk|zł|pln|huf|ft|lei|czk|kč|rub|руб|tl|try|km|kg|g|m|ml|cm|mm|mb|gb|px|min|mins|minutes?|minuten|hours?|stunden|h|uhr|am|pm|days?|tagen?|tage|jours?|días?|giorni|dias?|dagen|dni|dager|dagar|weeks?|months?|years?|seconds?|sec|secs|times|mal|x|attempts?|tries|digits?|characters?|chars?|letters|stellig\p{L}*|stellen|ziffern|zeichen|people|persons?|items?|pcs|stück|points?|punkte|users?|error|errors)(?!\p{L}))/iu;

/** The reach of a word for codes, in characters of a sentence. */
const REACH = 40;
const MAX_SENTENCE_LENGTH = 240;

/** Three to ten digits in any groups that a message or a person makes. */
const DIGITS =
  /(?<![\p{Script=Latin}\p{N}#@_=/&%$€£+-]|\d[.,:])\d(?:[ \-–]?\d){2,9}(?![\p{Script=Latin}\p{N}_@%€£$/]|[.,:–-]\d)/gu;
const MIXED =
  /(?<![\p{L}\p{N}-])(?=[A-Z\d -]{0,9}\d)(?=[\d -]{0,9}[A-Z])[A-Z\d]{3,5}[ -][A-Z\d]{3,5}(?:-[A-Z\d]{3,5}){0,3}(?![\p{L}\p{N}-])/gu;
const YEAR_OR_DATE = /^(?:19|20)\d\d$|^\d{1,2}[.-]\d{1,2}[.-](?:\d{2}|\d{4})$|^(?:19|20)\d\d-\d\d(?:-\d\d)?$/;
const END_OF_SENTENCE = /[\n!?。！？]|[.;] /;

/** Codes that stand in the sentence of a word for them, before it or after it. */
export function codesNearWordsIn(text: string, announcements: readonly Announcement[]): Finding[] {
  const strong = announcements.filter(({ kind }) => kind === 'code');
  const weak = matchesIn(WEAK_CODE_WORDS, text).map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const three = matchesIn(THREE_DIGITS, text).map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  if (strong.length + weak.length + three.length === 0) return [];
  const found: Finding[] = [];
  const [nearStrong, nearWeak, nearThree] = [nearest(strong), nearest(weak), nearest(three)];
  for (const expression of [DIGITS, MIXED]) {
    nearStrong.restart();
    nearWeak.restart();
    nearThree.restart();
    for (const { 0: value, index } of matchesIn(expression, text)) {
      const end = index + value.length;
      const place = { text, start: index, end };
      const isStrong = nearStrong.reaches(place);
      const isWeak = nearWeak.reaches(place);
      const isThree = nearThree.reaches(place);
      if (!isStrong && !isWeak && !isThree) continue;
      if (isCode({ ...place, value, isStrong, isWeak, isThree }))
        found.push({ kind: 'secret', start: index, end, value });
    }
  }
  return found;
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Candidate extends Place {
  readonly value: string;
  readonly isStrong: boolean;
  readonly isWeak: boolean;
  readonly isThree: boolean;
}

function isCode({ text, start, end, value, isStrong, isWeak, isThree }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const behind = text.slice(end, end + 24);
  const digits = value.replaceAll(/\D/g, '').length;
  if (NO_CODE_BEHIND.test(behind) || NO_CODE_BEFORE.test(before)) return false;
  const isDirect = DIRECT.test(before);
  if (YEAR_OR_DATE.test(value) && !(isStrong && isDirect)) return false;
  if (/\p{L}/u.test(value)) return isDirect;
  if (isThree && digits <= 4 && !/\D/.test(value)) return true;
  if (isStrong && (isDirect || [4, 6].includes(digits) || /\D/.test(value))) return digits <= 8 || isDirect;
  if (!isWeak || ![4, 6, 8].includes(digits)) return false;
  return TALK_OF_CODES.test(sentenceAround(text, start, end));
}

/** The end of a text that a code follows directly: the word for it, a colon, "is". */
const DIRECT = /(?:\p{L}|[:=]|["'“„«])\s{0,2}$/u;

const PART = new RegExp(`[\\n${FILLER}]|[.!?] `);
const LINE = new RegExp(`[\\n${FILLER}]`);

function sentenceAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - MAX_SENTENCE_LENGTH), start)
      .split(PART)
      .at(-1) ?? '';
  const [behind = ''] = text.slice(end, end + MAX_SENTENCE_LENGTH).split(LINE, 1);
  return `${before} ${behind}`;
}

interface Nearest {
  restart(): void;
  /** Whether a word is near a place, in its sentence. Places are asked for in order. */
  reaches(place: Place): boolean;
}

function nearest(words: readonly { readonly start: number; readonly end: number }[]): Nearest {
  let next = 0;
  return {
    restart: () => {
      next = 0;
    },
    reaches: ({ text, start, end }) => {
      while (next < words.length && (words[next]?.start ?? 0) < start) next += 1;
      const before = words[next - 1];
      const behind = words[next];
      return (
        (before !== undefined &&
          before.end <= start &&
          isNear(text, before.end, start) &&
          !/[,;(]/.test(text.slice(before.end, start))) ||
        (behind !== undefined && behind.start >= end && isNear(text, end, behind.start))
      );
    },
  };
}

function isNear(text: string, from: number, until: number): boolean {
  if (until - from > REACH) return false;
  const between = text.slice(from, until);
  return (
    /^[:=]?\s*$/.test(between) || (!END_OF_SENTENCE.test(between.replace(/^[.?!:] ?/, '')) && !between.includes(FILLER))
  );
}
