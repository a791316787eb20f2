import { describe, expect, onTestFinished, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import {
  DAY,
  MINUTE,
  mediumWorld,
  NOW,
  openServer,
  smallWorld,
  startDesk,
  startService,
  type Desk,
  type Service,
} from '../../mcp/desk.ts';
import { type Days, chatsOn, wallTime } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// What a question will cost is told before it is asked, and while it is answered; and no more is asked for than that.

const dayOf = (at: number): string => wallTime('UTC', at).day;
const days = (from: number, to: number) => ({ from: dayOf(NOW - from * DAY), to: dayOf(NOW - to * DAY) });

const planOf = async (desk: Desk, asked: object) => {
  const { requests, result } = await desk.spentOn(() => desk.ask('get_service_status', asked));
  expect(requests).toBe(0);
  return result.data.plan;
};

const ask = (desk: Desk, asked: object) => desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
const spentOn = async (desk: Desk, asked: object): Promise<number> =>
  (await desk.spentOn(() => ask(desk, asked))).requests;

/** Fails unless an answer covers all of some days and is the truth. */
function expectTruth(service: Service, days: Days, answer: Awaited<ReturnType<typeof ask>> | undefined): void {
  expect(ofRows(answer?.data.overall)).toEqual(metricsOf(chatsOn(service.world.chats, days, 'UTC')));
  expect(answer?.data.coverage).toMatchObject({ complete: true });
}

describe('a plan', () => {
  test('says the least there can be where nothing is known, and nothing where all is at hand', async () => {
    await using desk = await startDesk();
    expect(await planOf(desk, { plan_for: 'last_7_days' })).toMatchObject({
      basis: 'at least',
      requests: 4,
      fits_one_answer: false,
    });
    await spentOn(desk, { period: 'last_7_days' });
    expect(await planOf(desk, { plan_for: 'last_7_days' })).toMatchObject({
      basis: 'nothing',
      requests: 0,
      seconds: 0,
      fits_one_answer: true,
    });
  });

  test.each([
    ['of the month before', days(60, 31)],
    ['of days on both sides', days(40, 0)],
  ])('%s is about what it costs', async (_name, asked) => {
    await using desk = await startDesk(mediumWorld());
    await spentOn(desk, days(30, 1));
    const plan = await planOf(desk, asked);
    expect(plan?.basis).toBe('learned');
    const requests = await spentOn(desk, asked);
    expect(plan?.requests).toBeGreaterThanOrEqual(requests * 0.85 - 2);
    expect(plan?.requests).toBeLessThanOrEqual(requests * 1.15 + 2);
  });

  test('does not count pages twice that an unfinished walk has read', async () => {
    await using service = startService(mediumWorld());
    await using desk = await openServer(service);
    await spentOn(desk, days(30, 1));
    const asked = days(60, 31);
    const before = (await planOf(desk, asked))?.requests ?? 0;
    let asking = 0;
    service.gateway = () => {
      asking += 1;
      if (asking > 40) throw new Error('gone');
    };
    await desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
    const after = (await planOf(desk, asked))?.requests ?? 0;
    // The last page is known now; it was judged by the days before.
    expect(Math.abs(before - after - 40)).toBeLessThan(before * 0.1);
  });

  test('takes the learned limit into account', async () => {
    await using service = startService(mediumWorld());
    await using desk = await openServer(service, { requests_per_minute: 160 });
    await spentOn(desk, days(30, 1));
    const plan = await planOf(desk, days(60, 31));
    // So many were asked already in this minute that the rest has to wait for the next.
    expect(plan?.seconds).toBeGreaterThan(50);
    expect(plan?.seconds).toBeLessThan(130);
  });
});

describe('what the rest takes', () => {
  /**
   * A desk that answers soon, at a service that stops answering after so many requests. What is asked `before` is asked
   * with patience.
   */
  async function startImpatient(answered: number, before?: (desk: Desk) => Promise<unknown>) {
    const service = startService(smallWorld(), 10);
    onTestFinished(service.close);
    const archive = await archiveOfTest();
    if (before !== undefined) {
      await using patient = await openServer(service, { archive });
      await before(patient);
    }
    const desk = await openServer(service, { archive, answer_within: seconds(0.8) });
    onTestFinished(desk.close);
    const released = Promise.withResolvers<void>();
    const stop = () => {
      let asking = 0;
      service.gateway = async () => {
        asking += 1;
        if (asking > answered) await released.promise;
      };
    };
    onTestFinished(() => released.resolve());
    return { service, desk, stop };
  }

  test('of a list that was read before is told', async () => {
    const { service, desk, stop } = await startImpatient(2, (patient) => patient.ask('list_offline_messages'));
    service.clock.now += 10 * MINUTE;
    stop();
    const { data, text } = await desk.ask('list_offline_messages');
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    const pages = Math.ceil(service.world.offlineMessages.length / 10);
    // Page 1 and the last one are read. There are page 1 again, all others, and the end.
    expect(data.coverage.remaining?.requests).toBe(pages + 1);
    expect(text).toMatch(/the rest takes about \d+ requests/);
  });

  test('of a list that was never read is not invented', async () => {
    const { desk, stop } = await startImpatient(2);
    stop();
    const { data } = await desk.ask('list_offline_messages');
    expect(data.coverage.complete).toBe(false);
    expect(data.coverage).not.toHaveProperty('remaining');
  });

  test('of two periods that are compared is told once, for both', async () => {
    await using service = startService(mediumWorld());
    const archive = await archiveOfTest();
    {
      await using patient = await openServer(service, { archive });
      const { from, to } = days(30, 21);
      await patient.ask('list_chats', { from, to });
    }
    await using desk = await openServer(service, { archive, answer_within: seconds(1) });
    service.gateway = () => new Promise(() => undefined);
    const asked = { ...days(9, 0), compare_to: 'previous_period' };
    const { data, text } = await desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
    const rows = chatsOn(service.world.chats, days(19, 0), 'UTC').length;
    expect(data.coverage.remaining?.requests).toBeGreaterThan((rows / 50) * 0.8);
    expect(data.coverage.remaining?.requests).toBeLessThan((rows / 50) * 1.2 + 3);
    expect(data.comparison?.coverage).not.toHaveProperty('remaining');
    expect(text.match(/the rest takes/g)).toHaveLength(1);
  });
});

describe('pages that are under way at once', () => {
  test('are four at most, and none in vain but a few looks for the last, where the volume is known', async () => {
    await using desk = await startDesk(mediumWorld());
    const { service } = desk;
    await spentOn(desk, days(30, 1));
    const asked: number[] = [];
    let underWay = 0;
    let most = 0;
    const four = Promise.withResolvers<void>();
    service.gateway = async (path) => {
      const page = Number(/page_no=(\d+)/.exec(path)?.[1]);
      asked.push(page);
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 4) four.resolve();
      // Behind the first page, none is answered before there are four.
      if (page > 1 && page < 6) await four.promise;
      underWay -= 1;
    };
    const range = days(60, 31);
    await spentOn(desk, range);
    expect(most).toBe(4);
    // The first margin day belongs to what is read.
    const rows = chatsOn(service.world.chats, { ...range, to: days(60, 30).to }, 'UTC').length;
    const pages = Math.ceil(rows / 50);
    const inTurn = Array.from({ length: pages + 1 }, (_, index) => index + 1);
    // Before that, page 1, and a few looks for the last page.
    const ahead = asked.length - inTurn.length;
    expect(ahead).toBeLessThanOrEqual(9);
    expect(asked.slice(ahead).sort((one, other) => one - other)).toEqual(inTurn);
  });
});

