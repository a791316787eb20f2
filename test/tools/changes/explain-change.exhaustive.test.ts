import { describe, expect, test } from 'vitest';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import { DAY, first, NOW, readTranscripts, sharedDesk, smallWorld, startDesk } from '../../mcp/desk.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';

// Why a figure changed, through a real client, on a desk of the sandbox. Expected values are the world's.

/** The week that ended on the Sunday before, and the one before it. */
const WEEK = { period: 'last_week' } as const;
const START = Date.UTC(2026, 10, 9);

const inWeek = ({ requestedAt }: Chat, ago: number) =>
  requestedAt >= START - ago * 7 * DAY && requestedAt < START + (1 - ago) * 7 * DAY;

const isShare = (chats: readonly Chat[]) => chats.filter(({ missed }) => missed).length / chats.length;

describe('what is split', () => {
  const opened = sharedDesk();

  test.each(['missed', 'wait', 'duration', 'rating', 'chats', 'transferred', 'ended_by_visitor', 'served'])(
    'the parts of %s by each grouping make the whole change, which is that of the world',
    async (metric) => {
      const desk = await opened();
      const { data } = await desk.ask('explain_change', { metric, ...WEEK });
      const { chats } = desk.service.world;
      const [now, before] = [chats.filter((chat) => inWeek(chat, 0)), chats.filter((chat) => inWeek(chat, 1))];
      const figures: Partial<Record<string, (some: readonly Chat[]) => number>> = {
        missed: isShare,
        chats: (some) => some.length / 7,
        wait: (some) =>
          meanOf(
            some.flatMap((chat) => (chat.startedAt === undefined ? [] : [(chat.startedAt - chat.requestedAt) / 1000])),
          ),
        rating: (some) => meanOf(some.flatMap(({ rating }) => rating ?? [])),
      };
      const figure = figures[metric];
      if (figure !== undefined) {
        expect(data.now).toBeCloseTo(figure(now), 5);
        expect(data.before).toBeCloseTo(figure(before), 5);
      }
      expect(data.split?.length).toBeGreaterThan(0);
      for (const { by, parts, rate, mix } of data.split ?? []) {
        const whole = parts.reduce((sum, part) => sum + part.rate + part.mix, 0);
        expect(whole, by).toBeCloseTo(data.change ?? Number.NaN, 4);
        expect(rate + mix, by).toBeCloseTo(data.change ?? Number.NaN, 4);
      }
    },
  );

  test('a missed chat names no agent, so nothing is split by agent, and one agent has no missed figure', async () => {
    const desk = await opened();
    const { data, text } = await desk.ask('explain_change', { metric: 'missed', ...WEEK });
    expect(data.split?.map(({ by }) => by)).not.toContain('agent');
    expect(text).toContain('agent (no missed chat names its agent)');
    const agent = String(first(desk.service.world.agents).agentId);
    const ofAgent = await desk.ask('explain_change', { metric: 'missed', ...WEEK, agent });
    expect(ofAgent.data.change).toBeUndefined();
    expect(ofAgent.text).toContain('No loaded missed chat names an agent');
  });

  test('a service level is that of the world', async () => {
    const desk = await opened();
    const { data } = await desk.ask('explain_change', { metric: 'service_level', service_level_seconds: 20, ...WEEK });
    const now = desk.service.world.chats.filter((chat) => inWeek(chat, 0));
    const inTime = now.filter(
      ({ startedAt, requestedAt }) => startedAt !== undefined && startedAt - requestedAt <= 20_000,
    );
    expect(data.now).toBeCloseTo(inTime.length / now.length, 5);
    const without = await desk.ask('explain_change', { metric: 'service_level', ...WEEK });
    expect(without.isError).toBe(true);
    expect(without.text).toContain('The metric service_level needs service_level_seconds.');
    const beside = await desk.ask('explain_change', { metric: 'wait', service_level_seconds: 20, ...WEEK });
    expect(beside.isError).toBe(true);
  });
});

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The codes of a desk of which nobody has said what `user_type` means. */
const UNTOLD_CODES = { is_missed: { 0: 'served', 1: 'missed' } } as const;

/** A world in which nobody can tell who wrote in each so-manieth chat of the week, and how many chats each week has that ended. */
function halfTold(each: number) {
  const world = smallWorld();
  const endedIn = (ago: number) =>
    world.chats.filter((chat) => inWeek(chat, ago) && !chat.missed && chat.endedAt !== undefined);
  const now = endedIn(0);
  for (const [index, chat] of now.entries()) {
    if (index % each !== 0) continue;
    chat.messages = chat.messages.map((message) => ({ ...message, authorName: 'Somebody', author: 'system' }));
  }
  return { world, ended: { now: now.length, before: endedIn(1).length } };
}

