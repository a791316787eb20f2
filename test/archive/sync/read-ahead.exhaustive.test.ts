import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import type { Service } from '../../../src/sandbox/service.ts';
import { NetworkFailure } from '../../../src/upstream/transport/network-failure.ts';
import { DAY, mediumWorld, MINUTE, NOW } from '../../mcp/desk.ts';
import { openTimedServer, timedService, type TimedDesk } from '../../mcp/timed-desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

// Servers on the timers' clock, of which nobody asks anything but where a test says so.

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

const PER_MINUTE = 60;

type Server = NonNullable<Parameters<typeof openTimedServer>[2]>;

/** About 220 chats a day, none of them older than what is read ahead and its margins. Nobody changes it. */
const world = mediumWorld();
world.chats = world.chats.filter(({ requestedAt }) => requestedAt > NOW - 35 * DAY);

/** A desk that allows 60 requests a minute. */
function service(requestsPerMinute = PER_MINUTE): Service {
  return timedService({ world, requestsPerMinute });
}

async function open(desk: Service, server: Server = {}): Promise<TimedDesk> {
  const opened = await openTimedServer(desk, PER_MINUTE, { readAheadDays: 30, isUnprepared: true, ...server });
  onTestFinished(opened.close);
  return opened;
}

async function passMinutes(minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 10) await passTime(10_000);
}

/** Lets time pass until there was no request for some minutes. Answers when the last one was, in seconds from the start. */
async function passUntilQuiet({ requests }: Service): Promise<number> {
  for (let minute = 0; minute < 60; minute += 1) {
    await passMinutes(1);
    const last = requests.at(-1)?.at ?? NOW;
    if (Date.now() - last > 2 * MINUTE) return (last - NOW) / 1000;
  }
  throw new Error('It reads without an end');
}

function mostInAMinute({ requests }: Service): number {
  const times = requests.map(({ at }) => at);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));
}

/** The parts that were read, one after the other. */
function parts({ requests }: Service): string[] {
  const kinds = requests.map(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://desk');
    if (/\d$/.test(pathname)) return 'transcripts';
    const from = searchParams.get('date_from');
    return pathname.replaceAll(/\/(api)?/g, '') + (from === null ? '' : ` from ${from}`);
  });
  return kinds.filter((kind, index) => kind !== kinds[index - 1]);
}

/** The number of chats of the last so many days, today left out. */
function chatsOf({ world }: Service, days: number): number {
  const today = Date.UTC(2026, 10, 18);
  return world.chats.filter(({ requestedAt }) => requestedAt < today && requestedAt >= today - days * DAY).length;
}

const transcriptsRead = ({ requests }: Service): string[] =>
  requests.flatMap(({ path }) => /^\/api\/chats\/\d+$/.exec(path)?.[0] ?? []);

