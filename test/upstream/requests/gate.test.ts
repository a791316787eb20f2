import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeadlinePassed, RateLimited, UpstreamBusy, WrongCredentials } from '../../../src/model/errors.ts';
import { after, seconds, systemClock } from '../../../src/model/time/units.ts';
import type { PacedRequest } from '../../../src/upstream/endpoints.ts';
import { createGate, type Gate } from '../../../src/upstream/requests/gate.ts';
import { memoryLedger, type Ledger } from '../../../src/upstream/requests/request-history.ts';
import type { Pass } from '../../../src/upstream/requests/shared-pace.ts';
import { oneIn } from '../../support/runs.ts';

/** The gate's own: a second longer than the service's, which counts by when requests arrive. */
const MINUTE = 61_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
});
afterEach(() => {
  vi.useRealTimers();
});

function openGate(requestsPerMinute: number): Gate {
  const gate = createGate({ requestsPerMinute, clock: systemClock });
  gate.widen();
  return gate;
}

const CHATS = { endpoint: 'chats', priority: 'person' } as const;

/** Passes the gate and notes when; the outcome is the time or the error. */
function pass(
  gate: Gate,
  within = Infinity,
  signal = new AbortController().signal,
  request: PacedRequest = CHATS,
): { outcome?: unknown } {
  const deadline = within === Infinity ? {} : { deadline: after(systemClock(), seconds(within)) };
  const result: { outcome?: unknown } = {};
  gate
    .pass({ ...request, ...deadline, signal }, (pass) => {
      pass.taken();
      return Promise.resolve(Date.now() - Date.UTC(2026, 10, 20));
    })
    .then(
      (time) => (result.outcome = time),
      (error: unknown) => (result.outcome = error),
    );
  return result;
}

/** A request that is refused with that pause. */
async function beRefused(gate: Gate, pause: number, request: PacedRequest = CHATS): Promise<void> {
  const { signal } = new AbortController();
  const refused = gate.pass({ ...request, signal }, (pass) => pass.refused(() => seconds(pause)));
  await vi.advanceTimersByTimeAsync(0);
  await refused;
}

const outcomes = (results: readonly { outcome?: unknown }[]): unknown[] => results.map(({ outcome }) => outcome);

test('never lets more than the limit into any minute', async () => {
  const gate = openGate(5);
  const results = Array.from({ length: 4 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(50_000);
  expect(await gate.budget()).toMatchObject({ perMinute: 5, usedLastMinute: 4, source: 'setting', pausedFor: 0 });
  results.push(...Array.from({ length: 9 }, () => pass(gate)));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  const times = outcomes(results).map(Number);
  expect(times).toHaveLength(13);
  for (const start of times)
    expect(times.filter((time) => time >= start && time < start + MINUTE).length).toBeLessThanOrEqual(5);
  expect(Math.max(...times)).toBeLessThan(3 * MINUTE);
  expect((await gate.budget()).usedLastMinute).toBe(0);
});

test('who gives up leaves at once and takes nobody a slot', async () => {
  const gate = openGate(2);
  const cancel = new AbortController();
  const [first, second, third] = [pass(gate), pass(gate), pass(gate, Infinity, cancel.signal)];
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  cancel.abort('changed my mind');
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes([first, second, third])).toStrictEqual([0, 0, 'changed my mind']);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  const later = [pass(gate), pass(gate)];
  await vi.advanceTimersByTimeAsync(10);
  for (const time of outcomes(later)) expect(time).toBeLessThan(MINUTE + 10);
});

test('who comes aborted does not go', async () => {
  const result = pass(openGate(2), Infinity, AbortSignal.abort('too late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(result.outcome).toBe('too late');
});

describe('a deadline', () => {
  test('that comes before the turn is answered at once, with the time of the turn', async () => {
    const gate = openGate(2);
    const results = [pass(gate), pass(gate), pass(gate, 62), pass(gate, 62), pass(gate, 62), pass(gate, 123)];
    await vi.advanceTimersByTimeAsync(0);
    const [, , , , fifth] = outcomes(results);
    expect(fifth).toBeInstanceOf(RateLimited);
    expect(fifth).toMatchObject({ retry: { after: 122 } });
    await vi.advanceTimersByTimeAsync(2 * MINUTE + 10);
    expect(outcomes(results).filter((outcome) => typeof outcome === 'number')).toHaveLength(5);
  });

  test('that has passed is not waited for', async () => {
    const result = pass(openGate(2), -1);
    await vi.advanceTimersByTimeAsync(0);
    expect(result.outcome).toBeInstanceOf(DeadlinePassed);
  });

  test('that passes while others hold the gate ends the wait', async () => {
    const gate = createGate({ requestsPerMinute: 10, clock: systemClock });
    void gate.pass({ ...CHATS, signal: new AbortController().signal }, () => new Promise(() => {}));
    const result = pass(gate, 5);
    await vi.advanceTimersByTimeAsync(4999);
    expect(result.outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result.outcome).toBeInstanceOf(DeadlinePassed);
  });
});

test('a refusal holds everybody, and sends away whose deadline is nearer', async () => {
  const gate = openGate(3);
  const before = [pass(gate), pass(gate)];
  await vi.advanceTimersByTimeAsync(0);
  await beRefused(gate, 90);
  const waiting = [pass(gate), pass(gate, Infinity, undefined, { ...CHATS, endpoint: 'visitors' })];
  const late = pass(gate, 80);
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes(before)).toStrictEqual([0, 0]);
  expect(late.outcome).toBeInstanceOf(RateLimited);
  expect(late.outcome).toMatchObject({ retry: { after: 90 } });
  await vi.advanceTimersByTimeAsync(89_900);
  expect(outcomes(waiting)).toStrictEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcomes(waiting)).toStrictEqual([90_000, 90_000]);
});

test('who waits already leaves when a refusal makes the wait too long', async () => {
  const gate = openGate(3);
  const { signal } = new AbortController();
  const refuse = Promise.withResolvers<void>();
  const slow = gate.pass({ ...CHATS, signal }, async (pass) => {
    await refuse.promise;
    await pass.refused(() => seconds(90));
  });
  await vi.advanceTimersByTimeAsync(0);
  pass(gate);
  pass(gate);
  const waiting = pass(gate, 70);
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting.outcome).toBeUndefined();
  refuse.resolve();
  await slow;
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting.outcome).toBeInstanceOf(RateLimited);
});

