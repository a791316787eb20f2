import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/mcp/catalogue.ts';
import { TOOLS } from '../../../src/tools/tools.ts';
import { TOOL_GROUPS, TOOL_NAMES } from '../../../src/model/tool-groups.ts';
import { startDesk } from '../desk.ts';

// The setting `tools`: which tools an assistant is given, and what goes with them.

test('every tool is in one group', () => {
  expect(new Set(TOOL_NAMES).size).toBe(TOOL_NAMES.length);
  expect(TOOL_NAMES.toSorted()).toEqual(Object.keys(TOOLS).toSorted());
});

test('a prompt tells which tools it needs', () => {
  const { prompts } = CATALOGUE;
  expect(prompts['triage_offline_messages']?.tools).toEqual([
    'list_offline_messages',
    'get_offline_message',
    'record_triage',
  ]);
  for (const { tools } of Object.values(prompts)) expect(tools).not.toEqual([]);
});

describe('with some of the tools', () => {
  const tools = new Set<string>([...TOOL_GROUPS.offline_messages, 'list_chats', 'send_chatbot_webhook']);

  test('these are listed and answer, and others do not', async () => {
    await using desk = await startDesk(undefined, { tools });
    const listed = (await desk.client.listTools()).tools.map(({ name }) => name);
    // No chatbot is configured.
    expect(listed).toEqual(['list_chats', ...TOOL_GROUPS.offline_messages]);
    expect((await desk.ask('list_chats')).isError).toBe(false);
    await expect(desk.ask('list_support_agents')).rejects.toThrow('Tool list_support_agents not found');
  });

  test('so are the prompts that need no other', async () => {
    await using desk = await startDesk(undefined, { tools });
    const { prompts } = await desk.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['triage_offline_messages']);
  });

  test('the instructions name these alone and say that some are switched off, and no others do', async () => {
    await using desk = await startDesk(undefined, { tools });
    const instructions = desk.client.getInstructions() ?? '';
    expect(instructions).toContain('Some tools of this server are switched off');
    expect(TOOL_NAMES.filter((tool) => instructions.includes(tool))).toEqual(['list_chats', 'list_offline_messages']);
    await using whole = await startDesk();
    expect(whole.client.getInstructions()).not.toContain('switched off');
  });
});
