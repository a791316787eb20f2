/** Fewer are written without the code of an area. */
const DIGITS = 8;

/**
 * What a phone number's pseudonym is made of: its last digits, which are the same with and without the codes of its
 * country. Whoever is told the same number without the country sees the same person.
 * @param national the national number, with or without its trunk prefix
 */
export function phoneIdentity(national: string): string {
  return national.replace(/^0+/, '').slice(-DIGITS);
}