describe('background work', () => {
  const BACKGROUND = { endpoint: 'chats', priority: 'background' } as const;
  const background = (gate: Gate) => pass(gate, Infinity, undefined, BACKGROUND);

  test('goes evenly, and leaves a fifth', async () => {
    const gate = openGate(60);
    const results = Array.from({ length: 60 }, () => background(gate));
    await vi.advanceTimersByTimeAsync(MINUTE);
    const times = outcomes(results).filter((outcome) => typeof outcome === 'number');
    expect(times.length).toBeGreaterThanOrEqual(47);
    expect(times.length).toBeLessThanOrEqual(49);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MINUTE / 48 - 1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(MINUTE / 48 + 250);
  });

  test('lets people go first, and at once while their share lasts', async () => {
    const gate = openGate(60);
    const work = Array.from({ length: 80 }, () => background(gate));
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    const done = outcomes(work).filter((outcome) => outcome !== undefined).length;
    const people = Array.from({ length: 12 }, () => pass(gate));
    await vi.advanceTimersByTimeAsync(0);
    expect(outcomes(people)).toStrictEqual(Array.from({ length: 12 }, () => 2 * MINUTE));
    // Their share is used: what comes free now is theirs, too.
    const more = [pass(gate), pass(gate)];
    await vi.advanceTimersByTimeAsync(5000);
    for (const time of outcomes(more)) expect(time).toBeLessThanOrEqual(2 * MINUTE + 3000);
    expect(outcomes(work).filter((outcome) => outcome !== undefined).length).toBe(done);
  });

  test.each([5, 7, 60])('never makes a person leave, at %i a minute', async (perMinute) => {
    const gate = openGate(perMinute);
    const work = Array.from({ length: 75 }, () => background(gate));
    await vi.advanceTimersByTimeAsync(MINUTE);
    const person = pass(gate, 25);
    await vi.advanceTimersByTimeAsync(2000);
    expect(person.outcome).toBeLessThanOrEqual(MINUTE + 2000);
    expect(outcomes(work).some((outcome) => outcome === undefined)).toBe(true);
  });

  test('has a line of its own: people find room in theirs', async () => {
    const gate = openGate(60);
    const work = Array.from({ length: 101 }, () => background(gate));
    const person = pass(gate);
    await vi.advanceTimersByTimeAsync(0);
    expect(person.outcome).toBe(0);
    expect(work.at(-1)?.outcome).toBeInstanceOf(UpstreamBusy);
  });

  test('at an endpoint that allows little does not hold up that of the others', async () => {
    const gate = openGate(600);
    const { signal } = new AbortController();
    await gate.pass({ endpoint: 'chat', priority: 'person', signal }, (pass) => Promise.resolve(pass.taken()));
    await beRefused(gate, 1, { endpoint: 'chat', priority: 'person' });
    await vi.advanceTimersByTimeAsync(1000);
    const slow = Array.from({ length: 4 }, () =>
      pass(gate, Infinity, undefined, { endpoint: 'chat', priority: 'background' }),
    );
    const other = pass(gate, Infinity, undefined, { endpoint: 'visitors', priority: 'background' });
    await vi.advanceTimersByTimeAsync(100);
    expect(other.outcome).toBeLessThanOrEqual(1100);
    expect(outcomes(slow).filter((outcome) => outcome !== undefined).length).toBeLessThanOrEqual(1);
  });

  test.each(oneIn(5, [1, 12, 40, 100]))('finds out that more than %i a minute is allowed by now', async (learned) => {
    const gate = openGate(200);
    const { signal } = new AbortController();
    const person = () =>
      gate.pass({ endpoint: 'chats', priority: 'person', signal }, (pass) => Promise.resolve(pass.taken()));
    for (let request = 0; request < learned; request += 1) await person();
    await beRefused(gate, 1);
    let went = 0;
    const goOn = async (): Promise<void> => {
      for (;;) {
        await gate.pass({ endpoint: 'chats', priority: 'background', signal }, async (pass) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          went += 1;
          pass.taken();
        });
      }
    };
    void goOn();
    void goOn();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(went).toBeGreaterThan(60 * 200 * 0.8 * 0.7);
  });

  test('goes even where there is hardly any budget', async () => {
    const gate = openGate(1);
    const work = background(gate);
    await vi.advanceTimersByTimeAsync(0);
    expect(work.outcome).toBe(0);
  });
});

