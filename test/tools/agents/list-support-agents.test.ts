import { describe, expect, test } from 'vitest';
import { DAY, first, NOW, smallWorld, startDesk } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';

const TOOL = 'list_support_agents';
const WEEK = { from: '2026-11-11', to: '2026-11-17' };

test('who had no chat in a week is told in one call, with which week is meant', async () => {
  const world = smallWorld();
  const idle = world.agents.slice(1, 3);
  for (const { agentId } of idle) {
    const other = first(world.agents);
    for (const chat of world.chats) if (chat.agentId === agentId) chat.agentId = other.agentId;
  }
  await using desk = await startDesk(world);
  const { text, data } = await desk.ask(TOOL);
  const names = idle.map((agent) => `${agent.firstName} ${agent.lastName} (${agent.agentId})`);
  const week = chatsOn(world.chats, WEEK, 'UTC');
  const without = world.agents.filter(({ agentId }) => week.every((chat) => chat.agentId !== agentId));
  expect(without.map(({ agentId }) => agentId)).toEqual(idle.map(({ agentId }) => agentId));
  expect(text).toContain(`Chats requested 2026-11-11 to 2026-11-17 (UTC); without any: ${names.join(', ')}.`);
  expect(text.match(/ · no chat$/gm)).toHaveLength(2);
  expect(data.agents.filter((agent) => agent['chats_last_7_days'] === 0)).toHaveLength(2);
});

test('nobody had none: that is said, too', async () => {
  await using desk = await startDesk();
  expect((await desk.ask(TOOL)).text).toContain('without any: nobody.');
});

test('how many have each status stands first', async () => {
  await using desk = await startDesk();
  const { agents } = desk.service.world;
  const online = agents.filter(({ status }) => status === 'Online').length;
  const { text } = await desk.ask(TOOL);
  expect(text.split('\n')[0]).toMatch(new RegExp(`^\\*\\*${agents.length} agents\\*\\*: .*\\b${online} Online\\b`));
  const { text: some } = await desk.ask(TOOL, { status: 'online' });
  expect(some.split('\n')[0]).toBe(`**${online} agents** of ${agents.length}: ${online} Online`);
});

test('an agent without a name is called by the email address', async () => {
  const world = smallWorld();
  const unnamed = first(world.agents);
  [unnamed.firstName, unnamed.lastName] = ['', ''];
  await using desk = await startDesk(world);
  const { text, data } = await desk.ask(TOOL);
  expect(text).toContain(`\n- ${unnamed.agentId}: ${unnamed.email} · `);
  expect(data.agents.find((agent) => agent['agent_id'] === unnamed.agentId)?.['name']).toBe(unnamed.email);
});

describe('coverage', () => {
  test('is one line where both are whole, as old as the older', async () => {
    await using desk = await startDesk();
    await desk.ask(TOOL);
    const { text } = await desk.ask(TOOL);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'Data complete: 6 agents and 151 chats, 11–17 Nov (UTC), as of 18 Nov 15:30.',
    );
  });

  test('tells chats that were not read apart from agents that were, and counts none of these', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (/^\/api\/chats\/?(\?|$)/.test(path)) throw new Error('gone');
    };
    const { text } = await desk.ask(TOOL);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'Data incomplete: 0 of 7 days of chats fully loaded, 11–17 Nov (UTC); complete: 6 agents, as of 18 Nov 15:30; the service is not responding; call again later.',
    );
    expect(text).not.toMatch(/without any|no chat\b/);
    expect(NOW).toBeGreaterThan(DAY);
  });
});

test('a status that is a stranger to us does not break its line, and many are cut', async () => {
  const world = smallWorld();
  await using desk = await startDesk(world);
  desk.service.rewrite = (body) => body.replaceAll('"status":"Online"', String.raw`"status":"On\n# line **x** <<1 >>"`);
  const { text } = await desk.ask(TOOL);
  expect(text).not.toMatch(/^# /m);
  expect(text.split('\n')[0]).toContain('agents**: ');
});