/** The things in every order. */
function ordersOf<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((thing, index) => ordersOf(things.toSpliced(index, 1)).map((others) => [thing, ...others]));
}

describe('questions at once whose days overlap', () => {
  const LONGEST = days(30, 1);
  const ASKED = [LONGEST, days(7, 1), days(20, 1), days(12, 5)];

  test('pay for each day once, in whichever order they are asked', async () => {
    await using service = startService(mediumWorld());
    await using one = await openServer(service);
    const alone = await spentOn(one, LONGEST);
    for (const asked of ordersOf(ASKED)) {
      await using desk = await openServer(service);
      const { requests, result } = await desk.spentOn(() => Promise.all(asked.map((days) => ask(desk, days))));
      // A walk that gives way to a longer one has asked for a few pages at most.
      expect(requests, JSON.stringify(asked)).toBeLessThanOrEqual(alone + 8);
      for (const [index, days] of asked.entries()) expectTruth(service, days, result[index]);
    }
  });

  test('do not keep a short one waiting for a long one', async () => {
    await using desk = await startDesk(mediumWorld());
    const { service } = desk;
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { from } = days(30, 1);
    service.gateway = async (path) => {
      if (!path.includes(`date_from=${from}`) || !path.includes('page_no=3&')) return;
      arrived.resolve();
      await released.promise;
    };
    const long = desk.ask('get_support_performance', days(30, 1));
    await arrived.promise;
    const short = await desk.ask('list_chats', { period: 'yesterday' });
    expect(short.data.coverage.complete).toBe(true);
    released.resolve();
    expect((await long).data.coverage.complete).toBe(true);
  });
});
