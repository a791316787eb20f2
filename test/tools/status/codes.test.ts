import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, mediumWorld, NOW, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { chatsOn, wallTime } from '../../oracle/calendar.ts';
import { EVERY_METRIC, metricsOf, near, ofRows } from '../../oracle/figures.ts';

// A desk that has not said what its integer codes mean. What the data prove is used, what they make likely is used and marked, and
// everything else is told by value.

const MONTH = { from: wallTime('UTC', NOW - 30 * DAY).day, to: wallTime('UTC', NOW).day };

describe('without the setting codes', () => {
  test('figures that rest on is_chat_transferred are told by value while no transcript was read', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { data, text } = await desk.ask('get_support_performance', {
      ...MONTH,
      group_by: ['agent'],
      metrics: EVERY_METRIC,
      transcripts: 'loaded',
    });
    const expected = metricsOf(chatsOn(desk.service.world.chats, MONTH, 'UTC'));
    const leftOut = ['transferred', 'transferred_of', 'transfer_rate'];
    expect(data.overall).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([name]) => !leftOut.includes(name))),
    );
    for (const name of leftOut) expect(data.overall).not.toHaveProperty(name);
    const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    const moved = chats.filter(({ transferred }) => transferred).length;
    expect(text).toContain(`is_chat_transferred 0 (${chats.length - moved} chats), 1 (${moved})`);
    // However many codes are open, they take one line, which says what to do.
    expect(text.match(/^.*Unknown: .*$/gm)).toHaveLength(1);
    expect(text).toMatch(/ Unknown: .*\. Ask the user, then record_code_meaning\.$/m);
    for (const group of data.groups ?? []) expect(group.metrics).not.toHaveProperty('transfer_rate');
  });

  test('missed and rated are told by evidence where there is enough of it, and the codebook says so', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    const ask = async (filter: object) => (await desk.ask('list_chats', { ...MONTH, ...filter })).data;
    const missed = await ask({ missed: true });
    expect(missed.total).toBe(chats.filter((chat) => chat.missed).length);
    expect((await ask({ missed: false })).total).toBe(chats.filter((chat) => !chat.missed).length);
    expect((await ask({ rated: true })).total).toBe(chats.filter(({ rating }) => rating !== undefined).length);
    expect((await ask({ min_rating: 4 })).total).toBe(chats.filter(({ rating = 0 }) => rating >= 4).length);
    const { text } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    // What proves them is the same in every answer, and is told where it is asked for.
    expect(text).not.toMatch(/is_missed|evidence:/);
    const about = (await desk.ask('get_service_status', { about: 'codebook' })).text;
    expect(about).toMatch(
      /^Known from data:\n- is_missed: 0 served \(\d+\), 1 missed \(\d+\)\n- rating: 0 not rated \(\d+\), 1 \(\d+\)/m,
    );
    expect(text).toMatch(/Rating: mean \d\.\d\d \(seen 1 to 5\), from \d+ \([\d.]+%\)/);
  });

  test('few rows prove nothing: figures go by what is likely, and say so', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { data, text } = await desk.ask('get_support_performance', { period: 'yesterday', transcripts: 'loaded' });
    const chats = chatsOn(desk.service.world.chats, { from: '2026-11-17', to: '2026-11-17' }, 'UTC');
    const expected = metricsOf(chats);
    const isTransfer = (name: string) => name.startsWith('transfer');
    expect(ofRows(data.overall)).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([name]) => !isTransfer(name))),
    );
    const missed = chats.filter((chat) => chat.missed).length;
    expect(data.assumed).toEqual(expect.arrayContaining(['missed', 'served', 'wait', 'duration', 'rating']));
    expect(data.assumed).not.toContain('chats');
    expect(data.assumed).not.toContain('transferred');
    expect(text).toContain(`, ${missed} missed (2.6%, assumed), ${chats.length - missed} served (assumed)\n`);
    expect(text).toMatch(/^- Wait: .*, assumed$/m);
    expect(text).toMatch(
      /^Assumed: is_missed 0 = served, 1 = missed \(.*\).* Unknown: is_chat_transferred 0 \(38 chats\), 1 \(1\)\. Ask the user, then record_code_meaning\.$/m,
    );
  });

  test.each([
    [{ period: 'yesterday', missed: true }, 'is_missed', '1', (chat: Chat) => chat.missed],
    [{ period: 'yesterday', rated: false }, 'rating', '0', ({ rating }: Chat) => rating === undefined],
    [{ ...MONTH, transferred: true }, 'is_chat_transferred', 'is_chat_transferred=1', undefined],
    [{ period: 'yesterday', max_rating: 2 }, 'rating', '0', ({ rating = 5 }: Chat) => rating <= 2],
  ] as const)(
    'a filter on a code goes by its likely meaning, and says so; without one it names the raw values: %j',
    async (args, code, raw, likely) => {
      await using desk = await startDesk(smallWorld(), { codes: {} });
      const { isError, text, data } = await desk.ask('list_chats', args);
      expect(isError).toBe(false);
      const { from = '2026-11-17', to = '2026-11-17' } = { from: undefined, to: undefined, ...args };
      const chats = chatsOn(desk.service.world.chats, { from, to }, 'UTC');
      if (likely === undefined) {
        expect(data).toMatchObject({ total: 0, undecided: chats.length });
        expect(text).toMatch(/^\*\*Unknown number of /);
        expect(text).toContain(`Unknown: ${code} `);
        expect(text).toContain(`codes ["${raw}`);
      } else {
        expect(data).toMatchObject({ total: chats.filter(likely).length });
        expect(text).toMatch(/^\*\*\d+ .*chats? \(assumed\) of /);
        expect(text).toMatch(new RegExp(String.raw`^Assumed: .*\b${code} ${raw}`, 'm'));
      }
    },
  );

  test('a list can be had by the raw value, and its rows show it', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    const moved = chats.filter(({ transferred }) => transferred).toSorted((a, b) => b.requestedAt - a.requestedAt);
    const ask = async (codes: unknown) => desk.ask('list_chats', { ...MONTH, codes });
    const { data, text } = await ask(['is_chat_transferred=1']);
    expect(data.total).toBe(moved.length);
    expect(data.chats.map(({ chat_id }) => chat_id)).toEqual(
      moved.map(({ chatId }) => chatId).slice(0, data.chats.length),
    );
    expect(text).toMatch(/^\*\*\d+ chats of \d+ with is_chat_transferred 1, /);
    expect(text).toMatch(/ · is_chat_transferred 1 · /);
    expect(data.chats[0]).toMatchObject({ codes: { is_chat_transferred: 1 } });
    expect((await ask('is_chat_transferred=0')).data.total).toBe(chats.length - moved.length);
    expect((await ask(['is_chat_transferred=1', 'is_chat_transferred=0'])).data.total).toBe(chats.length);
    expect((await ask(['is_chat_transferred=1', 'is_missed=1'])).data.total).toBe(0);
    for (const wrong of [
      'transferred=1',
      'unread=1',
      'is_missed',
      'is_missed=',
      'is_missed=1;drop',
      '=1',
      'is_missed=9999999999',
    ]) {
      const refused = await ask([wrong]);
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('["is_missed=1"]');
    }
  });

  test('groups of a code go by what it likely means, and say so', async () => {
    const world = mediumWorld();
    await using desk = await startDesk(world, { codes: {} });
    const asked = { period: 'last_7_days', group_by: ['started_by'] };
    const { text, data } = await desk.ask('get_support_performance', asked);
    expect(text).toMatch(/^\| started by \(assumed\) \| chats \| missed \|/m);
    expect(text).toMatch(/^\| agent \| \d+ \|/m);
    expect(data.assumed).toContain('started_by');
    expect(text).toMatch(/^Assumed: chat_started_by 1 = visitor, 2 = agent \(/m);
    expect((await desk.ask('get_service_status', { about: 'codebook' })).text).toMatch(
      /([\d,]+) of \1 loaded chats with 2 began without a wait, [\d,]+ of [\d,]+ with 1/,
    );
  });

  test('the state unread is told by the likely meaning while nothing proves it, and by evidence after that', async () => {
    const world = mediumWorld();
    world.chats.splice(0);
    world.offlineMessages.splice(0, 1600);
    const { offlineMessages } = world;
    for (const [index, message] of offlineMessages.entries()) if (index % 5 === 0) message.unread = true;
    await using desk = await startDesk(world, { codes: {} });
    const { isError, text, data } = await desk.ask('list_offline_messages', { state: 'unread' });
    expect(isError).toBe(false);
    const [unread, read] = [true, false].map((is) => offlineMessages.filter((one) => one.unread === is).length);
    expect(data.total).toBe(unread);
    expect(data).not.toHaveProperty('undecided');
    expect(text).toMatch(`**${unread} unread offline messages (assumed) of 400**`);
    expect(text).toMatch(/^Assumed: unread .*1 = unread/m);
    expect(text).toContain('record_code_meaning');
    const { data: byValue } = await desk.ask('list_offline_messages', { state: 'all', codes: ['unread=1'] });
    expect(data.messages.map((message) => message.offline_message_id)).toEqual(
      byValue.messages.map((message) => message.offline_message_id),
    );
    const raw = await desk.ask('list_offline_messages', { state: 'all', codes: ['unread=0'] });
    expect(raw.data.total).toBe(read);
    const unanswered = offlineMessages.filter(({ replies }) => replies.length === 0);
    expect((await desk.ask('list_offline_messages')).data.total).toBe(unanswered.length);

    for (const message of offlineMessages) {
      message.unread = message.replies.length === 0 && message.receivedAt > NOW - 30 * DAY;
    }
    desk.service.clock.now += HOUR;
    const told = await desk.ask('list_offline_messages', { state: 'unread' });
    expect(told.data.total).toBe(offlineMessages.filter(({ unread }) => unread).length);
    expect(told.text).not.toMatch(/Assumed|Unknown:/);
  });
});

