import { assert, double, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { spanText } from '../../../src/model/words/duration.ts';
import { spanWords } from '../../../src/views/words.ts';

test('a length of time is told in the words of the answers', () => {
  const seconds = oneof(...[100, 4000, 100_000, 10_000_000].map((max) => double({ min: 0, max, noNaN: true })));
  assert(
    property(seconds, (length) => {
      expect(spanWords(length)).toBe(spanText(length));
    }),
  );
});
