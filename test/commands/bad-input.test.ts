import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { freePort } from '../support/free-port.ts';
import { containing } from '../support/matchers.ts';
import { expectNothingPrivate } from '../support/secrets.ts';
import { startSession, type Session } from '../support/session.ts';
import { startService } from '../upstream/service.ts';

// What goes wrong while a server runs, line by line: `finish` throws when standard output held anything but messages
// of the protocol.

const desk = await startDesk();
const { world } = desk.sandbox;
const { email, password } = world.account.superAdmin;
const session = await startSession(desk.flags, desk.environment);
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

/** A session of one test with settings of its own. */
async function startWith(changes: Readonly<Record<string, unknown>>): Promise<Session> {
  const path = await desk.configure({ archive: 'memory', ...changes });
  const own = await startSession(['--config', path], desk.environment);
  onTestFinished(() => own[Symbol.asyncDispose]());
  return own;
}

const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const agent = world.agents.find(({ lastName }) => lastName.length > 6);
const misspelt = `${agent?.firstName} ${agent?.lastName.replace(/.$/, 'q')}`;

const wrongArguments: [what: string, tool: string, args: object, ...words: string[]][] = [
  ['an unknown argument', 'list_chats', { perod: 'today' }, '"perod"', 'did you mean period?', 'from, to, timezone'],
  ['an argument like no other', 'list_chats', { zzzzzzzz: 1 }, '"zzzzzzzz"', 'It takes: agent'],
  ['a day that does not exist', 'list_chats', { from: '2026-02-30' }, '2026-02-30'],
  ['a day in another format', 'list_chats', { from: '01.02.2026' }, '01.02.2026', 'yyyy-MM-dd'],
  ['reversed days', 'list_chats', { from: '2026-03-02', to: '2026-03-01' }, '2026-03-02', 'Swap'],
  ['a future period', 'get_support_performance', { from: tomorrow }, 'in the future'],
  ['a period given twice', 'list_chats', { period: 'today', from: '2026-03-02' }, 'cannot be combined'],
  ['a period of no such name', 'list_chats', { period: 'last_8_days' }, 'period', 'last_7_days'],
  ['an unknown time zone', 'list_chats', { timezone: 'Europe/Berln' }, 'Europe/Berlin'],
  ['an unknown agent', 'list_chats', { agent: misspelt }, misspelt, `${agent?.firstName} ${agent?.lastName}`],
  ['an agent like no other', 'list_chats', { agent: 'zzzzzzzzzz' }, 'zzzzzzzzzz', 'list_support_agents'],
  ['an agent of a huge id', 'list_chats', { agent: '99999999999999999999' }, 'No agent'],
  ['a negative id', 'get_chat_transcript', { chat_id: -1 }, 'chat_id'],
  ['an id of zero', 'get_chat_transcript', { chat_id: 0 }, 'chat_id'],
  ['a huge id', 'get_chat_transcript', { chat_id: 1e300 }, 'chat_id'],
  ['an id beyond what numbers can tell apart', 'get_chat_transcript', { chat_id: 2 ** 53 }, 'chat_id'],
  ['a fraction as id', 'get_chat_transcript', { chat_id: 1.5 }, 'chat_id'],
  ['an id as text', 'get_chat_transcript', { chat_id: '12' }, 'chat_id', 'number'],
  ['an id that is missing', 'get_chat_transcript', {}, 'chat_id'],
  ['a chat that does not exist', 'get_chat_transcript', { chat_id: 999_999_999 }, 'There is no chat 999999999'],
  ['a message that does not exist', 'get_offline_message', { offline_message_id: 999_999_999 }, 'no offline message'],
  ['a visitor that does not exist', 'get_visitor_stats', { visitor: '999999999' }, 'no visitor 999999999'],
  ['an unknown visitor', 'get_visitor_stats', { visitor: 'nobody@nowhere.example' }, 'No visitor matches'],
  ['a malformed cursor', 'list_chats', { cursor: '../../etc/passwd' }, 'The cursor does not belong to this call'],
  [
    'a cursor that is JSON',
    'list_offline_messages',
    { cursor: btoa('{"a":1}').slice(0, 32) },
    'The cursor does not belong to this call',
  ],
  ['a limit of nothing', 'list_chats', { limit: 0 }, 'limit'],
  ['a limit beyond all', 'list_chats', { limit: 101 }, 'limit'],
];

describe('a tool answers in words that help', () => {
  test.each(wrongArguments)('%s', async (_what, tool, args, ...words) => {
    const { text, isError, data } = await session.call(tool, args);
    expect(isError).toBe(true);
    expect(data).toBeUndefined();
    for (const word of words) expect(text).toContain(word);
    expectNothingPrivate(text, password);
  });

  test('a cursor of a question with other arguments', async () => {
    const { data } = await session.call('list_chats', { period: 'last_30_days', limit: 1 });
    const { text, isError } = await session.call('list_chats', {
      period: 'last_7_days',
      cursor: data?.['next_cursor'],
    });
    expect(isError).toBe(true);
    expect(text).toContain('Give it with the same arguments as the call that it came from');
  });

  test('a tool that does not exist', async () => {
    await expect(session.call('list_chat', {})).rejects.toThrow('list_chat');
  });

  test.each(['-1', '0', '1.5', 'abc', '99999999999999999999', '%2e%2e%2f'])('E3: a resource of id %s', async (id) => {
    const response = await session.response(session.send('resources/read', { uri: `chat://chats/${id}/transcript` }));
    expect(response).toMatchObject({ error: { message: containing('ids are positive whole numbers') } });
  });

  test('and standard output held nothing else', async () => {
    expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
    expect(session.program.err()).toBe('');
    expectNothingPrivate(session.program.out(), password);
  });
});