describe('a number that rests on an open code does not begin as a zero', () => {
  test('unread offline messages, where answered ones are unread as often as others: how many is unknown', async () => {
    const world = mediumWorld();
    world.chats.splice(0);
    world.offlineMessages.splice(0, 1600);
    for (const [index, message] of world.offlineMessages.entries()) message.unread = index % 3 === 0;
    await using desk = await startDesk(world, { codes: {} });
    const { text, data } = await desk.ask('list_offline_messages', { state: 'unread' });
    expect(data).toMatchObject({ total: 0, undecided: 400 });
    expect(text).toMatch(/^\*\*Unknown number of unread offline messages of 400\.\*\* /);
    expect(text).toContain('Unknown: unread 0 (266 offline messages), 1 (134).');
    expect(text).toContain('record_code_meaning');
  });

  test('chats by a filter', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { text, data } = await desk.ask('list_chats', { ...MONTH, transferred: true });
    expect(text).toMatch(new RegExp(String.raw`^\*\*Unknown number of transferred chats of ${data.undecided}, `));
  });

  test('visitors by their missed chats', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    let row = 0;
    desk.service.rewrite = (body) => body.replaceAll(/"is_missed":\d/g, () => `"is_missed":${(row += 1) % 2}`);
    const { text } = await desk.ask('list_visitors', { ...MONTH, order: 'missed' });
    expect(text).toMatch(/^\*\*Unknown number of visitors of (\d+) with missed chats.*Not counted: \1 visitors/);
  });
});

