import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { byNumber, byRate, type FaultName, type FaultPlan, FAULTS } from '../../src/sandbox/faults/faults.ts';
import { createService } from '../../src/sandbox/service.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { basic, type Desk, first, NOW, openServedDesk, smallWorld } from './desk.ts';

const always =
  (fault: FaultName): FaultPlan =>
  () =>
    fault;

const openFaulty = async (fault: FaultName, options: Partial<SandboxOptions> = {}): Promise<Desk<Sandbox>> =>
  openServedDesk({ faults: always(fault), ...options });

const Ids = z.array(z.object({ chat_id: z.number() }).transform((row) => row.chat_id));

async function chatIds({ get }: Desk): Promise<number[]> {
  return Ids.parse((await get('/api/chats')).json);
}

const REASON = 'Too many requests: 60 per minute are allowed.';

test.each([
  [
    '429_retry_after_seconds',
    { 'retry-after': '30' },
    { error: [{ code: 429, message: `${REASON} Please wait 30 seconds.` }] },
  ],
  ['429_retry_after_date', { 'retry-after': 'Wed, 18 Nov 2026 15:30:30 GMT', date: 'Wed, 18 Nov 2026 15:30:00 GMT' }],
  ['429_ratelimit', { ratelimit: '"default";r=0;t=30' }],
  ['429_ratelimit_older', { ratelimit: 'limit=60, remaining=0, reset=30' }],
  ['429_ratelimit_reset', { 'ratelimit-reset': '30' }],
  ['429_x_ratelimit_reset_delta', { 'x-ratelimit-reset': '30' }],
  ['429_x_ratelimit_reset_epoch', { 'x-ratelimit-reset': String(NOW / 1000 + 30) }],
  ['429_x_ratelimit_reset_epoch_ms', { 'x-ratelimit-reset': String(NOW + 30_000) }],
  ['429_body_json', {}, { error: [{ code: 429, message: REASON }], retry_after: 30 }],
  ['429_body_json_camel', {}, { error: [{ code: 429, message: REASON }], retryAfter: 30 }],
  ['429_body_words', {}, { error: [{ code: 429, message: `${REASON} Please wait 30 seconds.` }] }],
  ['429_body_words_minutes', {}, { error: [{ code: 429, message: `${REASON} Try again in 1 min.` }] }],
  ['429_nothing', {}, undefined],
] as const)('%s', async (fault, headers, body: unknown = { error: [{ code: 429, message: REASON }] }) => {
  const { get } = await openFaulty(fault);
  const answer = await get('/api/agents');
  expect(answer.status).toBe(429);
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  const told = [...answer.headers.keys()].filter((name) => /retry-after|ratelimit/.test(name)).length > 0;
  expect(told).toBe(Object.keys(headers).length > 0);
  expect(answer.json).toEqual(fault === '429_nothing' ? undefined : body);
});