describe('the service', () => {
  test('K4: a wrong password is tried once', async () => {
    const wrong = await startWith({ password: 'wrong-password-4711' });
    const before = desk.sandbox.requests.length;
    const questions = ['list_support_agents', 'list_chats', 'list_offline_messages'];
    const together = await Promise.all(questions.map((tool) => wrong.call(tool, {})));
    const later = await wrong.call('get_visitor_stats', { visitor: '1' });
    for (const { text, isError } of [...together, later]) {
      expect(isError).toBe(true);
      expect(text).toContain('wrong email or password');
      expectNothingPrivate(text, 'wrong-password-4711', email);
    }
    expect(desk.sandbox.requests.slice(before).map(({ status }) => status)).toStrictEqual([401]);
    await wrong.finish();
    expectNothingPrivate(wrong.program.out() + wrong.program.err(), 'wrong-password-4711');
  });

  test('a base address that does not answer', async () => {
    const { href, host } = new URL(`http://127.0.0.1:${await freePort()}`);
    const lonely = await startWith({ base_url: href });
    const { text, isError } = await lonely.call('list_support_agents', {});
    expect(isError).toBe(true);
    expect(text).toContain('not responding (connection refused)');
    expect(text).toContain('Call again now');
    expectNothingPrivate(text, password, host);
    await lonely.finish();
  });

  test('a cancelled call stops at once, and is not answered', async () => {
    const asked = Promise.withResolvers<void>();
    const hungUp = Promise.withResolvers<void>();
    await using silent = await startService((response) => {
      response.on('close', hungUp.resolve);
      asked.resolve();
    });
    const impatient = await startWith({ base_url: silent.baseUrl.href });
    const requestId = impatient.send('tools/call', { name: 'list_support_agents', arguments: {} });
    await asked.promise;
    impatient.notify('notifications/cancelled', { requestId });
    await hungUp.promise;
    await impatient.response(impatient.send('ping'));
    await impatient.finish();
    expect(impatient.answered()).not.toContain(requestId);
    expect(silent.asked).toHaveLength(1);
  });
});

describe('the input', () => {
  const garbage = [
    'hello',
    '{"jsonrpc":"2.0","id":7',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":7,"method":"ping"}',
    '[]',
    'null',
    '',
    '\u0000\uFFFD',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    'x'.repeat(1_000_000),
  ];

  test('lines that are no messages are passed over', async () => {
    await using own = await startSession(desk.flags, desk.environment);
    for (const line of garbage) own.write(`${line}\n`);
    const { isError } = await own.call('list_support_agents', {});
    expect(isError).toBe(false);
    expect(await own.finish()).toStrictEqual({ code: 0, signal: null });
    expectNothingPrivate(own.program.err());
  });

  test('methods that do not exist are refused', async () => {
    await using own = await startSession(desk.flags, desk.environment);
    for (const method of ['tools/cal', '__proto__', 'prompts/get', 'server/discover']) {
      expect(await own.response(own.send(method))).toHaveProperty('error.code');
    }
    await own.finish();
  });

  test('H15: a request with more than is read of one is refused, and the next one answered', async () => {
    await using own = await startSession(desk.flags, desk.environment);
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, 1]));
    for (const [args, words] of [
      [many, 'The request has more than 2000 keys.'],
      [{ query: 'x'.repeat(300_000) }, 'The request has more than 262144 bytes.'],
    ] as const) {
      const id = own.send('tools/call', { name: 'search_transcripts', arguments: args });
      expect(await own.response(id)).toMatchObject({ error: { code: -32_600, message: words } });
    }
    expect((await own.call('list_support_agents', {})).isError).toBe(false);
    expect(await own.finish()).toStrictEqual({ code: 0, signal: null });
    expectNothingPrivate(own.program.err());
  });

  test('a line without end ends the server, with a reason', async () => {
    await using own = await startSession(desk.flags, desk.environment);
    own.write('x'.repeat(11 * 1024 * 1024));
    expect(await own.program.ended).toStrictEqual({ code: 1, signal: null });
    expect(own.program.err()).toContain('longer than');
    expectNothingPrivate(own.program.err());
    await own.finish();
  });

  test('a request that is cut off is not answered', async () => {
    await using own = await startSession(desk.flags, desk.environment);
    own.write('{"jsonrpc":"2.0","id":7,"method":"tools/list"');
    expect(await own.finish()).toStrictEqual({ code: 0, signal: null });
    expect(own.answered()).not.toContain(7);
  });
});
