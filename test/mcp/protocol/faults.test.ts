import { onTestFinished, describe, expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import { byNumber, type FaultName, type FaultPlan } from '../../../src/sandbox/faults/faults.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { startService as startStandIn } from '../../upstream/service.ts';
import { openServer, smallWorld, type Desk } from '../desk.ts';

// Each fault that a network or a service can have, over a real socket, as an assistant sees it (facts, "Faults and
// what is expected").

interface FaultyDesk {
  readonly desk: Desk;
  readonly sandbox: Sandbox;
  /** The fault of all requests from now on. */
  plan: FaultPlan;
  readonly clock: { now: number };
}

async function open(
  plan: FaultPlan,
  settings: Parameters<typeof openServer>[1] = {},
  redirectTo?: string,
): Promise<FaultyDesk> {
  const world = smallWorld();
  const clock = { now: world.now };
  const sandbox = await startSandbox({
    world,
    requestsPerMinute: 1_000_000,
    clock: () => clock.now,
    faults: (request, n) => faulty.plan(request, n),
    dripInterval: 10,
    ...(redirectTo !== undefined && { redirectTo }),
  });
  const service = {
    world,
    clock,
    url: sandbox.url,
    dialect: sandbox.dialect,
    requests: () => sandbox.requests.map(({ path }) => path),
    gateway: () => undefined,
    rewrite: (body: string) => body,
    send: () => undefined,
    replace: () => undefined,
    close: sandbox.close,
    [Symbol.asyncDispose]: sandbox.close,
  };
  const desk = await openServer(service, { answer_within: seconds(20), ...settings });
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const faulty: FaultyDesk = { desk, sandbox, plan, clock };
  return faulty;
}

const always =
  (fault: FaultName): FaultPlan =>
  () =>
    fault;
const first = (fault: FaultName): FaultPlan => byNumber({ [fault]: [1] });
const none: FaultPlan = () => undefined;

describe('429: everybody waits as long as it says, and is told so at once', () => {
  test.each([
    ['429_retry_after_seconds', 30, 31],
    ['429_retry_after_date', 29, 31],
    ['429_ratelimit', 30, 31],
    ['429_ratelimit_older', 30, 31],
    ['429_ratelimit_reset', 30, 31],
    ['429_x_ratelimit_reset_delta', 30, 31],
    ['429_x_ratelimit_reset_epoch', 29, 31],
    ['429_x_ratelimit_reset_epoch_ms', 29, 31],
    ['429_body_json', 30, 31],
    ['429_body_json_camel', 30, 31],
    ['429_body_words', 30, 31],
    ['429_body_words_minutes', 60, 62],
    ['429_nothing', 60, 67],
  ] as const)('%s', async (fault, least, most) => {
    const { desk, sandbox } = await open(first(fault));
    const began = performance.now();
    const { isError, text } = await desk.ask('list_support_agents');
    expect(performance.now() - began).toBeLessThan(least * 1000);
    expect(isError).toBe(true);
    const wait = Number(/Call again in (\d+) s\./.exec(text)?.[1]);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
    // Another endpoint waits with it, and nothing goes out.
    const other = await desk.ask('list_offline_messages');
    expect(other.text).toContain('request limit');
    expect(sandbox.requests).toHaveLength(1);
  });

  test('429_nothing: what there was to read is kept, without a value of it', async () => {
    const { desk } = await open(first('429_nothing'));
    await desk.ask('list_support_agents');
    const { text } = await desk.ask('get_service_status');
    expect(text).toMatch(/the last refusal without a time: headers: [\w, -]+; body: empty/);
  });

  test('429_hostile: no impossible wait is believed', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const faulty = await open((_request, count) => (count === n ? '429_hostile' : '500'));
      const { text } = await faulty.desk.ask('list_support_agents');
      const wait = /in (\d+) s|not responding/.exec(text);
      expect(wait, text).not.toBeNull();
      expect(Number(wait?.[1] ?? 1)).toBeLessThanOrEqual(900);
    }
  });

  test('an answer that could not be read says for how long', async () => {
    const { desk, sandbox } = await open(first('429_retry_after_seconds'));
    const { data, text } = await desk.ask('list_chats', { period: 'last_week' });
    expect(data).toMatchObject({ total: 0, coverage: { complete: false, basis: 'partial', upstream_requests: 1 } });
    expect(text).toMatch(/the request limit is reached; call again in about 3\d s/);
    expect(text).toContain('there may be some');
    expect(sandbox.requests).toHaveLength(1);
  });

  test('what is at hand answers meanwhile, with its age', async () => {
    const faulty = await open(none);
    const before = await faulty.desk.ask('list_support_agents');
    faulty.clock.now += 3_600_000;
    faulty.plan = always('429_retry_after_seconds');
    const { data, text, isError } = await faulty.desk.ask('list_support_agents');
    expect(isError).toBe(false);
    expect(data.agents).toStrictEqual(before.data.agents);
    expect(data.coverage).toMatchObject({ complete: false });
    expect(text).toContain('as of 18 Nov 15:30');
  });
});