test('429_hostile gives each impossible waiting time in turn', async () => {
  const { get } = await openFaulty('429_hostile');
  const waits: (string | null)[] = [];
  for (let n = 1; n <= 5; n += 1) {
    const { status, headers } = await get('/api/agents');
    expect(status).toBe(429);
    waits.push(headers.get('Retry-After'));
  }
  expect(new Set(waits)).toEqual(
    new Set(['-5', 'NaN', '1e99', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT']),
  );
});

describe('an answer other than the right one', () => {
  test.each([
    ['401', 401, 'Bad credentials', /json/],
    ['403', 403, /"code":403/, /json/],
    ['500', 500, /"code":500/, /json/],
    ['502_html', 502, /^<!doctype html>.*502/, /html/],
    ['503', 503, '', /^$/],
    ['503_retry_after', 503, '', /^$/],
    ['html_200', 200, /^<!doctype html>.*password/, /html/],
    ['empty_200', 200, '', /json/],
  ] as const)('%s', async (fault, status, words, contentType) => {
    const answer = await (await openFaulty(fault)).get('/api/agents');
    expect(answer.status).toBe(status);
    if (words === '') expect(answer.text).toBe('');
    else expect(answer.text).toMatch(words);
    expect(answer.headers.get('Content-Type') ?? '').toMatch(contentType);
    expect(answer.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Basic realm="Chat Operations API"' : null);
    expect(answer.headers.get('Retry-After')).toBe(fault === '503_retry_after' ? '30' : null);
  });

  test('wrong_content_type has the right body', async () => {
    const world = smallWorld();
    const right = await (await openServedDesk({ world })).get('/api/chats');
    const wrong = await (await openFaulty('wrong_content_type', { world })).get('/api/chats');
    expect(wrong).toMatchObject({ status: 200, text: right.text });
    expect(wrong.headers.get('Content-Type')).toMatch(/^text\/plain/);
  });

  test('not_json_200 is a whole answer that cannot be parsed', async () => {
    const answer = await (await openFaulty('not_json_200')).get('/api/chats');
    expect(answer).toMatchObject({ status: 200, json: undefined });
    expect(Buffer.byteLength(answer.text)).toBe(Number(answer.headers.get('Content-Length')));
    expect(answer.text).toMatch(/^\[\{"chat_id"/);
  });

  test('wrong_shape_200 is an object for a list, and a list for an object', async () => {
    const { get, sandbox } = await openFaulty('wrong_shape_200');
    expect(await get('/api/chats')).toMatchObject({ status: 200, json: { status: 'ok', data: [] } });
    const { agentId } = first(sandbox.world.agents);
    expect(await get(`/api/agents/${agentId}`)).toMatchObject({ status: 200, json: [{ agent_id: agentId }] });
  });

  test('gzip_bomb is small on the line, and more than 30 MB when it is unpacked', async () => {
    const { sandbox } = await openFaulty('gzip_bomb');
    const socket = await ask(sandbox, '/api/chats');
    const raw = await received(socket);
    expect(raw.length).toBeLessThan(100_000);
    const begin = raw.indexOf('\r\n\r\n') + 4;
    expect(raw.subarray(0, begin).toString()).toMatch(/content-encoding: gzip/i);
    expect(gunzipSync(raw.subarray(begin)).length).toBeGreaterThan(30_000_000);
  });

  test.each([
    ['redirect_301', 301],
    ['redirect_302', 302],
    ['redirect_307', 307],
    ['redirect_308', 308],
  ] as const)('%s leads to another port, or where it is told to', async (fault, status) => {
    const { send, sandbox } = await openFaulty(fault);
    const there = await send('/api/chats?page_no=2', { redirect: 'manual' });
    expect(there.status).toBe(status);
    const location = new URL(there.headers.get('Location') ?? '');
    expect(location.pathname + location.search).toBe('/api/chats?page_no=2');
    expect(location.hostname).toBe('127.0.0.1');
    expect(location.port).not.toBe(new URL(sandbox.url).port);

    const told = await openFaulty(fault, { redirectTo: 'https://other.example.com/' });
    const answer = await told.send('/api/chats', { redirect: 'manual' });
    expect(answer.headers.get('Location')).toBe('https://other.example.com/');
  });

  test('bad_record spoils one record of a page: its id or its time, in turns', async () => {
    const world = smallWorld();
    const { get } = await openFaulty('bad_record', { world, pageSize: 10 });
    const right = await openServedDesk({ world, pageSize: 10 });
    const Rows = z.array(z.record(z.string(), z.unknown()));
    for (const [path, id, time] of [
      ['/api/chats', 'chat_id', 'chat_request_time'],
      ['/api/offlinemessages', 'offline_message_id', 'received_time'],
      ['/api/visitors', 'visitor_id', 'first_visit_time'],
      ['/api/agents', 'agent_id', 'agent_id'],
    ] as const) {
      const rows = Rows.parse((await right.get(path)).json);
      const spoiled = [Rows.parse((await get(path)).json), Rows.parse((await get(path)).json)];
      for (const [turn, field] of [id, time].entries()) {
        const differing = rows.flatMap((row, place) => {
          const shown = spoiled[turn]?.[place] ?? {};
          return Object.keys(row).filter((key) => JSON.stringify(row[key]) !== JSON.stringify(shown[key]));
        });
        expect(differing).toEqual([field]);
      }
      expect(spoiled.flat().flatMap((row) => [row[id], row[time]])).toContain('unreadable');
    }
  });

  test('where there is nothing to spoil, the answer is right and the log has no fault', async () => {
    const { get, sandbox } = await openFaulty('bad_record');
    const { agentId } = first(sandbox.world.agents);
    expect(await get(`/api/agents/${agentId}`)).toMatchObject({ status: 200, json: { agent_id: agentId } });
    expect(await get('/api/chats?page_no=99')).toMatchObject({ status: 200, json: [] });
    expect((await get('/api/chats', null)).status).toBe(401);
    expect(sandbox.requests.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a world that changes while its pages are walked', () => {
  test.each([
    ['/api/chats', 'chats'],
    ['/api/offlinemessages', 'offlineMessages'],
    ['/api/visitors', 'visitors'],
  ] as const)('rows_arrive at the newest end of %s', async (path, rows) => {
    const { get, sandbox } = await openFaulty('rows_arrive', { clock: () => NOW + 5 });
    const { world } = sandbox;
    const before = world[rows].map((row) => Number(Object.values(row)[0]));
    const listed = idsIn((await get(path)).json);
    const arrived = Math.max(...before) + 1;
    expect(world[rows]).toHaveLength(before.length + 1);
    // All the others are pushed back by one.
    expect(listed).toEqual([arrived, ...before.toReversed()].slice(0, 50));
    expect(sandbox.requests.map(({ fault }) => fault)).toEqual(['rows_arrive']);
  });

  test('a chat that arrives is whole, and nothing of it lies ahead of the clock', async () => {
    const { get, sandbox } = await openFaulty('rows_arrive', { clock: () => NOW + 5, pageSize: 7 });
    for (let page = 1; page <= 8; page += 1) await get(`/api/chats?page_no=${page}`);
    const arrived = sandbox.world.chats.slice(-8);
    for (const { requestedAt, startedAt, endedAt, messages } of arrived) {
      for (const at of [requestedAt, ...messages.map((message) => message.at)]) expect(at).toBe(NOW + 5);
      expect([undefined, NOW + 5]).toContain(startedAt);
      expect([undefined, NOW + 5]).toContain(endedAt);
    }
    const { chatId } = first(arrived);
    expect(await get(`/api/chats/${chatId}`)).toMatchObject({ status: 200, json: { chat_id: chatId } });
    expect(new Set(sandbox.world.chats.map((chat) => chat.chatId)).size).toBe(308);
  });

  test('rows_vanish: the row is gone from the world and from the list', async () => {
    const world = smallWorld();
    const before = world.chats.map(({ chatId }) => chatId);
    const desk = await openFaulty('rows_vanish', { world, pageSize: 1000 });
    const listed = await chatIds(desk);
    expect(world.chats).toHaveLength(299);
    expect(listed).toEqual(world.chats.map(({ chatId }) => chatId).toReversed());
    expect(before.filter((id) => !listed.includes(id))).toHaveLength(1);
    await desk.get('/api/visitors');
    await desk.get('/api/offlinemessages');
    expect([world.visitors.length, world.offlineMessages.length]).toEqual([149, 59]);
  });

  test('agents and single records do not change', async () => {
    const { get, sandbox } = await openFaulty('rows_vanish');
    const { world } = sandbox;
    await get('/api/agents');
    await get(`/api/chats/${first(world.chats).chatId}`);
    expect([world.agents.length, world.chats.length]).toEqual([6, 300]);
    expect(sandbox.requests.map(({ fault }) => fault)).toEqual([undefined, undefined]);
  });

  test('an empty list has nothing that could arrive or vanish', async () => {
    for (const fault of ['rows_arrive', 'rows_vanish'] as const) {
      const world = { ...smallWorld(), chats: [] };
      const { get, sandbox } = await openFaulty(fault, { world });
      expect((await get('/api/chats')).json).toEqual([]);
      expect(sandbox.requests[0]?.fault).toBeUndefined();
    }
  });
});

/** Sends a request on a connection of its own, and leaves the answer to the test. */
async function ask({ url, world }: Sandbox, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${basic(world.account.superAdmin)}\r\n\r\n`,
  );
  return socket;
}

/** All that comes until the other side ends or cuts the connection. */
async function received(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
}

function idsIn(json: unknown): number[] {
  return z
    .array(z.record(z.string(), z.unknown()))
    .parse(json)
    .map((row) => Number(Object.values(row)[0]));
}

describe('a connection that breaks', () => {
  test('reset: cut before any byte', async () => {
    const { sandbox, get } = await openFaulty('reset');
    expect(await received(await ask(sandbox, '/api/agents'))).toHaveLength(0);
    await expect(get('/api/agents')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(sandbox.requests).toMatchObject([
      { path: '/api/agents', status: 0, fault: 'reset' },
      { path: '/api/agents', status: 0, fault: 'reset' },
    ]);
  });

  test('half: cut in the middle of the body', async () => {
    const { sandbox, get } = await openFaulty('half');
    const raw = (await received(await ask(sandbox, '/api/agents'))).toString();
    const right = await (await openServedDesk()).get('/api/agents');
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    const whole = Buffer.byteLength(right.text);
    expect(head).toMatch(new RegExp(`content-length: ${whole}\\b`, 'i'));
    expect(Buffer.byteLength(body)).toBe(Math.ceil(whole / 2));
    expect(right.text.startsWith(body)).toBe(true);
    await expect(get('/api/agents')).rejects.toThrow('terminated');
  });

  test('slow_drip: bytes that never make an answer, until the client leaves', async () => {
    const { sandbox } = await openFaulty('slow_drip', { dripInterval: 1 });
    const socket = await ask(sandbox, '/api/agents');
    let text = '';
    while (text.split('\r\n').length < 25) {
      const [chunk] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, 'data'));
      text += chunk.toString();
    }
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    socket.destroy();
    expect(sandbox.requests).toMatchObject([{ status: 200, fault: 'slow_drip' }]);
  });

  test('hang: no answer; closing the sandbox ends it', async () => {
    const { sandbox } = await openFaulty('hang');
    const all = received(await ask(sandbox, '/api/agents'));
    const other = await ask(sandbox, '/api/agents');
    other.destroy();
    while (sandbox.requests.length < 1) await new Promise(setImmediate);
    await sandbox.close();
    expect(await all).toHaveLength(0);
    expect(sandbox.requests[0]).toMatchObject({ status: 0, fault: 'hang' });
  });

  test('a webhook call whose answer is lost was delivered all the same', async () => {
    const { sandbox, send } = await openFaulty('reset');
    const bot = first(sandbox.world.bots);
    const delivery = send(`/chat-websocket/api/webhook/v1/chatbot/${bot.webhookId}/${first(bot.endpoints).name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bot.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessionId: first(bot.sessions), botId: bot.botId, data: { order: 7 } }),
    });
    await expect(delivery).rejects.toThrow('fetch failed');
    expect(sandbox.deliveries).toMatchObject([{ data: { order: 7 } }]);
  });
});

describe('plans', () => {
  test('by number: those requests and no others, and the log says so', async () => {
    const { get, sandbox } = await openServedDesk({ faults: byNumber({ '500': [2, 4], '429_nothing': [3] }) });
    const statuses: number[] = [];
    for (let n = 1; n <= 5; n += 1) statuses.push((await get('/api/agents')).status);
    expect(statuses).toEqual([200, 500, 429, 500, 200]);
    expect(sandbox.requests.map(({ fault }) => fault)).toEqual([undefined, '500', '429_nothing', '500', undefined]);
  });

  test('by rate: each has its share, and the same seed the same faults', () => {
    const draw = (seed: number): (FaultName | undefined)[] => {
      const plan = byRate({ '500': 0.05, reset: 0.02 }, seed);
      return Array.from({ length: 20_000 }, (_, index) => plan({ method: 'GET', path: '/' }, index + 1));
    };
    const drawn = draw(7);
    const share = (name: FaultName | undefined): number => drawn.filter((fault) => fault === name).length / 20_000;
    expect(share('500')).toBeCloseTo(0.05, 2);
    expect(share('reset')).toBeCloseTo(0.02, 2);
    expect(share(undefined)).toBeCloseTo(0.93, 2);
    expect(draw(7)).toEqual(drawn);
    expect(draw(8)).not.toEqual(drawn);
  });

  test('by a function: it sees the request and its number', async () => {
    const seen: [string, string, number][] = [];
    const faults: FaultPlan = ({ method, path }, n) => {
      seen.push([method, path, n]);
      return path.startsWith('/api/visitors') ? '503' : undefined;
    };
    const { get } = await openServedDesk({ faults });
    expect([(await get('/api/agents')).status, (await get('/api/visitors?page_no=2')).status]).toEqual([200, 503]);
    expect(seen).toEqual([
      ['GET', '/api/agents', 1],
      ['GET', '/api/visitors?page_no=2', 2],
    ]);
  });

  test('a request with a fault counts against the limit', async () => {
    const { get } = await openServedDesk({ requestsPerMinute: 2, faults: byNumber({ '500': [1, 2] }) });
    expect([(await get('/api/agents')).status, (await get('/api/agents')).status]).toEqual([500, 500]);
    expect((await get('/api/agents')).status).toBe(429);
  });
});

test('without a socket, the service answers and spoils just the same', async () => {
  const world = smallWorld();
  const service = createService({ world, clock: () => NOW, faults: byNumber({ '502_html': [2], hang: [3] }) });
  const get = async (): Promise<Response> =>
    service.fetch(
      new Request('http://localhost/api/agents', { headers: { Authorization: basic(world.account.superAdmin) } }),
    );
  expect(idsIn(await (await get()).json())).toEqual(world.agents.map(({ agentId }) => agentId));
  expect((await get()).status).toBe(502);
  await expect(get()).rejects.toThrow('The fault hang needs a socket');
  expect(service.requests.map(({ fault }) => fault)).toEqual([undefined, '502_html', 'hang']);
});

test('every fault by its name leaves a trace in the log', async () => {
  for (const fault of Object.keys(FAULTS)) {
    const faults = byNumber({ [fault]: [1] });
    const world = smallWorld();
    const sandbox = await startSandbox({ world, clock: () => NOW, faults });
    const socket = await ask(sandbox, '/api/chats');
    while (sandbox.requests.length === 0) await new Promise(setImmediate);
    socket.destroy();
    await sandbox.close();
    expect(sandbox.requests.map((entry) => entry.fault)).toEqual([fault]);
  }
});
