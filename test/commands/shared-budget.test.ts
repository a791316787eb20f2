import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { startSession } from '../support/session.ts';

// Three servers of one person on one archive file, at a service with a limit for the login. `bench/` shows the same for
// minutes.

const LIMIT = 15;
const desk = await startDesk(LIMIT);
afterAll(() => desk[Symbol.asyncDispose]());

test('together they stay within the limit, and say so when it is used', async () => {
  const archive = join(desk.folder, 'shared.sqlite');
  const flagsOf = async (answerWithin: number) => [
    '--config',
    await desk.configure({ archive, requests_per_minute: LIMIT, answer_within: answerWithin }),
  ];
  // Longer than an answer takes on a busy machine, and shorter than the minute in which the limit is used up.
  const flags = await flagsOf(30);
  const sessions = await Promise.all(Array.from({ length: 3 }, () => startSession(flags, desk.environment)));
  const chats = desk.sandbox.world.chats.filter(({ missed }) => !missed).slice(0, 30);
  const answers = await Promise.all(
    sessions.flatMap((session, index) =>
      chats
        .slice(index * 10, index * 10 + 10)
        .map(({ chatId }) => session.call('get_chat_transcript', { chat_id: chatId })),
    ),
  );
  expect(desk.sandbox.requests.map(({ status }) => status)).toStrictEqual(Array.from({ length: LIMIT }, () => 200));
  expect(answers.filter((answer) => !answer.isError)).toHaveLength(LIMIT);
  for (const answer of answers.filter(({ isError }) => isError)) {
    expect(answer.text).toMatch(/allows no further requests for about \d\d seconds\.\nAsk again in \d\d s\./);
  }

  // One that starts now finds the budget as the others left it.
  await using late = await startSession(await flagsOf(5), desk.environment);
  const refused = await late.call('get_chat_transcript', { chat_id: desk.sandbox.world.chats.at(-1)?.chatId });
  expect(refused.text).toContain('allows no further requests');
  for (const session of [...sessions, late]) expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  expect(desk.sandbox.requests).toHaveLength(LIMIT);
});
