import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { like } from '../../support/matchers.ts';
import { first, openDesk, smallWorld } from '../desk.ts';
import { ASKING, EVERY_NODE } from '../flow/flows.ts';
import { openVisitor, textsOf, View, visit, type Visitor } from './visitor.ts';

describe('a conversation', () => {
  test('from the first node to the last, over HTTP', async () => {
    const visitor = await openVisitor(EVERY_NODE, { scriptSeconds: 0.5 });
    const bot = first(visitor.desk.sandbox.world.bots);
    expect(visitor.begun).toEqual({
      session_id: like(/^session-[0-9a-f]{32}$/),
      chatbot_id: bot.botId,
      bot_name: bot.name,
      step: 0,
      messages: [{ id: 1, author: 'bot', text: 'Hello.' }],
      now: { kind: 'script', script: 'async () => ({})', seconds: 0.5 },
    });
    const asked = await visitor.outcome({ outcome: 'variables', variables: { customer: { plan: 'gold' } } });
    expect(asked).toMatchObject({ step: 1, now: { kind: 'question', choices: [] } });
    expect(await visitor.answer('Ada')).toMatchObject({ step: 2, now: { kind: 'question', choices: ['red', 'blue'] } });
    expect(await visitor.answer('red')).toMatchObject({
      step: 3,
      now: { kind: 'waiting', text: 'A moment, Ada.', choices: [] },
    });
    first(bot.endpoints).node = 'order';
    first(bot.endpoints).attribute = 'order_status';
    expect(await visitor.deliver('customer-data', { number: 7 })).toBe(200);
    expect(await visitor.view()).toMatchObject({ step: 4, now: { kind: 'ended' } });
    expect(textsOf(await visitor.view())).toEqual([
      'bot: Hello.',
      'bot: Thank you for gold.',
      'bot: Who are you?',
      'visitor: Ada',
      'bot: Colour, Ada?',
      'visitor: red',
      'bot: Order 7.',
      'bot: Goodbye, Ada.',
    ]);
    expect(visitor.desk.sandbox.sessions.variables(visitor.sessionId)).toEqual({
      customer: { plan: 'gold' },
      name: 'Ada',
      colour: 'red',
      order_status: { number: 7 },
    });
  });

  test.each([
    [{ reason: 'threw' }, 'it failed.'],
    [{ reason: 'threw', message: 'shop is not defined.' }, 'it failed (shop is not defined).'],
    [{ reason: 'threw', message: ' ' }, 'it failed.'],
    [{ reason: 'too_slow' }, 'it took longer than 5 seconds.'],
    [{ reason: 'returned_something_else', message: 'x' }, 'it returned something that this chat does not understand.'],
  ])('a script that failed (%j) is told, and stays told', async (failure, words) => {
    const visitor = await openVisitor(EVERY_NODE);
    await visitor.outcome({ outcome: 'failed', ...failure });
    const view = await visitor.view();
    expect(view.now).toEqual({ kind: 'question', choices: [] });
    expect(textsOf(view)[1]).toBe(`notice: A step of this chat did not work: ${words}`);
  });

  test('two tabs: the first one counts, and the other sees what came of it', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const outcome = { step: 0, outcome: 'ran' };
    const both = await Promise.all([visitor.post('script-outcome', outcome), visitor.post('script-outcome', outcome)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [one, other] = both;
    expect(one.json).toEqual(other.json);
    expect(View.parse(one.json)).toMatchObject({ step: 1 });

    const late = await visitor.post('answer', { step: 0, text: 'Ada' });
    expect(late).toMatchObject({ status: 409, json: { step: 1, now: { kind: 'question' } } });
  });

  test('visitors have sessions of their own', async () => {
    const one = await openVisitor(EVERY_NODE);
    const other = await visit(one.desk);
    await one.outcome({ outcome: 'ran' });
    expect(other.sessionId).not.toBe(one.sessionId);
    expect((await other.view()).step).toBe(0);
  });

  test('a session goes on with the flow that it began with', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    first(visitor.desk.sandbox.world.bots).flow = ASKING;
    expect(textsOf(await visitor.outcome({ outcome: 'ran' })).at(-1)).toBe('bot: Who are you?');
    expect(textsOf((await visit(visitor.desk)).begun)).toEqual(['bot: And?']);
  });

  test('the session of the world waits for the webhook from the start', async () => {
    const { get, sandbox } = await openDesk();
    const { sessions, botId } = first(sandbox.world.bots);
    const { json } = await get(`/chatbot/sessions/${first(sessions)}`, null);
    expect(View.parse(json)).toMatchObject({ chatbot_id: botId, step: 0, messages: [], now: { kind: 'waiting' } });
  });
});

