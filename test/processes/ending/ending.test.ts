import { EventEmitter, once } from 'node:events';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startDesk } from '../../support/desk.ts';
import { startProcess } from '../../support/program.ts';
import { startSessionProcess, type SessionProcess } from '../../support/session.ts';
import { startService } from '../../upstream/service.ts';
import { timed } from './time-to-end.ts';

// A host that is gone must not leave a process behind.

const desk = await startDesk();
const arrivals = new EventEmitter();
/** A service that takes requests and never answers. */
const silence = await startService(() => arrivals.emit('request'));
afterAll(async () => {
  await silence[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

async function idle(): Promise<SessionProcess> {
  const session = await startSessionProcess(desk.flags, desk.environment);
  onTestFinished(() => session[Symbol.asyncDispose]());
  return session;
}

async function inTheMiddleOfACall(): Promise<SessionProcess> {
  const path = await desk.configure({ archive: 'memory', base_url: silence.baseUrl.href });
  const session = await startSessionProcess(['--config', path], desk.environment);
  onTestFinished(() => session[Symbol.asyncDispose]());
  const asked = once(arrivals, 'request');
  for (const tool of ['list_chats', 'list_support_agents', 'list_offline_messages']) {
    session.send('tools/call', { name: tool, arguments: {} });
  }
  await asked;
  return session;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ends: [string, (session: SessionProcess) => void][] = [
  ['its input ends', ({ program }) => program.stdin.end()],
  [
    'its host is gone',
    ({ program }) => {
      program.stdin.destroy();
      program.stdout.destroy();
    },
  ],
  [
    'nobody reads its output',
    (session) => {
      session.program.stdout.destroy();
      session.send('tools/list');
    },
  ],
  ['SIGTERM comes', ({ program }) => program.kill('SIGTERM')],
  ['SIGINT comes', ({ program }) => program.kill('SIGINT')],
];

describe.each([
  { when: 'idle', start: idle },
  { when: 'in the middle of a call', start: inTheMiddleOfACall },
])('S1: a server over stdio, $when, is gone when', ({ start }) => {
  test.each(ends)('%s', async (_what, end) => {
    const { started: session, goneWithin } = await timed(start);
    const began = performance.now();
    end(session);
    expect(await session.program.ended).toStrictEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(goneWithin);
  });
});

test.each<[string, (session: SessionProcess) => void]>([
  ['its input ends', ({ program }) => program.stdin.end()],
  ['SIGTERM comes', ({ program }) => program.kill('SIGTERM')],
])('S1: a server over stdio is gone when %s, while its answers wait for a reader', async (_what, end) => {
  const { started: session, goneWithin } = await timed(idle);
  const { program } = session;
  program.stdout.pause();
  // More than a pipe holds.
  for (let count = 0; count < 60; count += 1) session.send('tools/list');
  const { readableHighWaterMark: full } = program.stdout;
  await expect.poll(() => program.stdout.readableLength).toBeGreaterThanOrEqual(full);
  const began = performance.now();
  end(session);
  await expect.poll(() => isRunning(program.pid ?? 0)).toBe(false);
  expect(performance.now() - began).toBeLessThan(goneWithin);
  program.stdout.resume();
  expect(await program.ended).toStrictEqual({ code: 0, signal: null });
});

test('S1: the end of the input ends the sandbox inside, too', async () => {
  const { started, goneWithin } = await timed(() => startSessionProcess(['--sandbox']));
  await using session = started;
  await session.call('list_support_agents', {});
  const began = performance.now();
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(goneWithin);
});

test('S1: input that ends before the server is ready ends it, too', async () => {
  await using program = startProcess(['stdio', ...desk.flags], desk.environment);
  program.stdin.end();
  expect(await program.ended).toStrictEqual({ code: 0, signal: null });
  expect(program.out()).toBe('');
});

test('a server over HTTP lets a call under way go on at SIGTERM, and is gone at a second one', async () => {
  const path = await desk.configure({ archive: 'memory', base_url: silence.baseUrl.href });
  await using program = startProcess(['http', '--port', '0', '--config', path], desk.environment);
  const { started, goneWithin } = await timed(() => program.said(/^Listening on (\S+)$/m));
  const [, url = ''] = started;
  const asked = once(arrivals, 'request');
  const call = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_support_agents', arguments: {} },
    }),
  });
  const outcome = call.then((response) => response.text()).catch(() => 'cut off');
  await asked;
  program.kill('SIGTERM');
  await program.said(/^Shutting down/m);
  const began = performance.now();
  // What comes within a second is taken for the first one, which npm has passed on.
  const again = setInterval(() => program.kill('SIGTERM'), 100);
  await program.ended;
  clearInterval(again);
  expect(performance.now() - began).toBeLessThan(goneWithin);
  expect(await outcome).toBeDefined();
});
