import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { senderOf } from '../../../src/http/identity/identities.ts';
import { Sessions, type SessionOptions } from '../../../src/http/sessions/sessions.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { containing } from '../../support/matchers.ts';
import { headersOf, INITIALIZE, PING } from '../by-hand.ts';
import { serversOf, unseen } from './session-servers.ts';

// How many sessions there are at most, and how long they stay.

afterEach(() => {
  vi.useRealTimers();
});

const URL = 'http://127.0.0.1/mcp';
const sender = (caller: string) => senderOf(LOCAL_CALLER, caller);
const asked = async (sessions: Sessions, body: unknown, sessionId?: string, caller = 'one') => {
  const over: (() => void)[] = [];
  const request = new Request(URL, { method: 'POST', headers: headersOf(sessionId) });
  const response = await sessions.answer(request, body, sender(caller), (callBack) => over.push(callBack));
  for (const callBack of over) callBack();
  return response;
};
/** Opens a stream, which stays open until it is ended. */
const streamOf = async (sessions: Sessions, id: string) => {
  const over: (() => void)[] = [];
  const request = new Request(URL, { headers: headersOf(id) });
  const response = await sessions.answer(request, undefined, sender('one'), (callBack) => over.push(callBack));
  return { status: response?.status, end: () => over.forEach((callBack) => callBack()) };
};

function sessionsOf(options: Omit<SessionOptions, 'onDisturbance' | 'onFailure'>): Sessions {
  const sessions = new Sessions(serversOf(unseen()), { ...options, onDisturbance: () => {}, onFailure: () => {} });
  onTestFinished(() => sessions.close());
  return sessions;
}

async function beginIn(sessions: Sessions, caller?: string): Promise<string> {
  const response = await asked(sessions, INITIALIZE, undefined, caller);
  await response?.text();
  return response?.headers.get('mcp-session-id') ?? `refused with ${response?.status}`;
}

async function isThere(sessions: Sessions, id: string): Promise<boolean> {
  const response = await asked(sessions, PING, id);
  await response?.text();
  return response?.status === 200;
}

test('of 1,000 sessions of a caller who ends none, the last 100 are kept', async () => {
  const sessions = sessionsOf({});
  const ids: string[] = [];
  for (let count = 0; count < 1000; count += 1) ids.push(await beginIn(sessions));
  const there: boolean[] = [];
  for (const id of ids) there.push(await isThere(sessions, id));
  expect(there.indexOf(true)).toBe(900);
  expect(there.filter(Boolean)).toHaveLength(100);
});

test('1,000 at once of one caller are not more', async () => {
  const sessions = sessionsOf({});
  const ids = await Promise.all(Array.from({ length: 1000 }, () => beginIn(sessions)));
  const there = await Promise.all(ids.map((id) => isThere(sessions, id)));
  expect(there.filter(Boolean).length).toBeLessThanOrEqual(100);
});

test('the one idle longest goes; one in use stays', async () => {
  const sessions = sessionsOf({ limits: { each: 3, all: 9 } });
  const [inUse, used, unused] = [await beginIn(sessions), await beginIn(sessions), await beginIn(sessions)];
  const stream = await streamOf(sessions, inUse);
  expect(stream.status).toBe(200);
  expect(await isThere(sessions, used)).toBe(true);
  const last = await beginIn(sessions);
  const there = await Promise.all([inUse, used, unused, last].map((id) => isThere(sessions, id)));
  expect(there).toStrictEqual([true, true, false, true]);
  stream.end();
});

test('where all are in use, the next is told so, until a stream ends', async () => {
  const sessions = sessionsOf({ limits: { each: 2, all: 9 } });
  const ids = [await beginIn(sessions), await beginIn(sessions)];
  const streams = await Promise.all(ids.map((id) => streamOf(sessions, id)));
  const refused = await asked(sessions, INITIALIZE);
  expect(refused?.status).toBe(429);
  expect(await refused?.json()).toMatchObject({
    error: { message: containing('All sessions that one caller may have are in use.') },
  });
  streams[0]?.end();
  expect(await isThere(sessions, await beginIn(sessions))).toBe(true);
  expect(await isThere(sessions, ids[0] ?? '')).toBe(false);
});

test('H15: no caller ends, or hinders, the sessions of another one', async () => {
  const sessions = sessionsOf({ limits: { each: 3, all: 9 } });
  const theirs = [await beginIn(sessions, 'other'), await beginIn(sessions, 'other')];
  for (let count = 0; count < 150; count += 1) await beginIn(sessions, 'one');
  expect(await isThere(sessions, await beginIn(sessions, 'other'))).toBe(true);
  for (const id of theirs) expect(await isThere(sessions, id)).toBe(true);
});

test('H15: where all callers together have too many, no other begins, and none ends but those left behind', async () => {
  vi.useFakeTimers();
  const sessions = sessionsOf({ limits: { each: 3, all: 4 } });
  const [left, used, ...more] = await Promise.all(['a', 'b', 'c', 'd'].map((caller) => beginIn(sessions, caller)));
  expect(await beginIn(sessions, 'e')).toBe('refused with 503');
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  for (const id of [used, ...more]) expect(await isThere(sessions, id ?? '')).toBe(true);
  expect(await beginIn(sessions, 'e')).toBe('refused with 503');
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(await isThere(sessions, await beginIn(sessions, 'e'))).toBe(true);
  expect(await beginIn(sessions, 'f')).toBe('refused with 503');
  const there = await Promise.all([left, used, ...more].map((id) => isThere(sessions, id ?? '')));
  expect(there).toEqual([false, true, true, true]);
});

test('an idle one ends after half an hour, counted from its last use; one with an open stream does not', async () => {
  const sessions = sessionsOf({});
  vi.useFakeTimers();
  const [idle, used, open] = [await beginIn(sessions), await beginIn(sessions), await beginIn(sessions)];
  const stream = await streamOf(sessions, open);
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  expect(await isThere(sessions, used)).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(await Promise.all([idle, used, open].map((id) => isThere(sessions, id)))).toStrictEqual([false, true, true]);
  stream.end();
  await vi.advanceTimersByTimeAsync(31 * 60_000);
  expect(await isThere(sessions, open)).toBe(false);
});

test('after the end there are none, and none begin', async () => {
  const sessions = sessionsOf({});
  const id = await beginIn(sessions);
  await sessions.close();
  expect(await isThere(sessions, id)).toBe(false);
  expect(await beginIn(sessions)).toBe('refused with 503');
});
