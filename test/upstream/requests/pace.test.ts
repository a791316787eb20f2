import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PacedRequest } from '../../../src/upstream/endpoints.ts';
import { consider, forecast, learnFromRefusal, sent } from '../../../src/upstream/requests/pace.ts';
import {
  NO_HISTORY,
  withoutSent,
  withTaken,
  type RequestHistory,
} from '../../../src/upstream/requests/request-history.ts';
import { runs } from '../../support/runs.ts';

const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;
const CHATS = { endpoint: 'chats', priority: 'person' } as const;

/** Lets a request go if it may. */
function admit(before: RequestHistory, now: number, ceiling: number, request: PacedRequest) {
  const { history, wait } = consider(before, now, ceiling, request);
  return { history: wait > 0 ? history : sent(history, now, request), wait };
}

const step = record({
  after: integer({ min: 0, max: 20_000 }),
  endpoint: constantFrom('chats', 'chat', 'visitors'),
  priority: constantFrom('person', 'background', 'ahead'),
  isRefused: boolean(),
  pause: integer({ min: 1, max: 900_000 }),
});

/** Lets requests come and go, and answers when which of them went. */
function run(
  steps: readonly (typeof step extends { generate: (...args: never[]) => { value: infer S } } ? S : never)[],
  ceiling: number,
) {
  let history: RequestHistory = NO_HISTORY;
  let now = START;
  let closedUntil = 0;
  const went: { at: number; priority: string }[] = [];
  for (const { after, isRefused, pause, ...request } of steps) {
    now += after;
    const { history: next, wait } = admit(history, now, ceiling, request);
    history = next;
    if (wait > 0) continue;
    expect(now).toBeGreaterThanOrEqual(closedUntil);
    went.push({ at: now, priority: request.priority });
    if (isRefused) {
      history = learnFromRefusal(history, ceiling, { at: now, sentAt: now, endpoint: request.endpoint, pause });
      closedUntil = Math.max(closedUntil, now + pause);
    } else history = withTaken(history, now, request.endpoint);
  }
  return { went, history, now };
}