describe('the flow of the sandbox', () => {
  const asGuest = {
    kind: 'question',
    choices: ['How long does delivery take?', 'I have another question', 'I have logged in', 'That is all'],
  };
  const customer = { name: 'Ada', plan: 'gold', customer_number: 'C-1' };

  test('a customer who is logged in', async () => {
    const visitor = await openVisitor();
    const identifying = await visitor.outcome({ outcome: 'variables', variables: { logged_in: true } });
    expect(identifying.now).toMatchObject({
      kind: 'script',
      script: like(/shop\.identify\(\{ session_id, chatbot_id \}\)/),
    });
    expect((await visitor.outcome({ outcome: 'ran' })).now.kind).toBe('waiting');
    expect(await visitor.deliver('customer-data', customer)).toBe(200);
    expect(textsOf(await visitor.view()).slice(1)).toEqual([
      'bot: Welcome back, Ada. You are a gold customer.',
      'bot: What can I do for you?',
    ]);
    expect((await visitor.answer('Where is my order?')).now).toEqual({
      kind: 'waiting',
      text: 'One moment, somebody is looking it up.',
      choices: ['Never mind'],
    });
    expect(await visitor.deliver('order-status', { number: 'A-17', state: 'on its way' })).toBe(200);
    expect(textsOf(await visitor.view()).slice(-2)).toEqual([
      'bot: Order A-17: on its way.',
      'bot: What can I do for you?',
    ]);
    expect((await visitor.answer('Where is my order?')).now.kind).toBe('waiting');
    expect((await visitor.answer('Never mind')).now).toEqual({
      kind: 'question',
      choices: ['Where is my order?', 'That is all'],
    });
    expect((await visitor.answer('That is all')).now).toMatchObject({ kind: 'script', script: like(/shop\.leave\(/) });
    expect((await visitor.outcome({ outcome: 'ran' })).now).toEqual({ kind: 'ended' });
    expect(await visitor.deliver('order-status', {})).toBe(404);
    expect(visitor.desk.sandbox.sessions.variables(visitor.sessionId)).toMatchObject({
      customer,
      order_status: { number: 'A-17', state: 'on its way' },
    });
  });

  test('a customer who logs in meanwhile', async () => {
    const visitor = await openVisitor();
    const first = await visitor.outcome({ outcome: 'variables', variables: { logged_in: false } });
    expect(first.now).toEqual({ kind: 'question', choices: ['I have logged in', 'Go on without'] });
    expect((await visitor.answer('I have logged in')).now).toEqual(visitor.begun.now);
  });

  test('somebody who says so, and has not logged in', async () => {
    const visitor = await openVisitor();
    const asked = await visitor.outcome({ outcome: 'variables', variables: { logged_in: false } });
    expect(textsOf(asked).at(-1)).toContain('Log in on this page, then tell me.');
    await visitor.answer('I have logged in');
    const again = await visitor.outcome({ outcome: 'variables', variables: { logged_in: false } });
    expect(again.now).toEqual(asked.now);
    expect(textsOf(again).at(-1)).toContain('The shop does not know you yet');
    await visitor.answer('Go on without');
    await visitor.answer('I have logged in');
    const later = await visitor.outcome({ outcome: 'variables', variables: { logged_in: false } });
    expect(textsOf(later).at(-1)).toContain('The shop does not know you yet');
  });

  test('a customer whose data does not come', async () => {
    const visitor = await openVisitor();
    await visitor.outcome({ outcome: 'variables', variables: { logged_in: true } });
    expect((await visitor.outcome({ outcome: 'ran' })).now).toMatchObject({ choices: ['Go on without'] });
    expect((await visitor.answer('Go on without')).now).toEqual(asGuest);
  });

  test('a guest', async () => {
    const visitor = await openVisitor();
    await visitor.outcome({ outcome: 'variables', variables: { logged_in: false } });
    expect((await visitor.answer('Go on without')).now).toEqual(asGuest);
    expect(textsOf(await visitor.answer('How long does delivery take?'))).toContain('bot: Two to four working days.');
    expect((await visitor.answer('I have another question')).now).toEqual({ kind: 'question', choices: [] });
    const noted = await visitor.answer('Is tea a soup?');
    expect(noted.now).toEqual(asGuest);
    expect(textsOf(noted).at(-2)).toMatch(/^bot: Thank you.* “Is tea a soup\?”/);
    expect((await visitor.answer('I have logged in')).now).toEqual(visitor.begun.now);
    expect((await visitor.outcome({ outcome: 'failed', reason: 'threw' })).now).toEqual(asGuest);
    expect((await visitor.answer('That is all')).now).toEqual({ kind: 'ended' });
  });

  test('a shop that cannot be told who it is', async () => {
    const visitor = await openVisitor();
    await visitor.outcome({ outcome: 'variables', variables: { logged_in: true } });
    const view = await visitor.outcome({ outcome: 'failed', reason: 'threw', message: 'refused' });
    expect(textsOf(view).slice(1)).toEqual([
      'notice: A step of this chat did not work: it failed (refused).',
      'bot: I could not tell the shop who you are, so I cannot see your orders.',
      'bot: What can I do for you?',
    ]);
    expect(view.now).toEqual(asGuest);
  });
});

describe('what is refused, and changes nothing', () => {
  const refused = async (visitor: Visitor, path: 'answer' | 'script-outcome', body: unknown, status: number) => {
    const before = await visitor.view();
    const answer = await visitor.post(path, body);
    expect(answer.status).toBe(status);
    if (status !== 409) expect(answer.json).toEqual({ error: like(/./) });
    expect(await visitor.view()).toEqual(before);
  };

  test.each<[string, unknown, number]>([
    ['no body', '', 400],
    ['no JSON', '{"step":', 400],
    ['no object', [0, 'Ada'], 400],
    ['null', null, 400],
    ['no step', { text: 'Ada' }, 400],
    ['a step that is text', { step: '1', text: 'Ada' }, 400],
    ['a step and a half', { step: 1.5, text: 'Ada' }, 400],
    ['a step below zero', { step: -1, text: 'Ada' }, 409],
    ['a step that will be', { step: 2, text: 'Ada' }, 409],
    ['no text', { step: 1 }, 400],
    ['a number as text', { step: 1, text: 7 }, 400],
    ['an empty text', { step: 1, text: ' \n' }, 400],
    ['a long text', { step: 1, text: 'x'.repeat(4001) }, 400],
    ['1 MB', { step: 1, text: 'x'.repeat(1024 * 1024) }, 413],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 413],
    ['30,000 levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
  ])('an answer: %s', async (_, body, status) => {
    const visitor = await openVisitor(EVERY_NODE);
    await visitor.outcome({ outcome: 'ran' });
    await refused(visitor, 'answer', body, status);
  });

  test('a text that is no choice, and any after the end', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    await visitor.outcome({ outcome: 'ran' });
    await visitor.answer('x'.repeat(4000));
    await refused(visitor, 'answer', { step: 2, text: 'green' }, 400);
    await refused(visitor, 'answer', { step: 2, text: 'red ' }, 400);
    const ended = await openVisitor({ start: 'a', nodes: { a: { type: 'end' } } });
    await refused(ended, 'answer', { step: 0, text: 'red' }, 409);
    await refused(ended, 'script-outcome', { step: 0, outcome: 'ran' }, 409);
  });

  test.each<[string, unknown, number]>([
    ['no outcome', { step: 0 }, 400],
    ['an unknown one', { step: 0, outcome: 'crashed' }, 400],
    ['variables that are none', { step: 0, outcome: 'variables', variables: 'x' }, 400],
    ['variables that are a list', { step: 0, outcome: 'variables', variables: [1] }, 400],
    ['no variables', { step: 0, outcome: 'variables' }, 400],
    ['an unknown reason', { step: 0, outcome: 'failed', reason: 'tired' }, 400],
    ['a long reason', { step: 0, outcome: 'failed', reason: 'threw', message: 'x'.repeat(301) }, 400],
    ['too many variables', { step: 0, outcome: 'variables', variables: { x: 'x'.repeat(70_000) } }, 413],
    ['another step', { step: 1, outcome: 'ran' }, 409],
  ])('the outcome of a script: %s', async (_, body, status) => {
    await refused(await openVisitor(EVERY_NODE), 'script-outcome', body, status);
  });

  test('an outcome where an answer is awaited', async () => {
    await refused(await openVisitor(ASKING), 'script-outcome', { step: 0, outcome: 'ran' }, 409);
  });

  test('a session or a bot that does not exist', async () => {
    const { send, get } = await openDesk();
    for (const id of ['gone', '__proto__', 'constructor', '%00', '..%2f..']) {
      const json = { error: 'No such session' };
      expect(await get(`/chatbot/sessions/${id}`, null)).toMatchObject({ status: 404, json });
      expect(await get(`/chatbot/sessions/${id}/events`, null)).toMatchObject({ status: 404, json });
      const post = { method: 'POST', body: JSON.stringify({ step: 0, text: 'x', outcome: 'ran' }) };
      for (const path of ['answer', 'script-outcome', 'end']) {
        expect(await send(`/chatbot/sessions/${id}/${path}`, post)).toMatchObject({ status: 404, json });
      }
      expect(await send(`/chatbot/${id}/sessions`, { method: 'POST' })).toMatchObject({
        status: 404,
        json: { error: 'No such chatbot' },
      });
    }
  });

  test('names that objects have are variables like others', async () => {
    const visitor = await openVisitor({
      start: 'script',
      nodes: {
        script: { type: 'run_script', script: 'x', next: 'end', on_error: 'end' },
        end: { type: 'end', text: '<{{constructor.name}}|{{__proto__.x}}|{{toString}}|{{x}}>' },
      },
    });
    const body =
      '{"step":0,"outcome":"variables","variables":{"__proto__":{"x":"bad"},"constructor":7,"toString":"t"}}';
    const { status, json } = await visitor.post('script-outcome', body);
    expect({ status, texts: textsOf(View.parse(json)) }).toEqual({ status: 200, texts: ['bot: <||t|>'] });
  });
});

