import { LeftOut } from './left-out.ts';

/** A text as detectors read it, and the way back to the original. */
export interface Folded {
  readonly text: string;
  /** The place in the original of a place in the folded text. */
  readonly originalOf: (index: number) => number;
}

const ASCII = /^[\0-\x7F]*$/;

/**
 * Characters that people write in place of ASCII digits, letters, dashes and spaces, and those that may stand unseen between
 * them: digits of every script, full width, mathematical and circled forms, keycaps, joiners.
 */
const FOREIGN =
  /[\p{Nd}--[0-9]]|[\p{Zs}--[ ]]|[\p{Pd}--[\-]]|[\uFF01-\uFF5E\uFE50-\uFE6B\u2212\u2043\u02D7\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089\u2460-\u2468\u24B6-\u24EA\u{1D400}-\u{1D7FF}]|\u200C|\u200D|\u20E3|[\uFE00-\uFE0F]/gv;

/** By character: as many as `FOREIGN` has at most. */
const foldedCharacters = new Map<string, string>();

function foldedCharacter(character: string): string {
  const kept = foldedCharacters.get(character) ?? foldCharacter(character);
  foldedCharacters.set(character, kept);
  return kept;
}

function foldCharacter(character: string): string {
  if (/^\p{Nd}$/u.test(character)) return String(digitOf(character));
  if (/^\p{Zs}$/u.test(character)) return ' ';
  if (/^[\p{Pd}\u2212\u2043\u02D7]$/u.test(character)) return '-';
  if (/^(?:\u200C|\u200D|\u20E3|[\uFE00-\uFE0F])$/u.test(character)) return '';
  const plain = character.normalize('NFKC');
  return /^[\0-\x7F]$/.test(plain) ? plain : character;
}

/** Unicode has the digits of a script in one row from zero to nine; mathematical digits are five rows without a gap. */
function digitOf(digit: string): number {
  const plain = digit.normalize('NFKC');
  if (/^\d$/.test(plain)) return Number(plain);
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** A letter of its own among others that are not circled stands for the sign of addresses. */
const LONE_CIRCLED_A = /(?<![\u24B6-\u24E9])\u24D0(?![\u24B6-\u24E9])/g;

/** Signs as links have them: `%20`, `%2B`, `%40`. */
const IN_LINKS = /%(?:2[0-9a-f]|3[a-f]|40|5[b-f])/gi;

/** Folds what looks or reads the same to ASCII, and what links have in place of signs. Linear in the text. */
export function fold(text: string): Folded {
  if (ASCII.test(text)) return decoded({ text, originalOf: (index) => index });
  const leftOut = new LeftOut();
  const plain = text.replaceAll(LONE_CIRCLED_A, '@').replaceAll(FOREIGN, (character, index: number) => {
    const replacement = foldedCharacter(character);
    const shorter = character.length - replacement.length;
    if (shorter > 0) leftOut.at(index - leftOut.length + replacement.length, shorter);
    return replacement;
  });
  return decoded({ text: plain, originalOf: (index) => index + leftOut.upTo(index) });
}

function decoded({ text, originalOf }: Folded): Folded {
  if (!text.includes('%')) return { text, originalOf };
  const leftOut = new LeftOut();
  const plain = text.replaceAll(IN_LINKS, (code, index: number) => {
    leftOut.at(index - leftOut.length + 1, code.length - 1);
    return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
  return { text: plain, originalOf: (index) => originalOf(index + leftOut.upTo(index)) };
}
