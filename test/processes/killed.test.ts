import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { first } from '../mcp/desk.ts';
import { startDesk } from '../support/desk.ts';
import { runProgram, startProcess } from '../support/program.ts';
import { startSession, startSessionProcess } from '../support/session.ts';
import { startService } from '../upstream/service.ts';

// What is found after a kill. What a kill does to the archive file itself: test/archive/damage.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

test('a call that is cut off by a kill stays unknown', async () => {
  const arrived = Promise.withResolvers<void>();
  await using silent = await startService(() => arrived.resolve());
  const archive = join(desk.folder, 'audited', 'desk.sqlite');
  const config = await desk.configure({ archive, webhook_base_url: silent.baseUrl.href });
  await using session = await startSessionProcess(['--config', config], desk.environment);
  const bot = first(desk.sandbox.world.bots);
  const call = { bot: bot.name, endpoint: 'order-status', session_id: first(bot.sessions), data: { note: 'Hello' } };
  session.send('tools/call', { name: 'send_chatbot_webhook', arguments: call });
  await arrived.promise;
  session.program.kill('SIGKILL');
  await session.program.ended;
  const { out } = await runProgram(['archive', 'audit', '--archive', archive]);
  const line: unknown = JSON.parse(out);
  expect(line).toMatchObject({ entry: 1, outcome: 'unknown' });
  expect(line).not.toHaveProperty('finished_at');
});

const Status = z.object({ rows: z.record(z.string(), z.number()), flaws: z.array(z.string()).optional() });

async function statusOf(archive: string): Promise<z.infer<typeof Status>> {
  const { out } = await runProgram(['archive', 'status', '--archive', archive, '--json', '--check']);
  return Status.parse(JSON.parse(out));
}

test('a copy that is killed goes on', async () => {
  const archive = join(desk.folder, 'copied', 'desk.sqlite');
  const target = join(desk.folder, 'killed', 'desk.sqlite');
  const session = await startSession(['--config', await desk.configure({ archive })], desk.environment);
  await session.call('list_chats', { period: 'last_90_days' });
  const { chatId } = first(desk.sandbox.world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
  await session.call('get_chat_transcript', { chat_id: chatId });
  await session.finish();
  for (const moment of [/agents/, /chats/]) {
    await using killed = startProcess(['archive', 'copy', archive, target]);
    await killed.said(moment);
    killed.kill('SIGKILL');
    await killed.ended;
  }
  const { code, out } = await runProgram(['archive', 'copy', archive, target]);
  expect(code).toBe(0);
  expect(out).toContain('counts and checksums agree');
  const [one, other] = [await statusOf(archive), await statusOf(target)];
  expect(one.rows['chats']).toBeGreaterThan(100);
  expect(one.rows['transcripts']).toBe(1);
  expect(other).toEqual({ rows: one.rows, flaws: [] });
});
