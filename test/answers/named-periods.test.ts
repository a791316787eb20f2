import { afterAll, describe, expect, test } from 'vitest';
import { chatsOn, daysOf, isoTime, namesOf, wallTime } from '../oracle/calendar.ts';
import { HOUR, MINUTE, monthWorld, NOW, startDesk, type Desk } from '../mcp/desk.ts';

// Periods by name, as a client asks for them: what each answer counts are the chats of the world in these days, or this hour.

/** Zones, with a day that has another length than most, and what comes a while after it. */
const PLACES = [
  ['Europe/Berlin', NOW, '2026-10-25'],
  ['America/Sao_Paulo', Date.UTC(2018, 10, 18, 15, 30), '2018-11-04'],
  ['Asia/Tokyo', NOW, '2026-11-09'],
] as const;

describe.each(PLACES)('in %s', (timezone, now, oddDay) => {
  const world = monthWorld(7, now);
  // Each day has some still.
  world.chats = world.chats.filter((_, index) => index % 5 === 0);
  const opened = startDesk(world);
  afterAll(async () => (await opened)[Symbol.asyncDispose]());
  const { day: today } = wallTime(timezone, now);
  const names = [oddDay, today].flatMap((day) => Object.values(namesOf(day)));

  test.each([...new Set([...names, 'today', 'this_week', 'last_week', 'this_month', 'last_month', 'last_30_days'])])(
    '%s has the chats of its days',
    async (period) => {
      const desk = await opened;
      const days = daysOf({ period }, today);
      const chats = chatsOn(world.chats, days, timezone).length;
      expect(chats).toBeGreaterThan(0);
      expect((await desk.ask('list_chats', { period: ` ${period.toLowerCase()} `, timezone })).data.total).toBe(chats);
      const { data } = await desk.ask('get_support_performance', { period, timezone, transcripts: 'loaded' });
      expect(data).toMatchObject({ period: { ...days, timezone }, overall: { chats } });
      expect(data.period.start_at).toBeUndefined();
    },
  );

  test('last_hour has the chats of the last 60 minutes, and is compared with those before', async () => {
    const desk = await opened;
    const between = (start: number, end: number) =>
      world.chats.filter(({ requestedAt }) => requestedAt >= start && requestedAt < end).length;
    const chats = between(now - HOUR, now);
    const asked = { period: 'last_hour', timezone };
    const moments = (start: number) => ({
      from: wallTime(timezone, start).day,
      to: wallTime(timezone, start + HOUR - 1).day,
      start_at: isoTime(timezone, start),
      end_at: isoTime(timezone, start + HOUR),
      timezone,
    });
    expect((await desk.ask('list_chats', asked)).data.total).toBe(chats);
    const { data, text } = await desk.ask('get_support_performance', {
      ...asked,
      compare_to: 'previous_period',
      transcripts: 'loaded',
    });
    expect(data.period).toEqual(moments(now - HOUR));
    expect(data.overall['chats']).toBe(chats);
    expect(data.comparison).toMatchObject({
      period: moments(now - 2 * HOUR),
      overall: { chats: between(now - 2 * HOUR, now - HOUR) },
      running: false,
    });
    const clock = (at: number) => wallTime(timezone, at).time.slice(0, 5);
    expect(text.split('\n')[0]).toContain(` ${clock(now - HOUR)}–${clock(now)}`);
    expect(text.split('\n')[0]).toContain(`compared with the hour ${clock(now - 2 * HOUR)}–${clock(now - HOUR)}, `);
    const closing = text.split('\n').at(-1);
    expect(closing).toContain(
      `, ${clock(now - 2 * HOUR)}–${clock(now - HOUR)} and ${clock(now - HOUR)}–${clock(now)}, `,
    );
  });
});

describe('the last hour', () => {
  // In Tokyo it goes over midnight.
  const timezone = 'Asia/Tokyo';
  const inHour = (desk: Desk) =>
    desk.service.world.chats.filter(({ requestedAt }) => requestedAt >= NOW - HOUR && requestedAt < NOW);

  test('is that of the first page on each page', async () => {
    await using desk = await startDesk(monthWorld());
    const expected = inHour(desk)
      .toReversed()
      .map(({ chatId }) => chatId);
    expect(expected.length).toBeGreaterThan(3);
    const shown: number[] = [];
    const args = { period: 'last_hour', timezone, limit: 2 };
    let cursor: string | undefined;
    for (;;) {
      const { data } = await desk.ask('list_chats', { ...args, cursor });
      expect(data.total).toBe(expected.length);
      shown.push(...data.chats.map((chat) => chat.chat_id));
      if (data.next_cursor === undefined) break;
      cursor = data.next_cursor;
      desk.service.clock.now += 25 * MINUTE;
    }
    expect(shown).toEqual(expected);
    expect((await desk.ask('list_chats', { period: 'last_hour' })).data.total).toBeLessThan(expected.length);
  });

  test('has groups of its own hours alone', async () => {
    await using desk = await startDesk(monthWorld());
    const asked = { period: 'last_hour', timezone, group_by: ['hour'], metrics: ['chats'] };
    const { data } = await desk.ask('get_support_performance', asked);
    const counts = [NOW - HOUR, NOW - 1].map((at) => {
      const hour = wallTime(timezone, at).time.slice(0, 2);
      const chats = inHour(desk).filter(({ requestedAt }) => wallTime(timezone, requestedAt).time.startsWith(hour));
      return { key: hour, metrics: { chats: chats.length } };
    });
    expect(data.groups).toMatchObject(counts.toSorted((one, other) => one.key.localeCompare(other.key)));
    expect(data.groups).toHaveLength(2);
  });

  test('is compared with the hour before chat by chat, though that lies in one day', async () => {
    await using desk = await startDesk(monthWorld());
    const { data, text } = await desk.ask('explain_change', { metric: 'chats', period: 'last_hour', timezone });
    const before = desk.service.world.chats.filter(
      ({ requestedAt }) => requestedAt >= NOW - 2 * HOUR && requestedAt < NOW - HOUR,
    );
    expect(data).toMatchObject({ now: inHour(desk).length, before: before.length });
    expect(text).not.toContain(' a day');
    expect(text).toContain('such as today.');
  });
});

test('an unknown name is answered with the closest, or with all', async () => {
  await using desk = await startDesk();
  const refused = async (period: string) => (await desk.ask('list_chats', { period })).text;
  expect(await refused('lastweek')).toContain('There is no period "lastweek"; did you mean last_week?');
  expect(await refused('2025-w53')).toContain('The year 2025 has no week 53: its weeks are 2025-W01 to 2025-W52.');
  expect((await desk.ask('get_service_status', { plan_for: 'soon' })).text).toContain(
    'Valid: last_hour, today, yesterday, last_7_days, this_week, last_week, this_month, last_month, last_30_days, last_90_days, this_year, a day (2026-11-06), a week (2026-W46), a month (2026-11) or a quarter (2026-Q3).',
  );
  expect(desk.service.requests()).toEqual([]);
});
