import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { mediumWorld, monthWorld, NOW } from '../../mcp/desk.ts';
import { openTimedServer, timedService, type TimedDesk } from '../../mcp/timed-desk.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

// A desk that nobody prepared, with 60 requests a minute, in its first minutes.

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

async function newDesk(readAheadDays = 0, world = monthWorld()): Promise<TimedDesk> {
  const service = timedService({ world, requestsPerMinute: 60 });
  const desk = await openTimedServer(service, 60, { readAheadDays, isUnprepared: true });
  onTestFinished(desk.close);
  return desk;
}

const SampledShape = z.looseObject({ sampled: z.number() });

const passMinutes = (minutes: number): Promise<void> => passTime(minutes * 60_000);

describe('first response', () => {
  test('is told in the first answer that rests on it, by a small sample that is marked as one', async () => {
    const desk = await newDesk();
    const { data, text } = await desk.ask('get_support_performance', { period: 'last_7_days' });
    expect(data?.coverage.complete).toBe(true);
    const sampled = SampledShape.parse(data?.overall['first_response_seconds']);
    expect(sampled.sampled).toBeGreaterThanOrEqual(5);
    expect(sampled.sampled).toBeLessThan(20);
    expect(text).toContain(`~ Estimate from ${sampled.sampled} random transcripts of `);
    expect(text).toMatch(/\nData incomplete: \d+ of 50 sampled transcripts loaded, .*; call again in about /);
  });

  test('is waited for by a question that names it', async () => {
    const desk = await newDesk();
    await desk.ask('list_chats', { period: 'last_7_days' });
    await passMinutes(1);
    const args = { period: 'last_7_days', metrics: ['first_response'], group_by: ['agent'] };
    const { data } = await desk.ask('get_support_performance', args);
    expect(data?.overall['first_response_seconds']).toMatchObject({ sampled: 50 });
  });

  test('is said to be on its way where no request is left for it, and not that too few are at hand', async () => {
    const desk = await newDesk(0, mediumWorld());
    await desk.ask('list_chats', { period: 'last_7_days' });
    await desk.ask('list_visitors', {});
    const args = { period: 'last_7_days', metrics: ['first_response'], group_by: ['agent'] };
    const { text } = await desk.ask('get_support_performance', args);
    expect(text).toContain('Response times need 50 sampled transcripts.');
    expect(text).not.toContain('give transcripts sample or all');
  });

  test('is not compared before both samples are whole', async () => {
    const desk = await newDesk(30);
    await passMinutes(8.5);
    // The week is whole by now, and the one before it, but not all of their transcripts.
    const week = { period: 'last_7_days', compare_to: 'previous_period' };
    const first = await desk.ask('get_support_performance', week);
    expect(first.data?.comparison?.change).toHaveProperty('chats');
    expect(first.data?.comparison?.change).not.toHaveProperty('first_response_seconds_median');
    expect(first.text).toContain('Response times are not compared yet');
    await passMinutes(8);
    const second = await desk.ask('get_support_performance', week);
    expect(second.data?.comparison?.change).toHaveProperty('first_response_seconds_median');
    expect(second.text).not.toContain('not compared yet');
  });
});

test('the status gives no number of requests for what is read ahead before it can be told', async () => {
  const desk = await newDesk(30);
  const { text } = await desk.ask('get_service_status', {});
  expect(text).toContain('; number of requests not known yet');
  await passMinutes(3);
  const [, requests] = /; about (\d+) requests, /.exec((await desk.ask('get_service_status', {})).text) ?? [];
  // Most of what 30 days of chats and their transcripts take.
  expect(Number(requests)).toBeGreaterThan(60);
});
