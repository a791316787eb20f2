import { afterEach, beforeEach, expect, test } from 'vitest';
import { NOW, smallWorld } from '../../mcp/desk.ts';
import { chatsOn, daysOf, wallTime } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { openTimedDesk } from '../../mcp/timed-desk.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

// A service that allows so little that a question does not fit into its deadline, on the timers' clock.

const PER_MINUTE = 3;
const ANSWER_WITHIN = 25;
const MINUTE = 60_000;
const WEEK = { period: 'last_7_days' } as const;

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

/** A desk that allows three requests a minute, which its server knows. */
async function openSlowDesk(pageSize: number) {
  const world = smallWorld();
  const desk = await openTimedDesk({ world, pageSize, requestsPerMinute: PER_MINUTE }, PER_MINUTE);
  return {
    ...desk,
    world,
    askForWeek: async () => {
      const { data, ...answer } = await desk.ask('get_support_performance', { ...WEEK, transcripts: 'loaded' });
      if (data === undefined) throw new Error(answer.text);
      return { ...answer, data };
    },
  };
}

test('what does not fit is answered in time with what is known, what the rest takes, and goes on for two minutes', async () => {
  const { world, service, askForWeek, close } = await openSlowDesk(10);
  const accepted = () => service.requests.filter(({ status }) => status === 200).length;
  const { text, data, after } = await askForWeek();
  expect(after).toBeLessThanOrEqual(ANSWER_WITHIN + 1);
  expect(data.coverage).toMatchObject({ complete: false, basis: 'partial', upstream_requests: PER_MINUTE });
  const { requests, seconds } = data.coverage.remaining ?? { requests: 0, seconds: 0 };
  const whole = chatsOn(world.chats, daysOf(WEEK, wallTime('UTC', NOW).day), 'UTC');
  const pages = Math.ceil(whole.length / 10);
  expect(requests + accepted()).toBeGreaterThan(pages * 0.6);
  expect(requests + accepted()).toBeLessThan(pages * 1.6);
  expect(seconds).toBeGreaterThan((requests / PER_MINUTE - 1) * 60 - ANSWER_WITHIN);
  expect(text).toMatch(/the request limit is reached; call again in about /);
  expect(text).toMatch(/the rest takes about [\d.]+ min/);

  const before = accepted();
  await passTime(15 * MINUTE);
  expect(accepted() - before).toBeGreaterThan(0);
  expect(accepted() - before).toBeLessThanOrEqual(2 * PER_MINUTE);
  expect(service.requests.filter(({ status }) => status === 429)).toEqual([]);

  // Asking again goes on where it stopped, until all of it is there.
  let last = await askForWeek();
  for (let times = 0; !last.data.coverage.complete && times < 20; times += 1) {
    const { remaining } = last.data.coverage;
    await passTime(3 * MINUTE);
    last = await askForWeek();
    expect(last.data.coverage.remaining?.requests ?? 0).toBeLessThan(remaining?.requests ?? 0);
  }
  expect(last.data.coverage).toMatchObject({ complete: true, basis: 'proven' });
  expect(ofRows(last.data.overall)).toEqual(metricsOf(whole));
  // Each page once, the margin of a day, the end, a few looks for the last page, page 1 again, and those that were under
  // way when the budget was spent.
  const withMargin = chatsOn(world.chats, { ...daysOf(WEEK, wallTime('UTC', NOW).day), to: '2026-11-18' }, 'UTC');
  expect(accepted()).toBeLessThanOrEqual(Math.ceil(withMargin.length / 10) + 10);
  await close();
});

test('a list that takes longer to read than it may be old is answered from when it has been read', async () => {
  const { world, service, ask, close } = await openSlowDesk(3);
  world.offlineMessages = world.offlineMessages.slice(-45);
  let answer = await ask('list_offline_messages', { state: 'all' });
  const began = Date.now();
  for (let times = 0; answer.data?.coverage.complete !== true && times < 12; times += 1) {
    await passTime(3 * MINUTE);
    answer = await ask('list_offline_messages', { state: 'all' });
  }
  // Five minutes are the age that offline messages may have.
  expect(Date.now() - began).toBeGreaterThan(5 * MINUTE);
  expect(answer.data).toMatchObject({ total: 45, coverage: { complete: true } });
  // Eight looks for the last page of which nobody knew anything, page 1 again and the other fourteen, the end, and one behind it.
  expect(service.requests.filter(({ path }) => path.startsWith('/api/offlinemessages'))).toHaveLength(25);
  await close();
});
