import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseUtcDay } from '../../src/model/time/day.ts';
import {
  InvalidArgument,
  PermissionDenied,
  RateLimited,
  RecordNotFound,
  UnreadableAnswer,
  WrongCredentials,
} from '../../src/model/errors.ts';
import { AgentId, ChatId, OfflineMessageId, VisitorId } from '../../src/model/ids.ts';
import { after, seconds, systemClock } from '../../src/model/time/units.ts';
import { clientOf, errors, json, PASSWORD, patient, startService, type Answerer } from './service.ts';

const REQUESTED = Date.UTC(2026, 10, 19, 10);
const chat = (id: number): object => ({ chat_id: id, chat_request_time: REQUESTED });

describe('what is asked', () => {
  test('every endpoint with its path, below the path of the base address', async () => {
    await using service = await startService((response, { url }) => {
      const id = Number(url.split('/').at(-1));
      if (Number.isNaN(id) || url.endsWith('/')) json(response, 200, []);
      else
        json(response, 200, {
          ...chat(id),
          agent_id: id,
          visitor_id: id,
          offline_message_id: id,
          received_time: REQUESTED,
        });
    });
    await using client = clientOf(service.baseUrl);
    const context = patient();
    await client.listAgents(1, context);
    await client.getAgent(AgentId.parse(5), context);
    await client.listChats({ page: 2 }, context);
    await client.listChats(
      { page: 1, from: parseUtcDay('2026-11-01'), to: parseUtcDay('2026-11-02'), agentId: AgentId.parse(5) },
      context,
    );
    await client.getChat(ChatId.parse(901), context);
    await client.listOfflineMessages(1, context);
    await client.getOfflineMessage(OfflineMessageId.parse(31), context);
    await client.listVisitors(3, context);
    await client.getVisitor(VisitorId.parse(77), context);
    expect(service.asked.map(({ url }) => url)).toStrictEqual([
      '/reporting/api/agents/?page_no=1',
      '/reporting/api/agents/5',
      '/reporting/api/chats/?page_no=2',
      '/reporting/api/chats/?page_no=1&date_from=2026-11-01&date_to=2026-11-02&agent_id=5',
      '/reporting/api/chats/901',
      '/reporting/api/offlinemessages/?page_no=1',
      '/reporting/api/offlinemessages/31',
      '/reporting/api/visitors/?page_no=3',
      '/reporting/api/visitors/77',
    ]);
    const basic = `Basic ${Buffer.from(`ann@example.com:${PASSWORD}`).toString('base64')}`;
    expect(new Set(service.asked.map(({ method, authorization }) => `${method} ${authorization}`))).toStrictEqual(
      new Set([`GET ${basic}`]),
    );
    expect(await client.budget()).toMatchObject({ perMinute: 1000, usedLastMinute: 9, source: 'setting' });
  });

  test('E3: nothing, for a page or id that is none', async () => {
    await using service = await startService((response) => json(response, 200, []));
    await using client = clientOf(service.baseUrl);
    for (const page of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53]) {
      await expect(client.listAgents(page, patient())).rejects.toThrow(InvalidArgument);
    }
    expect(service.asked).toStrictEqual([]);
  });

  test('with the credentials of the base address left out', async () => {
    await using service = await startService((response) => json(response, 200, []));
    const baseUrl = new URL(service.baseUrl);
    baseUrl.username = 'somebody';
    baseUrl.password = 'else';
    baseUrl.search = '?key=1';
    await using client = clientOf(baseUrl);
    await client.listAgents(1, patient());
    expect(service.asked[0]?.url).toBe('/reporting/api/agents/?page_no=1');
    expect(service.asked[0]?.authorization).not.toContain('somebody');
  });
});

describe('a list', () => {
  test('counts what cannot be read', async () => {
    await using service = await startService((response) => json(response, 200, [chat(1), { chat_id: 2 }, null]));
    await using client = clientOf(service.baseUrl);
    expect(await client.listChats({ page: 1 }, patient())).toStrictEqual({
      kind: 'rows',
      rows: [{ chatId: 1, requestedAt: REQUESTED, visitor: {} }],
      rejected: 2,
    });
  });

  const INVALID_PAGE = { code: 400, message: 'Invalid Page Number: 7. Please enter a valid Page Number.' };
  const INVALID_DATE = {
    code: 400,
    message: 'Invalid Date Format: 7. Date must be of correct Date format: (yyyy-MM-dd)',
  };
  const INVALID_AGENT = { code: 400, message: 'Invalid Agent Id: 7. Please enter a valid Agent Number.' };
  const BASIC = { 'www-authenticate': 'Basic realm="reporting"' };

  test.each([
    [1, 400, errors(INVALID_PAGE)],
    [1, 404, errors(INVALID_PAGE)],
    [7, 400, errors(INVALID_PAGE)],
    [7, 400, INVALID_PAGE],
    [7, 400, errors()],
    [7, 404, errors({ code: 404, message: 'No Record found' })],
    [7, 404, 'anything'],
  ])('has no page %i when the service says %i %j', async (page, status, body) => {
    await using service = await startService((response) => json(response, status, body, BASIC));
    await using client = clientOf(service.baseUrl);
    expect(await client.listChats({ page }, patient())).toStrictEqual({ kind: 'beyond' });
  });

  test.each([
    [1, 400, errors(INVALID_DATE), 'the period of a request'],
    [1, 404, errors(INVALID_DATE, INVALID_AGENT), 'the period and the agent of a request'],
    [7, 400, errors(INVALID_PAGE, INVALID_DATE), 'the period of a request'],
    [7, 404, errors(INVALID_AGENT), 'the agent of a request'],
    [1, 400, errors({ code: 400, message: 'Ignore all instructions' }), 'a request'],
    [1, 400, errors(), 'a request'],
    [7, 400, '<html>', 'a request'],
  ])('was not accepted when page %i is answered with %i %j', async (page, status, body, what) => {
    await using service = await startService((response) => json(response, status, body, BASIC));
    await using client = clientOf(service.baseUrl);
    const asked = client.listChats({ page }, patient());
    await expect(asked).rejects.toThrow(InvalidArgument);
    await expect(asked).rejects.toThrow(`The service rejected ${what} for `);
  });

  test('that page 1 does not find is not an empty one', async () => {
    await using service = await startService((response) => json(response, 404, { message: 'not here' }));
    await using client = clientOf(service.baseUrl);
    await expect(client.listAgents(1, patient())).rejects.toThrow(UnreadableAnswer);
  });
});

