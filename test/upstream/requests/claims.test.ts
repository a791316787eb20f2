import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  AskedElsewhere,
  Claims,
  PartAskedElsewhere,
  type Claim,
  type LastingWork,
} from '../../../src/upstream/requests/claims.ts';
import { NO_HISTORY, RequestHistory } from '../../../src/upstream/requests/request-history.ts';
import type { Priority } from '../../../src/model/progress.ts';
import { seconds } from '../../../src/model/time/units.ts';

// Claims of several processes on what they share, here a list.

const START = 1_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What several processes share, and one that joins them; its clock may be another. */
function share() {
  const shared: { claims: readonly Claim[]; isBroken: boolean } = { claims: [], isBroken: false };
  const join = (now: () => number = Date.now) =>
    new Claims({
      change: (step) => {
        if (shared.isBroken) return Promise.reject(new Error('the disk is full'));
        shared.claims = step(shared.claims);
        return Promise.resolve();
      },
      read: () => Promise.resolve(shared.claims),
      seen: () => shared.claims,
      now,
    });
  return { shared, join };
}

const work = (priority: Priority = 'person', wait?: number): LastingWork => ({
  priority: () => priority,
  opensIn: () => (wait === undefined ? undefined : seconds(wait)),
});

test('what one has claimed nobody else gets until it is given back', async () => {
  const { join } = share();
  const [one, other] = [join(), join()];
  await one.take('a', work());
  await expect(other.take('a', work())).rejects.toThrow(AskedElsewhere);
  await other.take('b', work());
  await one.release('a', false);
  await other.take('a', work());
  await expect(one.take('a', work())).rejects.toThrow(AskedElsewhere);
});

test('a claim is renewed while its work goes on, and holds up nobody for long when its process is gone', async () => {
  const { join } = share();
  const [one, other] = [join(), join()];
  await one.take('a', work());
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(other.take('a', work())).rejects.toThrow(AskedElsewhere);
  one.stop();
  await vi.advanceTimersByTimeAsync(5000);
  await other.take('a', work());
});

test('work of which another one has begun a part plans anew, and takes the place of what has hardly begun', async () => {
  const { join } = share();
  const [one, other] = [join(), join()];
  let isYoung = true;
  await one.take('a part', { ...work(), isYoung: () => isYoung });
  expect(await other.others()).toMatchObject([{ key: 'a part', isYoung: true }]);
  const overlaps = (others: { readonly isYoung: boolean }): boolean => !others.isYoung;
  await other.take('all', work(), overlaps);
  await one.take('a part', { ...work(), isYoung: () => isYoung });
  expect(one.seenElsewhere()).toStrictEqual(['all']);
  await other.release('all', false);
  isYoung = false;
  await vi.advanceTimersByTimeAsync(2000);
  await expect(other.take('all', work(), overlaps)).rejects.toThrow(PartAskedElsewhere);
});

test('who waited is shown that work has come to its end, and who comes then may begin it anew', async () => {
  const { join } = share();
  const [one, other] = [join(), join()];
  await one.take('a', work());
  await one.release('a', true);
  expect(await other.others()).toMatchObject([{ key: 'a', isDone: true }]);
  await other.take('a', work());
  expect(await other.others()).toStrictEqual([]);
});

test('a person goes on with work that yields and only stands in line, and with no other', async () => {
  const { join } = share();
  const [sync, server] = [join(), join()];
  await sync.take('waits', work('background', 30));
  await sync.take('under way', work('background'));
  await join().take('for a person', work('person', 30));
  await expect(join().take('waits', work('background'))).rejects.toThrow(AskedElsewhere);
  await server.take('waits', work('person'));
  await expect(server.take('under way', work('person'))).rejects.toThrow(AskedElsewhere);
  await expect(server.take('for a person', work('person'))).rejects.toThrow(AskedElsewhere);
  // It was taken over, and is not renewed for whom it was taken from.
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(sync.take('waits', work('background'))).rejects.toThrow(AskedElsewhere);
});

test('whoever asks goes on at once with what is read ahead, and only others who read ahead wait for it', async () => {
  const { join } = share();
  const [reader, other, server] = [join(), join(), join()];
  await reader.take('under way', work('ahead'));
  await expect(other.take('under way', work('ahead'))).rejects.toThrow(AskedElsewhere);
  await server.take('under way', work('person'));
  await expect(reader.take('under way', work('ahead'))).rejects.toThrow(AskedElsewhere);
});

test('how long the next request of a claim has to wait is told to those who wait for it', async () => {
  const { join } = share();
  await join().take('a', work('person', 30));
  const [claim] = await join().others();
  expect(claim?.opensIn).toBe(30);
});

test('a claim from before the clock was set back holds nobody up', async () => {
  const { join } = share();
  await join(() => Date.now() + 3_600_000).take('a', work());
  await join().take('a', work());
});

test('where claims cannot be written, work goes on without them', async () => {
  const { shared, join } = share();
  const one = join();
  shared.isBroken = true;
  await one.take('a', work());
  await one.release('a', true);
  shared.isBroken = false;
  await join().take('a', work());
});

test('a history of an earlier version has no claims', () => {
  const { claims, ...earlier } = NO_HISTORY;
  expect(RequestHistory.parse(earlier)).toStrictEqual({ ...earlier, claims });
});
