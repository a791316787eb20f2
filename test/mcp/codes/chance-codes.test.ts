import { expect, test } from 'vitest';
import { judgeDesk, noVerdicts, verdictWords } from './chance-codes.ts';

test(
  'of a few desks by chance nothing is settled wrong, and more is told than left open',
  { timeout: 60_000 },
  async () => {
    const verdicts = noVerdicts();
    for (const seed of [1, 2, 3, 4, 5, 6]) await judgeDesk(seed, verdicts);
    expect(verdicts.wronglySettled, verdictWords(verdicts)).toEqual([]);
    expect(verdicts.wronglyLikely, verdictWords(verdicts)).toEqual([]);
    expect(verdicts.settled + verdicts.likely).toBeGreaterThan(verdicts.open);
  },
);