describe('what is not whole is not explained', () => {
  test('a period of which a part is missing', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (path.includes('/chats')) throw new Error('cut');
    };
    const { text, isError } = await desk.ask('explain_change', { metric: 'missed', ...WEEK });
    expect(isError || text.includes('Nothing is explained yet')).toBe(true);
    expect(text).not.toContain('Largest parts');
  });

  test.each([
    ['both', false],
    ['the compared period', true],
  ])('and one line says what to wait for: of %s', async (_, isReadBefore) => {
    await using desk = await startDesk();
    if (isReadBefore) await desk.ask('list_chats', WEEK);
    stopAfter(1, desk.service);
    const { text } = await desk.ask('explain_change', { metric: 'transferred', ...WEEK });
    expect(text).toContain('Nothing is explained yet');
    expect(text).not.toMatch(/not known\n|Unknown:/);
    expect(text).toMatch(
      isReadBefore
        ? /\nData incomplete: 7 of 14 days of chats fully loaded, .*; call again.*\.$/
        : /\nData incomplete: [0-6] of 14 days (of chats )?fully loaded, .*; call again.*\.$/,
    );
    expect(text.match(/Data (in)?complete/g)).toHaveLength(1);
  });

  test('a code that is not settled', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { is_missed: { 5: 'missed' } } });
    const { data, text } = await desk.ask('explain_change', { metric: 'missed', ...WEEK });
    expect(data.change).toBeUndefined();
    expect(text).toContain('a code that is not settled');
    expect(text).toMatch(/Unknown: is_missed 0 .*record_code_meaning\.$/m);
  });

  test('transcripts while the service gives no answer, and then it is not said that they are being read', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (/\/chats\/\d+/.test(path)) throw new Error('cut');
    };
    for (let time = 0; time < 2; time += 1) {
      const { data, text } = await desk.ask('explain_change', { metric: 'first_response', ...WEEK });
      expect(data.change).toBeUndefined();
      expect(text).toContain('50 of the random sample of 2026-11-09');
      expect(text).toContain('50 of the random sample of 2026-11-02');
      expect(text).toContain('The service is not responding');
      expect(text).not.toContain('being read');
    }
  });

  test('transcripts that the login may not read', async () => {
    await using desk = await startDesk();
    desk.service.replace = (path) =>
      /\/chats\/\d+/.test(path) ? Response.json({ error: 'forbidden' }, { status: 403 }) : undefined;
    const { data, text } = await desk.ask('explain_change', { metric: 'first_response', ...WEEK });
    expect(data.change).toBeUndefined();
    expect(text).toContain('the service gave none of those of 2026-11-09');
    expect(text).toContain('the login may not be allowed to read them');
    expect(text).not.toContain('being read');
  });

  test('and with both samples whole, it is that of the samples', async () => {
    await using desk = await startDesk();
    const { data } = await desk.ask('explain_change', { metric: 'messages', ...WEEK });
    expect(data.now).toBeGreaterThan(0);
    const parts = data.split?.[0]?.parts ?? [];
    expect(parts.reduce((sum, { now }) => sum + now.n, 0)).toBeGreaterThanOrEqual(50);
  });

  test('transcripts in which nobody can tell who wrote, where far more of one period are so', async () => {
    const { world, ended } = halfTold(3);
    await using desk = await startDesk(world, { codes: UNTOLD_CODES });
    await readTranscripts(desk);
    const { data, text } = await desk.ask('explain_change', { metric: 'first_response', ...WEEK });
    expect(data.change).toBeUndefined();
    expect(text).toContain('**Nothing is explained**');
    expect(text).toContain(`${Math.ceil(ended.now / 3)} of the ${ended.now} transcripts looked at of 2026-11-09`);
    expect(text).toContain(`0 of the ${ended.before} transcripts looked at of 2026-11-02`);
    expect(text).toContain('so unlike');
    expect(text).not.toContain('Largest parts');
  });

  test('where few are so, they are left out and counted, of both periods', async () => {
    const { world, ended } = halfTold(20);
    await using desk = await startDesk(world, { codes: UNTOLD_CODES });
    await readTranscripts(desk);
    const { data, text } = await desk.ask('explain_change', { metric: 'first_response', ...WEEK });
    expect(data.change).toBeDefined();
    const untold = Math.ceil(ended.now / 20);
    expect(data.split?.[0]?.parts.reduce((sum, { now }) => sum + now.n, 0)).toBeLessThanOrEqual(ended.now - untold);
    expect(text).toMatch(
      new RegExp(
        `Left out: ${untold} of the ${ended.now} transcripts .* and 0 of the ${ended.before} transcripts .*nobody can tell who wrote`,
      ),
    );
  });

  test('and of a random sample, those of the sample are counted', async () => {
    const { world } = halfTold(3);
    await using desk = await startDesk(world, { codes: UNTOLD_CODES });
    const { data, text } = await desk.ask('explain_change', { metric: 'first_response', ...WEEK });
    expect(data.change).toBeUndefined();
    expect(text).toMatch(/\d+ of the 50 transcripts looked at of 2026-11-09.* and 0 of the 50 transcripts/);
  });

  test.each(['missed', 'first_response'])(
    'a period without a chat is named, and since when there are some: %s',
    async (metric) => {
      await using desk = await startDesk();
      const earliest = Math.min(...desk.service.world.chats.map(({ requestedAt }) => requestedAt));
      const day = new Date(earliest).toISOString().slice(0, 10);
      await desk.ask('get_support_performance', { from: day, to: '2026-11-17', metrics: ['chats'] });
      const { text, data } = await desk.ask('explain_change', { metric, ...WEEK, compare_to: 'same_period_last_year' });
      expect(data.change).toBeUndefined();
      expect(text).toMatch(/Against 2025-11-\d\d to 2025-11-\d\d \(UTC\): 0 chats/);
      expect(text).toMatch(/\*\*Nothing is explained\*\*: the desk has no chat in 2025-11-/);
      expect(text).toContain(`the first one after it that is at hand is of ${day}`);
      expect(text).not.toContain('not known');
    },
  );

  test('a running period says at which moment both are cut', async () => {
    await using desk = await startDesk();
    const { data, text } = await desk.ask('explain_change', { metric: 'missed', period: 'this_week' });
    expect(data.running).toBe(true);
    expect(Date.parse(data.cut_at ?? '')).toBe(NOW - 7 * DAY);
    expect(text).toContain('The period is still running');
  });
});
