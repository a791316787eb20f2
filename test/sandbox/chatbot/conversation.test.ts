import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAXIMUM_SESSIONS } from '../../../src/sandbox/chatbot/sessions.ts';
import { createService } from '../../../src/sandbox/service.ts';
import { like } from '../../support/matchers.ts';
import { first, smallWorld } from '../desk.ts';
import { openVisitor, ORIGIN, textsOf, View, visit, type Visitor } from './visitor.ts';

const ASKING = { start: [{ ask: 'And?', as: 'answer' }, { go: 'start' }] };
const CHOOSING = { start: [{ choose: 'Which?', choices: { red: 'end', blue: 'end' } }], end: [] };

describe('the example', () => {
  test('a customer whom the site hands over, and whose order somebody looks up', async () => {
    const visitor = await openVisitor();
    const { begun, bot, tell, post } = visitor;
    expect(begun).toEqual({
      session_id: like(/^session-[0-9a-f]{32}$/),
      chatbot_id: bot.botId,
      bot_name: bot.name,
      step: 0,
      messages: [],
      now: { kind: 'script', script: like(/set_variables/) },
    });
    expect(textsOf(await tell('script-outcome', { variables: { is_morning: true } }))).toEqual([
      'bot: Good morning! I am the assistant of this site.',
      'bot: Shall I look up your account?',
    ]);
    const identifying = await tell('answer', { text: 'Yes, please' });
    expect(identifying.now).toMatchObject({ script: like(/site\.handOver\(\{ session_id, chatbot_id \}\)/) });

    const ids = { session_id: begun.session_id, chatbot_id: begun.chatbot_id };
    const handed = await post(`/chatbot/${bot.botId}/hand-over`, ids);
    expect([handed.status, await handed.json()]).toEqual([200, { outcome: 'taken' }]);
    expect(textsOf(await visitor.view()).slice(-2)).toEqual([
      'bot: Welcome back, Maya Lindqvist. You are a Gold customer.',
      'bot: What can I do for you?',
    ]);
    // The webhook was faster than the script, whose outcome is no news any more.
    const path = `/chatbot/sessions/${begun.session_id}/script-outcome`;
    const late = await post(path, { step: identifying.step });
    expect([late.status, await late.json()]).toEqual([200, await visitor.view()]);

    const waiting = await tell('answer', { text: 'Where is my order?' });
    expect(waiting.now).toEqual({
      kind: 'waiting',
      text: 'One moment, somebody is looking it up.',
      choices: ['Never mind'],
    });
    expect(await visitor.deliver('order-status', { number: 'A-17', state: 'on its way' })).toBe(200);
    expect(textsOf(await visitor.view()).at(-2)).toBe('bot: Order A-17: on its way.');
    expect((await tell('answer', { text: 'That is all' })).now).toEqual({ kind: 'ended' });
    expect(await visitor.deliver('order-status', {})).toBe(404);
  });

  test('a guest, and a site that cannot say who they are', async () => {
    const { tell } = await openVisitor();
    await tell('script-outcome', { failed: 'it failed' });
    expect(textsOf(await tell('answer', { text: 'No, thank you' })).at(-1)).toBe('bot: What would you like to know?');
    const noted = await tell('answer', { text: 'Is tea a soup?' });
    expect(textsOf(noted).at(-2)).toBe('bot: Thank you, I have noted it: “Is tea a soup?”');
    await tell('answer', { text: 'Look up my account' });
    expect(textsOf(await tell('script-outcome', { failed: 'it failed (closed)' })).slice(-3)).toEqual([
      'notice: A step of this chat did not work: it failed (closed).',
      'bot: I could not learn who you are, so I cannot see your orders.',
      'bot: What would you like to know?',
    ]);
  });

  test('the session of the world waits for the webhook from the start', async () => {
    const { send, bot } = await openVisitor();
    const view = View.parse(await (await send(`/chatbot/sessions/${first(bot.sessions)}`)).json());
    expect(view).toMatchObject({ chatbot_id: bot.botId, step: 0, messages: [], now: { kind: 'waiting' } });
  });
});

