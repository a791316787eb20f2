import { expect, test } from 'vitest';
import { basic, first, openDesk, smallWorld } from '../desk.ts';

const { superAdmin, agent } = smallWorld().account;

test.each([
  ['no header', undefined],
  ['another scheme', 'Bearer abc'],
  ['no Base64', 'Basic ???'],
  ['no colon', `Basic ${Buffer.from(superAdmin.email).toString('base64')}`],
  ['a wrong password', basic({ ...superAdmin, password: 'wrong' })],
  ['an empty password', basic({ ...superAdmin, password: '' })],
  ["somebody else's password", basic({ ...superAdmin, password: agent.password })],
  ['an unknown login', basic({ ...superAdmin, email: 'nobody@example.com' })],
])('%s is 401 in the words of section 7', async (_, authorization) => {
  const { send } = await openDesk();
  for (const path of ['/api/agents/', '/api/chats/', '/api/chats/1', '/api/visitors/abc']) {
    const answer = await send(path, authorization === undefined ? {} : { headers: { Authorization: authorization } });
    expect(answer.status).toBe(401);
    expect(answer.text).toBe('Bad credentials');
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json; ?charset=utf-8$/i);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Basic realm="Chat Operations API"');
  }
});

test('an agent who is disabled later can no longer log in', async () => {
  const { get, sandbox } = await openDesk();
  expect((await get('/api/agents/', agent)).status).toBe(200);
  const account = sandbox.world.agents.find(({ email }) => email === agent.email);
  if (account) account.enabled = false;
  expect((await get('/api/agents/', agent)).status).toBe(401);
});

test.each(['/api/chats/', '/api/offlinemessages', '/api/visitors/'])(
  '%s is for the Super Admin alone',
  async (path) => {
    const { get, sandbox } = await openDesk();
    const { account } = sandbox.world;
    expect((await get(path, account.superAdmin)).status).toBe(200);
    for (const login of [account.admin, account.agent]) {
      const answer = await get(path, login);
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({
        error: [{ code: 403, message: 'You do not have permission to access this resource.' }],
      });
    }
  },
);

test('every role may read the agents and single records', async () => {
  const { get, sandbox } = await openDesk();
  const { account, agents, visitors, offlineMessages } = sandbox.world;
  const paths = [
    '/api/agents/',
    `/api/agents/${first(agents).agentId}`,
    `/api/visitors/${first(visitors).visitorId}`,
    `/api/offlinemessages/${first(offlineMessages).offlineMessageId}`,
  ];
  for (const login of Object.values(account)) {
    for (const path of paths) expect((await get(path, login)).status).toBe(200);
  }
});

test('an agent reads their own chats, also those they passed on, and no others', async () => {
  const { get, sandbox } = await openDesk();
  const { account, agents, chats } = sandbox.world;
  const id = agents.find(({ email }) => email === account.agent.email)?.agentId;
  const own = first(chats.filter(({ agentId }) => agentId === id));
  const others = first(chats.filter((chat) => !chat.missed && chat.agentId !== id && chat.transferredFrom !== id));
  expect((await get(`/api/chats/${own.chatId}`, account.agent)).status).toBe(200);

  const denied = await get(`/api/chats/${others.chatId}`, account.agent);
  expect(denied.status).toBe(403);
  expect(denied.json).toEqual({ code: 403, message: `no permission to see chat details with Id ${others.chatId}` });
  expect((await get(`/api/chats/${others.chatId}`, account.admin)).status).toBe(200);

  if (id !== undefined) others.transferredFrom = id;
  expect((await get(`/api/chats/${others.chatId}`, account.agent)).status).toBe(200);
});
