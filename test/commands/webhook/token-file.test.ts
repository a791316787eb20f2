import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../../support/desk.ts';
import { runProgram } from '../../support/program.ts';
import { startSession } from '../../support/session.ts';
import { answers, startRawServer } from '../../upstream/raw-server.ts';

// The file of a bot's token is read at each sending: a token that was replaced needs no restart, and one that cannot be read
// keeps the call from leaving.

const desk = await startDesk();
const host = await startRawServer({
  whole: answers('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

const [bot] = z
  .tuple([z.looseObject({ name: z.string(), endpoints: z.array(z.looseObject({ name: z.string() })) })])
  .rest(z.unknown())
  .parse(desk.configuration['bots']);
const CALL = { bot: bot.name, endpoint: bot.endpoints[0]?.name, session_id: 'session-1', data: { plan: 'gold' } };

/** The tokens that have arrived, in the order of the calls. */
const tokens = (): (string | undefined)[] =>
  host
    .arrived()
    .map(({ whole }) => whole?.headers.find((header) => /^authorization:/i.test(header))?.replace(/^\S+ Bearer /, ''));

test('K3: a bot’s token file is read, and checked as at the start, at each sending', async () => {
  const file = join(desk.folder, 'token');
  const write = (token: string) => writeFile(file, token, { mode: 0o600 });
  await write('first-token\n');
  const { tokenEnv: _, ...rest } = bot;
  const archive = join(desk.folder, 'token-file.sqlite');
  const config = await desk.configure({
    archive,
    webhook_base_url: `http://127.0.0.1:${host.port}`,
    bots: [{ ...rest, tokenFile: file }],
  });
  await using session = await startSession(['--config', config], desk.environment);
  const send = () => session.call('send_chatbot_webhook', CALL);

  expect((await send()).data).toMatchObject({ outcome: 'accepted' });
  await write('second-token');
  expect((await send()).data).toMatchObject({ outcome: 'accepted' });
  expect(tokens()).toEqual(['first-token', 'second-token']);

  for (const spoil of [
    () => rm(file),
    () => write(''),
    () => write('third-canary\r\nx-injected: 1'),
    () => write('third canary'),
    () => write('third-canary'.repeat(10_000)),
  ]) {
    await spoil();
    const { isError, text } = await send();
    expect(isError).toBe(true);
    expect(text).toContain(`Not sent: the file of the bot ${bot.name} holds no token`);
    expect(text).toContain('No restart is needed');
    expect(text).not.toContain('canary');
    expect(text).not.toContain(desk.folder);
  }
  expect(tokens()).toHaveLength(2);
  // Whoever runs it is told which file.
  expect(session.program.err()).toContain(file);
  expect(session.program.err()).not.toContain('canary');

  await write('third-token');
  if (process.platform !== 'win32') await chmod(file, 0o644);
  expect((await send()).data).toMatchObject({ outcome: 'accepted' });
  expect(tokens()).toEqual(['first-token', 'second-token', 'third-token']);
  if (process.platform !== 'win32') expect(session.program.err()).toContain('Others can read this file');

  const { out } = await runProgram(['archive', 'audit', '--archive', archive]);
  expect(out.match(/"outcome": ?"\w+"/g)?.map((outcome) => /(\w+)"$/.exec(outcome)?.[1])).toEqual([
    'accepted',
    'accepted',
    ...Array.from({ length: 5 }, () => 'not_sent'),
    'accepted',
  ]);
});
