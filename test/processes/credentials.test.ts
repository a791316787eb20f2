import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { runProgram, startProcess } from '../support/program.ts';
import { expectNothingPrivate } from '../support/secrets.ts';
import { startSessionProcess } from '../support/session.ts';
import { startService } from '../upstream/service.ts';

// Where credentials come from, and where nobody sees them.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { email, password } = desk.sandbox.world.account.superAdmin;
const token = desk.sandbox.world.bots[0]?.token ?? '';
const account = { CHAT_OPERATIONS_BASE_URL: desk.sandbox.url, CHAT_OPERATIONS_EMAIL: email };

const FLAGS: readonly (readonly string[])[] = [
  ['--password=canary-secret'],
  ['--password', 'canary-secret'],
  ['--email', 'ann@example.com', '--password', 'canary-secret'],
  ['--token=canary-secret'],
  ['--password-file=canary-secret'],
  ['--base-url', 'https://ann:canary-secret@desk.example'],
  ['--webhook-base-url', 'https://canary-secret@desk.example'],
  ['--archive', 'postgres://ann:canary-secret@127.0.0.1/desk'],
];

test.concurrent.each(FLAGS.map((flags) => ({ flags })))(
  'K1: no flag takes a secret, nor repeats it: $flags',
  async ({ flags }) => {
    for (const command of [['stdio'], ['call', 'list_support_agents']]) {
      const { code, out, err } = await runProgram([...command, ...flags], {
        ...account,
        CHAT_OPERATIONS_PASSWORD: password,
      });
      expect({ code, out }).toStrictEqual({ code: 1, out: '' });
      expectNothingPrivate(err, 'canary-secret', password);
    }
  },
);

describe.skipIf(process.platform !== 'linux')('the list of processes', () => {
  const commandOf = async (pid: number | string): Promise<string> =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');

  test('K1: a server shows no secret', async () => {
    await using session = await startSessionProcess(['--archive', 'memory'], {
      ...account,
      CHAT_OPERATIONS_PASSWORD: password,
    });
    const command = await commandOf(session.program.pid ?? 0);
    expect(command).toContain('stdio --archive memory');
    expectNothingPrivateIn(command);
  });

  test('K1: a call starts no other process, and shows no secret', async () => {
    const asked = Promise.withResolvers<void>();
    await using silence = await startService(() => asked.resolve());
    const config = await desk.configure({ base_url: silence.baseUrl.href });
    const args = ['call', 'list_support_agents', '--config', config, '--archive', 'memory'];
    await using program = startProcess(args, desk.environment);
    await asked.promise;
    const { pid = 0 } = program;
    expect(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
    const command = await commandOf(pid);
    expect(command).toContain(`--config ${config}`);
    expectNothingPrivateIn(command);
  });

  function expectNothingPrivateIn(command: string): void {
    for (const secret of [password, token, email]) expect(command).not.toContain(secret);
  }
});

test('K4: each process tries a wrong password once, those that share an archive too, and a sync', async () => {
  const archive = join(desk.folder, 'wrong', 'desk.sqlite');
  const config = await desk.configure({ archive, password: 'wrong-password-4711' });
  const before = desk.sandbox.requests.length;
  const sessions = await Promise.all([1, 2].map(() => startSessionProcess(['--config', config], desk.environment)));
  for (const session of sessions) {
    await Promise.all(['list_support_agents', 'list_chats', 'list_visitors'].map((tool) => session.call(tool, {})));
    expect((await session.call('list_support_agents', {})).text).toContain('wrong email or password');
    await session.finish();
  }
  const sync = await runProgram(['sync', '--config', config], desk.environment);
  expect(sync.code).toBe(1);
  expect(sync.err).toContain('wrong email or password');
  expect(desk.sandbox.requests.slice(before).map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('K4: a wrong token of a chatbot is refused, once a call', async () => {
  const session = await startSessionProcess(desk.flags, {
    ...desk.environment,
    SANDBOX_BOT_TOKEN: 'canary-token-0815',
  });
  const [bot] = desk.sandbox.world.bots;
  const before = desk.sandbox.requests.length;
  const args = {
    bot: bot?.name,
    endpoint: bot?.endpoints[0]?.name,
    session_id: bot?.sessions[0],
    data: { plan: 'gold' },
  };
  expect((await session.call('send_chatbot_webhook', args)).data).toMatchObject({ outcome: 'refused', status: 401 });
  await session.finish();
  expect(desk.sandbox.requests.slice(before).map(({ status }) => status)).toEqual([401]);
});