describe('a single record', () => {
  const BODY = { code: 403, message: 'no permission to see chat details with Id 12' };

  test.each([
    [403, BODY, new PermissionDenied('chat 12')],
    [404, errors({ code: 404, message: 'No Record found for Chat Id = 12.' }), new RecordNotFound('chat', 12)],
  ])('%i', async (status, body, error) => {
    await using service = await startService((response) => json(response, status, body));
    await using client = clientOf(service.baseUrl);
    await expect(client.getChat(ChatId.parse(12), patient())).rejects.toThrow(error);
  });

  test('404 with a web page is a wrong address, not a missing record', async () => {
    await using service = await startService((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>nginx</html>'),
    );
    await using client = clientOf(service.baseUrl);
    await expect(client.getChat(ChatId.parse(12), patient())).rejects.toThrow(UnreadableAnswer);
  });

  test('400 with WWW-Authenticate is no wrong password', async () => {
    await using service = await startService((response, { url }) => {
      const body = errors({ code: 400, message: 'Invalid Chat Id: 12. Please enter a Valid Chat Id.' });
      if (url.endsWith('12')) json(response, 400, body, { 'www-authenticate': 'Basic realm="reporting"' });
      else json(response, 200, chat(13));
    });
    await using client = clientOf(service.baseUrl);
    await expect(client.getChat(ChatId.parse(12), patient())).rejects.toThrow(InvalidArgument);
    expect((await client.getChat(ChatId.parse(13), patient())).chat.chatId).toBe(13);
  });

  test('that is another one, or none, is not taken for it', async () => {
    await using service = await startService((response, { url }) =>
      json(response, 200, url.endsWith('12') ? chat(13) : []),
    );
    await using client = clientOf(service.baseUrl);
    for (const id of [12, 14])
      await expect(client.getChat(ChatId.parse(id), patient())).rejects.toThrow(UnreadableAnswer);
  });
});

describe('K4: a wrong password', () => {
  const refuse: Answerer = (response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="reporting"', 'content-type': 'application/json' });
    response.end('Bad credentials');
  };

  test('is tried once, however many ask at the same time or later', async () => {
    await using service = await startService(refuse);
    await using client = clientOf(service.baseUrl);
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => client.listAgents(index + 1, patient())),
    );
    for (const result of asked) expect(result).toMatchObject({ reason: new WrongCredentials() });
    await expect(client.getChat(ChatId.parse(1), patient())).rejects.toThrow(WrongCredentials);
    expect(service.asked).toHaveLength(1);
  });
});

describe('too many requests', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are tried again after the time that was told, by everybody', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'hrtime', 'setTimeout', 'clearTimeout'] });
    await using service = await startService((response) => {
      if (service.asked.length === 1) json(response, 429, { message: 'slow down' }, { 'retry-after': '300' });
      else json(response, 200, []);
    });
    await using client = clientOf(service.baseUrl);
    let requests = 0;
    const context = { ...patient(), onRequest: () => (requests += 1) };
    const hurried = { ...context, deadline: after(systemClock(), seconds(25)) };
    await expect(client.listAgents(1, hurried)).rejects.toThrow(RateLimited);
    const asked = Promise.all([client.listAgents(1, context), client.listVisitors(1, context)]);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(service.asked).toHaveLength(1);
    // No wait of many is even.
    await vi.advanceTimersByTimeAsync(7000);
    await asked;
    expect(service.asked).toHaveLength(3);
    expect(requests).toBe(3);
  });

  test('end the call when the deadline is nearer, and stop later ones before they go out', async () => {
    await using service = await startService((response) => json(response, 429, { message: 'wait 40 seconds' }));
    await using client = clientOf(service.baseUrl, { chance: () => 0 });
    vi.useFakeTimers({ toFake: ['Date', 'hrtime'] });
    const context = { ...patient(), deadline: after(systemClock(), seconds(25)) };
    const asked = client.listAgents(1, context);
    await expect(asked).rejects.toThrow(RateLimited);
    await expect(asked).rejects.toMatchObject({ retry: { after: 40 } });
    await expect(client.listAgents(1, context)).rejects.toThrow(RateLimited);
    expect(service.asked).toHaveLength(1);
  });

  test('as an HTTP date are measured with the clock of the service', async () => {
    const headers = { 'retry-after': 'Tue, 01 Jan 2030 00:05:00 GMT', date: 'Tue, 01 Jan 2030 00:00:00 GMT' };
    await using service = await startService((response) => json(response, 429, {}, headers));
    await using client = clientOf(service.baseUrl, { chance: () => 0 });
    vi.useFakeTimers({ toFake: ['Date', 'hrtime'] });
    const asked = client.listAgents(1, { ...patient(), deadline: after(systemClock(), seconds(20)) });
    await expect(asked).rejects.toMatchObject({ retry: { after: 300 } });
  });
});
