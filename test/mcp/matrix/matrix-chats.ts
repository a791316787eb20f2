import { expect } from 'vitest';
import type { CodeName } from '../../../src/model/codes.ts';
import { type Days, beforeCut, chatsOn, plusDays } from '../../oracle/calendar.ts';
import { agentMetricsOf, EVERY_METRIC, changeOf, metricsOf, ofRows } from '../../oracle/figures.ts';
import { type Grouping, groupsOf } from '../../oracle/groups.ts';
import { rowOf } from '../../oracle/rows.ts';
import { truth } from '../../oracle/truth.ts';
import type { Chat, Rating } from '../../../src/sandbox/world/world.ts';
import { costOfAgents, costOfDays } from './matrix-costs.ts';
import {
  ask,
  count,
  expectFacts,
  expectMarked,
  expectWhole,
  type Facts,
  type Inquiry,
  type Told,
} from './matrix-inquiry.ts';
import type { ToolName } from '../protocol/shapes.ts';

// Questions about chats, held against the world.

/** A row of a chat; who started and ended it may be given as the bare code, or by the raw value among the codes. */
export function expectChatRow(
  inquiry: Inquiry,
  told: Told<ToolName>,
  actual: Facts | undefined,
  chat: Chat,
  zone: string,
): void {
  const { codes, desk, hasCodes } = inquiry;
  const bare = {
    started_by: `code ${codes.chat_started_by[chat.startedBy]}`,
    ended_by: `code ${codes.chat_ended_by[chat.endedBy ?? 'none']}`,
  };
  const expected: Facts = Object.assign({}, rowOf(desk.service.world, chat, zone), {
    rating: chat.rating === undefined ? undefined : chat.rating * codes.rating.star,
  });
  for (const key of ['started_by', 'ended_by'] as const) {
    const isRaw = JSON.stringify(actual?.['codes'] ?? {}).includes(`"chat_${key}"`);
    if (!hasCodes && (actual?.[key] === bare[key] || (actual?.[key] === undefined && isRaw))) {
      expected[key] = actual?.[key];
      count(inquiry, told.tool, `chat_${key}`, 'left out');
    }
  }
  if (!hasCodes && actual !== undefined && 'codes' in actual) {
    // What is not settled is told by its raw value.
    expect(rawCodesOf(chat, codes)).toMatchObject(Object(actual['codes']));
    expected['codes'] = actual['codes'];
  }
  expectFacts(inquiry, told, actual, expected);
}

function rawCodesOf(chat: Chat, codes: Inquiry['codes']): Facts {
  return {
    is_missed: codes.is_missed[chat.missed ? 'missed' : 'served'],
    is_chat_transferred: codes.is_chat_transferred[chat.transferred ? 'yes' : 'no'],
    chat_started_by: codes.chat_started_by[chat.startedBy],
    chat_ended_by: codes.chat_ended_by[chat.endedBy ?? 'none'],
    rating: chat.rating === undefined ? codes.rating.none : chat.rating * codes.rating.star,
  };
}

/** The metrics of some chats, with ratings on the scale that the dialect shows. */
function metricsShown({ codes }: Inquiry, chats: readonly Chat[], isOfAgent: boolean): Facts {
  return (isOfAgent ? agentMetricsOf : metricsOf)(chats, codes.rating.star);
}

interface ChatsQuestion {
  readonly days: Days;
  readonly zone?: string;
  readonly agent?: number;
  readonly visitor?: number;
  readonly filter?: {
    readonly missed?: boolean;
    readonly transferred?: boolean;
    readonly rated?: boolean;
    readonly minStars?: Rating;
    readonly maxStars?: Rating;
  };
}

