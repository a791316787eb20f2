import { expect, test } from 'vitest';
import { judgeDesk, noVerdicts, verdictWords } from './chance-codes.ts';

test('of a few desks by chance nothing is told wrong, and half of the values are told', async () => {
  const verdicts = noVerdicts();
  for (const seed of [4, 7, 8, 12]) await judgeDesk(seed, verdicts);
  const words = verdictWords(verdicts);
  expect(verdicts.wronglySettled, words).toEqual([]);
  expect(verdicts.wronglyLikely, words).toEqual([]);
  expect(verdicts.settled + verdicts.likely, words).toBeGreaterThan(verdicts.open);
});
