import { expect } from 'vitest';
import { Foreign, textOf } from '../../src/model/foreign.ts';

// Two texts of strangers are equal where they are to the letter, and to a string that a test expects: without this, all would be.
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    one instanceof Foreign || other instanceof Foreign ? opened(one) === opened(other) : undefined,
]);

function opened(value: unknown): unknown {
  return value instanceof Foreign ? textOf(value) : value;
}
