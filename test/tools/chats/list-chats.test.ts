import { afterAll, describe, expect, test } from 'vitest';
import { chatsOn, wallTime, weekdayOf } from '../../oracle/calendar.ts';
import { smallWorld, startDesk } from '../../mcp/desk.ts';

// What the words of a list say beside its rows. That every row and every number is right: random-questions.test.ts.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { world } = desk.service;
const MONTH = { from: '2026-10-19', to: '2026-11-18' };
const chats = chatsOn(world.chats, MONTH, 'UTC');
const durations = chats.flatMap(({ startedAt, endedAt }) =>
  startedAt === undefined || endedAt === undefined ? [] : [endedAt - startedAt],
);
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const ask = async (args: object): Promise<string> => (await desk.ask('list_chats', args)).text;

describe('an order', () => {
  test('says how many chats come last because they lack what it goes by', async () => {
    const unrated = chats.filter(({ rating }) => rating === undefined).length;
    const unserved = chats.filter(({ startedAt }) => startedAt === undefined).length;
    const texts = await Promise.all(
      ['longest', 'longest_wait', 'lowest_rating', 'oldest'].map((order) => ask({ ...MONTH, order, limit: 1 })),
    );
    expect(texts).toEqual([
      expect.stringContaining(
        `Longest first; ${count(chats.length - durations.length, 'chat')} without a start or an end, as missed ones are, come last`,
      ),
      expect.stringContaining(
        `Longest wait first; ${count(unserved, 'chat')} without a start, as missed ones are, come last`,
      ),
      expect.stringContaining(`Lowest rating first; ${count(unrated, 'chat')} without a rating come last`),
      expect.stringContaining('Oldest first.'),
    ]);
  });

  test('is said to be none where nothing at all tells it', async () => {
    const text = await ask({ ...MONTH, missed: true, order: 'longest' });
    expect(text).toContain('Not in the order asked for: the duration is known of none of them.');
  });

  test('needs only its cursor on the next page, from the first row to the last', async () => {
    const shown: number[] = [];
    let cursor: string | undefined;
    do {
      const args = cursor === undefined ? { ...MONTH, order: 'lowest_rating', limit: 7 } : { cursor };
      const { data } = await desk.ask('list_chats', args);
      shown.push(...data.chats.map((chat) => chat.chat_id));
      expect(data.chats.length).toBeLessThanOrEqual(7);
      cursor = data.next_cursor;
    } while (cursor !== undefined);
    const expected = chats.toSorted(
      (one, other) => (one.rating ?? 6) - (other.rating ?? 6) || other.chatId - one.chatId,
    );
    expect(shown).toEqual(expected.map(({ chatId }) => chatId));
  });
});

describe('times of the week', () => {
  const inWeek = chats.filter(({ requestedAt }) => {
    const { day, time } = wallTime('UTC', requestedAt);
    return ['Friday', 'Saturday'].includes(weekdayOf(day)) && (time >= '22' || time < '10');
  });
  const args = { ...MONTH, weekdays: ['Saturday', 'Friday'], hours: '22-10' };

  test('are said with the period, and of how many chats these are a part', async () => {
    const text = await ask(args);
    expect(text).toContain('2026-10-19 to 2026-11-18 (UTC), Friday, Saturday, 22:00 to 10:00');
    expect(text).toContain(`${inWeek.length} of ${chats.length} chats of this period match.`);
  });

  test('hold on the next pages, which need only their cursor', async () => {
    const shown: number[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await desk.ask('list_chats', cursor === undefined ? { ...args, limit: 5 } : { cursor });
      shown.push(...data.chats.map((chat) => chat.chat_id));
      cursor = data.next_cursor;
    } while (cursor !== undefined);
    const newestFirst = inWeek.toSorted(
      (one, other) => other.requestedAt - one.requestedAt || other.chatId - one.chatId,
    );
    expect(shown).toEqual(newestFirst.map(({ chatId }) => chatId));
  });

  test('are refused in words where they are no part of a day', async () => {
    expect(await ask({ ...MONTH, hours: '9-9' })).toContain('two full hours, such as 9-17');
  });
});

