import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile } from '../../archive/tables/temporary-file.ts';
import { startSessionProcess } from '../../support/session.ts';
import { startService } from '../../upstream/service.ts';
import { timed } from './time-to-end.ts';

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const times = (count: number, text: string): string => `[${`${text},`.repeat(count - 1)}${text}]`;
const chatOf = (messages: string): string => `{"chat_id":2,"chat_request_time":${NOW},"messages":${messages}}`;

const PINGS = 10;

const DAYS = { from: '2026-11-17', to: '2026-11-18' };
const CHAT = { chat_id: 2 };

test.each([
  ['a page of 19.5 MB of {}', 'list_chats', DAYS, false, times(6_500_000, '{}')],
  [
    'a page of 5,000 rows',
    'list_chats',
    DAYS,
    true,
    `[${Array.from({ length: 5000 }, (_, id) => `{"chat_id":${id + 1},"chat_request_time":${NOW - id}}`).join(',')}]`,
  ],
  ['a million messages', 'get_chat_transcript', CHAT, true, chatOf(times(1_000_000, '{"message":"hi"}'))],
  ['19 MB of a@', 'get_chat_transcript', CHAT, true, chatOf(times(900, `{"message":"${'a@'.repeat(10_000)}"}`))],
  ['a text of 19 MB', 'get_chat_transcript', CHAT, false, chatOf(`[{"message":"${'a@'.repeat(9_500_000)}"}]`)],
])('S1: while %s is read, the end of the input is the end', async (_name, tool, args, takesLong, body) => {
  const sent = Promise.withResolvers<void>();
  await using service = await startService((response, { url }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const isFirst = /page_no=1|\/2$/.test(url);
    if (isFirst) response.on('close', sent.resolve).on('finish', sent.resolve);
    response.end(isFirst ? body : '[]');
  });
  const archive = await temporaryFile();
  const config = join(archive, '..', 'settings.json');
  const settings = { base_url: service.baseUrl.href, email: 'ann@example.com', password: 'secret', archive };
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
  const { started: session, goneWithin } = await timed(() => startSessionProcess(['--config', config]));
  onTestFinished(() => session[Symbol.asyncDispose]());
  const asked = session.send('tools/call', { name: tool, arguments: args });
  await sent.promise;
  // It hears what is said to it while it is at work.
  for (let ping = 0; ping < PINGS; ping += 1) await session.response(session.send('ping'));
  if (takesLong) expect(session.answered()).not.toContain(asked);
  const began = performance.now();
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(goneWithin);
});
