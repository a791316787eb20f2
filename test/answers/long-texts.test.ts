import { expect, test } from 'vitest';
import { first, MINUTE, NOW, openServer, smallWorld, startService, type Desk } from '../mcp/desk.ts';
import { longestTurn } from '../support/cpu-time.ts';

// A hundred rows whose texts take long to redact, or to search. Each is worked on in a turn of the event loop of its own.

const SENSITIVE =
  'call +49 30 1234567, mail a.b@example.com, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, password: hunter2 ';

/** Texts that are unlike each other, so that no row stands for others. */
const unlike = (seed: number) =>
  Array.from({ length: 300 }, (_, index) => `w${(seed * 7919 + index * 104_729) % 9973}`);

const textToRedact = (index: number) => `${unlike(index).join(' ')} ${SENSITIVE.repeat(30)}`;

/** One character that becomes eighteen when forms are made compatible. */
const textToSearch = (index: number) => `${unlike(index).join(' ')} ${'\uFDFA'.repeat(40_000)}`;

async function hostileDesk(textOf: (index: number) => string, messages = 120) {
  const world = smallWorld();
  const [message] = world.offlineMessages;
  if (message === undefined) throw new Error('the world has no message');
  world.offlineMessages = Array.from({ length: messages }, (_, index) => ({
    ...message,
    offlineMessageId: 700_000 + index,
    visitorId: message.visitorId + (index % 40),
    visitorName: SENSITIVE,
    subject: SENSITIVE,
    text: textOf(index),
    receivedAt: NOW - (index + 1) * MINUTE,
    replies: [],
  }));
  for (const chat of world.chats) chat.visitorName = SENSITIVE;
  const service = startService(world);
  const desk = await openServer(service, { redact: 'contacts' });
  await desk.ask('list_chats', { from: '2026-11-10', limit: 1 });
  await desk.ask('list_offline_messages', { limit: 1 });
  return { desk, [Symbol.asyncDispose]: () => Promise.all([desk.close(), service.close()]).then(() => undefined) };
}

test.each([
  ['list_offline_messages', { limit: 100 }],
  ['list_chats', { from: '2026-11-10', limit: 100 }],
  ['list_visitors', { order: 'waiting', limit: 100 }],
  ['search_transcripts', { query: 'order', from: '2026-11-10', limit: 100 }],
] as const)('%s with a hundred rows holds the event loop for no more than 50 ms', async (tool, args) => {
  await using opened = await hostileDesk(textToRedact);
  const { desk }: { desk: Desk } = opened;
  expect(await longestTurn(() => desk.ask(tool, args))).toBeLessThan(50);
});

test('a search of a hundred long messages holds the event loop for no more than 50 ms', async () => {
  await using opened = await hostileDesk(textToSearch);
  const { desk }: { desk: Desk } = opened;
  expect(await longestTurn(() => desk.ask('list_offline_messages', { query: 'nowhere' }))).toBeLessThan(50);
});

test.each([
  ['of many words', Array<string>(60).fill('لي').join(' ')],
  ['of different words', 'a b c d e f g h i j k l m n o p ص ل ي ا ه ع و س م'],
])('a search %s in long messages that have them holds the event loop for no more than 50 ms', async (_, query) => {
  await using opened = await hostileDesk((index) => `${unlike(index).join(' ')} ${'\uFDFA'.repeat(46_000)} لي`, 24);
  const { desk }: { desk: Desk } = opened;
  expect(await longestTurn(() => desk.ask('list_offline_messages', { query }))).toBeLessThan(50);
});