describe('a server that nobody asks', () => {
  test('reads what questions will need, the newest first, with half of the rate, and then nothing', async () => {
    const desk = service();
    const server = await open(desk);
    const took = await passUntilQuiet(desk);
    expect(parts(desk)).toEqual([
      'agents',
      'chats from 2026-11-11',
      'transcripts',
      'offlinemessages',
      'chats from 2026-10-19',
      'transcripts',
    ]);
    expect(mostInAMinute(desk)).toBeLessThanOrEqual(PER_MINUTE / 2);
    expect(new Set(transcriptsRead(desk)).size).toBe(transcriptsRead(desk).length);
    expect(took).toBeLessThan(12 * 60);
    const before = desk.requests.length;
    const week = await server.ask('get_support_performance', { period: 'last_7_days' });
    const month = await server.ask('get_support_performance', { period: 'last_30_days' });
    expect(week.data?.overall['chats']).toBe(chatsOf(desk, 7));
    expect(month.data?.overall['chats']).toBe(chatsOf(desk, 30));
    expect(week.data?.overall['first_response_seconds']).toMatchObject({ sampled: 50 });
    expect(desk.requests.length - before).toBe(0);
    expect(server.failures).toEqual([]);
  });

  test('has 7 days whole two minutes after its start, and 30 days after seven', async () => {
    const desk = service();
    await open(desk);
    await passUntilQuiet(desk);
    const lastOf = (from: string): number =>
      Math.max(...desk.requests.map(({ path, at }) => (path.includes(`date_from=${from}`) ? at - NOW : 0))) / 1000;
    expect(lastOf('2026-11-11')).toBeLessThan(2 * 60);
    expect(lastOf('2026-10-19')).toBeLessThan(8 * 60);
  });

  test('is answered in the middle of it as soon as without, from where it was, and reads no page twice', async () => {
    const alone = service();
    const slow = await open(alone, { readAheadDays: 0 });
    const without = await slow.ask('list_chats', { period: 'last_7_days' });
    const desk = service();
    const server = await open(desk);
    await passMinutes(1);
    const before = desk.requests.length;
    const during = await server.ask('list_chats', { period: 'last_7_days' });
    expect(during.data?.total).toBe(chatsOf(desk, 7));
    expect(during.after).toBeLessThanOrEqual(without.after);
    const [read, rest] = [before, desk.requests.length - before];
    expect(read + rest).toBeLessThanOrEqual(alone.requests.length + 12);
    expect(rest).toBeLessThan(alone.requests.length);
  });

  test('reads nothing at a limit of one request a minute, of which no half can be left', async () => {
    const desk = service(1);
    const server = await openTimedServer(desk, 1, { readAheadDays: 30 });
    onTestFinished(server.close);
    await passMinutes(30);
    expect(desk.requests).toEqual([]);
  });

  test('keeps to half of what the service allows, where that is less than the setting', async () => {
    const desk = service(16);
    const server = await open(desk);
    await passMinutes(30);
    const refused = desk.requests.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(3);
    const learned = desk.requests.filter(({ at }) => at > (refused[0]?.at ?? 0) + 2 * MINUTE && at < NOW + 10 * MINUTE);
    expect(mostInAMinute({ ...desk, requests: learned })).toBeLessThanOrEqual(8);
    expect(server.failures).toEqual([]);
  });

  test('rests when nobody has asked for an hour, and goes on when somebody does', async () => {
    const desk = service();
    const server = await open(desk, { readAheadDays: 2 });
    await passMinutes(65);
    const hourly = desk.requests.length;
    await passMinutes(180);
    expect(desk.requests.length).toBe(hourly);
    await server.ask('get_service_status', {});
    await passMinutes(2);
    expect(desk.requests.length).toBeGreaterThan(hourly);
  });

  test('takes little of the limit once all is read, while somebody asks now and then', async () => {
    const desk = service();
    const server = await open(desk);
    await passUntilQuiet(desk);
    const before = desk.requests.length;
    for (let quarter = 0; quarter < 8; quarter += 1) {
      await passMinutes(15);
      await server.ask('get_service_status', {});
    }
    expect(desk.requests.length - before).toBeLessThan(120 * PER_MINUTE * 0.05);
  });
});

describe('a login without a permission', () => {
  const pathsOf = ({ requests }: Service, status: number): string[] =>
    requests.flatMap((one) => (one.status === status ? [new URL(one.path, 'http://desk').pathname] : []));

  test('is asked once for each list that it may not read, and the rest is read', async () => {
    const desk = timedService({
      world,
      faults: ({ path }) => (/chats|offline/.test(path) ? '403' : undefined),
    });
    const server = await open(desk);
    await passMinutes(45);
    expect(pathsOf(desk, 403)).toHaveLength(2);
    expect(new Set(pathsOf(desk, 403)).size).toBe(2);
    expect(pathsOf(desk, 200).filter((path) => path.includes('agents'))).not.toEqual([]);
    const { text, data } = await server.ask('get_service_status', {});
    expect(data?.read_ahead).toMatchObject({ state: 'done', due: [], denied: ['chats', 'offline messages'] });
    expect(text).toContain('- Background loading: on, 30 days; all that this login may read is loaded; next check ');
    expect(text).toContain('Not tried again before a restart: chats (This login may not read the list of chats.)');
    expect(server.failures).toEqual([]);
  });

  test('is asked for no more transcripts than tell that it may read none', async () => {
    const desk = timedService({
      world,
      faults: ({ path }) => (/^\/api\/chats\/\d+$/.test(path) ? '403' : undefined),
    });
    const server = await open(desk, { readAheadDays: 7 });
    await passMinutes(45);
    expect(pathsOf(desk, 403).length).toBeLessThan(30);
    const { data } = await server.ask('get_service_status', {});
    expect(data?.read_ahead).toMatchObject({ denied: ['transcripts'] });
  });
});

