import { expect, test } from 'vitest';
import { hitsIn, hitWords } from './estimates.ts';

const WORLDS = 1000;

test('the truth lies in the interval at least 93 times of 100', async () => {
  const hits = await hitsIn(Array.from({ length: WORLDS }, (_, index) => 1 + index));
  process.stdout.write(`Truth in the 95 % interval: ${hitWords(hits)}\n`);
  for (const count of [hits.firstResponse, hits.response, hits.dropped]) {
    expect(count).toBeGreaterThanOrEqual(0.93 * WORLDS);
  }
});
