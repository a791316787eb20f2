import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../../support/desk.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram, startProgram } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSession, type Session } from '../../support/session.ts';
import { startService, type Service } from '../../upstream/service.ts';

// Nothing leaves for a chatbot without a line that stays, and the line tells nothing of what was sent.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const [bot] = desk.sandbox.world.bots;
if (bot === undefined) throw new Error('The sandbox has no bot');
const [sessionId = ''] = bot.sessions;
const token = bot.token;
const CANARY = 'Ottilie-Grün-4711';
const CALL = { bot: bot.name, endpoint: 'order-status', session_id: sessionId, data: { note: CANARY } };

const Line = z.looseObject({ entry: z.number(), action: z.string(), outcome: z.string() });

let archives = 0;

/** The flags of a server with an archive of its own; chatbots are where the sandbox is, or elsewhere. */
async function configured(webhook?: Pick<Service, 'baseUrl'>): Promise<{ flags: readonly string[]; archive: string }> {
  archives += 1;
  const archive = join(desk.folder, `audited-${archives}`, 'desk.sqlite');
  const elsewhere = webhook === undefined ? {} : { webhook_base_url: webhook.baseUrl.href };
  const config = await desk.configure({ archive, log_level: 'info', ...elsewhere });
  return { flags: ['--config', config], archive };
}

async function startOn(webhook?: Pick<Service, 'baseUrl'>): Promise<{ session: Session; archive: string }> {
  const { flags, archive } = await configured(webhook);
  const session = await startSession(flags, desk.environment);
  onTestFinished(() => session[Symbol.asyncDispose]());
  return { session, archive };
}

async function auditOf(archive: string, ...args: readonly string[]) {
  const { code, out, err } = await runProgram(['archive', 'audit', '--archive', archive, ...args]);
  expect(code).toBe(0);
  const lines = out.split('\n').filter((line) => line !== '');
  return { out, err, lines: lines.map((line) => Line.parse(JSON.parse(line))) };
}

test('D3: a call leaves a line in the archive and one in the log, without data, token or session', async () => {
  const { session, archive } = await startOn();
  await session.call('send_chatbot_webhook', { ...CALL, preview: true });
  await session.call('send_chatbot_webhook', { ...CALL, endpoint: 'nowhere' });
  expect((await auditOf(archive)).lines).toEqual([]);

  const answer = await session.call('send_chatbot_webhook', CALL);
  expect(answer.data).toMatchObject({ outcome: 'accepted' });
  await session.call('send_chatbot_webhook', { ...CALL, session_id: 'over' });
  const body = JSON.stringify({ sessionId, botId: bot.botId, data: CALL.data });
  const { lines, out } = await auditOf(archive);
  expect(lines).toMatchObject([
    {
      entry: 1,
      action: 'webhook',
      bot: bot.name,
      endpoint: 'order-status',
      bytes: Buffer.byteLength(body),
      outcome: 'accepted',
      status: answer.data?.['status'],
    },
    { entry: 2, outcome: 'refused' },
  ]);
  expect((await auditOf(archive, '--session', sessionId)).lines.map(({ entry }) => entry)).toEqual([1]);
  const sent = join(desk.folder, 'sent.json');
  writeFileSync(sent, body);
  expect((await auditOf(archive, '--body', sent)).lines.map(({ entry }) => entry)).toEqual([1]);
  await session.finish();
  const log = session.program.err();
  expect(log.match(/"msg":"audit"/g)).toHaveLength(2);
  for (const text of [out, log]) {
    expect(text).toContain(String(lines[0]?.['body_hmac']));
    expectNothingPrivate(text, CANARY, token, sessionId, createHash('sha256').update(body).digest('hex'));
  }
  expect(readFileSync(archive).includes(CANARY)).toBe(false);
});

