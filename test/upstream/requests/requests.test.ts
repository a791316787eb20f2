import { Headers } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimited, UpstreamUnavailable } from '../../../src/model/errors.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { after, seconds, systemClock } from '../../../src/model/time/units.ts';
import type { Answer } from '../../../src/upstream/answers/answer-content.ts';
import { NetworkFailure } from '../../../src/upstream/transport/network-failure.ts';
import { createRequests, type Requests } from '../../../src/upstream/requests/requests.ts';
import { patient } from '../service.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

// What becomes of requests that fail, on a clock that the test moves.

beforeEach(() => {
  fakeTime(Date.UTC(2026, 10, 20));
});
afterEach(() => {
  realTime();
});

const answer = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: new Headers(headers),
  ...(status === 200 ? { content: { value: [] }, text: '' } : { text: '[]' }),
});
const lost = (): Error => new NetworkFailure(trusted`the connection was lost`, { neverSent: false, passing: true });

/** Requests to a service that answers the `n`-th one like that, after a tenth of a second. */
function requestsTo(answers: (n: number) => Answer | Error): {
  requests: Requests;
  sent: string[];
  aborted: () => number;
} {
  const sent: string[] = [];
  let aborted = 0;
  const requests = createRequests({
    origin: 'https://desk.example.com',
    email: 'ann@example.com',
    password: new Secret('secret'),
    requestsPerMinute: 100_000,
    chance: () => 1,
    transport: {
      get: (address, _headers, signal) =>
        new Promise((resolve, reject) => {
          sent.push(address.pathname);
          const given = answers(sent.length);
          const timer = setTimeout(() => (given instanceof Error ? reject(given) : resolve(given)), 100);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            aborted += 1;
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
            reject(signal.reason);
          });
        }),
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    },
  });
  return { requests, sent, aborted: () => aborted };
}

const address = (path: string): URL => new URL(path, 'https://desk.example.com');
const get = (requests: Requests, path: string, context = patient()): Promise<Answer> =>
  requests.get('chats', address(path), context);

/** How a request ends, while time passes. */
async function outcome(asked: Promise<unknown>, within = 10 * 60_000): Promise<unknown> {
  const results: unknown[] = [];
  asked.then(
    (value) => results.push(value),
    (error: unknown) => results.push(error),
  );
  const end = Date.now() + within;
  while (results.length === 0 && Date.now() < end) await vi.advanceTimersByTimeAsync(50);
  return results[0];
}

describe('the same request at the same time', () => {
  test('is one', async () => {
    const { requests, sent } = requestsTo(() => answer(200));
    await outcome(get(requests, '/login'));
    const asked = Promise.all(['/a', '/a', '/b', '/a'].map((path) => get(requests, path)));
    await outcome(asked);
    expect(sent).toStrictEqual(['/login', '/a', '/b']);
    await outcome(get(requests, '/a'));
    expect(sent).toStrictEqual(['/login', '/a', '/b', '/a']);
    // A place that was not used is free again.
    expect(await requests.budget()).toMatchObject({ usedLastMinute: 4 });
  });

  test('goes on while one of those who asked is left, and stops with the last', async () => {
    const { requests, aborted } = requestsTo(() => answer(200));
    await outcome(get(requests, '/login'));
    const cancels = [new AbortController(), new AbortController(), new AbortController()];
    const asked = Promise.allSettled(cancels.map(({ signal }) => get(requests, '/a', { signal })));
    await vi.advanceTimersByTimeAsync(10);
    cancels[0]?.abort('one');
    await vi.advanceTimersByTimeAsync(0);
    expect(aborted()).toBe(0);
    cancels[1]?.abort('two');
    cancels[2]?.abort('three');
    expect(await asked).toMatchObject([{ reason: 'one' }, { reason: 'two' }, { reason: 'three' }]);
    expect(aborted()).toBe(1);
  });

  test('of which one has no time left is waited for by the other', async () => {
    const { requests, sent } = requestsTo((n) => (n === 1 ? answer(429, { 'retry-after': '30' }) : answer(200)));
    const hurried = { ...patient(), deadline: after(systemClock(), seconds(5)) };
    const [first, second] = [outcome(get(requests, '/a', hurried)), outcome(get(requests, '/a'))];
    expect(await first).toBeInstanceOf(RateLimited);
    expect(await second).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
  });
});

