import { expect, test } from 'vitest';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import type { Datum } from '../../../src/figures/kinds/figure.ts';
import { chatsPerEngagedHour } from '../../../src/figures/metrics/chats-per-engaged-hour.ts';
import { concurrency } from '../../../src/figures/metrics/concurrency.ts';
import type { MetricContext } from '../../../src/figures/metrics/metric.ts';
import { AgentId, ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { selectionOf } from '../../support/chats-in-columns.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 18, 9);
const AGENT = AgentId.parse(7);
const book = createCodebook(
  { chats: [], transcripts: [], agentNames: [], offlineMessages: [], agents: [], said: [] },
  { is_missed: { 0: 'served' } },
);

/** The workload of conversations from and until some minutes after nine; without an end, one goes on. */
function workload(spans: readonly (readonly [from: number, until?: number])[], minutesLater = 600) {
  const selection = selectionOf(
    spans.map(([from, until], index) => ({
      chatId: ChatId.parse(index + 1),
      requestedAt: epochMillis(START + from * MINUTE),
      startedAt: epochMillis(START + from * MINUTE),
      ...(until !== undefined && { endedAt: epochMillis(START + until * MINUTE) }),
      missedCode: 0,
      visitor: {},
    })),
  );
  const context: MetricContext = {
    book,
    now: epochMillis(START + minutesLater * MINUTE),
    zone: zoneOf('UTC'),
    limits: new Map([[AGENT, 2]]),
    serviceLevel: undefined,
  };
  const figures: Record<string, Datum | undefined> = {};
  for (const metric of [concurrency, chatsPerEngagedHour]) {
    const sums = metric.sums(context);
    sums.add(metric.column(selection.columns, context), selection, new Uint32Array(spans.length));
    Object.assign(figures, sums.of(0, AGENT)?.data(metric));
  }
  return figures;
}

test('a chat that begins as another ends does not overlap it', () => {
  expect(
    workload([
      [0, 30],
      [30, 60],
    ])['concurrency'],
  ).toEqual({ mean: 1, peak: 1, limit: 2, at_limit: 0 });
  expect(
    workload([
      [0, 31],
      [30, 60],
    ])['concurrency'],
  ).toMatchObject({ peak: 2 });
});

test('the mean is over the time with at least one chat', () => {
  // Two for ten minutes, one for twenty, and an hour without any.
  expect(
    workload([
      [0, 20],
      [10, 30],
      [90, 100],
    ])['concurrency'],
  ).toEqual({
    mean: 50 / 40,
    peak: 2,
    limit: 2,
    at_limit: 10 / 40,
  });
});

test('an hour counts once, however many chats touch it, and not when one only ends with it', () => {
  expect(
    workload([
      [0, 60],
      [10, 50],
      [59, 61],
    ])['chats_per_engaged_hour'],
  ).toBe(1.5);
});

test('a chat without an end goes on, unless it began more than a day ago', () => {
  expect(workload([[0]], 90)['chats_per_engaged_hour']).toBe(0.5);
  expect(workload([[0]], 25 * 60)).toEqual({});
});
