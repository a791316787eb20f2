import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/model/caller.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { withoutBoundaries } from '../../support/boundaries.ts';
import { chatbotsOf, type Desk, smallWorld, startDesk } from '../desk.ts';
import type { ToolName } from '../protocol/shapes.ts';
import { identified } from './callers.ts';

// A tool that a caller may use says nothing of what belongs to a scope that they lack: the answer is that of a desk which has none of it.

const text = async ({ client }: Pick<Desk, 'client'>, tool: string, args: object): Promise<string> => {
  const { content, structuredContent } = await client.callTool({ name: tool, arguments: { ...args } });
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const data = JSON.stringify(structuredContent, (key, value: unknown) =>
    ['upstream_requests', 'budget', 'text', 'page_size'].includes(key) ? undefined : value,
  );
  return withoutBoundaries(`${said}\n${data ?? ''}`)
    .replaceAll(/<untrusted \d{9}>\\n|\\n<\/untrusted \d{9}>/g, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/Requests: \d+ in/g, 'Requests: N in')
    .replaceAll(/, \d+ a page/g, '')
    .replaceAll(/(?:ranking=[\w-]+\+)?\.[\w-]{6,}(?=\W|$)/g, 'SUM');
};

const visitorsOf = ({ chats, offlineMessages }: World) =>
  [...chats.slice(-3), ...offlineMessages.slice(-3)].map(({ visitorId }) => String(visitorId));

function questions(world: World): [ToolName, object][] {
  return [
    ['list_visitors', {}],
    ['list_visitors', { order: 'waiting', period: 'last_30_days', limit: 100 }],
    ...visitorsOf(world).map((visitor): [ToolName, object] => ['get_visitor_stats', { visitor }]),
    ...['unanswered', 'untriaged', 'decided', 'all'].map((state): [ToolName, object] => [
      'list_offline_messages',
      { state, limit: 100 },
    ]),
    ...world.offlineMessages
      .slice(-5)
      .map(({ offlineMessageId }): [ToolName, object] => [
        'get_offline_message',
        { offline_message_id: offlineMessageId },
      ]),
    ['get_service_status', {}],
    ['get_service_status', { about: 'codebook' }],
  ];
}

const CASES: readonly { readonly scopes: readonly Scope[]; readonly remove: (world: World) => void }[] = [
  { scopes: ['offline:read', 'visitors:read'], remove: (world) => void (world.chats = []) },
  { scopes: ['offline:read', 'contacts:read'], remove: (world) => void (world.chats = []) },
  {
    scopes: ['visitors:read'],
    remove: (world) => {
      world.chats = [];
      world.offlineMessages = [];
    },
  },
  { scopes: ['chats:read', 'visitors:read'], remove: (world) => void (world.offlineMessages = []) },
];

test.each(CASES)('with $scopes, answers are those of a desk without the rest', async ({ scopes, remove }) => {
  const [whole, reduced] = [smallWorld(), smallWorld()];
  remove(reduced);
  const caller = identified(scopes);
  await using desk = await startDesk(whole, { caller });
  await using without = await startDesk(reduced, { caller });
  // Others ask both before, and fill whatever they keep.
  const everybody = [await desk.clientOf(identified()), await without.clientOf(identified())];
  for (const client of everybody) {
    await client.callTool({ name: 'list_chats', arguments: { from: '2026-10-01', to: '2026-11-18' } });
  }
  for (const [tool, args] of questions(whole)) {
    for (const client of everybody) await client.callTool({ name: tool, arguments: { ...args } });
    const asked = `${tool} ${JSON.stringify(args)}`;
    const [told, expected] = [await text(desk, tool, args), await text(without, tool, args)];
    expect(`${asked}\n${marksRemoved(told)}`).toBe(`${asked}\n${marksRemoved(expected)}`);
  }
});

/** Pseudonyms are made with a key of the archive. */
function marksRemoved(told: string): string {
  return told.replaceAll(/(visitor|email|phone|ip)-[a-z2-9]{8}/g, '$1-MARK');
}

test('the status names chatbots to whoever may hand them data, and to nobody else', async () => {
  const world = smallWorld();
  const chatbots = chatbotsOf(world);
  await using desk = await startDesk(world, { ...chatbots });
  const toldTo = async (scopes: readonly Scope[]): Promise<string> =>
    text({ client: await desk.clientOf(identified(scopes)) }, 'get_service_status', {});
  const name = chatbots.bots[0]?.name ?? 'there is none';
  expect(await toldTo(['chats:read', 'webhook:send'])).toContain(name);
  expect(await toldTo(['chats:read', 'offline:read', 'visitors:read'])).not.toContain(name);
});

describe('an argument that needs another scope', () => {
  test.each<[readonly Scope[], ToolName, object, Scope]>([
    [['chats:read'], 'list_chats', { country: 'Germany' }, 'visitors:read'],
    [['chats:read'], 'get_support_performance', { group_by: ['country'] }, 'visitors:read'],
    [['chats:read'], 'get_support_performance', { offline_messages: true }, 'offline:read'],
    [['visitors:read'], 'list_visitors', { order: 'chats' }, 'chats:read'],
    [['visitors:read'], 'list_visitors', { order: 'waiting' }, 'offline:read'],
    [['offline:read'], 'list_offline_messages', { state: 'served_later' }, 'chats:read'],
    [[], 'get_service_status', { plan_for: 'last_7_days' }, 'chats:read'],
  ])('%j: %s %j needs %s', async (scopes, tool, args, scope) => {
    await using desk = await startDesk(undefined, { caller: identified(scopes) });
    const { isError, text } = await desk.ask(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain(`needs the scope ${scope}, which this caller lacks.`);
  });
});

test('what is left out is said', async () => {
  await using desk = await startDesk(undefined, { caller: identified(['visitors:read']) });
  const [visitor = ''] = visitorsOf(desk.service.world);
  const told = (await desk.ask('get_visitor_stats', { visitor })).text;
  expect(told).toContain(
    '_Left out, because this identity lacks the scope: chats and what is made of them (chats:read), offline messages (offline:read)._',
  );
  expect(told).not.toMatch(/\d+ chats?\b|last chat|At hand/);
});

test('with codes:write alone, a meaning is kept without an example of anybody’s chat', async () => {
  const asked: string[] = [];
  await using desk = await startDesk(undefined, {
    caller: identified(['codes:write']),
    codes: {},
    replies: (question) => {
      asked.push(question);
      return 'accept';
    },
  });
  const everybody = await desk.clientOf(identified());
  await everybody.callTool({ name: 'list_chats', arguments: { period: 'last_30_days' } });
  const { text } = await desk.ask('record_code_meaning', { code: 'chat_ended_by', value: 1, meaning: 'visitor' });
  expect(text).toMatch(/^\*\*Saved\*\*/);
  expect(asked.join('\n')).not.toMatch(/\b8\d{7}\b|\d with this code|of the \d/);
});
