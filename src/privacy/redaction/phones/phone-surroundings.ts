import { MIN_PHONE_DIGITS } from '../../../model/person.ts';
import { isBeginningOfIdentifier, isRestOfIdentifier } from '../numbers/glued-words.ts';
import { numberWordBefore } from '../numbers/number-words.ts';

/** The reach of a word for phones, back from the number, in characters. */
const CONTEXT = 24;

const LETTER = String.raw`[\p{Script=Latin}\p{M}]`;
/** `ring+46…`, `Anna:+46…`; but the name of an email address may have a plus sign in it: `a+46…@`. */
const BEFORE_PLUS = new RegExp(String.raw`(?:${LETTER}{2}|[^\p{Script=Latin}\p{N}_@])$`, 'u');
const AFTER_SIGN = new RegExp(String.raw`(?:${LETTER}[./-]|[\p{N}_#§$€£¥@=]|[\p{N}_/?&][-_./:,])$`, 'u');
const AFTER_LETTER = new RegExp(`${LETTER}$`, 'u');
const GLUED_WORD = /(?<![\p{L}\p{N}])\p{L}{2,}$/u;
const SIGNS_OF_LABELS = /[#=:/.-]$/;
const NUMBER_SIGN = /(?<!\p{L})(?:(?:no|n)\.|(?:nr|num)\.?)$/iu;

/**
 * Whether what stands right before digits makes them a part of something else: `ORD-0301234567`, `a716-44665544`,
 * `#0301234567`, `1:0301234567`. Not behind a word for phones: `cell#…`, `tel=…`, `wa.me/…`.
 * @param start where the digits begin, with their plus sign or parenthesis
 * @param behind the end of the phone number before, which only a sign may part from this one
 */
export function isPartOfOther(text: string, start: number, behind: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  if (behind > 0 && start - behind <= 1) return false;
  if (text[start] === '+' && BEFORE_PLUS.test(before)) return false;
  const isAfterLetter = AFTER_LETTER.test(before);
  if (!isAfterLetter && !AFTER_SIGN.test(before)) return false;
  // Of letters right before it, only the word that they are can say that it is one.
  const words = isAfterLetter ? GLUED_WORD.exec(before)?.[0] : SIGNS_OF_LABELS.test(before) ? before : undefined;
  if (words !== undefined && (numberWordBefore(words)?.kind === 'phone' || NUMBER_SIGN.test(before))) return false;
  // Behind letters, only what is dialled to go abroad is no identifier.
  return !isAfterLetter || !/^00[1-9]/.test(text.slice(start, start + 3)) || isRestOfIdentifier(text, start, false);
}

const EXTENSION = /^(?:x|ext|app|dw)\.? ?\d{1,5}(?![\p{L}\p{N}])/iu;
/** A sign that stands between two numbers only, and enough digits for another one. */
const ANOTHER = new RegExp(String.raw`^[/,;|] ?\+?(?:[ ()-]?\d){${MIN_PHONE_DIGITS}}`);

/** Whether something else goes on right behind a number: letters, a percentage, a decimal part. */
export function goesOn(text: string, end: number): boolean {
  const behind = text.slice(end, end + 2);
  if (/^[%°_]/.test(behind)) return true;
  if (/^[\p{Script=Latin}\p{N}]/u.test(behind)) {
    return isBeginningOfIdentifier(text, end) && !EXTENSION.test(text.slice(end, end + 12));
  }
  if (/^[-.][\p{Script=Latin}_]/u.test(behind)) return isBeginningOfIdentifier(text, end + 1);
  return /^[-.,:/]\p{N}/u.test(behind) && !ANOTHER.test(text.slice(end, end + 24));
}