describe('no answer', () => {
  const passing = ['500', '502_html', '503', 'reset', 'half'] as const;

  test.each(passing)('%s, once: tried again, and nobody notices', async (fault) => {
    const { desk, sandbox } = await open(first(fault));
    const { data } = await desk.ask('list_support_agents');
    expect(data.agents).toHaveLength(sandbox.world.agents.length);
    expect(data.coverage).toMatchObject({ complete: true, upstream_requests: sandbox.requests.length });
    expect(sandbox.requests[0]?.fault).toBe(fault);
  });

  test.each(passing)('%s, always: three tries, then what is at hand answers, with its age', async (fault) => {
    const faulty = await open(none);
    const before = await faulty.desk.ask('list_support_agents');
    faulty.clock.now += 3_600_000;
    faulty.plan = always(fault);
    const { result, requests } = await faulty.desk.spentOn(() => faulty.desk.ask('list_support_agents'));
    // Three tries of the agents, and two of the chats of today: then the service counts as gone.
    expect(requests).toBe(5);
    expect(result.data.agents.map(({ agent_id: id }) => id)).toEqual(before.data.agents.map(({ agent_id: id }) => id));
    expect(result.data.coverage).toMatchObject({ complete: false, basis: 'stale' });
    expect(result.text).toMatch(
      /\nData incomplete: .*, as of 18 Nov 15:30; the service is not responding; call again later\.$/,
    );
  });

  test('a sustained outage: nothing is sent any more, and the answers go on', async () => {
    const faulty = await open(none);
    await faulty.desk.ask('list_support_agents');
    faulty.clock.now += 3_600_000;
    faulty.plan = always('503');
    await faulty.desk.ask('list_support_agents');
    await faulty.desk.ask('list_support_agents');
    const { result, requests } = await faulty.desk.spentOn(() => faulty.desk.ask('list_support_agents'));
    expect(requests).toBe(0);
    expect(result.data.coverage).toMatchObject({ basis: 'stale' });
    const unknown = await faulty.desk.ask('list_offline_messages');
    expect(unknown.isError).toBe(true);
    expect(unknown.text).toMatch(/not responding\. Call again in \d+ s;/);
  });

  test('503_retry_after: not asked again before, and the answer says when', async () => {
    const { desk, sandbox } = await open(always('503_retry_after'));
    const { text } = await desk.ask('list_support_agents');
    expect(text).toMatch(/request limit.* Call again in 30 s\./);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.each(['hang', 'slow_drip'] as const)('%s: the answer comes in time all the same', async (fault) => {
    const { desk } = await open(always(fault), { answer_within: seconds(1) });
    const began = performance.now();
    const { data, text } = await desk.ask('list_support_agents');
    // A request on which nothing comes is given up after ten.
    expect(performance.now() - began).toBeLessThan(9000);
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    expect(text).toMatch(/\nData incomplete: .*; call again/);
  });
});

describe('an answer that is none of the service’s', () => {
  test.each([
    ['html_200', 'a web page instead of data'],
    ['not_json_200', 'text that is not JSON'],
    ['wrong_shape_200', 'other than a list'],
    ['empty_200', 'text that is not JSON'],
    ['gzip_bomb', 'more than 20 MB'],
    ['redirect_301', 'redirects'],
    ['redirect_302', 'redirects'],
    ['redirect_307', 'redirects'],
    ['redirect_308', 'redirects'],
  ] as const)('%s is an error and never "nothing found", and leaves nothing behind', async (fault, words) => {
    await using elsewhere = await startStandIn((response) => response.end('[]'));
    const faulty = await open(always(fault), {}, elsewhere.baseUrl.href);
    const { result, requests } = await faulty.desk.spentOn(() => faulty.desk.ask('list_support_agents'));
    expect(result.isError).toBe(true);
    expect(result.text).toContain(words);
    expect(requests).toBe(1);
    expect(elsewhere.asked).toStrictEqual([]);
    faulty.plan = none;
    const { data } = await faulty.desk.ask('list_support_agents');
    expect(data.agents).toHaveLength(faulty.sandbox.world.agents.length);
  });

  test('wrong_content_type: right JSON is read, whatever it is called', async () => {
    const { desk, sandbox } = await open(always('wrong_content_type'));
    expect((await desk.ask('list_support_agents')).data.agents).toHaveLength(sandbox.world.agents.length);
  });

  test('bad_record: the rest of its page is answered, and that it is missing is said', async () => {
    const { desk, sandbox } = await open(always('bad_record'));
    const { data, text } = await desk.ask('list_support_agents');
    expect(data.coverage.rejected_records).toBeGreaterThan(0);
    expect(data.coverage.complete).toBe(false);
    expect(data.agents.length).toBeGreaterThanOrEqual(sandbox.world.agents.length - 1);
    expect(text).toMatch(/\nData incomplete: .* cannot be read and /);
  });
});

describe('a login', () => {
  test('K4: 401 is tried once, and then held', async () => {
    const { desk, sandbox } = await open(always('401'));
    for (const tool of ['list_support_agents', 'list_offline_messages', 'list_support_agents'] as const) {
      expect((await desk.ask(tool)).text).toContain('wrong email or password');
    }
    expect(sandbox.requests).toHaveLength(1);
  });

  test('403 is an answer about one list, and the rest goes on', async () => {
    const { desk, sandbox } = await open(({ path }) => (path.includes('offlinemessages') ? '403' : undefined));
    expect((await desk.ask('list_offline_messages')).text).toContain('may not read');
    expect((await desk.ask('list_support_agents')).data.agents).toHaveLength(sandbox.world.agents.length);
  });
});

describe('rows that move while the pages are read', () => {
  test.each(['rows_arrive', 'rows_vanish'] as const)(
    '%s: every row that was there all the time is listed',
    async (fault) => {
      const world = smallWorld();
      const faulty = await open(none);
      let changes = 0;
      faulty.plan = (_request, n) => (n % 2 === 0 && (changes += 1) <= 3 ? fault : undefined);
      const from = new Date(world.now - 20 * 86_400_000).toISOString().slice(0, 10);
      await faulty.desk.ask('list_chats', { from, to: '2026-11-18' });
      expect(changes).toBeGreaterThan(0);
      const before = new Set(world.chats.map(({ chatId }) => chatId));
      const stayed = faulty.sandbox.world.chats.filter(({ chatId }) => before.has(chatId));
      const listed = await allChats(faulty.desk, { from, to: '2026-11-18', limit: 100 });
      const missing = stayed.filter(({ chatId }) => !listed.has(chatId));
      // What vanishes from a page that was read already pulls a row over the edge of the next one. The walk cannot see it,
      // unless that was page 1; the look-back finds the row.
      expect(missing.length).toBeLessThanOrEqual(fault === 'rows_arrive' ? 0 : changes);
    },
  );
});

async function allChats(desk: Desk, args: object): Promise<Set<number>> {
  const ids = new Set<number>();
  let cursor: string | undefined;
  do {
    const { data } = await desk.ask('list_chats', { ...args, ...(cursor !== undefined && { cursor }) });
    for (const { chat_id: id } of data.chats) ids.add(id);
    cursor = data.next_cursor;
  } while (cursor !== undefined);
  return ids;
}
