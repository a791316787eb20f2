import { afterEach, beforeEach, expect, test } from 'vitest';
import { SharedTime } from '../../../src/archive/sharing/shared-time.ts';
import { uptime } from '../../../src/upstream/uptime.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

beforeEach(() => {
  fakeTime(Date.UTC(2026, 10, 18));
});
afterEach(() => {
  realTime();
});

test('a look that takes long tells little: it moves no clock that fits what it tells, and quick ones mend what it has left open', async () => {
  const time = new SharedTime();
  const server = (): number => uptime() + 5000;
  /** Asks for the time, which takes so long before it is read, and so long after. */
  const look = async (before: number, after: number): Promise<number> => {
    const adjusted = time.adjust({
      serverTime: async () => {
        await passTime(before);
        const read = server();
        await passTime(after);
        return read;
      },
    });
    await adjusted;
    return time.now() - server();
  };
  expect(await look(0, 2000)).toBe(-1000);
  expect(await look(10, 10)).toBe(-10);
  expect(await look(0, 400)).toBe(-10);
  expect(await look(400, 20)).toBe(-10);
  expect(await look(0, 0)).toBe(0);
});
