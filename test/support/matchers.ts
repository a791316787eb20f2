import { expect } from 'vitest';

// Vitest types its asymmetric matchers as `any`, which the linter does not let through.

/** Matches text that has this somewhere in it. */
export function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** Matches text that fits the pattern. */
export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Matches an array in which each of these objects is matched by one element, among any others. */
export function including(...objects: readonly object[]): unknown {
  return expect.arrayContaining(objects.map((object): unknown => expect.objectContaining({ ...object })));
}
