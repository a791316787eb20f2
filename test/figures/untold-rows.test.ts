import { expect, test } from 'vitest';
import { createCodebook } from '../../src/insights/codes/create-codebook.ts';
import { ALL } from '../../src/figures/statistics/growing.ts';
import type { Datum } from '../../src/figures/kinds/figure.ts';
import { endedByVisitor } from '../../src/figures/metrics/ended-by.ts';
import type { Metric } from '../../src/figures/metrics/metric.ts';
import { startedByVisitor } from '../../src/figures/metrics/started-by.ts';
import { visitors } from '../../src/figures/metrics/visitors.ts';
import { ChatId, VisitorId } from '../../src/model/ids.ts';
import type { Chat } from '../../src/model/records.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import { selectionOf } from '../support/chats-in-columns.ts';

// Rows that do not say what a code says are in no share, and counted beside it.

const NOW = epochMillis(Date.UTC(2026, 10, 18, 9));
const book = createCodebook(
  { chats: [], transcripts: [], agentNames: [], offlineMessages: [], agents: [], said: [] },
  {
    is_missed: { 0: 'served', 1: 'missed' },
    chat_started_by: { 1: 'visitor', 2: 'agent' },
    chat_ended_by: { 0: 'nobody', 1: 'visitor', 2: 'agent' },
  },
);

function figureOf(
  metric: Metric,
  chats: readonly Omit<Chat, 'chatId' | 'requestedAt' | 'visitor'>[],
): Readonly<Record<string, Datum>> | undefined {
  if (metric.basis !== 'rows') throw new TypeError('it needs transcripts');
  const selection = selectionOf(
    chats.map((chat, index) => ({
      ...chat,
      chatId: ChatId.parse(index + 1),
      requestedAt: NOW,
      visitor: { visitorId: VisitorId.parse(index + 1) },
    })),
  );
  const context = { book, now: NOW, zone: zoneOf('UTC'), limits: new Map(), serviceLevel: undefined };
  const sums = metric.sums(context);
  sums.add(metric.column(selection.columns, context), selection, new Uint32Array(chats.length));
  return sums.of(ALL, undefined, 1)?.data(metric);
}

test('who began a chat is not known of rows that do not say', () => {
  const chats = [{ startedByCode: 1 }, { startedByCode: 2 }, {}, {}];
  expect(figureOf(startedByVisitor, chats)).toEqual({
    started_by_visitor: 1,
    started_by_visitor_of: 2,
    started_by_visitor_rate: 0.5,
    started_by_visitor_unknown: 2,
  });
});

test('who ended a chat is not known of one that has ended and does not say, and not asked of one that goes on', () => {
  const served = { missedCode: 0, endedAt: NOW };
  const chats = [
    { ...served, endedByCode: 1 },
    { ...served, endedByCode: 0 },
    served,
    { missedCode: 0 },
    { missedCode: 1 },
  ];
  expect(figureOf(endedByVisitor, chats)).toEqual({
    ended_by_visitor: 1,
    ended_by_visitor_of: 1,
    ended_by_visitor_rate: 1,
    ended_by_visitor_unknown: 1,
  });
});

test('how many visitors were served is not told where no row says whether a chat was missed', () => {
  expect(figureOf(visitors, [{}, {}])).toEqual({ visitors: { n: 2 } });
  expect(figureOf(visitors, [{ missedCode: 0 }, { missedCode: 1 }, {}])).toEqual({ visitors: { n: 3, served: 1 } });
});
