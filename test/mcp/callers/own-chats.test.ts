import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GROUPINGS } from '../../../src/figures/groupings/catalogue.ts';
import { METRICS } from '../../../src/figures/metrics/catalogue.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { plainData, withoutBoundaries } from '../../support/boundaries.ts';
import { oneIn } from '../../support/runs.ts';
import { DAY, first, sharedDesk, smallWorld, startDesk, type Desk } from '../desk.ts';
import type { ToolName } from '../protocol/shapes.ts';
import { identified } from './callers.ts';

// Whoever is bound to an agent's chats is answered as if nobody else had any: the same question to a desk that has no others comes
// to the same, number by number and word by word.

/** The world, and the same without the chats of anybody but its busiest agent. */
function worlds() {
  const whole = smallWorld();
  const counts = Map.groupBy(whole.chats, ({ agentId }) => agentId);
  const [agent, rival] = whole.agents.toSorted(
    (one, other) => (counts.get(other.agentId)?.length ?? 0) - (counts.get(one.agentId)?.length ?? 0),
  );
  if (agent === undefined || rival === undefined) throw new Error('the world has too few agents');
  const alone = smallWorld();
  const isOwn = ({ agentId }: World['chats'][number]) => agentId === agent.agentId;
  alone.chats = alone.chats.filter(isOwn);
  const others = whole.chats.filter((chat) => !isOwn(chat));
  return { whole, alone, agent, rival, own: whole.chats.filter(isOwn), others };
}

/** Without who came back, for which others have a day more loaded: who sees one agent's chats is not told (came-back.test.ts). */
const OWN_METRICS = METRICS.map(({ name }) => name).filter((name) => name !== 'came_back');

const PERIODS = [{ period: 'last_30_days' }] as const;

/** Questions to every tool that shows chats, or what is made of them. */
function questions({ own, others, whole }: ReturnType<typeof worlds>): [ToolName, object][] {
  const visitors = new Set([...own.slice(-6), ...others.slice(-6)].map(({ visitorId }) => visitorId));
  const messages = whole.offlineMessages.slice(-5).map(({ offlineMessageId }) => offlineMessageId);
  return [
    ...PERIODS.flatMap((period): [ToolName, object][] => [
      ...['newest', 'oldest', 'longest', 'longest_wait', 'lowest_rating'].map((order): [ToolName, object] => [
        'list_chats',
        { ...period, order, limit: 100 },
      ]),
      ['list_chats', { ...period, missed: true }],
      ['list_chats', { ...period, country: 'Germany' }],
      ['list_chats', { ...period, codes: ['is_missed=1', 'rating=5'] }],
      ...oneIn(3, GROUPINGS).map(({ name }): [ToolName, object] => [
        'get_support_performance',
        { ...period, group_by: [name], compare_to: 'previous_period' },
      ]),
      ['get_support_performance', { ...period, metrics: OWN_METRICS, offline_messages: true }],
      ['get_support_performance', { ...period, transcripts: 'all' }],
      ...['chats', 'missed', 'wait', 'rating', 'first_response'].map((metric): [ToolName, object] => [
        'explain_change',
        { ...period, metric },
      ]),
      ['list_topics', { ...period, compare_to: 'previous_period' }],
      ['search_transcripts', { ...period, query: 'order', order: 'newest', limit: 100 }],
      ['search_transcripts', { ...period, query: 'refund OR delivery', said_by: 'visitor', order: 'newest' }],
      ['search_transcripts', { ...period, query: 'order', country: 'Germany', order: 'newest' }],
      ...['chats', 'missed', 'lowest_rating', 'waiting'].map((order): [ToolName, object] => [
        'list_visitors',
        { ...period, order, limit: 100 },
      ]),
    ]),
    ['list_support_agents', {}],
    ['list_support_agents', { query: 'a' }],
    ['list_visitors', { limit: 100 }],
    ...[...visitors].map((visitor): [ToolName, object] => ['get_visitor_stats', { visitor: String(visitor) }]),
    ...[...visitors].map((visitor): [ToolName, object] => [
      'list_chats',
      { visitor: String(visitor), period: 'last_30_days' },
    ]),
    ...['unanswered', 'served_later', 'all'].map((state): [ToolName, object] => [
      'list_offline_messages',
      { state, limit: 100 },
    ]),
    ...messages.map((id): [ToolName, object] => ['get_offline_message', { offline_message_id: id }]),
    ...own.slice(-5).map(({ chatId }): [ToolName, object] => ['get_chat_transcript', { chat_id: chatId }]),
    ...others.slice(-5).map(({ chatId }): [ToolName, object] => ['get_chat_transcript', { chat_id: chatId }]),
    ['get_service_status', { plan_for: 'last_30_days' }],
    ['get_service_status', { about: 'codebook' }],
    ['get_service_status', {}],
  ];
}