describe('other origins', () => {
  test('any site may embed the widget, without credentials', async () => {
    const { desk, sessionId, begun } = await openVisitor();
    const headers = { Origin: 'https://shop.example' };
    for (const path of [`/chatbot/sessions/${sessionId}`, '/chatbot/sessions/gone']) {
      const answer = await desk.send(path, { headers });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
    const preflight = await desk.send(`/chatbot/${begun.chatbot_id}/sessions`, {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('content-type');
  });

  test.each(['rebound.example', '127.0.0.1.example', 'localhost.example', '10.0.0.1', '127.0.0.1@rebound.example'])(
    'asked for as %s, it answers nobody',
    async (host) => {
      const { sandbox } = await openDesk();
      const bot = first(sandbox.world.bots);
      expect(await statusAs(host, sandbox.url, `/chatbot/${bot.botId}/sessions`, 'POST')).toBeGreaterThanOrEqual(400);
      expect(await statusAs(host, sandbox.url, `/chatbot/sessions/${first(bot.sessions)}`)).toBeGreaterThanOrEqual(400);
      expect(await statusAs(host, sandbox.url, '/settings/')).toBeGreaterThanOrEqual(400);
    },
  );

  test('asked for as localhost, it answers', async () => {
    const { sandbox } = await openDesk();
    expect(
      await statusAs('localhost:80', sandbox.url, `/chatbot/${first(sandbox.world.bots).botId}/sessions`, 'POST'),
    ).toBe(201);
  });
});

/** The status of an answer to a request with another `Host`, which `fetch` does not let through. */
async function statusAs(host: string, url: string, path: string, method = 'GET'): Promise<number | undefined> {
  const asked = request(url + path, { method, headers: { Host: host } }).end();
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asked.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject);
  });
  return answered;
}

