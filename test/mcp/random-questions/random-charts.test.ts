import { assert, asyncProperty } from 'fast-check';
import { describe, test } from 'vitest';
import { runs } from '../../support/runs.ts';
import { smallWorld } from '../desk.ts';
import { chartQuestionsAbout } from '../../oracle/random-questions.ts';
import { checkChart, startChartDesk } from './random-charts.ts';

// Every number of a picture is that of the answer, and the world's own.

/** Each takes some hundredths of a second. */
const MOST = 6;

describe('random questions, each number of each picture held against the answer and the world', () => {
  test.each([
    ['on a Wednesday afternoon', Date.UTC(2026, 10, 18, 15, 30), 1, 150],
    ['two days after clocks went forward in Berlin', Date.UTC(2026, 2, 31, 22, 50), 2, 100],
    ['on the day after clocks went back in New York', Date.UTC(2026, 10, 2, 4, 40), 3, 100],
    ['as clocks change on Lord Howe Island and the Chatham Islands', Date.UTC(2026, 3, 5, 12, 5), 4, 75],
  ])('%s', async (_name, now, seed, numRuns) => {
    await using charts = await startChartDesk(smallWorld(seed, now));
    await assert(
      asyncProperty(chartQuestionsAbout(charts.desk.service.world), (question) => checkChart(charts, question)),
      { numRuns: runs(numRuns, MOST), seed },
    );
  });
});