test('a search for a phrase of many words that are everywhere holds the event loop for no more than 50 ms', async () => {
  const world = smallWorld();
  const chats = world.chats.slice(-8);
  world.chats = chats;
  for (const chat of chats) {
    const [message] = chat.messages;
    if (message === undefined) throw new Error('the chat has no message');
    chat.messages = Array.from({ length: 5 }, () => ({ ...message, text: `order ${'a '.repeat(24_000)}` }));
  }
  await using service = startService(world);
  await using desk = await openServer(service, { redact: 'contacts' });
  const from = '2026-10-01';
  await desk.ask('search_transcripts', { query: 'order', from });
  const query = `"${'a '.repeat(230)}b" order`;
  expect(await longestTurn(() => desk.ask('search_transcripts', { query, from }))).toBeLessThan(50);
  // These are there, in every message.
  const shorter = `"${'a '.repeat(60)}" order`;
  expect(await longestTurn(() => desk.ask('search_transcripts', { query: shorter, from }))).toBeLessThan(50);
});

/** Visitors who share a part of their names, each with a record that takes long to redact. */
async function deskOfLongNames() {
  const world = smallWorld();
  const visitor = first(world.visitors);
  const record = first(visitor.records);
  world.visitors = Array.from({ length: 60 }, (_, index) => ({
    ...visitor,
    visitorId: 6_000_000 + index,
    records: [
      {
        ...record,
        contact: {
          ...record.contact,
          name: `Anna ${index} ${SENSITIVE.repeat(90)}`,
          email: `x${index}@${'a.'.repeat(5000)}com`,
        },
        whereabouts: {
          ...record.whereabouts,
          country: `C${index % 12} ${SENSITIVE.repeat(90)}`,
          city: SENSITIVE.repeat(90),
        },
      },
    ],
  }));
  const service = startService(world);
  const desk = await openServer(service, { redact: 'contacts' });
  await desk.ask('list_visitors', { limit: 1 });
  return { desk, [Symbol.asyncDispose]: () => Promise.all([desk.close(), service.close()]).then(() => undefined) };
}

test.each([
  ['get_visitor_stats', { visitor: 'anna' }, 'visitors match'],
  ['list_chats', { visitor: 'anna' }, 'visitors match'],
  ['list_visitors', { country: 'nowhere' }, 'Most come from'],
  ['list_chats', { country: 'nowhere' }, 'Most come from'],
] as const)(
  '%s with %j, which lists long names, holds the event loop for no more than 50 ms',
  async (tool, args, words) => {
    await using opened = await deskOfLongNames();
    const { desk }: { desk: Desk } = opened;
    expect((await desk.ask(tool, args)).text).toContain(words);
    expect(await longestTurn(() => desk.ask(tool, args))).toBeLessThan(50);
  },
);

test('a search by country, of which there are thousands, holds the event loop for no more than 50 ms', async () => {
  const world = smallWorld();
  const chat = first(world.chats.filter(({ missed }) => !missed));
  const message = first(chat.messages);
  world.chats = Array.from({ length: 2000 }, (_, index) => {
    const requestedAt = NOW - (index + 1) * 20_000;
    return {
      ...chat,
      chatId: 800_000 + index,
      visitorId: 6_000_000 + index,
      requestedAt,
      startedAt: requestedAt + 3000,
      endedAt: requestedAt + 9000,
      messages: [{ ...message, text: 'order now', at: requestedAt }],
      whereabouts: { ...chat.whereabouts, country: `C${index} mail a@b.com ${'e\u0301'.repeat(100)}` },
    };
  });
  await using service = startService(world, 1000);
  await using desk = await openServer(service, { redact: 'contacts' });
  const asked = { query: 'order', from: '2026-11-10', group_by: 'country', limit: 5 };
  // Each call reads some transcripts.
  await desk.ask('search_transcripts', asked);
  await desk.ask('search_transcripts', asked);
  expect(await longestTurn(() => desk.ask('search_transcripts', asked))).toBeLessThan(50);
  const { data, text } = await desk.ask('search_transcripts', asked);
  expect(data.groups).toHaveLength(100);
  expect(data.groups_left_out).toBe(1900);
  expect(text).toContain('| 1,995 others | 1,995 | 1,995 |');
});