describe('the events of a session', () => {
  async function listen(url: string) {
    const abort = new AbortController();
    const response = await fetch(url, { signal: abort.signal });
    const reader = (response.body ?? expect.fail('no body')).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async (): Promise<View> => {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream has ended');
        text += value;
      }
      const [event = ''] = text.split('\n\n', 1);
      text = text.slice(event.length + 2);
      expect(event).toMatch(/^data: [^\n]+$/);
      return View.parse(JSON.parse(event.slice('data: '.length)));
    };
    return { response, next, ended: async () => (await reader.read()).done, leave: () => abort.abort() };
  }
  const eventsOf = async ({ desk, sessionId }: Visitor) =>
    listen(`${desk.sandbox.url}/chatbot/sessions/${sessionId}/events`);
  const subscribersOf = ({ desk, sessionId }: Visitor) => desk.sandbox.sessions.subscribers(sessionId);

  test('are the session at once, and at each change of whatever kind', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const events = await eventsOf(visitor);
    expect(events.response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(events.response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await events.next()).toEqual(visitor.begun);
    await visitor.outcome({ outcome: 'ran' });
    expect(await events.next()).toMatchObject({ step: 1 });
    await visitor.answer('two\nlines\r\nand \u2028 more');
    expect(textsOf(await events.next())).toContain('visitor: two\nlines\r\nand \u2028 more');
    const { endpoints } = first(visitor.desk.sandbox.world.bots);
    first(endpoints).node = 'bye';
    await visitor.deliver(first(endpoints).name, {});
    expect(await events.next()).toMatchObject({ step: 3, now: { kind: 'ended' } });
  });

  test('what was refused is no change', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const events = await eventsOf(visitor);
    await events.next();
    await visitor.post('answer', { step: 7, text: 'x' });
    await visitor.outcome({ outcome: 'ran' });
    expect(await events.next()).toMatchObject({ step: 1 });
  });

  test('who reads slowly gets the newest, not a heap of old ones', async () => {
    const visitor = await openVisitor(ASKING);
    const events = await eventsOf(visitor);
    // A long conversation is told anew with each word.
    for (let count = 0; count < 60; count += 1) await visitor.answer('x'.repeat(4000));
    let view = await visitor.view();
    for (let count = 0; count < 60; count += 1) view = await visitor.answer('x');
    let seen = 0;
    for (let newest = await events.next(); newest.step < view.step; newest = await events.next()) seen += 1;
    expect(seen).toBeLessThan(view.step);
  });

  test('who goes away is forgotten', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const [one, other] = [await eventsOf(visitor), await eventsOf(visitor)];
    await Promise.all([one.next(), other.next()]);
    expect(subscribersOf(visitor)).toBe(2);
    one.leave();
    while (subscribersOf(visitor) > 1) await new Promise(setImmediate);
    await visitor.outcome({ outcome: 'ran' });
    expect(await other.next()).toMatchObject({ step: 1 });
    other.leave();
    while (subscribersOf(visitor) > 0) await new Promise(setImmediate);
  });

  test('a visitor who leaves for good ends the session, once or more often, and nothing is handed to it any more', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const events = await eventsOf(visitor);
    await events.next();
    for (let times = 0; times < 2; times += 1) {
      const { status, json } = await visitor.post('end', {});
      expect(status).toBe(200);
      expect(View.parse(json)).toMatchObject({ step: 1, now: { kind: 'ended' }, messages: visitor.begun.messages });
    }
    expect(await events.next()).toMatchObject({ now: { kind: 'ended' } });
    events.leave();
    expect(await visitor.deliver('customer-data', {})).toBe(404);
    expect((await visitor.post('answer', { step: 1, text: 'x' })).status).toBe(409);
  });

  test('of too many listeners, the one who has listened longest goes', async () => {
    const visitor = await openVisitor(EVERY_NODE);
    const streams = await Promise.all(Array.from({ length: 20 }, async () => eventsOf(visitor)));
    for (const stream of streams) await stream.next();
    const late = await eventsOf(visitor);
    expect(await late.next()).toEqual(visitor.begun);
    expect(subscribersOf(visitor)).toBe(20);
    const ended = await Promise.race(streams.map(async (stream, index) => (await stream.ended()) && index));
    expect(ended).toBeTypeOf('number');
    for (const stream of [...streams, late]) stream.leave();
  });

  test('end with the sandbox, at once', async () => {
    const sandbox = await startSandbox({ world: smallWorld() });
    const sessionId = first(first(sandbox.world.bots).sessions);
    const events = await listen(`${sandbox.url}/chatbot/sessions/${sessionId}/events`);
    await events.next();
    await sandbox.close();
    await expect(events.ended()).rejects.toThrow();
    while (sandbox.sessions.subscribers(sessionId) > 0) await new Promise(setImmediate);
  });

  test('end with a session that is forgotten', async () => {
    const visitor = await openVisitor({ start: 'a', nodes: { a: { type: 'end' } } });
    const events = await eventsOf(visitor);
    await events.next();
    const { sessions, world } = visitor.desk.sandbox;
    for (let count = 0; count < 999; count += 1) sessions.begin(first(world.bots).botId);
    expect(await events.ended()).toBe(true);
    expect((await visitor.desk.get(`/chatbot/sessions/${visitor.sessionId}/events`, null)).status).toBe(404);
  });
});

test('browsers are neither counted among the requests nor disturbed by faults', async () => {
  const visitor = await openVisitor(EVERY_NODE, { faults: () => '500' });
  await visitor.outcome({ outcome: 'ran' });
  expect((await visitor.desk.get('/settings/', null)).status).toBe(200);
  expect(visitor.desk.sandbox.requests).toEqual([]);
  expect(await visitor.deliver('customer-data', {})).toBe(500);
  expect(visitor.desk.sandbox.requests).toHaveLength(1);
});