/** `list_chats`, all of its pages. */
export async function checkChats(inquiry: Inquiry, question: ChatsQuestion): Promise<void> {
  const { desk, codes } = inquiry;
  const { days, zone = 'UTC', agent, visitor, filter = {} } = question;
  const { missed, transferred, rated, minStars, maxStars } = filter;
  const args = {
    ...days,
    timezone: zone,
    limit: 100,
    ...(agent !== undefined && { agent: String(agent) }),
    ...(visitor !== undefined && { visitor: String(visitor) }),
    ...(missed !== undefined && { missed }),
    ...(transferred !== undefined && { transferred }),
    ...(rated !== undefined && { rated }),
    ...(minStars !== undefined && { min_rating: minStars * codes.rating.star }),
    ...(maxStars !== undefined && { max_rating: maxStars * codes.rating.star }),
  };
  const mayRefuse: readonly CodeName[] = [
    ...(missed === undefined ? [] : ['is_missed' as const]),
    ...(transferred === undefined ? [] : ['is_chat_transferred' as const]),
    ...(rated === undefined && minStars === undefined && maxStars === undefined ? [] : ['rating' as const]),
  ];
  const inPeriod = chatsOn(inquiry.chats, days, zone);
  const expected = truth({ ...desk.service.world, chats: inPeriod }).chatsIn({
    ...filter,
    ...(minStars !== undefined && { minRating: minStars }),
    ...(maxStars !== undefined && { maxRating: maxStars }),
    ...(agent !== undefined && { agentId: agent }),
    ...(visitor !== undefined && { visitorId: visitor }),
  });

  let atMost = (agent === undefined ? 0 : costOfAgents(inquiry)) + costOfDays(inquiry, days, zone, agent);
  let shown = 0;
  let cursor: string | undefined;
  do {
    const told = await ask(inquiry, 'list_chats', { ...args, ...(cursor && { cursor }) }, atMost, mayRefuse);
    if (told === undefined) return;
    const { total, summary, chats: rows, coverage, next_cursor: next } = told.data;
    expect(total, `total of ${JSON.stringify(args)}`).toBe(expected.length);
    expectFacts(inquiry, told, summary, metricsShown(inquiry, expected, agent !== undefined));
    expectWhole(inquiry, coverage, told.requests, days, zone);
    for (const [index, row] of rows.entries()) {
      const chat = expected[shown + index];
      expect(chat, `a row beyond the last of ${expected.length}`).toBeDefined();
      if (chat !== undefined) expectChatRow(inquiry, told, row, chat, zone);
    }
    shown += rows.length;
    cursor = next;
    atMost = 0;
    if (cursor !== undefined) expect(rows.length).toBeGreaterThan(0);
  } while (cursor !== undefined);
  expect(shown).toBe(expected.length);
}

interface PerformanceQuestion {
  readonly days: Days;
  readonly zone?: string;
  readonly agent?: number;
  readonly groupBy?: readonly Grouping[];
  /** The days before, as many. */
  readonly compared?: Days;
}

/** `get_support_performance`. */
export async function checkPerformance(inquiry: Inquiry, question: PerformanceQuestion): Promise<void> {
  const { codes } = inquiry;
  const { days, zone = 'UTC', agent, groupBy = [], compared } = question;
  const args = {
    ...days,
    timezone: zone,
    ...(agent !== undefined && { agent: String(agent) }),
    ...(groupBy.length > 0 && { group_by: groupBy, metrics: EVERY_METRIC, limit: 100 }),
    ...(compared !== undefined && { compare_to: 'previous_period' }),
    transcripts: 'loaded',
  };
  // Who came back after a missed chat is told by the day behind, too.
  const to = groupBy.length > 0 ? plusDays(days.to, 1) : days.to;
  const all = { from: compared?.from ?? days.from, to };
  const atMost = (agent === undefined ? 0 : costOfAgents(inquiry)) + costOfDays(inquiry, all, zone, agent);
  const told = await ask(inquiry, 'get_support_performance', args, atMost);
  if (told === undefined) return;
  const { period, overall, groups, comparison, coverage, next_cursor: next } = told.data;

  const isOfAgent = agent !== undefined;
  const ofAgent = inquiry.chats.filter(({ agentId }) => !isOfAgent || agentId === agent);
  const chats = chatsOn(ofAgent, days, zone);
  expect(period).toEqual({ ...days, timezone: zone });
  expectFacts(inquiry, told, ofRows(overall), metricsShown(inquiry, chats, isOfAgent));
  expectMarked(told);
  expectWhole(inquiry, coverage, told.requests, days, zone);

  if (groupBy.length > 0) {
    const expected = groupsOf(chats, groupBy, days, zone);
    expect(next, 'all groups fit into one answer').toBeUndefined();
    expect(groups?.map(({ key }) => key).toSorted()).toEqual([...expected.keys()].toSorted());
    for (const { key, metrics } of groups ?? []) {
      const isAgents = isOfAgent || (groupBy.includes('agent') && key !== 'none');
      expectFacts(inquiry, told, ofRows(metrics), metricsShown(inquiry, expected.get(String(key)) ?? [], isAgents));
    }
  }
  if (compared !== undefined) {
    const earlier = beforeCut(chatsOn(ofAgent, compared, zone), comparison?.cut_at, inquiry.desk.service.clock.now);
    expect(comparison?.period).toEqual({ ...compared, timezone: zone });
    expectFacts(inquiry, told, ofRows(comparison?.overall), metricsShown(inquiry, earlier, isOfAgent));
    expectFacts(inquiry, told, ofRows(comparison?.change), changeOf(earlier, chats, isOfAgent, codes.rating.star));
    expectWhole(inquiry, comparison?.coverage, told.requests, compared, zone);
  }
}
