import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { runProgram, startProgram } from '../../support/program.ts';
import { startSession } from '../../support/session.ts';

const Configuration = z.looseObject({ base_url: z.url(), email: z.string(), password: z.string() });
const Bot = z.object({ botId: z.string(), webhookId: z.string(), endpoints: z.array(z.object({ name: z.string() })) });

test('prints a configuration that works, and says on standard error what a person wants to know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using sandbox = startProgram(['sandbox', '--port', '0', '--seed', '3', '--requests-per-minute', '1000']);
  const [, variable = '', token = ''] = await sandbox.said(
    /^ +(\w+)=(\S+) chat-operations-mcp call .*--config sandbox\.json/m,
  );
  await sandbox.said(/Stop with Ctrl-C/);

  const configuration = Configuration.parse(JSON.parse(sandbox.out()));
  expect(sandbox.err()).toContain(configuration.email);
  // A secret of the bot's kind stays out of the file, as it should with a real desk.
  expect(sandbox.out()).not.toContain(token);

  const config = join(folder, 'sandbox.json');
  await writeFile(config, sandbox.out(), { mode: 0o600 });
  const flags = ['--config', config, '--archive', 'memory'];
  await using session = await startSession(flags, { [variable]: token });
  expect(await session.call('get_support_performance', { period: 'last_7_days' })).toMatchObject({
    isError: false,
    data: { coverage: { complete: true } },
  });
  await session.finish();

  sandbox.kill('SIGTERM');
  expect(await sandbox.ended).toStrictEqual({ code: 0, signal: null });
});

test('the addresses it prints are answered, those of the webhook with the token and the session beside them', async () => {
  await using sandbox = startProgram(['sandbox', '--port', '0']);
  await sandbox.said(/Stop with Ctrl-C/);
  const after = (words: string): string =>
    new RegExp(`^${words} +(\\S+)$`, 'm').exec(sandbox.err())?.[1] ?? `no ${words}`;

  const { bots } = z.object({ bots: z.array(Bot).length(1) }).parse(JSON.parse(sandbox.out()));
  const [bot] = bots;
  const webhooks = sandbox.err().match(/\S+\/chat-websocket\/\S+/g) ?? [];
  const link = `${after('REST base address')}/chat-websocket/api/webhook/v1/chatbot/${bot?.webhookId}`;
  expect(webhooks).toEqual(bot?.endpoints.map(({ name }) => `${link}/${name}`));
  for (const address of webhooks) {
    const { status } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${after('Bot token')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessionId: after('Chat sessions'), botId: bot?.botId, data: {} }),
    });
    expect(status).toBe(200);
  }

  const page = await fetch(after('Page with the chat'));
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const renewed = await fetch(after('New bot token +curl -X POST'), { method: 'POST' });
  const { token } = z.strictObject({ token: z.string().min(1) }).parse(await renewed.json());
  expect(token).not.toBe(after('Bot token'));
});

test.each([
  [['--size', 'huge'], 'small, medium'],
  [['--size', 'large', '--fault', 'rows_arrive=0.1'], 'it cannot be changed'],
  [['--port', '70000'], 'It is a whole number from 0 to 65535'],
  [['--seed', '-1'], 'whole number'],
  [['--sede', '1'], 'did you mean --seed?'],
])('%j is refused', async (flags, words) => {
  const { code, out, err } = await runProgram(['sandbox', ...flags]);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain(words);
});

test('a port in use is a clear error', async () => {
  await using first = startProgram(['sandbox', '--port', '0']);
  const [, port = ''] = await first.said(/REST base address +http:\/\/127\.0\.0\.1:(\d+)/);
  const { code, out, err } = await runProgram(['sandbox', '--port', port]);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('the port is in use');
});
