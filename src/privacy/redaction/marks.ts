/** The source of an expression for a mark that an answer has in place of what was found. */
export const MARK = String.raw`\[(?:(?:email|phone|ip)(?: of visitor-| )[a-z0-9]{8}|card|iban|secret)\]`;

// Where lines are joined, a line break becomes the space of a mark.
const EVERY_MARK = new RegExp(MARK.replaceAll(' ', String.raw`\s+`), 'g');

/** Where a text has marks, in order. */
export function marksIn(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes('[')) return [];
  return Array.from(text.matchAll(EVERY_MARK), ({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
}
