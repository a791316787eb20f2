import { expect, test } from 'vitest';
import { hitsIn, hitWords } from './estimates.ts';

test('the truth lies in the interval, nearly always', async () => {
  const hits = await hitsIn(Array.from({ length: 5 }, (_, index) => 1 + index));
  // 95 of 100 are promised; of so few worlds, one miss is no proof against it.
  for (const count of [hits.firstResponse, hits.response, hits.dropped]) {
    expect(count, hitWords(hits)).toBeGreaterThanOrEqual(4);
  }
});