test.each([3_600_000, -3_600_000])('a clock that is set by %i ms opens no gate', async (millis) => {
  const gate = openGate(5);
  const results = Array.from({ length: 12 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() + millis);
  await vi.advanceTimersByTimeAsync(55_000);
  expect(outcomes(results).filter((outcome) => outcome !== undefined)).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(outcomes(results).filter((outcome) => outcome !== undefined)).toHaveLength(12);
  await beRefused(gate, 100);
  vi.setSystemTime(Date.now() + millis);
  const late = pass(gate);
  await vi.advanceTimersByTimeAsync(99_000);
  expect(late.outcome).toBeUndefined();
});

test('all lines together keep to the ceiling, also when the clock has jumped', async () => {
  const gate = openGate(10);
  const before = Array.from({ length: 9 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() + 3_600_000);
  const endpoints = ['chats', 'chat', 'visitors', 'agents'] as const;
  const results = endpoints.map((endpoint) => pass(gate, Infinity, undefined, { ...CHATS, endpoint }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcomes([...before, ...results]).filter((outcome) => outcome !== undefined)).toHaveLength(10);
});

test('a clock that is set back makes nobody wait for longer than a minute', async () => {
  const gate = openGate(5);
  await beRefused(gate, 5);
  await vi.advanceTimersByTimeAsync(MINUTE);
  for (let request = 0; request < 5; request += 1) pass(gate);
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() - 86_400_000);
  pass(gate, 45);
  await vi.advanceTimersByTimeAsync(MINUTE + 1000);
  const later = pass(gate, 45);
  await vi.advanceTimersByTimeAsync(1000);
  expect(later.outcome).toBeTypeOf('number');
});

test('who tries the login does so until the answer is there, though the caller has left', async () => {
  const gate = createGate({ requestsPerMinute: 10, clock: systemClock });
  const cancel = new AbortController();
  const passes: Pass[] = [];
  const send = (pass: Pass) => new Promise<never>(() => passes.push(pass));
  gate.pass({ ...CHATS, signal: cancel.signal }, send).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const { signal } = new AbortController();
  void gate.pass({ ...CHATS, signal }, send);
  cancel.abort('gone');
  await vi.advanceTimersByTimeAsync(5000);
  expect(passes).toHaveLength(1);
  passes[0]?.taken();
  await vi.advanceTimersByTimeAsync(0);
  expect(passes).toHaveLength(2);
});

test('an endpoint that allows less does not hold up the others', async () => {
  const gate = openGate(60);
  const { signal } = new AbortController();
  const accept = (endpoint: 'chats' | 'chat' | 'visitors') =>
    gate.pass({ endpoint, priority: 'person', signal }, (pass) => Promise.resolve(pass.taken()));
  await accept('visitors');
  // Of a minute that was not seen whole too little is known to keep to it.
  await vi.advanceTimersByTimeAsync(MINUTE);
  for (let request = 0; request < 5; request += 1) await accept('chat');
  await accept('chats');
  await beRefused(gate, 1, { endpoint: 'chat', priority: 'person' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await gate.budget()).toMatchObject({
    perMinute: 60,
    source: 'setting',
    endpoints: [{ endpoint: 'chat', perMinute: 5 }],
  });
  let slow = 0;
  for (let request = 0; request < 10; request += 1) {
    void gate.pass({ endpoint: 'chat', priority: 'person', signal }, () => {
      slow += 1;
      return new Promise(() => {});
    });
  }
  const others = Array.from({ length: 10 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(0);
  // One tries whether there is more by now.
  expect(slow).toBeLessThanOrEqual(1);
  for (const time of outcomes(others)) expect(time).toBe(MINUTE + 1000);
});

test.each([
  ['person', 4],
  ['background', 2],
] as const)('of the requests of a line (%s) %i are under way at once, in their order', async (priority, most) => {
  const gate = openGate(6000);
  const { signal } = new AbortController();
  const underWay = new Map<number, () => void>();
  for (let request = 0; request < 7; request += 1) {
    void gate.pass({ endpoint: 'chats', priority, signal }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay.set(request, resolve);
      return promise;
    });
  }
  await vi.advanceTimersByTimeAsync(5000);
  expect([...underWay.keys()]).toStrictEqual([0, 1, 2, 3].slice(0, most));
  underWay.get(0)?.();
  await vi.advanceTimersByTimeAsync(5000);
  expect([...underWay.keys()]).toStrictEqual([0, 1, 2, 3, 4].slice(0, most + 1));
});

test('when too many wait, the next is told so at once', async () => {
  const gate = openGate(1);
  pass(gate);
  await vi.advanceTimersByTimeAsync(0);
  const results = Array.from({ length: 101 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes(results).filter((outcome) => outcome instanceof UpstreamBusy)).toHaveLength(1);
  expect(results.at(-1)?.outcome).toBeInstanceOf(UpstreamBusy);
});

test('requests go one by one until the login is known to be good', async () => {
  const gate = createGate({ requestsPerMinute: 10, clock: systemClock });
  let underWay = 0;
  let most = 0;
  const send = async (pass: Pass): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 10));
    underWay -= 1;
    pass.taken();
  };
  const { signal } = new AbortController();
  const all = Promise.all(Array.from({ length: 6 }, () => gate.pass({ ...CHATS, signal }, send)));
  await vi.advanceTimersByTimeAsync(25);
  expect(most).toBe(1);
  gate.widen();
  await vi.advanceTimersByTimeAsync(20);
  await all;
  expect(most).toBe(3);
});

test('who waits for the login to be tried keeps no place from other processes meanwhile', async () => {
  const memory = memoryLedger();
  const ledger: Ledger = {
    ...memory,
    update: async (step) => {
      const result = await memory.update(step);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return result;
    },
  };
  const gates = [1, 2].map(() => createGate({ requestsPerMinute: 4, clock: systemClock, ledger }));
  const [one, other] = gates;
  if (one === undefined || other === undefined) throw new TypeError('two gates');
  other.widen();
  const tried = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const first = one.pass({ ...CHATS, signal }, async (pass) => {
    await tried.promise;
    pass.taken();
    one.widen();
  });
  const rest = [pass(one, 20), pass(one, 20), pass(one, 20)];
  await vi.advanceTimersByTimeAsync(2);
  const others = [pass(other, 20), pass(other, 20), pass(other, 20)];
  await vi.advanceTimersByTimeAsync(100);
  for (const time of outcomes(others)) expect(time).toBeLessThan(100);
  tried.resolve();
  await first;
  await vi.advanceTimersByTimeAsync(100);
  for (const outcome of outcomes(rest)) expect(outcome).toBeInstanceOf(RateLimited);
});

test('a closed gate sends everybody away and leaves no timer', async () => {
  const gate = openGate(1);
  const results = [pass(gate), pass(gate), pass(gate, 300)];
  await vi.advanceTimersByTimeAsync(0);
  gate.close(() => new WrongCredentials());
  results.push(pass(gate));
  await vi.advanceTimersByTimeAsync(0);
  for (const { outcome } of results.slice(1)) expect(outcome).toBeInstanceOf(WrongCredentials);
  expect(vi.getTimerCount()).toBe(0);
});