test('chats that a settled filter, or a raw one, leaves out are not among those of which nobody can tell', async () => {
  await using desk = await startDesk(smallWorld(), { codes: { is_missed: { 0: 'served', 1: 'missed' } } });
  const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
  const served = chats.filter(({ missed }) => !missed);
  const moved = served.filter(({ transferred }) => transferred).length;
  const { data, text } = await desk.ask('list_chats', { ...MONTH, missed: false, transferred: true });
  expect(data).toMatchObject({ total: 0, undecided: served.length });
  expect(text).toContain(`is_chat_transferred 0 (${served.length - moved} chats), 1 (${moved})`);
  const raw = await desk.ask('list_chats', { ...MONTH, transferred: true, codes: ['is_missed=1'] });
  expect(raw.data).toMatchObject({ total: 0, undecided: chats.length - served.length });
});

test('a setting that leaves out a value has what would rest on it told by value', async () => {
  await using desk = await startDesk(smallWorld(), {
    codes: { is_missed: { 1: 'missed' }, rating: { 0: 'not rated' } },
  });
  const { data } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
  expect(data.overall).not.toHaveProperty('missed');
  const { data: listed, text } = await desk.ask('list_chats', { ...MONTH, missed: false });
  const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
  const served = chats.filter(({ missed }) => !missed).length;
  expect(listed).toMatchObject({ total: 0, undecided: served });
  expect(text).toContain(`is_missed 0 (${served} chats)`);
});

