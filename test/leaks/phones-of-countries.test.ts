import { beforeAll, describe, expect, test } from 'vitest';
import { first, startDesk, type Desk } from '../mcp/desk.ts';
import { like } from '../support/matchers.ts';
import { stringsIn } from './ways-out.ts';
import { resourceText, SOUGHT, worldOf } from './people.ts';

// Numbers in the form of the visitor's country: nothing but the country tells that they are phones.

const NUMBERS = [
  ['Mexico', '33 1234 5678'],
  ['Germany', '0171 2345678'],
  ['Spain', '612 345 678'],
  ['Poland', '512 345 678'],
  ['United States', '415 555 2671'],
] as const;

const { world, planted } = worldOf(
  NUMBERS.map(([country, number], index) => ({
    email: `robin${index}@mail.example.com`,
    whereabouts: { country },
    said: [
      { author: 'visitor', text: `Hello, my blue lamp does not shine any more. It is ${number}, as I said. ${SOUGHT}` },
      { author: 'agent', text: `I will look into the blue lamp today. So it is ${number}, noted. ${SOUGHT}` },
      { author: 'visitor', text: `Right, could somebody else be told that it is ${number}? ${SOUGHT}` },
    ],
    letters: [
      {
        subject: `Blue lamp, ${number}`, // Those that say the same are one row of the list.
        text: `My blue lamp from ${country} shines no more. The number is ${number}, as ${country} has it.`,
      },
    ],
  })),
);

const digitsOf = (text: string) => text.replaceAll(/[^\d\n]/g, '');
const phonesIn = (strings: readonly string[]) => [
  ...new Set(strings.flatMap((text) => text.match(/\[phone [^\]]*\]/g) ?? [])),
];

/** Every way by which a person's number could come out, with what was said. */
async function waysOf(desk: Desk, index: number): Promise<Record<string, readonly string[]>> {
  const one = planted[index];
  if (one === undefined) throw new Error('There is no such person');
  const { chatId } = one.chat;
  const { offlineMessageId } = first(one.letters);
  const { visitorId } = one.visitor;
  // Each tool twice: as data and as text.
  const both = ({ text, data }: { readonly text: string; readonly data: unknown }) => ({ text, data: stringsIn(data) });
  const transcript = await desk.ask('get_chat_transcript', { chat_id: chatId });
  const found = await desk.ask('search_transcripts', { query: SOUGHT, from: '2026-11-01', limit: 100 });
  const listed = await desk.ask('list_offline_messages', { state: 'all', limit: 100 });
  const letter = both(await desk.ask('get_offline_message', { offline_message_id: offlineMessageId }));
  const stats = both(await desk.ask('get_visitor_stats', { visitor: String(visitorId) }));
  const lines = (text: string, id: number) =>
    text.split(/\n(?=- )/).filter((line) => line.startsWith(`- ${id}:`) || line.startsWith(`- ${id} ·`));
  return {
    digest: stringsIn(transcript.data.digest),
    messages: transcript.data.messages.map(({ text }) => text),
    transcript: [transcript.text],
    'transcript as a resource': [await resourceText(desk, `chat://chats/${chatId}/transcript`)],
    'found as data': found.data.hits.flatMap((hit) => (hit.chat_id === chatId ? [hit.passage] : [])),
    found: lines(found.text, chatId),
    'listed as data': stringsIn(
      listed.data.messages.find((message) => message.offline_message_id === offlineMessageId),
    ),
    listed: lines(listed.text, offlineMessageId),
    'message as data': letter.data,
    message: [letter.text],
    'message as a resource': [await resourceText(desk, `chat://offline-messages/${offlineMessageId}`)],
    'visitor as data': stats.data,
    visitor: [stats.text],
    'visitor as a resource': [await resourceText(desk, `chat://visitors/${visitorId}`)],
  };
}

describe('D1: a number in the form of the visitor’s country', () => {
  const ways: Record<string, readonly string[]>[] = [];
  beforeAll(async () => {
    await using desk = await startDesk(world, { redact: 'contacts' });
    await desk.ask('list_visitors', { limit: 100 });
    for (const index of NUMBERS.keys()) ways.push(await waysOf(desk, index));
  });

  const cases = NUMBERS.map(([country, number], index) => [country, number, index] as const);

  test.each(cases)('has the same mark wherever it was said: %s, %s', (_country, number, index) => {
    const marks = Object.entries(ways[index] ?? {}).map(([way, strings]) => [way, ...phonesIn(strings)]);
    const [[, mark] = []] = marks;
    expect(mark).toMatch(/^\[phone /);
    expect(marks).toEqual(marks.map(([way]) => [way, mark]));
    const digits = digitsOf(number).replace(/^0/, '');
    expect(
      Object.values(ways[index] ?? {})
        .flat()
        .filter((text) => digitsOf(text).includes(digits)),
    ).toEqual([]);
  });
});

test('D1: what is recorded about a message is redacted as it is when it is read again', async () => {
  // Only who knows the country knows that 06 stands for +36.
  const { world: hungary, planted: people } = worldOf([
    { phone: '06 20 123 4567', whereabouts: { country: 'Hungary' }, letters: [{ text: 'Call me.' }] },
  ]);
  const id = first(first(people).letters).offlineMessageId;
  await using desk = await startDesk(hungary, { redact: 'contacts' });
  await desk.ask('list_visitors', {});
  const note = 'Wants to be called at +36 20 123 4567.';
  const recorded = await desk.ask('record_triage', {
    offline_message_id: id,
    priority: 'soon',
    note,
    draft_reply: note,
  });
  const read = await desk.ask('get_offline_message', { offline_message_id: id });
  const kept = JSON.stringify(recorded.data);
  for (const text of [read.text, kept]) {
    expect(phonesIn([text])).toEqual([like(/^\[phone of visitor-[a-z0-9]+\]$/)]);
    expect(digitsOf(text)).not.toContain('201234567');
  }
  expect(phonesIn([kept])).toEqual(phonesIn([read.text]));
});
