import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { LAST_QUESTION } from '../../../src/answers/question.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { sampleOf } from '../../../src/model/sampling.ts';
import { first, MINUTE, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { untilWhole } from '../../mcp/whole-answer.ts';
import { besideOf } from './expected-performance.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { EVERY_METRIC, mean, near } from '../../oracle/figures.ts';

// Response times come from a random sample of transcripts that is read when it is wanted, and from nothing else.

const MONTH = { from: '2026-10-19', to: '2026-11-17' };
const SAMPLE = 50;

const endedIn = (world: World): Chat[] =>
  chatsOn(world.chats, MONTH, 'UTC').filter(({ missed, endedAt }) => !missed && endedAt !== undefined);

/** The chats whose transcripts the service was asked for, in that order. */
function readFrom(desk: Desk): Chat[] {
  const ids = desk.service.requests().flatMap((path) => /\/chats\/(\d+)/.exec(path)?.[1] ?? []);
  return ids.flatMap((id) => desk.service.world.chats.find(({ chatId }) => String(chatId) === id) ?? []);
}

const Sampled = z.object({ first_response_seconds: z.object({ sampled: z.number() }) });

const sampledIn = (metrics: object): number => Sampled.safeParse(metrics).data?.first_response_seconds.sampled ?? 0;

describe('where not all transcripts are at hand', () => {
  test('a sample is read once, and the figures are those of it', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const { data, text } = await desk.ask('get_support_performance', MONTH);
    const sample = readFrom(desk);
    const population = endedIn(world).length;
    expect(new Set(sample).size).toBe(SAMPLE);
    expect(sample).toHaveLength(SAMPLE);
    const expected = besideOf(world, sample, { zone: 'UTC', isWhole: true });
    const ofSample = { sampled: SAMPLE, population, estimated: true };
    expect(data.overall['first_response_seconds']).toMatchObject({
      ...Object(expected['first_response_seconds']),
      ...ofSample,
    });
    expect(data.overall['dropped']).toMatchObject({ ...Object(expected['dropped']), ...ofSample });
    expect(text).toContain(`~ Estimate from ${SAMPLE} random transcripts of ${population}, `);

    // Who came back is told where it is named alone, and takes the chats of the day behind.
    const metrics = EVERY_METRIC.filter((name) => name !== 'came_back');
    const again = await desk.spentOn(() =>
      desk.ask('get_support_performance', { ...MONTH, group_by: ['agent'], metrics }),
    );
    expect(again.requests).toBeLessThanOrEqual(4); // the list of agents
    expect(again.result.data.overall).toEqual(data.overall);
  });

  test('what somebody looked at is no part of it', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const slowest = endedIn(world)
      .toSorted((one, other) => (other.endedAt ?? 0) - other.requestedAt - ((one.endedAt ?? 0) - one.requestedAt))
      .slice(0, 15);
    for (const { chatId } of slowest) await desk.ask('get_chat_transcript', { chat_id: chatId, view: 'digest' });
    const before = readFrom(desk).length;
    const atHand = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    expect(sampledIn(atHand.data.overall)).toBeLessThan(10);

    await desk.ask('get_support_performance', MONTH);
    expect(readFrom(desk).length - before).toBeLessThan(SAMPLE);
  });

  test('all are used where they are at hand, and then nothing is estimated', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const yesterday = { from: '2026-11-17', to: '2026-11-17' };
    const { data, text } = await desk.ask('get_support_performance', yesterday);
    expect(data.overall).toMatchObject(
      besideOf(world, chatsOn(world.chats, yesterday, 'UTC'), { zone: 'UTC', isWhole: false }),
    );
    expect(text).toMatch(/rest on all \d+ transcripts/);
  });
});

