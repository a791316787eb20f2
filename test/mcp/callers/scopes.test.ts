import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/mcp/catalogue.ts';
import { scopesLackingFor } from '../../../src/mcp/request-target.ts';
import { LOCAL_CALLER, SCOPE_NAMES, type Scope } from '../../../src/model/caller.ts';
import { TOOL_NAMES } from '../../../src/model/tool-groups.ts';
import { TOOL_SCOPES } from '../../../src/model/tool-scopes.ts';
import { startDesk, type Desk } from '../desk.ts';
import { identified } from './callers.ts';

// What a caller is told of, and what is answered: no more than their scopes allow.

const CHATS = [
  'list_chats',
  'get_chat_transcript',
  'search_transcripts',
  'get_support_performance',
  'explain_change',
  'list_topics',
  'list_support_agents',
];
const MESSAGES = ['list_offline_messages', 'get_offline_message'];
const VISITORS = ['list_visitors', 'get_visitor_stats'];

const SEEN: readonly {
  readonly scopes: readonly Scope[];
  readonly tools: readonly string[];
  readonly templates: readonly string[];
  readonly prompts: readonly string[];
}[] = [
  { scopes: [], tools: [], templates: [], prompts: [] },
  {
    scopes: ['chats:read'],
    tools: CHATS,
    templates: ['agent', 'chat transcript'],
    prompts: ['coach_agent', 'review_chat', 'review_support_performance'],
  },
  { scopes: ['visitors:read'], tools: VISITORS, templates: ['visitor'], prompts: [] },
  { scopes: ['offline:read'], tools: MESSAGES, templates: ['offline message'], prompts: [] },
  {
    scopes: ['offline:read', 'triage:write'],
    tools: [...MESSAGES, 'record_triage'],
    templates: ['offline message'],
    prompts: ['triage_offline_messages'],
  },
  // A decision is shown with its message.
  { scopes: ['triage:write'], tools: [], templates: [], prompts: [] },
  { scopes: ['codes:write'], tools: ['record_code_meaning'], templates: [], prompts: [] },
  { scopes: ['contacts:read'], tools: [], templates: [], prompts: [] },
];

test.each(SEEN)('with $scopes, these are listed and no others', async ({ scopes, tools, templates, prompts }) => {
  await using desk = await startDesk(undefined, { caller: identified(scopes) });
  const { client } = desk;
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name).sort();
  expect(names((await client.listTools()).tools)).toEqual([...tools, 'get_service_status'].sort());
  expect(names((await client.listResourceTemplates()).resourceTemplates)).toEqual(templates);
  expect(names((await client.listPrompts()).prompts)).toEqual(prompts);
  const instructions = client.getInstructions() ?? '';
  expect(TOOL_NAMES.filter((tool) => instructions.includes(tool) && !tools.includes(tool))).toEqual([
    'get_service_status',
  ]);
});

test.each(TOOL_NAMES.filter((tool) => tool !== 'send_chatbot_webhook'))(
  'without one of its scopes %s answers with the name of that',
  async (tool) => {
    for (const scope of TOOL_SCOPES[tool].needs) {
      await using desk = await startDesk(undefined, { caller: identified(SCOPE_NAMES.filter((one) => one !== scope)) });
      const { result, requests } = await desk.spentOn(() => desk.ask(tool));
      expect(result.isError).toBe(true);
      expect(result.text).toContain(`This tool needs the scope ${scope}, which this caller lacks.`);
      expect(requests).toBe(0);
    }
  },
);

describe('what is not listed', () => {
  async function refusals({ client }: Desk): Promise<readonly string[]> {
    const asked = [
      () => client.readResource({ uri: 'chat://chats/1/transcript' }),
      () => client.readResource({ uri: 'chat://visitors/1' }),
      () => client.readResource({ uri: 'chat://offline-messages/1' }),
      () => client.readResource({ uri: 'chat://agents/1' }),
      () => client.getPrompt({ name: 'review_chat', arguments: { chat_id: '1' } }),
      () =>
        client.complete({
          ref: { type: 'ref/prompt', name: 'review_chat' },
          argument: { name: 'chat_id', value: '' },
        }),
      () =>
        client.complete({
          ref: { type: 'ref/resource', uri: 'chat://visitors/{visitor_id}' },
          argument: { name: 'visitor_id', value: '' },
        }),
    ];
    return Promise.all(
      asked.map((ask) =>
        ask().then(
          () => 'answered',
          () => 'refused',
        ),
      ),
    );
  }

  test('is not answered', async () => {
    await using desk = await startDesk(undefined, { caller: identified([]) });
    expect(new Set(await refusals(desk))).toEqual(new Set(['refused']));
  });
});

describe('a request that lacks a scope, as HTTP refuses it', () => {
  const nobody = identified([]);

  test.each([
    ['tools/call', { name: 'list_chats' }, ['chats:read']],
    ['tools/call', { name: 'record_triage' }, ['triage:write', 'offline:read']],
    ['tools/call', { name: 'get_service_status' }, []],
    ['tools/call', { name: 'constructor' }, []],
    ['tools/call', {}, []],
    ['tools/list', {}, []],
    ['prompts/get', { name: 'prepare_for_visitor' }, ['chats:read', 'visitors:read', 'offline:read']],
    ['prompts/get', { name: '__proto__' }, []],
    ['resources/read', { uri: 'chat://visitors/7' }, ['visitors:read']],
    ['resources/read', { uri: 'CHAT://chats/7/transcript' }, ['chats:read']],
    ['resources/read', { uri: 'chat://status' }, []],
    ['resources/read', { uri: 'no address' }, []],
    ['resources/subscribe', { uri: 'chat://offline-messages/7' }, ['offline:read']],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'review_chat' } }, ['chats:read']],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'chat://agents/{agent_id}' } }, ['chats:read']],
    ['completion/complete', { ref: null }, []],
  ])('%s %j', (method, params, scopes) => {
    expect(new Set(scopesLackingFor(nobody, { method, params }))).toEqual(new Set(scopes));
    expect(scopesLackingFor(LOCAL_CALLER, { method, params })).toEqual([]);
  });
});

test('every tool, resource and prompt is in the table', () => {
  const { tools, resources, prompts } = CATALOGUE;
  expect(Object.keys(TOOL_SCOPES).sort()).toEqual(Object.keys(tools).sort());
  for (const { tool } of Object.values(resources)) expect(TOOL_NAMES).toContain(tool);
  for (const { tools: named } of Object.values(prompts)) expect(TOOL_NAMES).toEqual(expect.arrayContaining([...named]));
});
