import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, onTestFinished, test } from 'vitest';
import { seconds } from '../../src/model/time/units.ts';
import { withoutBoundaries } from '../support/boundaries.ts';
import { chatbotsOf, type Desk, first, sharedDesk, smallWorld, startDesk } from '../mcp/desk.ts';

// What an assistant reads of each kind of error, word for word. Other tests look for names and numbers in them.

/** The most tokens that all of them may have, so that none grows unseen. */
const MOST_TOKENS = 800;

/** The seconds until a call helps: they depend on how long the test takes. */
const WAIT = /(?<=[Cc]all again in )\d+(?= s\b)/g;

type Call = readonly [tool: string, args?: Readonly<Record<string, unknown>>];

const world = smallWorld();
const chatId = first(world.chats).chatId;
const CARD = '4111 1111 1111 1111';

const WRONG_ARGUMENTS: readonly Call[] = [
  ['list_chats', { perid: 'last_week' }],
  ['list_chats', { period: 'lastweek' }],
  ['get_support_performance', { metrics: ['missed_rate'] }],
  ['get_support_performance', { metrics: ['speed'] }],
  ['list_chats', { from: '2026-11-20', to: '2026-11-10' }],
  ['list_chats', { from: '2026-13-01' }],
  ['list_chats', { from: '2026-12-24' }],
  ['list_chats', { timezone: 'Mars/Phobos' }],
  ['list_chats', { cursor: 'abc' }],
  ['list_chats', { limit: 500 }],
  ['list_chats', { agent: 'Ana' }],
  ['list_chats', { agent: 'Anna' }],
  ['get_chat_transcript', { chat_id: -5 }],
  ['get_chat_transcript', { chat_id: 999_999_999 }],
  ['get_visitor_stats', { visitor: 'Nobody Known' }],
  ['get_visitor_stats', { visitor: 'Mateo Lozano' }],
  [
    'send_chatbot_webhook',
    { bot: 'Shop assistant', endpoint: 'customer-data', session_id: 's-1', data: { card: CARD } },
  ],
  ['send_chatbot_webhook', { bot: 'Shop assistant', endpoint: 'order', session_id: 's-1', data: { number: 'A-1' } }],
];

const desk = sharedDesk(() => startDesk(world, { ...chatbotsOf(world) }));

/** A desk whose service answers everything with a status. */
async function refusing(status: number, headers: Record<string, string> = {}, body = '{}'): Promise<Desk> {
  const desk = await startDesk(world, { answer_within: seconds(20) });
  onTestFinished(() => desk[Symbol.asyncDispose]());
  desk.service.replace = () => new Response(null, { status, headers });
  desk.service.rewrite = () => body;
  return desk;
}

/** A desk whose service never answers. */
async function silent(): Promise<Desk> {
  const desk = await startDesk(world, { answer_within: seconds(0.05) });
  const released = Promise.withResolvers<void>();
  desk.service.gateway = () => released.promise;
  onTestFinished(async () => {
    released.resolve();
    await desk[Symbol.asyncDispose]();
  });
  return desk;
}

/** A desk whose service has failed so often that it is left alone for a while. */
async function down(): Promise<Desk> {
  const desk = await refusing(503);
  for (let call = 1; call <= 2; call += 1) await desk.ask('list_support_agents');
  return desk;
}

const TROUBLES: readonly (readonly [open: () => Promise<Desk>, ...Call])[] = [
  [() => refusing(429, { 'retry-after': '32' }), 'list_support_agents'],
  [silent, 'get_chat_transcript', { chat_id: chatId }],
  [down, 'list_support_agents'],
  [() => refusing(401), 'list_support_agents'],
  [() => refusing(403), 'get_chat_transcript', { chat_id: chatId }],
  [() => refusing(200, { 'content-type': 'text/html' }, '<!doctype html>'), 'list_support_agents'],
  [() => refusing(302, { location: 'https://elsewhere.example/' }), 'list_support_agents'],
];

async function errorOf(desk: Desk, name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content, isError } = await desk.client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

test('errors say what happened, what to do, and when to call again', async () => {
  const errors: (readonly [call: string, text: string])[] = [];
  for (const [tool, args = {}] of WRONG_ARGUMENTS) {
    errors.push([`${tool} ${JSON.stringify(args)}`, await errorOf(await desk(), tool, args)]);
  }
  for (const [open, tool, args = {}] of TROUBLES) {
    errors.push([`${tool} ${JSON.stringify(args)}`, await errorOf(await open(), tool, args)]);
  }
  const texts = errors.map(([call, text]) => `# ${call}\n${withoutBoundaries(text).replaceAll(WAIT, 'N')}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot('errors.golden.txt');
  const tokens = errors.reduce((sum, [, text]) => sum + encode(text).length, 0);
  expect(tokens).toBeLessThanOrEqual(MOST_TOKENS);
});

test.each([
  ['list_chats', 'agent', first(world.chats).agentId],
  ['get_visitor_stats', 'visitor', first(world.chats).visitorId],
] as const)('%s takes the id of the argument %s as a number, too', async (tool, argument, id) => {
  const asked = async (value: unknown) => (await (await desk()).ask(tool, { [argument]: value })).text;
  await asked(id);
  expect(withoutBoundaries(await asked(id))).toBe(withoutBoundaries(await asked(String(id))));
});
