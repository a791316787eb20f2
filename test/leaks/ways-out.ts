import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { GROUPINGS } from '../../src/figures/groupings/catalogue.ts';
import { METRICS } from '../../src/figures/metrics/catalogue.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { withoutBoundaries } from '../support/boundaries.ts';
import { hostileValue } from '../support/quoted-back.ts';
import { SOUGHT } from './people.ts';
import { CONTACTS, SECRETS, TWINS } from './planted-desk.ts';

// Every way out of a server. What there is to ask comes from the server's own lists; an entry without a question here throws.

/** Something that left the server. */
export interface WayOut {
  /** The question. */
  readonly asked: string;
  /** `reply`: what a model reads. `shown`: what a host shows to a person: names, completions, data of views, pictures, questions. */
  readonly kind: 'reply' | 'shown';
  /** As one document; may be empty. */
  readonly text: string;
  /** Every string in it, without boundaries: their random numbers hold any digits now and then. */
  readonly strings: readonly string[];
  /** The strings of its data, with their boundaries. */
  readonly data: readonly string[];
}

type Question = Readonly<Record<string, unknown>>;

const PERIOD = { from: '2026-11-01', to: '2026-11-18' };
const NOBODY = 999_999_999;

/** Some of the records of each kind of visitor. */
const someOf = <T>(records: readonly T[]): T[] => records.filter((_, index) => index % 3 === 0);

/** The questions to every tool; ids come from the world. */
function questionsTo(world: World): Readonly<Record<string, readonly Question[]>> {
  const { chats, offlineMessages, visitors, agents, bots } = world;
  const agent = String(agents[0]?.agentId);
  const [bot] = bots;
  const endpoint = bot?.endpoints[0]?.name;
  const letter = offlineMessages.find(({ visitorEmail }) => visitorEmail === CONTACTS['an email'])?.offlineMessageId;
  const note = `Write to ${CONTACTS['an email']} or call ${CONTACTS['a phone']}, card ${SECRETS['a card']}`;
  return {
    list_visitors: [
      { limit: 100 },
      ...['chats', 'waiting'].map((order) => ({ from: PERIOD.from, order, limit: 100 })),
      { query: 'qv0' },
      { country: 'Nowhere' },
    ],
    list_chats: [
      { ...PERIOD, limit: 100 },
      { ...PERIOD, limit: 5 },
      { ...PERIOD, visitor: TWINS },
      { ...PERIOD, visitor: 'Zqv Nobody' },
      { ...PERIOD, agent, missed: false },
      { ...PERIOD, agent: 'zqd' },
      { ...PERIOD, codes: ['is_missed=1'] },
      { ...PERIOD, missed: true, limit: 100 },
    ],
    get_chat_transcript: [
      ...chats.map(({ chatId: chat_id }) => ({ chat_id })),
      ...someOf(chats).map(({ chatId: chat_id }) => ({ chat_id, view: 'digest' })),
      { chat_id: NOBODY },
    ],
    search_transcripts: [
      { ...PERIOD, query: SOUGHT, limit: 100 },
      { ...PERIOD, query: 'ignore', said_by: 'visitor', limit: 100 },
      { ...PERIOD, query: SOUGHT, group_by: 'country', limit: 100 },
      { ...PERIOD, query: SOUGHT, visitor: TWINS },
      { ...PERIOD, query: 'javascript OR script OR email OR visitor' },
      { ...PERIOD, query: '"' },
    ],
    get_support_performance: [
      { ...PERIOD, offline_messages: true, compare_to: 'previous_period' },
      ...GROUPINGS.map(({ name }) => ({ ...PERIOD, group_by: [name] })),
      { ...PERIOD, group_by: ['agent'], metrics: METRICS.map(({ name }) => name) },
      { ...PERIOD, group_by: ['visitor', 'country'], order_by: 'wait', limit: 100, transcripts: 'all' },
      { ...PERIOD, agent: 'zqd' },
    ],
    explain_change: [
      { ...PERIOD, metric: 'missed' },
      { ...PERIOD, metric: 'chats' },
      { ...PERIOD, metric: 'wait', agent },
    ],
    list_topics: [
      { ...PERIOD, compare_to: 'previous_period', limit: 30 },
      { ...PERIOD, agent },
    ],
    list_offline_messages: [
      { state: 'untriaged', limit: 100 },
      { state: 'all', order: 'newest', limit: 3 },
      { state: 'all', query: 'qv0' },
    ],
    record_triage: [
      { offline_message_id: letter, priority: 'soon', category: 'zqd', note, draft_reply: note },
      { offline_message_id: NOBODY, priority: 'soon' },
    ],
    get_offline_message: [
      ...offlineMessages.map(({ offlineMessageId }) => ({ offline_message_id: offlineMessageId })),
      { offline_message_id: NOBODY },
    ],
    record_code_meaning: [
      { code: 'chat_ended_by', value: 1, meaning: 'visitor' },
      { code: 'is_missed', value: 1, meaning: 'open' },
    ],
    list_support_agents: [{}, { query: 'zqd' }],
    get_visitor_stats: [
      ...someOf(visitors).map(({ visitorId }) => ({ visitor: String(visitorId) })),
      { visitor: TWINS },
      { visitor: 'Zqv Nobody' },
      { visitor: String(NOBODY) },
    ],
    get_service_status: [{}, { about: 'definitions' }, { about: 'codebook' }, { plan_for: 'last_30_days' }],
    send_chatbot_webhook: [
      { bot: bot?.name, endpoint, session_id: hostileValue, data: { note: hostileValue }, preview: true },
      { bot: bot?.name, endpoint, session_id: 'session', data: { note: hostileValue, [hostileValue]: 1 } },
      { bot: bot?.name, endpoint, session_id: 'session', data: { note } },
    ],
  };
}

