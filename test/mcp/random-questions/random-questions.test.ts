import { assert, asyncProperty } from 'fast-check';
import { describe, test } from 'vitest';
import { ENGINE } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';
import { smallWorld, startDesk } from '../desk.ts';
import { questionsAbout } from '../../oracle/random-questions.ts';
import { check } from './random-questions.ts';

// Every number that the tools say of a world is the world's own. More worlds and more questions: the exhaustive test.

/** Each takes some hundredths of a second, and longer on PostgreSQL. */
const USUAL = ENGINE === 'postgres' ? 6 : 15;

describe('random questions, each number of each answer held against the world', () => {
  test.each([
    ['on a Wednesday afternoon', Date.UTC(2026, 10, 18, 15, 30), 1, 150],
    ['two days after clocks went forward in Berlin', Date.UTC(2026, 2, 31, 22, 50), 2, 100],
    ['on the day after clocks went back in New York', Date.UTC(2026, 10, 2, 4, 40), 3, 100],
    ['as clocks change on Lord Howe Island and the Chatham Islands', Date.UTC(2026, 3, 5, 12, 5), 4, 75],
  ])('%s', async (_name, now, seed, numRuns) => {
    await using desk = await startDesk(smallWorld(seed, now));
    await assert(
      asyncProperty(questionsAbout(desk.service.world), (question) => check(desk, question)),
      { numRuns: runs(numRuns, USUAL), seed },
    );
  });
});
