/** Whole marks of redaction. */
export const MARK = /\[(?:(?:email|phone|ip)(?: (?:of visitor-)?[a-z0-9]{8})?|card|iban|secret)\]/g;

const HALF_MARK =
  /\[[a-z\d -]*(?:…|$)|\[(?:email|phone|ip|iban|card|secret)\b.{0,30}|\[\*\*.{0,20}|.{0,10}visitor-[a-z\d*]*\]/g;

/** Marks in a text that are not whole: cut, or with something in between. */
export function brokenMarksIn(text: string): string[] {
  return text.replaceAll(MARK, ' ').match(HALF_MARK) ?? [];
}

/** The number of characters of an address that may come out: its first ones say nothing. */
const HARMLESS = 3;

/** The parts of an address in a text that are longer than what is harmless. Each part of it has to be like no other word. */
export function partsIn(text: string, address: string): string[] {
  const parts = partsOf.get(address) ?? partsOfAddress(address);
  partsOf.set(address, parts);
  const found = text.replaceAll(MARK, ' ').match(parts) ?? [];
  return [...new Set(found)];
}

const partsOf = new Map<string, RegExp>();

/** Finds where a part of it stands. */
function partsOfAddress(address: string): RegExp {
  const length = HARMLESS + 1;
  const parts = Array.from({ length: address.length - length + 1 }, (_, at) => address.slice(at, at + length));
  return new RegExp([...new Set(parts)].map((part) => part.replaceAll('.', String.raw`\.`)).join('|'), 'g');
}
