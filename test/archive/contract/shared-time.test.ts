import { afterEach, beforeEach, describe, expect, test } from 'vitest';
// In front of what opens archives.
import '../../support/archive/file-for-several.ts';
import { requestLedger } from '../../../src/archive/sharing/request-ledger.ts';
import { SharedTime } from '../../../src/archive/sharing/shared-time.ts';
import { systemClock } from '../../../src/model/time/units.ts';
import { uptime } from '../../../src/upstream/requests/uptime.ts';
import { createGate } from '../../../src/upstream/requests/gate.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';
import { MINUTE, open, send, START } from './gates.ts';

// Gates of machines whose clocks differ on one archive, here as several connections to it.

beforeEach(() => {
  fakeTime(START);
});
afterEach(() => {
  realTime();
});

describe('machines whose clocks differ go by that of the archive’s server', () => {
  const LIMIT = 10;

  /** The gates of two machines on one archive, and when the requests went through them. */
  async function machines(server: { readonly now: () => number }) {
    const archive = await archiveOfTest();
    const went: number[][] = [];
    for (const start of [0, 1]) {
      const { tables } = await open(archive);
      const time = new SharedTime();
      const adjust = () => time.adjust({ serverTime: () => Promise.resolve(server.now()) });
      await adjust();
      const ledger = requestLedger(tables, { adjust });
      const gate = createGate({ requestsPerMinute: LIMIT, clock: systemClock, ledger, now: time.now });
      gate.widen();
      went[start] = send(gate, 30);
    }
    return { all: () => went.flat().sort((one, other) => one - other), went };
  }

  const mostInAMinute = (times: readonly number[]): number =>
    Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + MINUTE).length));

  test('which is set back: never more than the limit, and at most a minute is lost', async () => {
    let set = 0;
    const { all, went } = await machines({ now: () => Date.now() + set });
    await passTime(MINUTE / 2);
    set = -60 * MINUTE;
    await passTime(4.5 * MINUTE);
    expect(mostInAMinute(all())).toBeLessThanOrEqual(LIMIT);
    expect(all().length).toBeGreaterThanOrEqual(4 * LIMIT);
    for (const times of went) expect(times.length).toBeGreaterThan(0);
  });

  test('which is set forward: that is taken for time that has passed, and no more than once', async () => {
    let set = 0;
    const { all } = await machines({ now: () => Date.now() + set });
    await passTime(MINUTE / 2);
    set = 60 * MINUTE;
    await passTime(3 * MINUTE);
    expect(mostInAMinute(all())).toBeLessThanOrEqual(2 * LIMIT);
    expect(mostInAMinute(all().filter((at) => at >= MINUTE / 2))).toBeLessThanOrEqual(LIMIT);
  });
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