/** An answer without what differs between two servers: their addresses, and what they paid. */
function comparable(text: string): string {
  return withoutBoundaries(text)
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/Requests: \d+ in/g, 'Requests: N in')
    .replaceAll(/\+\.[\w-]{6,}(?=\W|$)/g, '+.SUM');
}

const Structured = z.record(z.string(), z.unknown());

async function answerTo({ client }: Desk, tool: string, args: object): Promise<{ text: string; data: string }> {
  const { content, structuredContent = {} } = await client.callTool({ name: tool, arguments: { ...args } });
  const { text: _text, budget: _budget, ...data } = Structured.parse(structuredContent);
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return {
    text: comparable(text),
    data: comparable(
      JSON.stringify(plainData(data), (key, value: unknown) =>
        ['page_size', 'upstream_requests'].includes(key) ? undefined : value,
      ),
    ),
  };
}

describe('an identity that is bound to the chats of an agent', () => {
  const made = worlds();
  const { whole, alone, agent, rival, own, others } = made;
  const caller = identified(undefined, { ownChats: agent.email.toUpperCase() });
  const otherIds = new Set(others.map(({ chatId }) => chatId));
  const shared = sharedDesk(() => startDesk(whole, { caller }));
  const idsIn = (text: string) => [...text.matchAll(/\b\d{8}\b/g)].map(([id]) => Number(id));

  test('is told by every tool what a desk without any other chat tells', async () => {
    expect(own.length).toBeGreaterThan(20);
    expect(others.length).toBeGreaterThan(100);
    await using bound = await startDesk(whole, { caller });
    // Others ask the same server before, and fill whatever it keeps.
    const everybody = [
      await bound.clientOf(identified()),
      await bound.clientOf(identified(undefined, { ownChats: rival.email })),
    ];
    await using without = await startDesk(alone, { caller });
    for (const [tool, args] of questions(made)) {
      const asked = `${tool} ${JSON.stringify(args)}`;
      for (const other of everybody) await other.callTool({ name: tool, arguments: { ...args } });
      const [told, expected] = [await answerTo(bound, tool, args), await answerTo(without, tool, args)];
      expect({ asked, ...told }).toEqual({ asked, ...expected });
      expect({
        asked,
        ids: idsIn(`${told.text}${told.data}`).filter((id) => otherIds.has(id) && !asked.includes(String(id))),
      }).toEqual({
        asked,
        ids: [],
      });
    }
  });

  test('counts as many chats as the world has of the agent', async () => {
    const bound = await shared();
    const [to, from] = [whole.now, whole.now - 30 * DAY].map((at) => new Date(at).toISOString().slice(0, 10));
    const { data } = await bound.ask('list_chats', { from, to });
    const inPeriod = own.filter(({ requestedAt }) => requestedAt >= Date.parse(from ?? ''));
    expect(data.total).toBe(inPeriod.length);
    const { text } = await bound.ask('get_support_performance', { from, to, group_by: ['agent'] });
    expect(text).toContain(`${inPeriod.length} chats`);
    expect(text).not.toContain(rival.lastName);
  });

  test.each([
    ['id', String(rival.agentId)] as const,
    ['email', rival.email] as const,
    ['name', rival.lastName] as const,
  ])('may not ask about another agent, by %s', async (_by, wanted) => {
    const bound = await shared();
    for (const [tool, args] of [
      ['list_chats', {}],
      ['get_support_performance', {}],
      ['explain_change', { metric: 'wait' }],
      ['list_topics', {}],
      ['search_transcripts', { query: 'order' }],
    ] as const) {
      const { text, isError } = await bound.ask(tool, { ...args, agent: wanted });
      expect({ tool, isError }).toEqual({ tool, isError: true });
      expect(text).toContain('This caller may see only the chats of');
      expect(text).not.toContain(rival.email);
    }
    expect((await bound.ask('list_chats', { agent: agent.email })).isError).toBe(false);
  });

  test('is told of a chat of another agent what is told of one that does not exist', async () => {
    const bound = await shared();
    const unlike = new Set<string>();
    for (const id of [...others.slice(0, 3).map(({ chatId }) => chatId), 99_999_999]) {
      const { text, isError } = await bound.ask('get_chat_transcript', { chat_id: id });
      expect(isError).toBe(true);
      unlike.add(text.replaceAll(String(id), 'ID'));
      await expect(bound.client.readResource({ uri: `chat://chats/${id}/transcript` })).rejects.toThrow(
        "among those of this caller's agent",
      );
    }
    expect(unlike.size).toBe(1);
    await expect(bound.client.readResource({ uri: `chat://agents/${rival.agentId}` })).rejects.toThrow(
      "among those of this caller's agent",
    );
  });

  test('lists and completes own chats alone', async () => {
    const bound = await shared();
    const everybody = await bound.clientOf(identified());
    await everybody.callTool({ name: 'list_chats', arguments: { period: 'last_30_days' } });
    await bound.ask('list_chats', { period: 'last_30_days' });
    await bound.ask('list_support_agents');
    const listed = await bound.client.listResources();
    expect(listed.resources.length).toBeGreaterThan(10);
    expect(idsIn(JSON.stringify(listed)).filter((id) => otherIds.has(id))).toEqual([]);
    expect(JSON.stringify(listed)).not.toContain(rival.lastName);
    const completed = async (prompt: string, argument: string) => {
      const { completion } = await bound.client.complete({
        ref: { type: 'ref/prompt', name: prompt },
        argument: { name: argument, value: '' },
      });
      return completion.values;
    };
    const chatIds = await completed('review_chat', 'chat_id');
    expect(chatIds.length).toBeGreaterThan(5);
    expect(chatIds.filter((id) => otherIds.has(Number(id)))).toEqual([]);
    expect((await completed('coach_agent', 'agent')).toSorted()).toEqual(
      [String(agent.agentId), `${agent.firstName} ${agent.lastName}`].toSorted(),
    );
  });

  test('sees no chat, and is told so, where the desk has no such agent', async () => {
    await using bound = await startDesk(whole, { caller: identified(undefined, { ownChats: 'nobody@example.org' }) });
    for (const [tool, args] of questions(made)) {
      const { text, data } = await answerTo(bound, tool, args);
      expect({
        tool,
        ids: idsIn(`${text}${data}`).filter((id) => whole.chats.some(({ chatId }) => chatId === id)),
      }).toEqual({ tool, ids: [] });
      expect(text).toMatch(
        /the agent with the email address nobody@example.org|bound to an agent that this desk does not have/,
      );
    }
  });

  test('is bound to nobody where two agents have the address', async () => {
    const twice = smallWorld();
    const [one, other] = twice.agents;
    if (one === undefined || other === undefined) throw new Error('the world has too few agents');
    other.email = one.email;
    await using bound = await startDesk(twice, {
      caller: identified(undefined, { ownChats: first(twice.agents).email }),
    });
    expect((await bound.ask('list_chats')).text).toContain('this desk has no such agent, or several');
  });
});