describe('an outage', () => {
  test('is noticed: for ten seconds nothing is sent, then one request tries', async () => {
    let isDown = true;
    const { requests, sent } = requestsTo(() => (isDown ? lost() : answer(200)));
    expect(await outcome(get(requests, '/a'))).toBeInstanceOf(UpstreamUnavailable);
    expect(await outcome(get(requests, '/b'))).toBeInstanceOf(UpstreamUnavailable);
    expect(sent).toHaveLength(5);
    const refused = await outcome(get(requests, '/c'));
    if (!(refused instanceof UpstreamUnavailable) || typeof refused.retry === 'string') throw new Error('not refused');
    expect(refused.retry.after).toBeGreaterThan(9);
    expect(sent).toHaveLength(5);

    await vi.advanceTimersByTimeAsync(10_000);
    const tries = [outcome(get(requests, '/d')), outcome(get(requests, '/e')), outcome(get(requests, '/f'))];
    for (const error of await Promise.all(tries)) expect(error).toBeInstanceOf(UpstreamUnavailable);
    expect(sent.slice(5)).toStrictEqual(['/d']);

    isDown = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome(get(requests, '/g'))).toMatchObject({ status: 200 });
    expect(await outcome(get(requests, '/h'))).toMatchObject({ status: 200 });
    expect(sent.slice(6)).toStrictEqual(['/g', '/h']);
  });

  test('whose probe is given up is probed again', async () => {
    let isDown = true;
    const { requests, sent } = requestsTo(() => (isDown ? lost() : answer(200)));
    await outcome(get(requests, '/a'));
    await outcome(get(requests, '/b'));
    await vi.advanceTimersByTimeAsync(10_000);
    const cancel = new AbortController();
    const probe = Promise.allSettled([get(requests, '/c', { signal: cancel.signal })]);
    await vi.advanceTimersByTimeAsync(50);
    cancel.abort('never mind');
    expect(await probe).toMatchObject([{ reason: 'never mind' }]);
    isDown = false;
    expect(await outcome(get(requests, '/d'))).toMatchObject({ status: 200 });
    expect(sent.slice(5)).toStrictEqual(['/c', '/d']);
  });
});

test('retries are at most a tenth of what is answered, after the first ten', async () => {
  // Every other request fails: as many retries as questions would be wanted.
  const { requests, sent } = requestsTo((n) => (n % 2 === 1 ? lost() : answer(200)));
  let answered = 0;
  for (let question = 0; question < 200; question += 1) {
    const result = await outcome(get(requests, `/${question}`));
    if (!(result instanceof Error)) answered += 1;
  }
  const retries = sent.length - 200;
  expect(retries).toBeLessThanOrEqual(10 + answered / 10);
  expect(retries).toBeGreaterThan(10);
});

test('a service that says for how long it is away is asked again then, or not at all', async () => {
  const { requests, sent } = requestsTo((n) => (n % 2 === 1 ? answer(503, { 'retry-after': '20' }) : answer(200)));
  const began = Date.now();
  expect(await outcome(get(requests, '/a'))).toMatchObject({ status: 200 });
  expect(Date.now() - began).toBeGreaterThanOrEqual(20_000);
  const hurried = { ...patient(), deadline: after(systemClock(), seconds(5)) };
  expect(await outcome(get(requests, '/b', hurried))).toMatchObject({ retry: { after: 20 } });
  expect(sent).toStrictEqual(['/a', '/a', '/b']);
});

test('a request that is refused for ever ends', async () => {
  const { requests, sent } = requestsTo(() => answer(429, { 'retry-after': '1' }));
  expect(await outcome(get(requests, '/a'))).toBeInstanceOf(RateLimited);
  expect(sent).toHaveLength(8);
});

test('refusals that say nothing are waited out for longer each time', async () => {
  const times: number[] = [];
  const { requests } = requestsTo((n) => {
    times.push(Date.now());
    return n < 6 ? answer(429) : answer(200);
  });
  await outcome(get(requests, '/a'), 3_600_000);
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
  expect(waits).toStrictEqual([66, 132, 264, 528, 900]);
  expect(await requests.budget()).toMatchObject({ untoldRefusal: { shape: 'headers: ; body: []' } });
});
