import { afterAll, expect, test } from 'vitest';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { startDesk } from '../../support/desk.ts';
import { runProcess } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSessionProcess } from '../../support/session.ts';

// The program itself with its archive in PostgreSQL, as one process and as several.

const LIMIT = 12;
const desk = await startDesk();
const { agents, chats } = desk.sandbox.world;
afterAll(() => desk[Symbol.asyncDispose]());

test('a call finds what an earlier one has kept', async () => {
  const environment = { ...desk.environment, CHAT_OPERATIONS_ARCHIVE: await archiveOfTest() };
  const config = ['--config', await desk.configure({})];
  const call = () => runProcess(['call', 'list_support_agents', ...config], environment);
  const { code, out } = await call();
  expect(code).toBe(0);
  expect(out.startsWith(`**${agents.length} agents**: `)).toBe(true);
  const { length } = desk.sandbox.requests;
  expect((await call()).code).toBe(0);
  expect(desk.sandbox.requests).toHaveLength(length);
});

test('K1: a password in a flag is refused before anything else, and not repeated', async () => {
  const address = 'postgres://ann:canary-secret@db.example.com/desk';
  const config = ['--config', await desk.configure({})];
  const { code, out, err } = await runProcess(
    ['call', 'list_support_agents', ...config, '--archive', address],
    desk.environment,
  );
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('holds a password');
  expect(err).toContain('PGPASSWORD');
  expectNothingPrivate(err, 'canary-secret');
});

test('K1: the password may come from PGPASSWORD', async () => {
  const archive = new URL(await archiveOfTest());
  const { password } = archive;
  archive.password = '';
  const config = ['--config', await desk.configure({})];
  const { code, out } = await runProcess(['call', 'list_support_agents', ...config, '--archive', archive.href], {
    ...desk.environment,
    PGPASSWORD: password,
  });
  expect(code).toBe(0);
  expect(out).toContain(`**${agents.length} agents**`);
});

test('several servers keep the limit together, and what a killed one has asked still counts', async () => {
  await using fresh = await startDesk(LIMIT);
  const archive = await archiveOfTest();
  /** Starts a server whose questions wait for so many seconds at most: less than the minute after which more is allowed. */
  const start = async (answer_within: number) => {
    const config = await fresh.configure({ archive, requests_per_minute: LIMIT, answer_within });
    return startSessionProcess(['--config', config], fresh.environment);
  };
  const sessions = await Promise.all([start(40), start(40), start(40)]);
  const talks = chats.filter(({ missed }) => !missed).slice(0, 24);
  const answers = await Promise.all(
    sessions.flatMap((session, index) =>
      talks
        .slice(index * 8, index * 8 + 8)
        .map(({ chatId }) => session.call('get_chat_transcript', { chat_id: chatId })),
    ),
  );
  expect(fresh.sandbox.requests.map(({ status }) => status)).toStrictEqual(Array.from({ length: LIMIT }, () => 200));
  // Whoever has no answer has none because of the limit.
  const refusals = answers.flatMap(({ isError, text }) => (isError ? [text] : []));
  expect(refusals.filter((text) => !text.includes('allows no further requests'))).toEqual([]);
  expect(refusals).toHaveLength(answers.length - LIMIT);
  for (const { program } of sessions) program.kill('SIGKILL');
  await Promise.all(sessions.map(({ program }) => program.ended));

  await using late = await start(20);
  const refused = await late.call('get_chat_transcript', { chat_id: chats.at(-1)?.chatId });
  expect(refused.text).toContain('allows no further requests');
  expect(fresh.sandbox.requests).toHaveLength(LIMIT);
  await late.finish();
});
