import { beforeAll, describe, expect, test } from 'vitest';
import { startDesk, type Desk } from '../../mcp/desk.ts';
import { oneIn } from '../../support/runs.ts';
import { everyWayOut, type WayOut } from './every-way-out.ts';
import { brokenMarksIn, partsIn, worldOf, type Person } from './every-way-out-people.ts';

// Texts whose raw form is far longer than what is left of it: what is not read to its end is cut where nobody looked.

const ADDRESS = 'qzxw.vkjq-wxzv@qxjz.zvwq.org';
/** Whoever sees this has seen the whole. */
const END = 'zqend';

const between = (stuffing: string, count: number): string => Array.from(ADDRESS).join(stuffing.repeat(count));
const codeOf = (character: string, zeros: number): string => `&#${'0'.repeat(zeros)}${character.codePointAt(0)};`;

/** Returns a text in which an address begins some characters before a place. */
const behind = (stuffing: string, place: number): string[] =>
  [7, 24].map((depth) => {
    const room = place - depth - 'Kim  '.length;
    const count = Math.floor(room / stuffing.length);
    return `${stuffing.repeat(count)}${'x'.repeat(room - count * stuffing.length)} ${ADDRESS}`;
  });

const STUFFED = [
  ...[15, 90, 400, 1000, 4000].map((count) => between('\u200B', count)),
  ...[60, 900].map((count) => between('&#8203;', count)),
  between('\u00AD', 700),
  ...[10_060, 10_120, 10_480].flatMap((place) => [...behind('\u200B', place), ...behind('&nbsp;', place)]),
  ...[40, 500].map((zeros) => Array.from(ADDRESS, (one) => codeOf(one, zeros)).join('')),
  '\u200B'.repeat(100_000),
];

const people = oneIn(2, STUFFED).map((text): Person => {
  const written = `Kim ${text} ${END}`;
  return {
    name: written,
    said: [
      { author: 'visitor', text: written },
      { author: 'agent', text: `I will write to ${text} today ${END}` },
    ],
    authorName: written,
    subject: written,
    letter: written,
  };
});

/** Texts of fields as they are shown, each alone. */
async function fieldsOf(desk: Desk, chatIds: readonly number[]): Promise<unknown[]> {
  const { chats } = (await desk.ask('list_chats', { from: '2026-11-01', limit: 100 })).data;
  const { messages } = (await desk.ask('list_offline_messages', { state: 'all', limit: 100 })).data;
  const { visitors } = (await desk.ask('list_visitors', { limit: 100 })).data;
  const { hits } = (await desk.ask('search_transcripts', { query: 'zqsought', from: '2026-11-01', limit: 100 })).data;
  const transcripts = await Promise.all(
    chatIds.map(async (chat_id) => (await desk.ask('get_chat_transcript', { chat_id })).data.messages),
  );
  return [
    ...chats.map(({ visitor }) => nameOf(visitor)),
    ...messages.flatMap(({ text, subject, visitor }) => [text, subject, nameOf(visitor)]),
    ...visitors.map(nameOf),
    ...hits.flatMap(({ visitor }) => visitor['name'] ?? []),
    ...transcripts.flat().flatMap(({ role, text, author }) => (role === 'visitor' ? [text, author] : [text])),
  ];
}

function nameOf(person: unknown): unknown {
  return typeof person === 'object' && person !== null ? Reflect.get(person, 'name') : undefined;
}

describe('D1: a text that is stuffed with what nobody sees', () => {
  let ways: readonly WayOut[] = [];
  let fields: readonly unknown[] = [];
  beforeAll(async () => {
    const { world, planted } = worldOf(people);
    await using desk = await startDesk(world, { redact: 'contacts' });
    ways = await everyWayOut(desk);
    fields = await fieldsOf(
      desk,
      planted.map(({ chat }) => chat.chatId),
    );
  });

  test('shows no part of an address, and no half of a mark', () => {
    const found = ways.flatMap(({ asked, strings }) =>
      strings.flatMap((text) => [...partsIn(text, ADDRESS), ...brokenMarksIn(text)].map((part) => `${asked}: ${part}`)),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('ends in … unless it was shown to its end', () => {
    expect(fields.length).toBeGreaterThan(people.length * 6);
    const unmarked = fields.filter((text) => typeof text !== 'string' || !/(?:zqend(?: zqsought)?|…)$/.test(text));
    expect([...new Set(unmarked)]).toEqual([]);
  });

  test('shows no part of an address in the passage of a long message', async () => {
    const fill = 'the lamp is dark '.repeat(700);
    const said = oneIn(2, [9964, 9972, 9980, 9988]).flatMap((count) => [
      `${fill}${ADDRESS}${'\u200B'.repeat(count)} zqneedle and ${fill}`,
      `${fill} zqneedle ${'\u200B'.repeat(count)}${ADDRESS} ${fill}`,
      `${fill} ${ADDRESS}${'\u200B'.repeat(count - 5000)} zqneedle ${'\u200B'.repeat(count - 5000)}${ADDRESS} ${fill}`,
    ]);
    const { world } = worldOf(said.map((text) => ({ said: [{ author: 'visitor', text }] })));
    await using desk = await startDesk(world, { redact: 'contacts' });
    const { data } = await desk.ask('search_transcripts', { query: 'zqneedle', from: '2026-11-01', limit: 100 });
    expect(data.total).toBe(said.length);
    const found = data.hits.flatMap(({ passage }) => [...partsIn(passage, ADDRESS), ...brokenMarksIn(passage)]);
    expect(found).toEqual([]);
    expect(data.hits.filter(({ passage }) => !passage.includes('**zqneedle**'))).toEqual([]);
  });
});
