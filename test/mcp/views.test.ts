import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openAccount } from '../../src/commands/account.ts';
import { readSettings, theOnly } from '../../src/config/read.ts';
import { servedAlone } from '../../src/answers/desk.ts';
import { callable } from '../../src/answers/callable-tool.ts';
import { defineTool } from '../../src/answers/tool.ts';
import { toolLists } from '../../src/mcp/lists.ts';
import { answerTools } from '../../src/mcp/router.ts';
import { ArchiveDamaged } from '../../src/model/errors.ts';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { LOCAL_CALLER, type Caller, type Scope } from '../../src/model/caller.ts';
import { SHOWS_VIEWS } from '../browser/views/view-host.ts';
import { FOR_VIEW } from '../../src/answers/views.ts';
import { systemClock } from '../../src/model/time/units.ts';
import { identified } from './callers/callers.ts';
import { sharedDesk, smallWorld, startDesk } from './desk.ts';

const shared = sharedDesk();

async function viewsOf(caller: Caller): Promise<readonly string[]> {
  const client = await (await shared()).clientOf(caller, SHOWS_VIEWS);
  const { resources } = await client.listResources();
  return resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
}

test.each([
  { scopes: ['chats:read'], views: ['chat', 'desk'], withheld: 'triage' },
  { scopes: ['offline:read'], views: ['triage'], withheld: 'chat' },
  { scopes: ['visitors:read'], views: [], withheld: 'desk' },
] satisfies { scopes: Scope[]; views: string[]; withheld: string }[])(
  'with $scopes, a caller gets the views of their tools and no other',
  async ({ scopes, views, withheld }) => {
    const caller = identified(scopes);
    expect([...(await viewsOf(caller))].sort()).toEqual(views.map((view) => `ui://chat-operations-mcp/${view}`));
    const client = await (await shared()).clientOf(caller, SHOWS_VIEWS);
    await expect(client.readResource({ uri: `ui://chat-operations-mcp/${withheld}` })).rejects.toThrow(/not found/i);
  },
);

test('where tools are switched off, so are their views', async () => {
  await using desk = await startDesk(undefined, {
    tools: new Set(['list_offline_messages']),
    capabilities: SHOWS_VIEWS,
  });
  const { resources } = await desk.client.listResources();
  expect(resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'))).toEqual([
    'ui://chat-operations-mcp/triage',
  ]);
});

test('what templates are listed is the same with and without views', async () => {
  const { clientOf } = await shared();
  const templates = Object.entries(CATALOGUE.resources).flatMap(([name, { uri, variable, title, description }]) =>
    variable === undefined ? [] : [{ name, uriTemplate: uri, title, description, mimeType: 'text/markdown' }],
  );
  for (const capabilities of [{}, SHOWS_VIEWS]) {
    const client = await clientOf(LOCAL_CALLER, capabilities);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toStrictEqual(templates);
  }
});

test('an archive that turns out to be damaged as a view is answered says so, as it does to everybody', async () => {
  const tool = callable(
    defineTool({
      name: 'list_topics',
      title: 'Topics',
      description: 'Finds out late that the archive is damaged.',
      input: z.strictObject({}),
      output: z.strictObject({}),
      annotations: {},
      answer: () =>
        Promise.resolve({
          text: 'Words',
          data: () => ({}),
          viewData: (): Promise<Record<string, never>> => Promise.reject(new Error('database disk image is malformed')),
        }),
    }),
  );
  const settings = theOnly(readSettings({ flags: { sandbox: true }, environment: {} }));
  const { desk, close } = await openAccount(settings, systemClock);
  onTestFinished(close);
  const damaged = Object.defineProperty(desk, 'withArchive', {
    value: (work: () => Promise<unknown>) =>
      work().catch(() => {
        throw new ArchiveDamaged('The archive is damaged.', 'Ask again.');
      }),
  });
  const server = new McpServer({ name: 'one', version: '1' });
  const registered = { list_topics: tool.advertisement };
  const lists = toolLists(Object.entries(registered), false);
  answerTools(server, servedAlone(damaged), { registered, lists }, { list_topics: () => Promise.resolve(tool) });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: SHOWS_VIEWS });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  const { content, isError } = await client.callTool({ name: 'list_topics' });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('damaged');
});

test('D1: what a view gets has passed the redactor, as text does', async () => {
  const world = smallWorld();
  const writing = world.chats.filter(({ missed, visitorEmail }) => !missed && visitorEmail !== '').slice(0, 5);
  for (const { messages, visitorName: authorName, visitorEmail, startedAt: at = 0 } of writing) {
    messages.push({ author: 'visitor', authorName, text: `Please write to ${visitorEmail}.`, at });
  }
  const contacts = world.visitors.flatMap(({ records }) =>
    records.flatMap(({ contact, whereabouts }) => [contact.email, contact.phone, whereabouts.ipAddress]),
  );
  await using desk = await startDesk(world, { redact: 'contacts', capabilities: SHOWS_VIEWS });
  const { client } = desk;
  const calls = [
    ...writing.map(({ chatId }) => ({ name: 'get_chat_transcript', arguments: { chat_id: chatId } })),
    { name: 'list_offline_messages', arguments: { state: 'all' } },
    { name: 'list_chats', arguments: { period: 'last_7_days' } },
  ];
  for (const call of calls) {
    const { _meta: meta } = await client.callTool(call);
    const shown = JSON.stringify(meta?.[FOR_VIEW]);
    expect(contacts.filter((contact) => contact !== '' && shown.includes(contact))).toEqual([]);
    if (call.name === 'get_chat_transcript') expect(shown).toContain('Please write to [email of ');
  }
});