describe('whatever comes, and whatever is refused', () => {
  test('no minute holds more than the ceiling, nobody goes during a pause, background work leaves a fifth, and reading ahead half', () => {
    assert(
      property(array(step, { minLength: 1, maxLength: 200 }), integer({ min: 1, max: 40 }), (steps, ceiling) => {
        const { went } = run(steps, ceiling);
        const share = Math.max(1, Math.floor(ceiling * 0.8));
        for (const { at, priority } of went) {
          const before = went.filter((other) => other.at <= at && other.at > at - MINUTE);
          expect(before.length).toBeLessThanOrEqual(ceiling);
          if (priority === 'person') continue;
          // When something is read ahead, at most half of the minute was in use, by whomever.
          if (priority === 'ahead') expect(before.length).toBeLessThanOrEqual(Math.floor(ceiling / 2));
          const work = before.filter((other) => other.priority === 'background');
          expect(work.length).toBeLessThanOrEqual(share);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('who is told to wait can go then, and not a step before', () => {
    assert(
      property(
        array(
          step.filter(({ priority }) => priority !== 'ahead'),
          { minLength: 1, maxLength: 60 },
        ),
        integer({ min: 1, max: 10 }),
        // At one a minute nothing is ever read ahead.
        step.filter(({ priority }) => priority !== 'ahead'),
        (steps, ceiling, last) => {
          const { history, now } = run(steps, ceiling);
          const request = { endpoint: last.endpoint, priority: last.priority };
          const { history: told, wait } = admit(history, now, ceiling, request);
          if (wait === 0) return;
          expect(admit(told, now + wait, ceiling, request).wait).toBe(0);
          // A rate may be tried to be raised by then; a pause may not.
          if (history.pausedUntil > now)
            expect(admit(history, history.pausedUntil - 1, ceiling, request).wait).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('a clock that is set back delays by a minute at most, or by the longest pause', () => {
    assert(
      property(array(step, { minLength: 1, maxLength: 60 }), integer({ min: 0, max: 1e9 }), (steps, back) => {
        const { history, now } = run(steps, 10);
        const { wait } = admit(history, now - back, 10, CHATS);
        const isPaused = history.pausedUntil > now - back;
        expect(wait).toBeLessThanOrEqual(isPaused ? 15 * MINUTE : 62_000);
      }),
    );
  });

  test('what is kept stays small', () => {
    assert(
      property(array(step, { minLength: 100, maxLength: 400 }), (steps) => {
        const { history } = run(
          steps.map((one) => ({ ...one, after: one.after % 50, isRefused: false })),
          100_000,
        );
        expect(history.sent.length).toBeLessThanOrEqual(3 * 245);
      }),
      { numRuns: 20 },
    );
  });
});

test('the forecast is when the last of so many goes, one after the other', () => {
  assert(
    property(
      array(step, { maxLength: 30 }),
      integer({ min: 1, max: 10 }),
      integer({ min: 1, max: 60 }),
      (steps, ceiling, count) => {
        const { history, now } = run(
          steps.map((one) => ({ ...one, isRefused: false, priority: 'person' as const })),
          ceiling,
        );
        const expected = forecast(history, now, ceiling, CHATS, count) * 1000;
        let [known, at, gone] = [history, now, 0];
        while (gone < count) {
          const { history: next, wait } = admit(known, at, ceiling, CHATS);
          known = next;
          if (wait === 0) gone += 1;
          else at += wait;
        }
        expect(Math.abs(at - now - expected)).toBeLessThanOrEqual(250 * Math.ceil(count / ceiling));
      },
    ),
    { numRuns: 300 },
  );
});

describe('a history', () => {
  const entries = (history: RequestHistory): unknown => history.sent.map(({ at, count }) => [at - START, count]);

  test('loses no request when the clock is set back', () => {
    let history: RequestHistory = NO_HISTORY;
    for (let request = 0; request < 9; request += 1)
      history = admit(history, START + request * 1000, 10, CHATS).history;
    const back = START - 3_600_000;
    const first = admit(history, back, 10, CHATS);
    expect(first.wait).toBe(0);
    expect(admit(first.history, back, 10, CHATS).wait).toBeGreaterThan(60_000);
  });

  test('takes back what did not go, and never more', () => {
    const history = admit(NO_HISTORY, START, 10, CHATS).history;
    const none = withoutSent(withoutSent(history, START, 'chats'), START, 'chats');
    expect(entries(none)).toStrictEqual([[0, 0]]);
    expect(entries(withoutSent(NO_HISTORY, START, 'chats'))).toStrictEqual([]);
  });
});

test('background work at an endpoint that allows less does not thin out that of the others, nor they it', () => {
  const learned = { chat: { perMinute: 20, refusedAt: START, takenSince: 0, raise: 1 } };
  let history: RequestHistory = { ...NO_HISTORY, learned };
  const went = { chat: 0, chats: 0 };
  for (let now = START; now < START + 10 * MINUTE; now += 100) {
    // Now one comes first, and now the other.
    for (const endpoint of now % 200 === 0 ? (['chats', 'chat'] as const) : (['chat', 'chats'] as const)) {
      const { history: next, wait } = admit(history, now, 60, { endpoint, priority: 'background' });
      if (wait > 0) continue;
      history = next;
      went[endpoint] += 1;
    }
  }
  expect(went.chat).toBeGreaterThan(100);
  expect(went.chats).toBeGreaterThan(250);
});

test('a request that failed is no reason not to try for more', () => {
  let history: RequestHistory = { ...NO_HISTORY, since: START - 2 * MINUTE };
  history = { ...history, learned: { chats: { perMinute: 20, refusedAt: START, takenSince: 0, raise: 1 } } };
  for (let now = START; now < START + 30 * MINUTE; now += 500) {
    const { history: next, wait } = admit(history, now, 600, CHATS);
    if (wait === 0) history = withTaken(next, now, 'chats');
  }
  expect(history.learned.chats?.perMinute).toBeGreaterThan(100);
});

describe('what is learned of a refusal', () => {
  function after(
    accepted: Partial<Record<'chats' | 'chat' | 'visitors', number>>,
    refused: 'chats' | 'chat',
  ): RequestHistory {
    let history: RequestHistory = { ...NO_HISTORY, since: START - 2 * MINUTE };
    for (const endpoint of ['chats', 'chat', 'visitors'] as const) {
      for (let count = 0; count < (accepted[endpoint] ?? 0); count += 1) {
        history = withTaken(admit(history, START, 600, { endpoint, priority: 'person' }).history, START, endpoint);
      }
    }
    history = admit(history, START, 600, { endpoint: refused, priority: 'person' }).history;
    return learnFromRefusal(history, 24, { at: START, sentAt: START, endpoint: refused, pause: 1000 });
  }

  test.each([
    ['all went to it: it is its own limit', { chats: 20 }, 'chats', { chats: 20 }],
    ['most went to it', { chats: 20, visitors: 10 }, 'chats', { chats: 20 }],
    ['most went elsewhere: the limit is the login’s', { chats: 20, visitors: 10 }, 'chat', { all: 30 }],
    ['nothing was accepted: others ask in its name', {}, 'chats', {}],
  ] as const)('%s', (_name, accepted, refused, expected) => {
    const { learned } = after(accepted, refused);
    expect(Object.fromEntries(Object.entries(learned).map(([scope, rate]) => [scope, rate?.perMinute]))).toStrictEqual(
      expected,
    );
  });

  test('after a rate was tried to be raised, the refusal is that of the try', () => {
    const tried = { perMinute: 27, refusedAt: START, takenSince: 60, raise: 8 };
    let history: RequestHistory = { ...NO_HISTORY, since: START - 2 * MINUTE, learned: { all: tried } };
    for (const endpoint of [...Array.from({ length: 19 }, () => 'chats' as const), 'visitors' as const]) {
      history = withTaken(admit(history, START, 600, { endpoint, priority: 'person' }).history, START, endpoint);
    }
    const refused = { at: START, sentAt: START, endpoint: 'visitors', pause: 1000 } as const;
    expect(learnFromRefusal(history, 600, refused).learned).toMatchObject({ all: { perMinute: 20, raise: 1 } });
    expect(learnFromRefusal(history, 600, refused).learned.visitors).toBeUndefined();
    // As much is known to be allowed to all: then it is the endpoint's.
    const known = { ...history, learned: { all: { ...tried, raise: 1 } } };
    expect(learnFromRefusal(known, 600, refused).learned).toMatchObject({
      all: { perMinute: 27 },
      visitors: { perMinute: 1 },
    });
  });

  test('one that comes after a quiet minute is soon tried again', () => {
    const { learned } = after({ chats: 3 }, 'chats');
    expect(learned.chats).toMatchObject({ perMinute: 3, takenSince: 50 });
    expect(after({ chats: 20 }, 'chats').learned.chats).toMatchObject({ perMinute: 20, takenSince: 0 });
  });

  test('requests that were refused together are one refusal', () => {
    const first = after({ chats: 20 }, 'chats');
    const second = learnFromRefusal(first, 600, { at: START + 10, sentAt: START, endpoint: 'chats', pause: 5000 });
    expect(second).toMatchObject({ refusals: 1, pausedUntil: START + 5010, learned: { chats: { perMinute: 20 } } });
  });

  test('it is tried to be raised after fifty that were accepted, by twice as many each time', () => {
    let history = after({ chats: 20 }, 'chats');
    let now = START + 1000;
    const rates: number[] = [];
    for (let request = 0; request < 200; request += 1) {
      const { history: next, wait } = admit(history, now, 600, CHATS);
      now += wait;
      history = wait > 0 ? next : withTaken(next, now, 'chats');
      rates.push(history.learned.chats?.perMinute ?? 600);
    }
    expect([...new Set(rates)].slice(0, 5)).toStrictEqual([20, 21, 23, 27, 35]);
    expect(rates.indexOf(21)).toBeGreaterThan(50);
  });
});
