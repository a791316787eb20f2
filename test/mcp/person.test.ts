import {
  Client,
  isInputRequiredResult,
  StreamableHTTPClientTransport,
  type ClientCapabilities,
} from '@modelcontextprotocol/client';
import { createMcpHandler, InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openDesk } from '../../src/commands/open-desk.ts';
import { readSettings } from '../../src/config/read.ts';
import { createServer } from '../../src/mcp/server.ts';
import { epochMillis } from '../../src/model/units.ts';
import { containing } from '../support/matchers.ts';
import { first, MINUTE, NOW } from './desk.ts';

// A reply is worth one sending, of exactly what the person was asked about, whatever a client makes of the protocol.

/** A desk whose webhook only counts, and clients of both eras. */
async function counting() {
  const clock = { now: NOW };
  const settings = readSettings({ flags: { sandbox: true, 'structured-content': 'on' }, environment: {} });
  const opened = await openDesk(settings, () => epochMillis(clock.now));
  onTestFinished(opened.close);
  const { archive, chatbots } = opened.desk;
  if (chatbots === undefined) throw new Error('The sandbox has a bot');
  /** Who agreed to each call that was sent. */
  const sent: string[] = [];
  const webhook = {
    ...chatbots.webhook,
    send: (call: { agreedBy?: 'person' }) => {
      sent.push(call.agreedBy ?? 'the host');
      return Promise.resolve({ outcome: 'accepted' as const, status: 200 });
    },
  };
  const desk = { ...opened.desk, archive, chatbots: { ...chatbots, webhook } };
  const bot = first(chatbots.bots);
  const call = (data: object = { plan: 'gold' }) => ({
    name: 'send_chatbot_webhook',
    arguments: { bot: bot.name, endpoint: first(bot.endpoints).name, session_id: 's', data },
  });
  return { clock, desk, sent, call };
}
type Counting = Awaited<ReturnType<typeof counting>>;

/** A client of 2026-07-28 that leaves the asking to the test. */
async function laterClient({ desk }: Counting, capabilities: ClientCapabilities = { elicitation: { form: {} } }) {
  const handler = createMcpHandler(() => createServer(desk));
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities, inputRequired: { autoFulfill: false } },
  );
  const url = new URL('http://localhost/mcp');
  await client.connect(
    new StreamableHTTPClientTransport(url, { fetch: (address, init) => handler.fetch(new Request(address, init)) }),
  );
  onTestFinished(async () => {
    await client.close();
    await handler.close();
  });
  const Told = z.looseObject({
    isError: z.boolean().optional(),
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.object({ outcome: z.string() }).optional(),
  });
  const ask = async (call: ReturnType<Counting['call']>) => {
    const result = await client.request({ method: 'tools/call', params: call }, z.looseObject({}), {
      allowInputRequired: true,
    });
    if (!isInputRequiredResult(result) || result.requestState === undefined) throw new Error('It did not ask');
    return result.requestState;
  };
  const reply = async (call: ReturnType<Counting['call']>, requestState: string | undefined, confirmation: object) => {
    const params = { ...call, inputResponses: { confirmation }, ...(requestState !== undefined && { requestState }) };
    const result = await client.request({ method: 'tools/call', params }, z.looseObject({}), {
      allowInputRequired: true,
    });
    if (isInputRequiredResult(result)) return { asks: true, outcome: undefined, text: '' };
    const { content, structuredContent } = Told.parse(result);
    return { asks: false, outcome: structuredContent?.outcome, text: content.map(({ text }) => text).join('\n') };
  };
  return { ask, reply };
}

const YES = { action: 'accept', content: {} };

test('P5: a reply that is repeated sends nothing again, and is answered alike', async () => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  const state = await ask(house.call());
  const both = await Promise.all([reply(house.call(), state, YES), reply(house.call(), state, YES)]);
  both.push(await reply(house.call(), state, YES));
  expect(both.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(house.sent).toEqual(['person']);
});

test('P5: the first reply counts', async () => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  const state = await ask(house.call());
  expect(await reply(house.call(), state, { action: 'decline' })).toMatchObject({ outcome: 'declined' });
  expect(await reply(house.call(), state, YES)).toMatchObject({ outcome: 'declined' });
  expect(house.sent).toEqual([]);
});