describe('rows that do not say what a code says', () => {
  const wire = z.looseObject({ chat_id: z.number() });
  /** Takes a field away from one chat of every answer. */
  const without = (field: string, chatId: number) => (body: string) =>
    JSON.stringify(JSON.parse(body), (_, value: unknown) => {
      const row = wire.safeParse(value);
      if (!row.success || row.data.chat_id !== chatId) return value;
      return Object.fromEntries(Object.entries(row.data).filter(([key]) => key !== field));
    });

  test('whether a chat was missed: it is neither, and the others count', async () => {
    await using desk = await startDesk();
    const { service } = desk;
    const chats = chatsOn(service.world.chats, MONTH, 'UTC');
    const unsaid = first(chats.filter(({ missed }) => !missed));
    service.rewrite = without('is_missed', unsaid.chatId);
    const others = chats.filter((chat) => chat !== unsaid);
    const { data, text } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    expect(ofRows(data.overall)).toEqual({ ...metricsOf(others), chats: chats.length, missed_unknown: 1 });
    expect(text).toContain('unknown for 1');
    for (const missed of [true, false]) {
      const answer = await desk.ask('list_chats', { ...MONTH, missed });
      expect(answer.data.total).toBe(others.filter((chat) => chat.missed === missed).length);
      expect(answer.data.undecided).toBe(1);
      expect(answer.text).toMatch(
        new RegExp(
          String.raw`^\*\*At least ${answer.data.total} ${missed ? 'missed' : 'served'} chats of ${chats.length}\b`,
        ),
      );
      expect(answer.text).toContain('Not counted: 1 chat ("missed" cannot be judged).');
    }
  });

  test('whether a chat was transferred: it is outside the rate', async () => {
    await using desk = await startDesk();
    const { service } = desk;
    const chats = chatsOn(service.world.chats, MONTH, 'UTC');
    const unsaid = first(chats.filter(({ missed, transferred }) => !missed && !transferred));
    service.rewrite = without('is_chat_transferred', unsaid.chatId);
    const { data } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    const said = chats.filter((chat) => chat !== unsaid);
    expect(ofRows(data.overall)).toEqual({
      ...metricsOf(chats),
      transferred_of: metricsOf(said)['transferred_of'],
      transfer_rate: metricsOf(said)['transfer_rate'],
      transferred_unknown: 1,
    });
    const listed = await desk.ask('list_chats', { ...MONTH, transferred: false });
    expect(listed.data.total).toBe(said.filter(({ transferred }) => !transferred).length);
  });

  test('a rating that is a fraction is one all the same', async () => {
    await using desk = await startDesk();
    desk.service.rewrite = (body) =>
      body.replaceAll(/"rating":([1-5])\b/g, (_, stars: string) => `"rating":${Number(stars) / 2}`);
    const { data } = await desk.ask('get_support_performance', { ...MONTH, metrics: 'rating' });
    const ratings = chatsOn(desk.service.world.chats, MONTH, 'UTC').flatMap(({ rating }) => rating ?? []);
    expect(ratings).toContain(1);
    const mean = ratings.reduce<number>((sum, stars) => sum + stars / 2, 0) / ratings.length;
    expect(data.overall['rating']).toMatchObject({ n: ratings.length, mean: near(mean, 2) });
    const grouped = await desk.ask('get_support_performance', { ...MONTH, metrics: 'chats', group_by: 'rating' });
    const half = grouped.data.groups?.find(({ key }) => key === '0.5');
    expect(half?.metrics).toEqual({ chats: ratings.filter((stars) => stars === 1).length });
  });

  test('no row says it: nothing is said of missed chats', async () => {
    await using desk = await startDesk();
    desk.service.rewrite = (body) => body.replaceAll('"is_missed"', '"something_else"');
    const { data, text } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    const { length } = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    expect(ofRows(data.overall)).toEqual({ chats: length, missed_unknown: length });
    expect(text).toContain(`unknown for ${length}`);
  });
});

