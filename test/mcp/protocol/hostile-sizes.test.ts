import { describe, expect, onTestFinished, test } from 'vitest';
import { IS_WHOLE } from '../../support/runs.ts';
import { NOW, openServer, startService, type Desk } from '../desk.ts';

// Answers of many megabytes, as somebody sends them who wants a server to hang. How long each takes is measured in
// bench/event-loop.ts; here is what an assistant is told. The limits are those of src/upstream/answers/limits.ts.

/** A desk whose service answers one path with this. */
async function deskWith(path: string, body: string): Promise<Desk> {
  const service = startService();
  service.replace = (asked) =>
    asked.startsWith(path) ? new Response(body, { headers: { 'content-type': 'application/json' } }) : undefined;
  const desk = await openServer(service, { redact: 'contacts' });
  onTestFinished(async () => {
    await desk.close();
    await service.close();
  });
  return desk;
}

const DAYS = { from: '2026-11-17', to: '2026-11-18' };
const MESSAGE = { author_name: 'Ana', message_time: NOW, user_type: 1, message_type: 'chat' };
const chatOf = (messages: string): string =>
  `{"chat_id":770001,"chat_request_time":${NOW},"visitor_name":"Ana","messages":${messages}}`;
const times = (count: number, text: string): string => `[${`${text},`.repeat(count - 1)}${text}]`;

describe('a page that is none of the service’s', () => {
  test.each([
    ['3 MB of {}', times(1_000_000, '{}'), 'more than 5,000 records on one page'],
    ['3 MB of nested lists', `${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}`, undefined],
    ['3 MB of [', '['.repeat(3_000_000), 'text that is not JSON'],
    ['more than 20 MB', `[{"chat_id":"${'x'.repeat(21_000_000)}"}]`, 'more than 20 MB'],
  ])('%s is told as such, and other questions are answered', async (_name, body, words) => {
    const desk = await deskWith('/api/chats/', body);
    const { text, isError } = await desk.ask('list_chats', DAYS);
    if (words === undefined) expect(text).toContain('cannot be read and are missing');
    else {
      expect(isError).toBe(true);
      expect(text).toContain(`The service answered with ${words}.`);
    }
    expect((await desk.ask('list_visitors')).isError).toBe(false);
  });

  test('of rows that are all too large keeps none, and is not complete', async () => {
    const desk = await deskWith('/api/chats/', times(9, `{"chat_id":1,"x":${times(20_000, '[]')}}`));
    const { text, data } = await desk.ask('list_chats', DAYS);
    expect(data.total).toBe(0);
    expect(data.coverage).toMatchObject({ complete: false });
    expect(text).toMatch(/\d+ records cannot be read and are missing/);
  });
});

describe('a chat that somebody has filled', () => {
  test('with 100,000 messages says on its first page how many are missing', async () => {
    const desk = await deskWith('/api/chats/770001', chatOf(times(100_000, '{"message":"hi"}')));
    const { text, data } = await desk.ask('get_chat_transcript', { chat_id: 770001, view: 'digest' });
    expect(text).toMatch(
      /\nData incomplete: 10,000 of 100,000 messages loaded.*; the chat is too long to load the others\.$/,
    );
    expect(data.digest.messages).toMatchObject({ unknown: 10_001 });
  });

  test.each(IS_WHOLE ? [1, 19] : [1])(
    'with one message of %i MB of addresses shows its beginning, and none of them',
    async (size) => {
      const text = 'ana@example.com '.repeat(size * 65_000);
      const desk = await deskWith('/api/chats/770001', chatOf(JSON.stringify([{ ...MESSAGE, message: text }])));
      const answer = await desk.ask('get_chat_transcript', { chat_id: 770001 });
      expect(answer.data.messages).toHaveLength(1);
      expect(answer.text).toMatch(/^Next page: same arguments and cursor "[\w.-]{1,32}" \(the rest of a text\)\.$/m);
      expect(answer.text).not.toContain('@');
    },
  );

  test('with 2 MB in messages of 20 kB keeps 500,000 characters of them', async () => {
    const message = JSON.stringify({ ...MESSAGE, message: 'a@'.repeat(10_000) });
    const desk = await deskWith('/api/chats/770001', chatOf(times(100, message)));
    const { text } = await desk.ask('get_chat_transcript', { chat_id: 770001 });
    expect(text).toMatch(/\nData incomplete: 24 of 100 messages loaded.*; the chat is too long to load the others\.$/);
  });

  test('shows no half of an address that the cut has left', async () => {
    const written = `${'lamp '.repeat(9998)}ana@example.com`;
    const desk = await deskWith('/api/chats/770001', chatOf(JSON.stringify([{ ...MESSAGE, message: written }])));
    await desk.ask('get_chat_transcript', { chat_id: 770001 });
    const { data, text } = await desk.ask('search_transcripts', { query: 'ana', from: '2026-11-18', to: '2026-11-18' });
    expect(data.hits.map(({ chat_id }) => chat_id)).toContain(770001);
    expect(text).not.toMatch(/ana@|@exa/);
  });
});

describe('an offline message', () => {
  test('of 3 MB is listed by its beginning', async () => {
    const row = {
      offline_message_id: 770002,
      received_time: NOW,
      visitor_name: 'Ana',
      message: 'señor é ½ 1 '.repeat(200_000),
      reply_message_count: 0,
    };
    const desk = await deskWith('/api/offlinemessages/', JSON.stringify([row]));
    const { text, data } = await desk.ask('list_offline_messages', { state: 'all' });
    expect(data.messages).toHaveLength(1);
    expect(text).toContain('señor é');
  });

  test('with 80,000 replies says how many are missing', async () => {
    const head = `"offline_message_id":770002,"received_time":${NOW},"message":"Hello"`;
    const body = `{${head},"reply_messages":${times(80_000, '{"reply_message":"x"}')}}`;
    const desk = await deskWith('/api/offlinemessages/770002', body);
    const { text } = await desk.ask('get_offline_message', { offline_message_id: 770002 });
    expect(text).toContain(' ago, 80,000 replies');
    expect(text).toMatch(
      /\nData incomplete: 10,000 of 80,000 replies loaded; .*there are too many to load the others\.$/,
    );
  });
});