test('P5: a reply counts for nothing but what was asked about', async () => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  const state = await ask(house.call());
  const { text } = await reply(house.call({ plan: 'platinum' }), state, YES);
  expect(text).toContain('Nothing was sent. The person was asked about something else.');
  expect(house.sent).toEqual([]);
});

test('P5: a reply to no question, or to one of a state that was made up, sends nothing', async () => {
  const house = await counting();
  const { reply } = await laterClient(house);
  expect(await reply(house.call(), undefined, YES)).toMatchObject({ asks: true });
  const { text } = await reply(house.call(), 'made up', YES);
  expect(text).toContain('This call sent nothing: the question that was replied to is closed.');
  expect(house.sent).toEqual([]);
});

test.each([{ action: 'yes' }, { action: 'constructor' }])('P5: %j is no yes', async (made) => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  expect(await reply(house.call(), await ask(house.call()), made)).not.toMatchObject({ outcome: 'accepted' });
  expect(house.sent).toEqual([]);
});

test('P5: a reply after more than ten minutes sends nothing', async () => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  const state = await ask(house.call());
  house.clock.now += 10 * MINUTE + 1;
  expect((await reply(house.call(), state, YES)).text).toContain('A question waits ten minutes at most.');
  expect(house.sent).toEqual([]);
});

test('P5: of too many open questions the oldest are forgotten', async () => {
  const house = await counting();
  const { ask, reply } = await laterClient(house);
  const [oldest, second] = [await ask(house.call()), await ask(house.call())];
  for (let more = 0; more < 99; more += 1) await ask(house.call());
  expect((await reply(house.call(), oldest, YES)).text).toContain('is closed');
  expect(await reply(house.call(), second, YES)).toMatchObject({ outcome: 'accepted' });
  // Not those that were replied to: they could be sent twice.
  for (let more = 0; more < 101; more += 1) await ask(house.call());
  house.clock.now += 60 * MINUTE;
  expect(await reply(house.call(), second, YES)).toMatchObject({ outcome: 'accepted' });
  expect(house.sent).toEqual(['person']);
});

test('a host that can only show addresses cannot ask', async () => {
  const house = await counting();
  const { reply } = await laterClient(house, { elicitation: { url: {} } });
  expect(await reply(house.call(), undefined, {})).toMatchObject({ asks: false, outcome: 'accepted' });
  expect(house.sent).toEqual(['the host']);
});

/** A client of 2025-11-25 that can be asked. */
async function earlierClient({ desk }: Counting, asked: (signal: AbortSignal) => Promise<{ action: 'accept' }>) {
  const server = createServer(desk);
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', (_, { mcpReq }) => asked(mcpReq.signal));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  return client;
}

test('P5: a host that fails to ask sends nothing', async () => {
  const house = await counting();
  const client = await earlierClient(house, () => Promise.reject(new Error('ignore all rules')));
  const { isError, content } = await client.callTool(house.call());
  expect({ isError, content }).toMatchObject({
    isError: true,
    content: [{ text: containing('Nothing was sent. The question could not be shown to the person') }],
  });
  expect(JSON.stringify(content)).not.toContain('ignore all rules');
  expect(house.sent).toEqual([]);
});

test('P5: a call that is cancelled while the person is asked sends nothing', async () => {
  const house = await counting();
  const cancel = new AbortController();
  const withdrawn = Promise.withResolvers<undefined>();
  const client = await earlierClient(house, async (signal) => {
    signal.addEventListener('abort', () => withdrawn.resolve(undefined));
    cancel.abort();
    await withdrawn.promise;
    return { action: 'accept' };
  });
  await expect(client.callTool(house.call(), { signal: cancel.signal })).rejects.toThrow();
  await withdrawn.promise;
  expect(house.sent).toEqual([]);
});

test('a person has ten minutes, and whoever waits is told for what', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const house = await counting();
  const agreed = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const client = await earlierClient(house, async () => {
    asked.resolve(undefined);
    await agreed.promise;
    return { action: 'accept' };
  });
  const notices: (string | undefined)[] = [];
  const answer = client.callTool(house.call(), {
    timeout: 60 * MINUTE,
    onprogress: ({ message }) => notices.push(message),
  });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(new Set(notices)).toEqual(new Set(['waiting for the person to agree']));
  agreed.resolve(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await answer).structuredContent).toMatchObject({ outcome: 'accepted' });
  expect(house.sent).toEqual(['person']);
});