describe('what goes wrong with transcripts', () => {
  test('where agents write under other names, and the codes do not tell either, nothing is claimed', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { is_missed: { 0: 'served', 1: 'missed' } } });
    const names = desk.service.world.agents.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    desk.service.rewrite = (body) =>
      body.replaceAll(/"author_name":"([^"]*)"/g, (whole, name: string) =>
        names.includes(name) ? '"author_name":"Shop team"' : whole,
      );
    const { data, text } = await desk.ask('get_support_performance', MONTH);
    expect(data.overall).not.toHaveProperty('first_response_seconds');
    expect(text).toMatch(
      /Response times are left out: in (\d+) of \1 transcripts it is unknown who wrote\. .*record_code_meaning/,
    );
  });

  test('where nobody can tell who wrote in one, it is left out and counted, and the others are told', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { is_missed: { 0: 'served', 1: 'missed' } } });
    const { world } = desk.service;
    const yesterday = { from: '2026-11-17', to: '2026-11-17' };
    const ended = chatsOn(world.chats, yesterday, 'UTC').filter(
      ({ missed, endedAt }) => !missed && endedAt !== undefined,
    );
    const strange = first(ended);
    strange.messages = strange.messages.map((message) => ({ ...message, authorName: 'Somebody', author: 'system' }));
    const { data, text } = await desk.ask('get_support_performance', yesterday);
    expect(text).toMatch(
      /1 of \d+ transcripts is not counted: it is unknown who wrote\. A meaning of user_type would settle it \(record_code_meaning\)\./,
    );
    expect(text).toContain(`rest on all ${ended.length - 1} transcripts`);
    const others = world.chats.filter((chat) => chat !== strange);
    const { first_response_seconds: told } = besideOf(world, chatsOn(others, yesterday, 'UTC'), {
      zone: 'UTC',
      isWhole: false,
    });
    expect(data.overall['first_response_seconds']).toEqual(told);
  });

  test.each([
    ['is not there any more', { status: 404, body: '{"error":[{"code":404,"message":"No Record found"}]}' }],
    ['cannot be read', { status: 200, body: '<html>' }],
  ])('one that %s is passed over, and not asked for again and again', async (_, { status, body }) => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const ids = sampleOf(
      endedIn(world).map(({ chatId }) => ChatId.parse(chatId)),
      SAMPLE,
    );
    const bad = first(ids.slice(3));
    desk.service.replace = (path) => (path.includes(`/chats/${bad}`) ? new Response(body, { status }) : undefined);
    expect(sampledIn((await desk.ask('get_support_performance', MONTH)).data.overall)).toBeGreaterThan(SAMPLE - 10);
    await desk.ask('get_support_performance', MONTH);
    const warm = await desk.spentOn(() => desk.ask('get_support_performance', MONTH));
    expect(warm.requests).toBe(0);
    expect(sampledIn(warm.result.data.overall)).toBe(SAMPLE);
    expect(
      sampledIn((await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' })).data.overall),
    ).toBe(SAMPLE);
  });

  test('leaves the other figures', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (/\/chats\/\d/.test(path)) throw new Error('cut');
    };
    const { data } = await desk.ask('get_support_performance', MONTH);
    expect(data.overall['chats']).toBe(chatsOn(desk.service.world.chats, MONTH, 'UTC').length);
    expect(data.coverage.complete).toBe(true);
    expect(data.overall).not.toHaveProperty('first_response_seconds');
  });

  test('a slow service is not waited for to the end; what comes later is there for the next question', async () => {
    await using desk = await startDesk(smallWorld(), { answer_within: seconds(0.6) });
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await untilWhole(desk, 'list_chats', MONTH);
    desk.service.gateway = (path) => (/\/chats\/\d/.test(path) ? opened : undefined);
    const answer = await desk.ask('get_support_performance', MONTH);
    expect(answer.data.overall).not.toHaveProperty('first_response_seconds');
    expect(answer.text).toContain(`Response times need ${SAMPLE} sampled transcripts.`);
    open();
    await expect
      .poll(async () => (await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' })).data.overall)
      .toHaveProperty('first_response_seconds.sampled', SAMPLE);
    expect(readFrom(desk)).toHaveLength(SAMPLE);
  });
});

describe('what is said while transcripts are missing', () => {
  /** A desk whose service gives two transcripts, and holds back the others until it is closed. */
  async function withTwoTranscripts() {
    const desk = await startDesk(smallWorld(), { answer_within: seconds(0.6) });
    const released = Promise.withResolvers<void>();
    await untilWhole(desk, 'list_chats', MONTH);
    let count = 0;
    desk.service.gateway = (path) => {
      count += /\/chats\/\d/.test(path) ? 1 : 0;
      return count > 2 ? released.promise : undefined;
    };
    return {
      desk,
      [Symbol.asyncDispose]: async () => {
        released.resolve();
        await desk[Symbol.asyncDispose]();
      },
    };
  }

  test('so few that no figure rests on them are not said to be what figures rest on', async () => {
    await using few = await withTwoTranscripts();
    const ask = () => few.desk.ask('get_support_performance', MONTH);
    const words = `Response times need ${SAMPLE - 2} more sampled transcripts.`;
    await expect.poll(async () => (await ask()).text).toContain(words);
    const { text, data } = await ask();
    expect(data.overall).not.toHaveProperty('first_response_seconds');
    expect(text).not.toContain('rest on');
  });

  test.each(['sample', 'all'] as const)(
    'nothing goes on, and calling again starts over, where the server ends and keeps nothing: %s',
    async (transcripts) => {
      await using few = await withTwoTranscripts();
      const { content } = await few.desk.client.callTool({
        name: 'get_support_performance',
        arguments: { ...MONTH, transcripts },
        _meta: { [LAST_QUESTION]: true },
      });
      const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(content);
      expect(text).toMatch(
        /\nData incomplete: \d of \d+ .* calling again starts over, because the archive is in memory/,
      );
      expect(text).not.toMatch(/continues|while this server runs|goes on/);
    },
  );
});