describe('what the line about codes says', () => {
  test('nothing where settings settle them: the codebook tells that', async () => {
    await using desk = await startDesk();
    for (const [tool, args] of [
      ['get_support_performance', { ...MONTH, transcripts: 'loaded' }],
      ['list_chats', { ...MONTH, min_rating: 7 }],
      ['list_offline_messages', {}],
      ['list_support_agents', {}],
    ] as const) {
      expect((await desk.ask(tool, args)).text).not.toMatch(/Codes|setting|Assumed|Unknown/);
    }
    expect((await desk.ask('get_service_status', { about: 'codebook' })).text).toMatch(
      /^Known from the setting codes:\n- is_missed: 0 served \(\d+\), 1 missed \(\d+\)$/m,
    );
  });

  test('which values are open of a code of which others are settled', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { user_type: { 1: 'visitor', 2: 'agent' } } });
    const chat = first(desk.service.world.chats.filter(({ missed }) => !missed));
    const { text } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    expect(text).not.toMatch(/user_type 1 = visitor/);
    expect(text).not.toMatch(/Unknown:[^.]*user_type(?! \d)/);
  });

  test('that the data contradict a setting', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { is_missed: { 0: 'missed', 1: 'served' } } });
    const { text } = await desk.ask('list_chats', MONTH);
    expect(text).toMatch(
      /\*\*Check the setting codes for is_missed\*\*: the data say 0 = served \((\d+) of \1 with a conversation\), the data say 1 = missed/,
    );
  });

  test('of one chat: the meaning that is known, and the raw value that has none', async () => {
    await using desk = await startDesk(smallWorld(), {
      codes: { chat_started_by: { 1: 'visitor', 2: 'agent' } },
    });
    const chat = first(desk.service.world.chats.filter(({ endedBy }) => endedBy === 'agent'));
    const { text } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    expect(text).toContain(`Started by the ${chat.startedBy}.`);
    expect(text).toMatch(/^Unknown: .*\bchat_ended_by 2\b.*\.$/m);
  });

  test('which agents are disabled, and what is not known of others', async () => {
    await using desk = await startDesk(smallWorld(), { codes: { enabled: { 0: 'disabled' } } });
    const { text, data } = await desk.ask('list_support_agents');
    const enabled = new Map(desk.service.world.agents.map((agent) => [agent.agentId, agent.enabled]));
    for (const row of data.agents) {
      expect(row['enabled']).toBe(enabled.get(row.agent_id) === true ? undefined : false);
    }
    expect(text.match(/ \| \w+, disabled \| /g)).toHaveLength(1);
    expect(text).toMatch(/^Assumed: enabled 1 = enabled \(.*\)\. Ask the user, then record_code_meaning\.$/m);
  });
});

describe('a filter by ratings', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test('whose bounds exclude each other is an error, before anything is read', async () => {
    const { result, requests } = await desk.spentOn(() => desk.ask('list_chats', { min_rating: 4, max_rating: 2 }));
    expect(result.isError).toBe(true);
    expect(result.text).toContain('min_rating (4) is above max_rating (2)');
    expect(requests).toBe(0);
  });

  test.each([{ min_rating: 7 }, { max_rating: 0 }, { min_rating: 2, max_rating: 10 }])(
    'outside of the scale that was seen explains it: %j',
    async (filter) => {
      const { text, data } = await desk.ask('list_chats', { ...MONTH, ...filter });
      const { min_rating: least = 1, max_rating: most = 5 } = {
        min_rating: undefined,
        max_rating: undefined,
        ...filter,
      };
      const fitting = chatsOn(desk.service.world.chats, MONTH, 'UTC').filter(
        ({ rating }) => rating !== undefined && rating >= least && rating <= most,
      );
      expect(data.total).toBe(fitting.length);
      expect(text).toContain('seen 1 to 5');
      expect(text).toContain('lies outside');
    },
  );

  test('inside of it needs no explanation', async () => {
    expect((await desk.ask('list_chats', { ...MONTH, min_rating: 2 })).text).not.toContain('lies outside');
  });
});
