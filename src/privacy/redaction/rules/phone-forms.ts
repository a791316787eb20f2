/** Two digits that may be a day, a month, a year. */
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
/** Digits that begin with a date or a range of years; `06.12.10.11.12` does not. */
const DATE = new RegExp(
  String.raw`^\D{0,2}(?:(?:${DAY}([./-]) ?${MONTH}|${MONTH}([./-])${DAY})(?:[./-] ?)(?:\d{4}(?!\d)|\d{2}(?!\d|[./-]\d\d[./-]\d\d$))|(?:19|20)\d\d([./-])${MONTH}\3${DAY}(?!\d)|(?:19|20)\d\d ?[-/] ?(?:19|20)?\d\d(?!\d))`,
);
/** `126.0.5060.155`: nobody writes a single digit of a phone number between dots. */
const VERSION = /\.\d\.\d/;
/** `0.17012345678`, `415.5552671`: a decimal fraction, unlike `0170.1234567`. */
const FRACTION = /^(?:0|[1-9]\d*)\.\d{5,}$/;

/** The forms of phones in which hardly anything else is written: as in North America, in France, with a trunk prefix. */
const CLEAR_FORM =
  /^(?:0[1-9]\d{8,9}|\([2-9]\d\d\) ?\d{3}[-. ]\d{4}|(?:1[-.])?[2-9]\d\d([-.])[2-9]\d\d\1\d{4}|0[1-9](?:([ .-])\d\d)(?:\2\d\d){3}|(?=(?:\D*\d){9,12}$)\(?0[1-9]\d{1,4}\)?(?: | ?\/ ?)\d{2}[\d /-]*)$/;

/** Whether digits begin as a date does. */
export function beginsWithDate(written: string): boolean {
  return DATE.test(written);
}

/** Whether a number is written as dates and versions are. */
export function isDateOrVersion(written: string): boolean {
  return DATE.test(written) || VERSION.test(written);
}

export function isFraction(written: string): boolean {
  return FRACTION.test(written);
}

/** Whether a number is written as phone numbers are, and next to nothing else. */
export function isClearForm(written: string): boolean {
  return CLEAR_FORM.test(written);
}

/** The steps between sizes of clothes and shoes are not longer. */
const MAX_STEP = 4;
/** Draws have five numbers or more, up to fifty; pairs of a phone number go beyond sooner or later. */
const MIN_DRAWN = 5;
const HIGHEST_DRAWN = 50;

/** `36 38 40 42`, `02 14 23 31 45`: sizes, or the numbers of a draw. */
export function areSizesOrDraw(written: string): boolean {
  if (!/^\d\d(?:[ .,/-]\d\d){3,}$/.test(written)) return false;
  const pairs = written.split(/\D/).map(Number);
  const steps = pairs.slice(1).map((pair, index) => pair - (pairs[index] ?? 0));
  if (steps.some((step) => step <= 0)) return false;
  return steps.every((step) => step <= MAX_STEP) || (pairs.length >= MIN_DRAWN && (pairs.at(-1) ?? 0) <= HIGHEST_DRAWN);
}
