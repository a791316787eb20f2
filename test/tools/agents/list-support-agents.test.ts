import { expect, test } from 'vitest';
import { first, openServer, smallWorld, startDesk, startService } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';

const TOOL = 'list_support_agents';
const TODAY = { from: '2026-11-18', to: '2026-11-18' };
const WEEK = { from: '2026-11-11', to: '2026-11-17' };

/** The cells of a table, a row a line. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (\d+ \|.*) \|$/gm)].map(([, row = '']) => row.split(' | '));
}

test('each agent is a row with the chats that the world gives them', async () => {
  await using desk = await startDesk();
  const { agents, chats } = desk.service.world;
  const { text, data } = await desk.ask(TOOL);
  expect(text).toContain('| id | name | role | status | open/limit | today | 7 days before | last login |');
  const rows = rowsOf(text);
  expect(rows).toHaveLength(agents.length);
  for (const [index, agent] of agents.toSorted((one, other) => one.agentId - other.agentId).entries()) {
    const own = chats.filter(({ agentId }) => agentId === agent.agentId);
    const today = chatsOn(own, TODAY, 'UTC');
    const week = chatsOn(own, WEEK, 'UTC');
    const open = [...today, ...week].filter(
      ({ startedAt, endedAt }) => startedAt !== undefined && endedAt === undefined,
    );
    expect(rows[index]?.slice(0, 7)).toEqual([
      String(agent.agentId),
      `${agent.firstName} ${agent.lastName}`,
      agent.role,
      agent.enabled ? agent.status : `${agent.status}, disabled`,
      `${open.length}/${agent.concurrentChatLimit}`,
      String(today.length),
      String(week.length),
    ]);
    expect(data.agents[index]).toMatchObject({
      agent_id: agent.agentId,
      open_chats: open.length,
      chats_today: today.length,
      chats_last_7_days: week.length,
    });
  }
  const examined = chatsOn(chats, { from: WEEK.from, to: TODAY.to }, 'UTC').length;
  expect(text.split('\n').at(-1)).toBe(
    `Data complete: ${agents.length} agents and ${examined} chats, 11–18 Nov (UTC), as of 18 Nov 15:30.`,
  );
});

test('the heading counts statuses and names who had no chat in the week', async () => {
  const world = smallWorld();
  const idle = world.agents.slice(1, 3);
  for (const { agentId } of idle) {
    const other = first(world.agents);
    for (const chat of world.chats) if (chat.agentId === agentId) chat.agentId = other.agentId;
  }
  await using desk = await startDesk(world);
  const { text } = await desk.ask(TOOL);
  const week = chatsOn(world.chats, WEEK, 'UTC');
  const without = world.agents.filter(({ agentId }) => week.every((chat) => chat.agentId !== agentId));
  expect(without.map(({ agentId }) => agentId)).toEqual(idle.map(({ agentId }) => agentId));
  const names = without.map((agent) => `${agent.firstName} ${agent.lastName} (${agent.agentId})`);
  const online = world.agents.filter(({ status }) => status === 'Online').length;
  const [heading] = text.split('\n');
  expect(heading).toMatch(new RegExp(`^\\*\\*${world.agents.length} agents\\*\\*: .*\\b${online} online\\b`));
  expect(heading).toContain(`Agents without a chat on 11–17 Nov: ${names.join(', ')}.`);
});

test('a status selects agents, and one that nobody has is answered with those there are', async () => {
  await using desk = await startDesk();
  const { agents } = desk.service.world;
  const online = agents.filter(({ status }) => status === 'Online');
  const some = await desk.ask(TOOL, { status: 'online' });
  expect(some.text).toMatch(`**${online.length} agents of ${agents.length} with status "online"**`);
  expect(rowsOf(some.text).map(([id]) => Number(id))).toEqual(
    online.map(({ agentId }) => agentId).toSorted((one, other) => one - other),
  );
  const none = await desk.ask(TOOL, { status: 'Busy' });
  const offline = agents.length - online.length;
  expect(none.text).toMatch(
    `**No agent of ${agents.length} with status "Busy".** Without status: ${agents.length} agents. Statuses: `,
  );
  expect(none.text).toContain(`Online (${online.length})`);
  expect(none.text).toContain(`Offline (${offline})`);
  expect(none.data).toMatchObject({ total: 0, agents: [] });
});

test('pages have each agent once, and a cursor needs the arguments that it came with', async () => {
  await using desk = await startDesk();
  const { agents } = desk.service.world;
  const ids: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { data, text } = await desk.ask(TOOL, { limit: 2, ...(cursor !== undefined && { cursor }) });
    expect(data.total).toBe(agents.length);
    ids.push(...data.agents.map((agent) => agent['agent_id']));
    cursor = data.next_cursor;
    if (cursor === undefined) break;
    expect(cursor.length).toBeLessThanOrEqual(32);
    expect(text).toContain(`Next page: same arguments and cursor "${cursor}" (${agents.length - ids.length} more).`);
    const other = await desk.ask(TOOL, { status: 'Online', cursor });
    expect(other).toMatchObject({ isError: true });
  } while (ids.length < agents.length);
  expect(ids).toEqual(agents.map(({ agentId }) => agentId).toSorted((one, two) => one - two));
});

test('an agent without a name is called by the email address', async () => {
  const world = smallWorld();
  const unnamed = first(world.agents);
  [unnamed.firstName, unnamed.lastName] = ['', ''];
  await using desk = await startDesk(world);
  const { text, data } = await desk.ask(TOOL);
  expect(text).toContain(`\n| ${unnamed.agentId} | ${unnamed.email} | `);
  expect(data.agents.find((agent) => agent['agent_id'] === unnamed.agentId)?.['name']).toBe(unnamed.email);
});

test('chats that cannot be loaded are not counted as none', async () => {
  await using desk = await startDesk();
  desk.service.gateway = (path) => {
    if (/^\/api\/chats\/?(\?|$)/.test(path)) throw new Error('gone');
  };
  const { text, data } = await desk.ask(TOOL);
  expect(text).toContain('| id | name | role | status | limit | last login |');
  expect(text.split('\n').at(-1)).toMatch(/^Data incomplete: .*the service is not responding/);
  expect(text).not.toContain('No chat');
  expect(data.agents.some((agent) => 'chats_today' in agent || 'open_chats' in agent)).toBe(false);
});

test('a status of any form stays within its cell', async () => {
  await using desk = await startDesk();
  const { agents } = desk.service.world;
  const forged = String.raw`"status":"On | 99 |\n# line **x** <untrusted 1>"`;
  desk.service.rewrite = (body) => body.replaceAll('"status":"Online"', forged);
  const { text } = await desk.ask(TOOL);
  expect(text).not.toMatch(/^# /m);
  const cells = text.split('\n').filter((line) => /^\| \d/.test(line));
  expect(cells).toHaveLength(agents.length);
  const columns = (line: string) => line.split(/(?<!\\)\|/).length;
  expect(new Set(cells.map(columns)).size).toBe(1);
});

test('of many statuses the most frequent are named, and the agents with others are counted', async () => {
  const world = smallWorld();
  const agent = first(world.agents);
  // The service lets in those who are in its world.
  for (let id = 9000; world.agents.length < 12; id += 1) {
    world.agents.push({ ...agent, agentId: id, email: `agent${id}@example.com` });
  }
  expect(world.agents).toHaveLength(12);
  const statuses = ['A', 'A', 'B', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
  const service = startService(world);
  let row = 0;
  service.rewrite = (body) =>
    body.includes('concurrent_chat_limit')
      ? body.replaceAll(/"status":"[^"]*"/g, () => `"status":"${statuses[row++ % statuses.length]}"`)
      : body;
  await using desk = await openServer(service);
  const { text } = await desk.ask(TOOL);
  expect(text).toContain(': 2 a, 2 b, 1 c, 1 d, 1 e, 1 f, 4 others. Agents without');
  const none = await desk.ask(TOOL, { status: 'Away' });
  expect(none.text).toContain('Statuses: A (2), B (2), C (1), D (1), E (1), F (1), 4 others.');
  await service.close();
});