describe('a filter', () => {
  test('says of how many chats these are a part, and of how many it cannot tell', async () => {
    const long = durations.filter((duration) => duration >= 600_000).length;
    const text = await ask({ ...MONTH, min_duration_seconds: 600 });
    expect(text).toContain(`${long} of ${chats.length} chats of this period match.`);
    expect(text).toContain('only lasted at least 10 min');
    expect(text).toContain(`Left out: ${count(chats.length - durations.length, 'chat')} whose duration is not known.`);
  });

  test('on a code says how many there are of those that the other filters leave', async () => {
    const served = chats.filter(({ missed }) => !missed);
    const transferred = chats.filter((chat) => chat.transferred).length;
    const text = await ask({ ...MONTH, transferred: true });
    expect(text).toContain(`${transferred} of ${chats.length} chats of this period match.`);
    expect(text).toContain(`Without the filter transferred: transferred ${transferred} of ${served.length} served`);
  });

  test('on a country that nobody is from names those that most are from', async () => {
    const text = await ask({ ...MONTH, country: 'Ruritania <script>' });
    const [most] = [...Map.groupBy(world.visitors, ({ records }) => records.at(-1)?.whereabouts.country)].sort(
      ([, some], [, others]) => others.length - some.length,
    );
    expect(text).toContain('No loaded visitor comes from a country of this name.');
    expect(text).toContain(`${most?.[0]} (${most?.[1].length})`);
    expect(text).toContain('Countries are those of the visitors');
  });

  test('on a country tells of nobody whose record the login may not list', async () => {
    await using refused = await startDesk(smallWorld());
    const forbidden = JSON.stringify({ error: [{ code: 403, message: 'no' }] });
    refused.service.replace = (path) =>
      path.startsWith('/api/visitors') ? new Response(forbidden, { status: 403 }) : undefined;
    const { text, data } = await refused.ask('list_chats', { ...MONTH, country: 'Germany' });
    expect(data.total).toBe(0);
    expect(text).toMatch(new RegExp(String.raw`^\*\*not known which of ${chats.length} chats\*\*`));
    expect(text).toContain('because the list of visitors is not loaded.');
    expect(text).toMatch(/^Data incomplete: .*this login may not list visitors; /m);
    expect(text).not.toContain('Leave country out');
  });

  test('on a country does not count before the list of visitors is read, and says when to call again', async () => {
    await using busy = await startDesk(smallWorld());
    busy.service.replace = (path) =>
      path.startsWith('/api/visitors')
        ? new Response('{}', { status: 429, headers: { 'retry-after': '90' } })
        : undefined;
    const { text } = await busy.ask('list_chats', { ...MONTH, country: 'Germany' });
    expect(text).toMatch(/^\*\*not known which /);
    expect(text).toMatch(/the list of visitors is not loaded\.[^]*\nData incomplete: .*; call again in about 9\d s\.$/);
    expect(text).not.toMatch(/match\.|Leave country out|Nobody|None of|Left out/);
  });
});

test('raw values may come as one text, with commas between or as JSON', async () => {
  const asked = [['rating=5', 'rating=4'], 'rating=5, rating=4', '["rating=5","rating=4"]'];
  const totals = await Promise.all(
    asked.map(async (codes) => (await desk.ask('list_chats', { ...MONTH, codes })).data.total),
  );
  const good = chats.filter(({ rating = 0 }) => rating >= 4).length;
  expect(totals).toEqual([good, good, good]);
});

describe('a period of which one day is named', () => {
  test.each([
    [{ from: '2026-11-16' }, '2026-11-16 to 2026-11-18 (UTC; without to, until today)'],
    [{ to: '2026-11-16' }, '2026-11-10 to 2026-11-16 (UTC; without from, the 7 days that end with to)'],
    [{ to: '2099-01-01' }, '2026-11-12 to 2026-11-18 (UTC; without from'],
  ])('%j says what the other one is taken for', async (days, words) => {
    expect(await ask(days)).toContain(words);
  });

  test('ends a list of all time', async () => {
    const offline = world.offlineMessages.filter(({ receivedAt }) => receivedAt < Date.UTC(2026, 10, 1));
    const { data, text } = await desk.ask('list_offline_messages', { state: 'all', to: '2026-10-31' });
    expect(data.total).toBe(offline.length);
    expect(text).toMatch(/^\*\*.* offline messages?, until Sat 31 Oct 2026\.?\*\*/);
  });
});

test.each([
  [{ start_date: '2026-10-01' }, 'list_chats has no argument "start_date"; did you mean from?'],
  [{ date_from: '2026-10-01' }, 'list_chats has no argument "date_from"; did you mean from?'],
  [{ endDate: '2026-10-01' }, 'list_chats has no argument "endDate"; did you mean to?'],
  [{ last: '7d' }, 'list_chats has no argument "last"; did you mean period?'],
  [{ days: 7 }, 'list_chats has no argument "days"; did you mean period?'],
  [{ agent_id: 12 }, 'list_chats has no argument "agent_id"; did you mean agent?'],
  [{ user: 'Ann' }, 'list_chats has no argument "user"; did you mean agent or visitor?'],
  [{ query: 'refund' }, 'list_chats has no argument "query".'],
  [{ page: 2 }, 'list_chats has no argument "page"; did you mean cursor?'],
  [{ order: 'longst' }, 'longest'],
  [{ min_duration_seconds: -1 }, 'min_duration_seconds'],
  [{ min_wait_seconds: '10' }, 'min_wait_seconds'],
  [{ country: '' }, 'country'],
  [{ country: 'x'.repeat(101) }, 'country'],
  [{ contry: 'Germany' }, 'did you mean country?'],
  [{ to: '1969-12-31' }, '1970'],
  [{ to: '2026-02-30' }, '2026-02-30'],
])('%j is refused in words', async (args, word) => {
  const { isError, text } = await desk.ask('list_chats', args);
  expect(isError).toBe(true);
  expect(text).toContain(word);
});
