import { afterAll, expect, test } from 'vitest';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { startDesk } from '../../support/desk.ts';
import { runProcess } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';

// The program itself with its archive in PostgreSQL.

const desk = await startDesk();
const { agents } = desk.sandbox.world;
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
