import { z } from 'zod';
import rows from './issuers.json' with { type: 'json' };

/** Ranges of issuers, as first digits, and the lengths of their cards, the longest first (ISO/IEC 7812, the schemes' lists). */
const ISSUERS = Map.groupBy(
  z.array(z.tuple([z.string(), z.string(), z.array(z.number()), z.string()])).parse(rows),
  ([from]) => from.charAt(0),
);

/** The lengths of cards that begin with these digits, the longest first; none where no issuer's range begins. */
export function lengthsOfCards(digits: string): readonly number[] {
  const issuer = ISSUERS.get(digits.charAt(0))?.find(([from, to]) => {
    const begins = digits.slice(0, from.length);
    return begins >= from && begins <= to;
  });
  return issuer?.[2] ?? [];
}

/** The Luhn formula. */
export function hasCheckDigit(digits: string): boolean {
  const sum = sumOf(digits, 2, (product) => (product > 9 ? product - 9 : product));
  return sum % 10 === 0;
}

/** Whether it is an article number of 13 digits (GTIN), too, by its own check digit. */
export function isArticle(digits: string): boolean {
  return digits.length === 13 && sumOf(digits, 3, (product) => product) % 10 === 0;
}

/** The sum of digits from the right, every second one with a weight. */
function sumOf(digits: string, weight: number, reduced: (product: number) => number): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    sum += index % 2 === 1 ? reduced(digit * weight) : digit;
  }
  return sum;
}
