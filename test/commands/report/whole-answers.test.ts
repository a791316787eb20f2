import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineTool, READ_ONLY } from '../../../src/answers/tool.ts';
import { NotAnswered, WholeAnswers, type Loading } from '../../../src/commands/report/whole-answers.ts';
import { DeadlinePassed, InvalidArgument } from '../../../src/model/errors.ts';
import { sharedDesk } from '../../mcp/desk.ts';

// What a report waits for: an answer whose data say that they grow behind it, or a refusal of which asking again may help.

// The time that a report has does not end while an answer is on its way, however busy the machine is.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const desk = sharedDesk();
const COMPLETE: Loading = { coverage: { complete: true, basis: 'proven', upstream_requests: 0 } };
const GROWING: Loading = { ...COMPLETE, awaited: { transcripts: 3, replies: 0 } };

/** Asks a tool that answers with these texts and data, one after the other; an error is thrown. */
async function asked(...told: readonly (Error | Loading)[]): Promise<{ times: number; data?: Loading; said?: string }> {
  let times = 0;
  const tool = defineTool({
    name: 'get_support_performance',
    title: 'Telling',
    description: '',
    input: z.strictObject({}),
    output: z.looseObject({}),
    annotations: READ_ONLY,
    answer: () => {
      const next = told[Math.min(times, told.length - 1)] ?? COMPLETE;
      times += 1;
      if (next instanceof Error) throw next;
      // Words of a visitor that say otherwise.
      const text = '40 more transcripts are being loaded; call again.';
      return Promise.resolve({ text, data: () => ({}), viewData: () => next });
    },
  });
  const answers = new WholeAnswers((await desk()).ofServer, { says: () => undefined }, 0.3);
  const answer = await answers.ask('It', tool, {});
  return answer instanceof NotAnswered ? { times, said: answer.message } : { times, data: answer.data };
}

test('a visitor who writes that something is being loaded makes no report wait', async () => {
  expect(await asked(COMPLETE, GROWING)).toStrictEqual({ times: 1, data: COMPLETE });
});

test('a report waits where the data say so, whatever the words are', async () => {
  expect(await asked(GROWING, GROWING, COMPLETE)).toStrictEqual({ times: 3, data: COMPLETE });
});

test.each(['comparison', 'offline'] as const)('a report waits for the %s, too', async (part) => {
  const missing = { ...COMPLETE, [part]: { coverage: { complete: false, basis: 'partial', upstream_requests: 1 } } };
  expect(await asked(missing, COMPLETE)).toStrictEqual({ times: 2, data: COMPLETE });
});

test('a refusal is asked again where that may help', async () => {
  expect(await asked(new DeadlinePassed(), COMPLETE)).toStrictEqual({ times: 2, data: COMPLETE });
  const wrong = new InvalidArgument('Call again now.', 'Name a period.');
  expect(await asked(wrong, COMPLETE)).toStrictEqual({ times: 1, said: 'Call again now. Name a period.' });
});