describe('offline messages', () => {
  test('received, replied, waiting, and how long the first reply took', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const { data, text } = await desk.ask('get_support_performance', {
      ...MONTH,
      transcripts: 'loaded',
      offline_messages: true,
    });
    const received = world.offlineMessages.filter(({ receivedAt }) => receivedAt < Date.UTC(2026, 10, 18));
    const waiting = world.offlineMessages.filter(({ replies }) => replies.length === 0);
    const oldest = Math.max(...waiting.map(({ receivedAt }) => world.now - receivedAt));
    const replied = received.filter(({ replies }) => replies.length > 0);
    const ids = new Set(desk.service.requests().flatMap((path) => /offlinemessages\/(\d+)/.exec(path)?.[1] ?? []));
    // They are few enough that all are read.
    expect(replied.filter(({ offlineMessageId }) => !ids.has(String(offlineMessageId)))).toEqual([]);
    const times = replied.map(({ receivedAt, replies }) => ((replies[0]?.at ?? 0) - receivedAt) / 1000);
    expect(data.offline).toMatchObject({
      received: received.length,
      replied: replied.length,
      unanswered: received.length - replied.length,
      reply_seconds: {
        n: replied.length,
        mean: near(mean(times), 1),
        max: near(Math.max(...times), 1),
        sampled: replied.length,
        population: replied.length,
        estimated: false,
      },
      backlog: { n: waiting.length, oldest_age_hours: Math.round(oldest / 360_000) / 10 },
    });
    expect(text).toContain(`- Unanswered in all: ${waiting.length}, median age `);
    expect(text).toMatch(new RegExp(`- First reply: median [^,]+, p90 [^,]+, mean [^,]+ \\(n ${replied.length}\\)\n`));
    expect(text).not.toContain('random messages');
    const again = await desk.spentOn(() =>
      desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded', offline_messages: true }),
    );
    expect(again.requests).toBe(0);
  });

  test('of many, thirty are read, drawn at random', async () => {
    const world = smallWorld();
    const [someone] = world.offlineMessages.filter(({ replies }) => replies.length > 0);
    if (someone === undefined) throw new Error('a world without a reply');
    world.offlineMessages = Array.from({ length: 61 }, (_, index) => ({
      ...someone,
      offlineMessageId: 5000 + index,
      receivedAt: Date.UTC(2026, 10, 10) + index * MINUTE,
      replies: someone.replies.map((reply) => ({ ...reply, at: Date.UTC(2026, 10, 11) + 2 * index * MINUTE })),
    }));
    await using desk = await startDesk(world);
    const args = { ...MONTH, transcripts: 'loaded', offline_messages: true, metrics: 'chats' };
    const { data, text } = await desk.ask('get_support_performance', args);
    expect(data.offline?.['reply_seconds']).toMatchObject({ n: 30, sampled: 30, population: 61, estimated: true });
    expect(text).toMatch(/- First reply ~: median [^,]+ \([^)]+\), p90 .* \(n 30\)\n/);
    expect(text).toContain('~ Estimate from the first replies to 30 random messages of 61, 95% interval in brackets.');
    expect(text).toContain('transcripts="all": exact, 31 requests, about ');
    const exact = await desk.ask('get_support_performance', { ...args, transcripts: 'all' });
    expect(exact.data.offline?.['reply_seconds']).toMatchObject({
      n: 61,
      sampled: 61,
      population: 61,
      estimated: false,
    });
    expect(exact.text).toMatch(/- First reply: median .*, mean .* \(n 61\)\n/);
  });

  test('that the login may not list are left out, with the reason', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (path.includes('offline')) throw new Error('cut');
    };
    const { data, text } = await desk.ask('get_support_performance', {
      ...MONTH,
      transcripts: 'loaded',
      offline_messages: true,
    });
    expect(data.offline).toBeUndefined();
    expect(data.overall['chats']).toBeGreaterThan(0);
    expect(text).toContain('Offline messages are left out.');
  });
});

test('an empty part of a day is not taken for an empty period', async () => {
  await using desk = await startDesk();
  const { text } = await desk.ask('get_support_performance', {
    period: 'yesterday',
    hours: '5-6',
    transcripts: 'loaded',
  });
  expect(text).toContain(': no chat was requested at these times of the period.');
});

test('hours that are none are refused in words', async () => {
  await using desk = await startDesk();
  for (const hours of ['9-9', '25-3', '9', '9-17h', '-1-5', '9 to 5', '9:30-17:00']) {
    const { isError, text } = await desk.ask('get_support_performance', { hours });
    expect(isError, hours).toBe(true);
    expect(text).toMatch(/hours/);
  }
});