const idsOf = ({ chats, offlineMessages, visitors, agents }: World): Readonly<Record<string, readonly number[]>> => ({
  chat_id: chats.map(({ chatId }) => chatId),
  offline_message_id: offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
  visitor_id: visitors.map(({ visitorId }) => visitorId),
  agent_id: agents.map(({ agentId }) => agentId),
});

/** The arguments of prompts. */
function fillingsOf({ agents, bots, chats }: World): Readonly<Record<string, string>> {
  const [bot] = bots;
  return {
    agent: agents[0]?.firstName ?? '',
    visitor: TWINS,
    period: 'last_week',
    timezone: 'Europe/Oslo',
    chat_id: String(chats[0]?.chatId),
    bot: bot?.name ?? '',
    endpoint: bot?.endpoints[0]?.name ?? '',
    session_id: 'session',
  };
}

/** Asks everything that a server offers to a client, and returns everything that comes out. */
export async function everyWayOut(client: Client, world: World): Promise<WayOut[]> {
  return [
    ...(await everyTool(client, world)),
    ...(await everyList(client)),
    ...(await everyResource(client, world)),
    ...(await everyPrompt(client, world)),
    ...(await everyCompletion(client)),
  ];
}

/** The entry of a name. Throws if it has none: then it would not be asked. */
function entryOf<T>(list: Readonly<Record<string, T>>, name: string): T {
  const entry = list[name];
  if (entry === undefined) throw new Error(`There is no question to ${name}`);
  return entry;
}

/** The first question to each tool of a server. */
export async function firstQuestions(client: Client, world: World): Promise<{ name: string; arguments: Question }[]> {
  const questions = questionsTo(world);
  const { tools } = await client.listTools();
  return tools.map(({ name }) => ({ name, arguments: { ...entryOf(questions, name)[0] } }));
}

async function everyTool(client: Client, world: World): Promise<WayOut[]> {
  const questions = questionsTo(world);
  const { tools } = await client.listTools();
  for (const { name } of tools) entryOf(questions, name);
  const names = new Set(tools.map(({ name }) => name));
  const ways: WayOut[] = [];
  // In the order of the questions: phones of a country are found once the visitors are known.
  for (const [name, asked] of Object.entries(questions)) {
    if (!names.has(name)) continue;
    for (const args of asked) ways.push(...(await everyPage(client, name, args)));
  }
  return ways;
}

const WithCursor = z.looseObject({ structuredContent: z.looseObject({ next_cursor: z.string() }) });

/** An answer and its next pages. */
async function everyPage(client: Client, name: string, args: Question, pages = 5): Promise<WayOut[]> {
  const answer = await outcomeOf(client.callTool({ name, arguments: args }));
  const ways = waysOf(`${name} ${JSON.stringify(args)}`, answer);
  const cursor = WithCursor.safeParse(answer).data?.structuredContent.next_cursor;
  if (cursor === undefined || pages === 1) return ways;
  return [...ways, ...(await everyPage(client, name, { ...args, cursor }, pages - 1))];
}

