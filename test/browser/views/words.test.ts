import { assert, double, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { durationText } from '../../../src/model/words/duration.ts';
import { durationWords, TIED } from '../../../src/views/shared/words.ts';

test('a length of time is told in the words of the answers', () => {
  const seconds = oneof(...[100, 4000, 100_000, 10_000_000].map((max) => double({ min: 0, max, noNaN: true })));
  assert(
    property(seconds, (length) => {
      expect(durationWords(length).replaceAll(TIED, ' ')).toBe(durationText(length));
    }),
  );
});
