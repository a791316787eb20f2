// The boundaries around untrusted text, as a reader of an answer sees them: written without the code under test.

const BOUNDARY = /^<untrusted (\d{9})>\n([^]*?)\n<\/untrusted \1>$/gm;

/** The parts of a text outside of its boundaries. */
export function outsideBoundaries(text: string): string {
  return text.replaceAll(BOUNDARY, '');
}

/** A text without the marks of its boundaries. */
export function withoutBoundaries(text: string): string {
  return text.replaceAll(BOUNDARY, '$2');
}

/** Data without the boundaries in its strings: what programs compare. */
export function plainData(data: unknown): unknown {
  if (typeof data === 'string') return withoutBoundaries(data);
  if (Array.isArray(data)) return data.map(plainData);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plainData(value)]));
}
