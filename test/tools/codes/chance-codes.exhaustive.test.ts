import { expect, test } from 'vitest';
import { judgeDesk, noVerdicts, verdictWords } from './chance-codes.ts';

const DESKS = 200;

test('of 200 desks by chance nothing is settled wrong, and at most 2 of 100 likely meanings are', async () => {
  const verdicts = noVerdicts();
  for (let seed = 1; seed <= DESKS; seed += 1) {
    await judgeDesk(seed, verdicts);
    if (seed % 20 === 0) process.stdout.write(`${seed} desks: ${verdictWords(verdicts)}\n`);
  }
  process.stdout.write(`Codes of ${DESKS} desks by chance\n${verdictWords(verdicts)}\n`);
  expect(verdicts.wronglySettled).toEqual([]);
  expect(verdicts.wronglyLikely.length).toBeLessThanOrEqual(0.02 * verdicts.likely);
});