test('a call that is under way at the end of the input has its outcome written', async () => {
  const arrived = Promise.withResolvers<void>();
  await using silent = await startService(() => arrived.resolve());
  const { session, archive } = await startOn(silent);
  session.send('tools/call', { name: 'send_chatbot_webhook', arguments: CALL });
  await arrived.promise;
  await session.finish();
  const { lines } = await auditOf(archive);
  expect(lines).toMatchObject([{ entry: 1, outcome: 'unknown' }]);
  expect(lines[0]).toHaveProperty('finished_at');
});

test('where nobody listens the line says that nothing left', async () => {
  const { session, archive } = await startOn({ baseUrl: new URL(`http://127.0.0.1:${await freePort()}`) });
  expect((await session.call('send_chatbot_webhook', CALL)).isError).toBe(true);
  expect((await auditOf(archive)).lines).toMatchObject([{ entry: 1, outcome: 'not_sent' }]);
});

describe('P5: nothing is sent where the line cannot be written', () => {
  async function expectNothingSent(session: Session, service: Service, reason: RegExp): Promise<void> {
    const { isError, text } = await session.call('send_chatbot_webhook', CALL);
    expect(isError).toBe(true);
    expect(text).toContain('Not sent: the call could not be written to the audit.');
    expect(text).toMatch(reason);
    expectNothingPrivate(text, desk.folder, token, CANARY);
    expect(service.asked).toStrictEqual([]);
  }

  test('because another process keeps the archive locked', async () => {
    await using service = await startService((response) => response.writeHead(200).end());
    const { session, archive } = await startOn(service);
    await session.call('list_support_agents', {});
    const other = new DatabaseSync(archive);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await expectNothingSent(session, service, /another process keeps it locked/);
    other.exec('COMMIT');
    expect((await session.call('send_chatbot_webhook', CALL)).data).toMatchObject({ outcome: 'accepted' });
    expect(service.asked).toHaveLength(1);
  });
});

test('D2: an erasure leaves a line, and takes none of the calls with it', async () => {
  const { session, archive } = await startOn();
  await session.call('send_chatbot_webhook', CALL);
  await session.call('list_chats', {});
  await session.finish();
  const visitorId = desk.sandbox.world.chats[0]?.visitorId;
  const erased = await runProgram([
    'archive',
    'erase',
    '--visitor',
    String(visitorId),
    '--archive',
    archive,
    '--yes',
    '--log-level',
    'info',
  ]);
  expect(erased.code).toBe(0);
  expect(erased.err).toContain('"msg":"audit"');
  expect((await auditOf(archive)).lines).toMatchObject([
    { entry: 1, action: 'webhook', outcome: 'accepted' },
    { entry: 2, action: 'erase', visitor_id: visitorId, outcome: 'erased' },
  ]);
});

test('no line is explained', async () => {
  const { session, archive } = await startOn();
  await session.call('list_support_agents', {});
  const { out, err } = await auditOf(archive);
  expect(out).toBe('');
  expect(err).toContain('a line is written for each webhook call, each erasure, each recorded meaning of a code');
  expect((await auditOf(archive, '--session', 'x')).err).toContain('There is no line of such a call');
  expect((await auditOf(archive, '--body', '-')).err).toContain('the exact bytes');
});

test('a body comes from standard input, too, and what cannot be read is told without its path', async () => {
  const { session, archive } = await startOn();
  await session.call('send_chatbot_webhook', CALL);
  const body = JSON.stringify({ sessionId, botId: bot.botId, data: CALL.data });
  await using program = startProgram(['archive', 'audit', '--archive', archive, '--body', '-']);
  program.stdin.end(body);
  expect((await program.ended).code).toBe(0);
  expect(JSON.parse(program.out())).toMatchObject({ entry: 1, outcome: 'accepted' });

  const refused = await runProgram(['archive', 'audit', '--archive', archive, '--body', desk.folder]);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('The file of --body cannot be read.');
  expectNothingPrivate(refused.err, desk.folder);
});