describe('several servers on one archive', () => {
  test('read ahead once, and another one goes on when the one that does is killed', async () => {
    const desk = service();
    const location = await archiveOfTest();
    const counts = [0, 0, 0, 0];
    const servers = await Promise.all(
      counts.map((_, index) =>
        openTimedServer(desk, PER_MINUTE, {
          location,
          readAheadDays: 30,
          onRequest: () => {
            counts[index] = (counts[index] ?? 0) + 1;
          },
        }),
      ),
    );
    await passMinutes(2);
    const holder = counts.findIndex((count) => count > 0);
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
    const states = await Promise.all(
      servers.map(async (server) => (await server.ask('get_service_status', {})).data?.read_ahead.state),
    );
    expect(states.filter((state) => state === 'reading')).toHaveLength(1);
    expect(states.filter((state) => state === 'elsewhere')).toHaveLength(3);
    await servers[holder]?.kill();
    const atKill = counts[holder];
    await passUntilQuiet(desk);
    expect(counts[holder]).toBe(atKill);
    expect(mostInAMinute(desk)).toBeLessThanOrEqual(PER_MINUTE / 2);
    const others = servers.filter((_, index) => index !== holder);
    // One transcript may have been under way.
    expect(transcriptsRead(desk).length - new Set(transcriptsRead(desk)).size).toBeLessThanOrEqual(1);
    const before = desk.requests.length;
    const month = await others[0]?.ask('get_support_performance', { period: 'last_30_days' });
    expect(month?.data?.overall['chats']).toBe(chatsOf(desk, 30));
    expect(desk.requests.length).toBe(before);
    for (const server of others) await server.close();
  });

  test('try a wrong password once, and go on when the right one was taken', async () => {
    const desk = service();
    const location = await archiveOfTest();
    const wrong: Server = { location, readAheadDays: 2, password: 'wrong' };
    const servers = [await open(desk, wrong), await open(desk, wrong), await open(desk, wrong)] as const;
    await passMinutes(90);
    expect(desk.requests.map(({ status }) => status)).toEqual([401]);
    const texts = await Promise.all(servers.map(async (server) => (await server.ask('get_service_status', {})).text));
    const untried = 'refused the login of an earlier start, or of another server on this archive';
    // Whichever was the first has tried it.
    const others = texts.filter((text) => !text.includes('wrong email or password'));
    expect(others).toHaveLength(2);
    for (const text of others) {
      expect(text).toContain(untried);
      expect(text).toContain('This server has not tried its own login yet: ask any question to try it');
    }
    // One that is started anew with what is still wrong does not try it either.
    await open(desk, wrong);
    await passMinutes(5);
    expect(desk.requests).toHaveLength(1);
    const right = await open(desk, { location, readAheadDays: 2 });
    await passMinutes(1);
    expect(desk.requests).toHaveLength(1);
    expect((await right.ask('get_service_status', {})).text).toContain(untried);
    await right.ask('list_support_agents', {});
    expect((await right.ask('get_service_status', {})).text).not.toContain('refused the login');
    await passMinutes(8);
    expect((await right.ask('get_service_status', {})).data?.read_ahead.state).toBe('done');
  });
});

describe('while the service is away', () => {
  test('a single request that fails is no reason to say that nothing can be read', async () => {
    const desk = service();
    let tries = 0;
    const server = await open(desk, {
      readAheadDays: 2,
      onRequest: () => {
        tries += 1;
        if (tries === 3) throw new NetworkFailure(trusted`HTTP 502`, { neverSent: false, passing: true });
      },
    });
    await passTime(9000);
    const { text, data } = await server.ask('get_service_status', {});
    expect(tries).toBe(3);
    expect(text).not.toContain('Nothing can be loaded');
    expect(data?.read_ahead.state).toBe('waiting');
    expect(text).toContain('The service is not responding (HTTP 502).');
  });

  test('it is tried seldom, told once, and a question tries at once', async () => {
    const desk = service();
    let isAway = true;
    let tries = 0;
    const server = await open(desk, {
      readAheadDays: 2,
      onRequest: () => {
        tries += 1;
        if (isAway) throw new NetworkFailure(trusted`the connection was refused`, { neverSent: true, passing: true });
      },
    });
    await passMinutes(50);
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(40);
    expect(server.failures.length).toBeLessThanOrEqual(1);
    const { text, data } = await server.ask('get_service_status', {});
    expect(data?.read_ahead.state).toBe('waiting');
    expect(text).toContain('The service is not responding (the connection was refused).');
    isAway = false;
    const answer = await server.ask('list_chats', { period: 'yesterday' });
    expect(answer.data?.total).toBe(chatsOf(desk, 1));
    await passMinutes(20);
    expect((await server.ask('get_service_status', {})).data?.read_ahead.state).toBe('done');
    expect((await server.ask('get_service_status', {})).text).not.toContain('not responding');
  });
});
