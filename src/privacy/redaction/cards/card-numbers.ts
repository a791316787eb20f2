const LONG = [19, 18, 17, 16] as const;
const MAX_PREFIX_LENGTH = 6;

/** The digits of the shortest cards that are still about. */
export const MIN_DIGITS = 13;

/** Ranges of issuers, as first digits, and the lengths of their cards, the longest first (ISO/IEC 7812, the schemes' lists). */
const ISSUERS: readonly { readonly from: string; readonly to: string; readonly lengths: readonly number[] }[] = [
  { from: '4', to: '4', lengths: [19, 16, 13] }, // Visa
  { from: '51', to: '55', lengths: [16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16] },
  { from: '34', to: '34', lengths: [15] }, // American Express
  { from: '37', to: '37', lengths: [15] },
  { from: '300', to: '305', lengths: [19, 16, 14] }, // Diners Club
  { from: '36', to: '36', lengths: [19, 16, 14] },
  { from: '38', to: '39', lengths: [19, 16, 14] },
  { from: '3528', to: '3589', lengths: LONG }, // JCB
  { from: '6011', to: '6011', lengths: LONG }, // Discover
  { from: '644', to: '659', lengths: LONG },
  { from: '62', to: '62', lengths: LONG }, // UnionPay
  { from: '81', to: '81', lengths: LONG },
  { from: '2200', to: '2204', lengths: LONG }, // Mir
  { from: '5018', to: '5038', lengths: LONG }, // Maestro, Dankort
  { from: '5893', to: '5893', lengths: LONG },
  { from: '6304', to: '6304', lengths: LONG },
  { from: '6759', to: '6763', lengths: LONG },
  { from: '506', to: '509', lengths: [16] }, // Elo, RuPay
  { from: '504175', to: '504175', lengths: [16] },
  { from: '627780', to: '627780', lengths: [16] },
  { from: '636297', to: '636297', lengths: [16] },
  { from: '636368', to: '636368', lengths: [16] },
  { from: '60', to: '60', lengths: [16] },
  { from: '82', to: '82', lengths: [16] },
  { from: '9792', to: '9792', lengths: [16] }, // Troy
];

const BY_FIRST_DIGIT = Map.groupBy(ISSUERS, ({ from }) => from.slice(0, 1));

/** Returns the lengths of the cards whose number begins at a digit, the longest first; none where no issuer's range begins. */
export function lengthsOfCardsAt(digits: string, first: number): readonly number[] {
  const prefix = digits.slice(first, first + MAX_PREFIX_LENGTH);
  for (const { from, to, lengths } of BY_FIRST_DIGIT.get(prefix.slice(0, 1)) ?? []) {
    const begins = prefix.slice(0, from.length);
    if (begins >= from && begins <= to) return lengths;
  }
  return [];
}

/** The Luhn formula. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** Whether it is an article number of 13 digits (GTIN), too, by its own check digit; cards of 13 digits are next to extinct. */
export function isArticle(digits: string): boolean {
  if (digits.length !== 13) return false;
  const sum = Array.from(digits, (digit, index) => Number(digit) * (index % 2 === 1 ? 3 : 1));
  return sum.reduce((one, other) => one + other, 0) % 10 === 0;
}