describe('sessions', () => {
  test('two tabs: the first one counts, and the other sees what came of it', async () => {
    const { begun, post } = await openVisitor(ASKING);
    const path = `/chatbot/sessions/${begun.session_id}/answer`;
    const both = await Promise.all(['Ada', 'Bea'].map(async (text) => post(path, { step: 0, text })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [one, other] = await Promise.all(both.map(async (response) => response.json()));
    expect(one).toEqual(other);
  });

  test('are of their own visitor, and go on with the script that they began with', async () => {
    const one = await openVisitor(ASKING);
    one.bot.script = CHOOSING;
    const other = await visit(one.service);
    expect(textsOf(await one.tell('answer', { text: 'x' })).at(-1)).toBe('bot: And?');
    expect(await other.view()).toEqual(other.begun);
    expect(textsOf(other.begun)).toEqual(['bot: Which?']);
  });

  test('of too many, the one goes in which nothing has happened for longest', async () => {
    const { service, bot, begun, tell } = await openVisitor(ASKING);
    await tell('answer', { text: 'x' });
    const told: string[] = [];
    service.sessions.follow(first(bot.sessions), { changed: () => {}, closed: () => told.push('closed') });
    for (let count = 2; count < MAXIMUM_SESSIONS; count += 1) service.sessions.begin(bot.botId);
    expect(service.sessions.view(first(bot.sessions))).toBeDefined();
    service.sessions.begin(bot.botId);
    expect(service.sessions.view(first(bot.sessions))).toBeUndefined();
    expect(told).toEqual(['closed']);
    expect(service.sessions.view(begun.session_id)).toBeDefined();
  });

  test('take data of their own bot only, and there is none of a bot that does not exist', async () => {
    const { service, bot, begun } = await openVisitor(ASKING);
    const { sessions } = service;
    const other = { ...bot, botId: 'other' };
    expect(sessions.deliver(other, first(bot.endpoints), begun.session_id, {})).toBe('no_such_session');
    expect(() => sessions.begin('other')).toThrow('There is no bot other');
  });
});

describe('what is refused, and changes nothing', () => {
  const refused = async ({ post, view, begun }: Visitor, path: string, body: unknown, status: number) => {
    const before = await view();
    const answer = await post(`/chatbot/sessions/${begun.session_id}/${path}`, body);
    expect(answer.status).toBe(status);
    if (status !== 409) expect(await answer.json()).toEqual({ error: like(/./) });
    expect(await view()).toEqual(before);
  };

  test.each<[string, unknown, number]>([
    ['no body', '', 400],
    ['no JSON', '{"step":', 400],
    ['no object', [0, 'Ada'], 400],
    ['no step', { text: 'red' }, 400],
    ['a step that is text', { step: '0', text: 'red' }, 400],
    ['another step', { step: 1, text: 'red' }, 409],
    ['no text', { step: 0 }, 400],
    ['an empty text', { step: 0, text: ' \n' }, 400],
    ['a long text', { step: 0, text: 'x'.repeat(4001) }, 400],
    ['a text that is no choice', { step: 0, text: 'green' }, 400],
    ['1 MB', { step: 0, text: 'x'.repeat(1024 * 1024) }, 413],
  ])('an answer: %s', async (_, body, status) => refused(await openVisitor(CHOOSING), 'answer', body, status));

  test.each<[string, unknown, number]>([
    ['variables that are none', { step: 0, variables: 'x' }, 400],
    ['variables that are a list', { step: 0, variables: [1] }, 400],
    ['a long reason', { step: 0, failed: 'x'.repeat(401) }, 400],
    ['too many variables', { step: 0, variables: { x: 'x'.repeat(70_000) } }, 413],
  ])('the outcome of a script: %s', async (_, body, status) =>
    refused(await openVisitor(), 'script-outcome', body, status),
  );

  test.each(['gone', '__proto__', 'constructor', '%00', '..%2f..'])('a session, or a bot, called %s', async (id) => {
    const { send, post } = await openVisitor();
    const statuses = await Promise.all([
      send(`/chatbot/sessions/${id}`),
      send(`/chatbot/sessions/${id}/events`),
      send(`/chatbot/${id}/page.html`),
      ...['sessions', 'token', 'hand-over'].map(async (path) => post(`/chatbot/${id}/${path}`, {})),
      post(`/chatbot/sessions/${id}/answer`, { step: 0, text: 'x' }),
      post(`/chatbot/sessions/${id}/script-outcome`, { step: 0 }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404));
  });

  test.each<[string, object, number]>([
    ['no ids', {}, 400],
    ['another bot', { session_id: 's', chatbot_id: 'other' }, 400],
    ['a session that is not running', { session_id: 'session-1' }, 502],
  ])('a hand-over of %s', async (_, ids, status) => {
    const { bot, post, service } = await openVisitor();
    const answer = await post(`/chatbot/${bot.botId}/hand-over`, { chatbot_id: bot.botId, ...ids });
    expect(answer.status).toBe(status);
    expect(service.deliveries).toEqual([]);
  });
});

describe('the page', () => {
  test('its files are served, and nothing else of their folder, under a policy that lets it load nothing from elsewhere', async () => {
    const { bot, send } = await openVisitor();
    for (const name of readdirSync(new URL('../../../src/sandbox/chatbot/browser/', import.meta.url))) {
      const { status, headers } = await send(`/chatbot/${bot.botId}/${name}`);
      expect([name, status]).toEqual([name, name === 'tsconfig.json' ? 404 : 200]);
      if (status !== 200) continue;
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    for (const path of ['..%2fsite.ts', '%2e%2e/site.ts', '__proto__', 'nothing.js']) {
      expect((await send(`/chatbot/${bot.botId}/${path}`)).status).toBe(404);
    }
  });

  test('only pages of the service on this machine, and programs, may press something or read a conversation', async () => {
    const { bot, begun, post, service } = await openVisitor();
    const { token } = bot;
    for (const Origin of ['https://shop.example', 'http://127.0.0.1:1', 'null']) {
      for (const path of ['token', 'sessions', 'hand-over']) {
        expect((await post(`/chatbot/${bot.botId}/${path}`, {}, { Origin })).status).toBe(403);
      }
    }
    for (const host of ['rebound.example', '127.0.0.1.example', 'localhost.example', '10.0.0.1']) {
      const asked = await service.fetch(new Request(`http://${host}/chatbot/sessions/${begun.session_id}`));
      expect([host, asked.status]).toEqual([host, 403]);
    }
    expect(bot.token).toBe(token);
    expect((await post(`/chatbot/${bot.botId}/sessions`, {}, { Origin: new URL(ORIGIN).origin })).status).toBe(201);
    const local = await service.fetch(new Request(`http://localhost:8080/chatbot/sessions/${begun.session_id}`));
    expect(local.status).toBe(200);

    const renewed = await post(`/chatbot/${bot.botId}/token`, {});
    expect(await renewed.json()).toEqual({ token: like(/^sandbox-webhook-[0-9a-f]{16}$/) });
    expect(bot.token).not.toBe(token);
  });

  test('is neither counted among the requests nor disturbed by faults; what its site sends to the webhook is', async () => {
    const { bot, begun, service, post, tell } = await openVisitor(undefined, { faults: () => '500' });
    await tell('script-outcome', {});
    expect(service.requests).toEqual([]);
    const handed = await post(`/chatbot/${bot.botId}/hand-over`, {
      session_id: begun.session_id,
      chatbot_id: bot.botId,
    });
    expect([handed.status, await handed.json()]).toEqual([502, { outcome: 'unknown' }]);
    expect(service.requests).toMatchObject([{ method: 'POST', status: 500 }]);
  });
});

describe('the events of a session', () => {
  async function listen({ send, begun }: Visitor) {
    const { body, headers } = await send(`/chatbot/sessions/${begun.session_id}/events`);
    const reader = (body ?? expect.fail('no body')).pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<View | undefined> => {
      const { value, done } = await reader.read();
      return done ? undefined : View.parse(JSON.parse(/^data: ([^\n]+)\n\n$/.exec(value)?.[1] ?? ''));
    };
    return { type: headers.get('Content-Type'), next, leave: async () => reader.cancel() };
  }

  test('are the session at once, and each change of whatever kind', async () => {
    const visitor = await openVisitor();
    const events = await listen(visitor);
    expect(events.type).toBe('text/event-stream');
    expect(await events.next()).toEqual(visitor.begun);
    await visitor.post(`/chatbot/sessions/${visitor.begun.session_id}/answer`, { step: 7, text: 'x' });
    await visitor.tell('script-outcome', {});
    expect(await events.next()).toMatchObject({ step: 1 });
    await visitor.tell('answer', { text: 'No, thank you' });
    await events.next();
    await visitor.tell('answer', { text: 'two\nlines\r\nand \u2028 more' });
    expect((await events.next())?.messages).toContainEqual({
      id: 5,
      author: 'visitor',
      text: 'two\nlines\r\nand \u2028 more',
    });
    await visitor.deliver('order-status', {});
    expect(await events.next()).toMatchObject({ step: 4 });
  });

  test('end with a session that is forgotten, and nobody is told who has left', async () => {
    const visitor = await openVisitor(ASKING);
    const [one, other] = [await listen(visitor), await listen(visitor)];
    await Promise.all([one.next(), other.next()]);
    await one.leave();
    await visitor.tell('answer', { text: 'x' });
    expect(await other.next()).toMatchObject({ step: 1 });
    for (let count = 0; count < MAXIMUM_SESSIONS; count += 1) visitor.service.sessions.begin(visitor.bot.botId);
    expect(await other.next()).toBeUndefined();
  });
});

test('a world without bots has no chat', async () => {
  const world = smallWorld();
  world.bots.length = 0;
  const response = await createService({ world }).fetch(new Request(`${ORIGIN}/chatbot/bot-1/page.html`));
  expect(response.status).toBe(404);
});
