import { lastMatch } from '../matches.ts';
import {
  JOINED_OTHERS,
  JOINED_PHONES,
  OTHER_BEGINNINGS,
  OTHERS,
  PHONE_BEGINNINGS,
  PHONES,
} from './number-vocabulary.ts';

const WORDS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<phone>(?:${PHONE_BEGINNINGS.join('|')})\p{L}*|(?:${PHONES.join('|')})(?!\p{L}))|(?:${OTHER_BEGINNINGS.join('|')})\p{L}*|(?:${OTHERS.join('|')})(?!\p{L}))|(?<number>(?:telefon|telefoon|handy|mobil|ruf)(?:nummer|nr))|(?<joined>${JOINED_PHONES})|${JOINED_OTHERS}`,
  'giu',
);

/** Words without a meaning of their own between the word for a number and the number. */
const NOTHING_BETWEEN =
  /^(?:[\s:=#.()º°-]|n[º°]|(?:number|nummer|numéro|número|numero|numer|code|id|no|nr|num|n|is|was|ist|war|lautet|est|es|era|è|é|luidt|to|jest|er|with|the|mit|der|die|avec|le|la|con|el|il|com|o|a|met|het|z)(?!\p{L})|番号|号码?|號碼?|번호|नंबर|はが?|는|은|是|が|です|رقم|هو|هي){0,12}$/iu;

interface NumberWord {
  readonly kind: 'phone' | 'other';
  /** Nothing but such words as "number" and "is" stand between it and the number. */
  readonly isDirect: boolean;
}

const SENTENCE_END = /[!?。！？]\s|\.\s+\p{Lu}/u;

/** Between numbers mostly no word is, and looking for one is dear. */
const ANY_LETTER = /\p{L}/u;

/** What the last word before a number says it is. */
export function numberWordBefore(before: string): NumberWord | undefined {
  if (!ANY_LETTER.test(before)) return undefined;
  const last = lastMatch(WORDS, before);
  if (last === undefined) return undefined;
  const between = before.slice(last.index + last[0].length);
  const isPhone = isForPhone(last);
  // "It is ordered. You reach me at …": what one sentence speaks of is not what the next one counts.
  if (!isPhone && SENTENCE_END.test(between)) return undefined;
  return { kind: isPhone ? 'phone' : 'other', isDirect: NOTHING_BETWEEN.test(between) };
}

/** Words between a word for orders and a number that is still that of the order: `the serial on the unit is …`. */
const LITTLE_BETWEEN =
  /^(?:[?!] (?=(?:\p{L}+ )?(?:n[º°.r]|num|núm))|(?: (?!(?:use|using|take|try|with|via|from|nimm|nehm\p{L}*|mit|von|prenez|utilis\p{L}*|avec|us[aeo]n?|con|con|com|met|użyj|bruk|med)(?!\p{L}))[\p{L}'’]{1,15}){1,4}(?![\p{L}'’]|[.!?] ))? ?/iu;

/** Whether the words before a number say that it is that of an order, a parcel or the like. */
export function isCalledOther(before: string): boolean {
  if (!ANY_LETTER.test(before)) return false;
  const last = lastMatch(WORDS, before);
  if (last === undefined || isForPhone(last)) return false;
  const between = before.slice(last.index + last[0].length);
  return NOTHING_BETWEEN.test(between) || NOTHING_BETWEEN.test(between.replace(LITTLE_BETWEEN, ''));
}

function isForPhone({ groups }: RegExpExecArray): boolean {
  return (groups?.['phone'] ?? groups?.['number'] ?? groups?.['joined']) !== undefined;
}

/** `… is my order number`, `… (tracking number)`: what leads from a number to the words behind it. */
const LEADING_BACK =
  /^ ?(?:[(=–-] ?|(?:is|was|as|ist|war|als|est|es|era|è|é|to|jest|er|är) )(?:l['’]|(?:the|my|our|an?|die|der|das|meine?|unsere?|le|la|ma|mon|el|mi|il|mia|o|a|meu|minha|de|het|mijn|mój|moje?|min|mitt?) )?(?:\p{L}{2,10} (?:de|d'|du|di|da|do|of|van|der) ?)?/iu;

/** What the words behind a number say it is. */
export function numberWordBehind(behind: string): NumberWord['kind'] | undefined {
  const leading = LEADING_BACK.exec(behind)?.[0];
  if (leading === undefined) return undefined;
  WORDS.lastIndex = 0;
  const word = WORDS.exec(behind.slice(leading.length));
  if (word?.index !== 0) return undefined;
  return isForPhone(word) ? 'phone' : 'other';
}

/** The last sentence of what stands before a place. */
export function lastSentence(before: string): string {
  return before.split(SENTENCE_END).at(-1) ?? '';
}

/** The first sentence of what stands behind a place. */
export function firstSentence(behind: string): string {
  return behind.split(SENTENCE_END, 1)[0] ?? '';
}
