// When two emails, phones or names are the same person's: those of visitors, of authors, and whatever a caller asks by.

/** RFC 5321, section 4.5.3.1. */
const MAX_EMAIL_LENGTH = 254;

/** An email in the form that is the same for each way to write it; undefined for what is no email, such as a placeholder. */
export function emailIdentity(email: string | undefined): string | undefined {
  const plain = email?.trim().toLowerCase() ?? '';
  return plain.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+$/.test(plain) ? plain : undefined;
}

/** A name in the form that is the same for each way to write it; undefined for an empty one. */
export function nameIdentity(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase().replaceAll(/\s+/g, ' ') ?? '';
  return plain === '' ? undefined : plain;
}

/** The fewest characters that match a part of a name: fewer would be in nearly every name, and match a whole one only. */
export const MIN_NAME_PART = 3;

/** The fewest digits of a phone with its country's code: fewer are an extension, an id, or a placeholder such as `123456`. */
export const MIN_PHONE_DIGITS = 7;
/** E.164 allows 15; a prefix to dial abroad and a trunk prefix come on top. */
const MAX_PHONE_DIGITS = 20;

/** Returns the digits of a phone without the zeros to dial in front of it; undefined for too few or too many digits. */
export function phoneDigits(phone: string): string | undefined {
  const written = phone.replaceAll('(0)', '').replaceAll(/\D/g, '');
  const digits = written.replace(/^0+/, '');
  // One of the fewest may be the zero of a trunk prefix; more zeros are a placeholder.
  const isEnough = written.length >= MIN_PHONE_DIGITS && digits.length >= MIN_PHONE_DIGITS - 1;
  return isEnough && written.length <= MAX_PHONE_DIGITS ? digits : undefined;
}

/** The digits that tell a number: fewer are written without the code of an area. */
const IDENTITY_DIGITS = 8;

/**
 * The last digits of a phone number, which are the same with and without its country's code: two ways to write one number
 * have the same. So may two numbers, but seldom.
 * @param digits those of the number, with or without its trunk prefix
 */
export function phoneIdentity(digits: string): string {
  return digits.replace(/^0+/, '').slice(-IDENTITY_DIGITS);
}

/** A country's code, and the zero that some countries keep behind it. */
const COUNTRY_CODE = /^[1-9]\d{0,2}0?$/;

/** Whether two phone numbers are the same, each with or without its prefixes and its country's code. */
export function isSamePhone(one: string, other: string): boolean {
  const [oneDigits, otherDigits] = [phoneDigits(one), phoneDigits(other)];
  if (oneDigits === undefined || otherDigits === undefined) return false;
  return oneDigits === otherDigits || isNationalOf(oneDigits, otherDigits) || isNationalOf(otherDigits, oneDigits);
}

function isNationalOf(national: string, international: string): boolean {
  return (
    national.length >= IDENTITY_DIGITS &&
    international.endsWith(national) &&
    COUNTRY_CODE.test(international.slice(0, -national.length))
  );
}