async function everyList(client: Client): Promise<WayOut[]> {
  const lists = {
    tools: await client.listTools(),
    prompts: await client.listPrompts(),
    resources: await client.listResources(),
    templates: await client.listResourceTemplates(),
    instructions: client.getInstructions(),
  };
  return Object.entries(lists).map(([name, list]) => shown(`list of ${name}`, list));
}

async function everyResource(client: Client, world: World): Promise<WayOut[]> {
  const { resources } = await client.listResources();
  const ids = idsOf(world);
  const templates = await templatesOf(client);
  const addresses = templates.flatMap(({ uri, variable }) =>
    [...someOf(entryOf(ids, variable)), NOBODY].map((id) => uri.replace(/\{\w+\}/, String(id))),
  );
  const ways: WayOut[] = [];
  for (const uri of new Set([...resources.map((resource) => resource.uri), ...addresses, 'chat://nothing/zqd'])) {
    // The pages of views are the same for everybody.
    if (!uri.startsWith('ui:')) ways.push(...waysOf(uri, await outcomeOf(client.readResource({ uri }))));
  }
  return ways;
}

async function templatesOf(client: Client) {
  const { resourceTemplates } = await client.listResourceTemplates();
  return resourceTemplates.map(({ uriTemplate: uri }) => ({
    uri,
    variable: /\{(?<variable>\w+)\}/.exec(uri)?.groups?.['variable'] ?? '',
  }));
}

async function everyPrompt(client: Client, world: World): Promise<WayOut[]> {
  const values = fillingsOf(world);
  const { prompts } = await client.listPrompts();
  const ways: WayOut[] = [];
  for (const { name, arguments: fields = [] } of prompts) {
    const args = Object.fromEntries(fields.map((field) => [field.name, entryOf(values, field.name)]));
    ways.push(...waysOf(`prompt ${name}`, await outcomeOf(client.getPrompt({ name, arguments: args }))));
  }
  return ways;
}

/** What can be completed: arguments of prompts and variables of templates. */
async function completablesOf(client: Client) {
  const { prompts } = await client.listPrompts();
  return [
    ...prompts.flatMap(({ name, arguments: fields = [] }) =>
      fields.map((field) => ({ ref: { type: 'ref/prompt' as const, name }, argument: field.name })),
    ),
    ...(await templatesOf(client)).map(({ uri, variable }) => ({
      ref: { type: 'ref/resource' as const, uri },
      argument: variable,
    })),
  ];
}

async function everyCompletion(client: Client): Promise<WayOut[]> {
  const ways: WayOut[] = [];
  for (const { ref, argument: name } of await completablesOf(client)) {
    for (const value of ['', 'z', '@', '3', 'Robin']) {
      const completed = await outcomeOf(client.complete({ ref, argument: { name, value } }));
      ways.push(shown(`completion of ${name}: ${value}`, completed));
    }
  }
  return ways;
}

/** What came back, or what was thrown as the client has it. */
async function outcomeOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { contents: [{ text: error.message }], data: 'data' in error ? error.data : undefined };
  }
}

const Text = z.looseObject({ text: z.string().optional() });
const Reply = z.looseObject({
  content: z.array(Text).default([]),
  contents: z.array(Text).default([]),
  messages: z.array(z.looseObject({ content: Text })).default([]),
  structuredContent: z.unknown().optional(),
  _meta: z.unknown().optional(),
});

/** The ways out of one answer: what a model reads, and what only a view is given. */
function waysOf(asked: string, answer: unknown): WayOut[] {
  const { _meta: forView, ...reply } = Reply.parse(answer);
  const { content, contents, messages, structuredContent } = reply;
  const texts = [...content, ...contents, ...messages.map((message) => message.content)];
  return [
    {
      asked,
      kind: 'reply',
      text: texts.map(({ text = '' }) => text).join('\n\n'),
      strings: stringsIn(reply).map(withoutBoundaries),
      data: stringsIn(structuredContent),
    },
    ...(forView === undefined ? [] : [shown(`view of ${asked}`, forView)]),
  ];
}

/** Something that is shown to a person. */
export function shown(asked: string, what: unknown): WayOut {
  return { asked, kind: 'shown', text: '', strings: stringsIn(what).map(withoutBoundaries), data: [] };
}

/** Every string in a value, however deep, and every name of a key. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...stringsIn(part)]);
}
