import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  subarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chat, Message, World } from '../../../src/sandbox/world/world.ts';
import { runs } from '../../support/runs.ts';
import { DAY, first, HOUR, MINUTE, smallWorld, startDesk } from '../../mcp/desk.ts';
import { besideOf } from './expected-performance.ts';
import { WEEKDAYS, wallTime } from '../../oracle/calendar.ts';
import { EVERY_METRIC, agentMetricsOf, metricsOf } from '../../oracle/figures.ts';
import { type Grouping, cutsAgents, groupsOf } from '../../oracle/groups.ts';

// Metrics against the truth, on worlds that are made to be difficult: days on which clocks change, zones with half hours,
// chats over midnight, bots first, agents who never answer, transfers, chats that go on, and nothing at all.

/** Zones, each with a moment shortly after its clocks changed. */
const PLACES = [
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 20)],
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 20)],
  ['America/New_York', Date.UTC(2026, 10, 1, 23)],
  ['America/St_Johns', Date.UTC(2026, 2, 8, 22)],
  ['Asia/Kolkata', Date.UTC(2026, 10, 18, 15)],
  ['Asia/Kathmandu', Date.UTC(2026, 10, 18, 20)],
  ['UTC', Date.UTC(2026, 10, 18, 15)],
] as const;

const plan = record({
  /** Before now: often around the midnights and the changes of clocks of the last days. */
  ago: oneof(
    integer({ min: 5 * MINUTE, max: 8 * DAY }),
    integer({ min: 5 * MINUTE, max: 30 * HOUR }),
    integer({ min: 2, max: 9 }).map((hours) => hours * HOUR),
  ),
  wait: oneof(constantFrom(0, 20_000, 20_001), nat(10 * MINUTE)),
  length: oneof(constantFrom(0, 1, HOUR), nat(5 * HOUR)),
  kind: constantFrom('missed', 'served', 'served', 'served', 'running'),
  agent: nat(2),
  visitor: nat(4),
  startedBy: constantFrom('visitor', 'agent'),
  endedBy: constantFrom('visitor', 'agent'),
  rating: option(constantFrom(1, 4, 5)),
  transferred: boolean(),
  talk: array(constantFrom('visitor', 'visitor', 'agent', 'agent', 'bot', 'system'), { maxLength: 9 }),
} as const);
type Plan = typeof plan extends { generate: (...args: never[]) => { value: infer Value } } ? Value : never;

function worldOf(now: number, plans: readonly Plan[]): World {
  const world = smallWorld(7, now);
  const [someone] = world.chats;
  if (someone === undefined) throw new Error('a world without a chat');
  world.chats = plans
    .map((plan, index) => chatOf(world, someone, plan, index))
    .sort((one, other) => one.requestedAt - other.requestedAt);
  return world;
}

function chatOf(world: World, { whereabouts }: Chat, plan: Plan, index: number): Chat {
  const { kind, wait, length, startedBy, endedBy, rating, transferred, talk } = plan;
  const isMissed = kind === 'missed';
  const now = world.now;
  const requestedAt = now - plan.ago;
  const startedAt = Math.min(requestedAt + wait, now);
  const isRunning = kind === 'running' && now - startedAt < DAY;
  const endedAt = Math.min(startedAt + length, now);
  const visitor = world.visitors[plan.visitor];
  const agent = world.agents[plan.agent];
  const contact = { visitorName: `Visitor No ${plan.visitor}`, visitorEmail: '', visitorPhone: '' };
  const until = isMissed || isRunning ? now : endedAt;
  const author = (side: (typeof talk)[number]): string =>
    side === 'visitor' ? contact.visitorName : side === 'agent' ? `${agent?.firstName} ${agent?.lastName}` : side;
  // Nobody writes as the agent in a chat that was missed.
  const lines = talk.filter((side) => !isMissed || side !== 'agent');
  const messages = lines.map((side, place): Message => ({
    author: side,
    authorName: author(side),
    text: `line ${place}`,
    at: Math.floor(requestedAt + ((until - requestedAt) * (place + 1)) / (lines.length + 1)),
  }));
  return {
    chatId: 1000 + index,
    requestedAt,
    missed: isMissed,
    startedBy,
    transferred: !isMissed && transferred,
    visitorId: visitor?.visitorId ?? 1,
    ...contact,
    whereabouts,
    messages,
    ...(!isMissed && { startedAt, agentId: agent?.agentId ?? 1 }),
    ...(!isMissed && !isRunning && { endedAt, endedBy }),
    ...(!isMissed && !isRunning && rating !== null && { rating }),
  };
}

const question = record({
  groupBy: constantFrom<readonly Grouping[]>(
    ['agent'],
    ['day'],
    ['hour'],
    ['weekday'],
    ['week'],
    ['visitor'],
    ['rating'],
    ['started_by'],
    ['agent', 'day'],
    ['weekday', 'hour'],
    ['agent', 'rating'],
    ['ended_by', 'hour'],
    ['transferred', 'visitor'],
  ),
  agent: option(nat(2), { freq: 3 }),
  weekdays: option(subarray([...WEEKDAYS], { minLength: 1 }), { freq: 3 }),
  hours: option(
    record({ from: nat(23), until: integer({ min: 1, max: 24 }) }).filter(({ from, until }) => from !== until),
    {
      freq: 3,
    },
  ),
  within: option(constantFrom(1, 20, 300)),
});

describe('metrics of any chats', () => {
  test.each(PLACES)('in %s, at %i', async (zone, now) => {
    await assert(
      asyncProperty(array(plan, { maxLength: 30 }), question, async (plans, { groupBy, within, ...asked }) => {
        const world = worldOf(now, plans);
        await using desk = await startDesk(world);
        const agentId = asked.agent === null ? undefined : first(world.agents.slice(asked.agent)).agentId;
        // At least a week, also where clocks were put forward: so that who came back is told.
        const days = { from: wallTime(zone, now - 7 * DAY).day, to: wallTime(zone, now).day };
        const hours = asked.hours ?? undefined;
        const chats = world.chats.filter((chat) => {
          const { day, time } = wallTime(zone, chat.requestedAt);
          const hour = Number(time.slice(0, 2));
          const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
          return (
            day >= days.from &&
            day <= days.to &&
            (agentId === undefined || chat.agentId === agentId) &&
            (asked.weekdays === null || (weekday !== undefined && asked.weekdays.includes(weekday))) &&
            (hours === undefined ||
              (hours.from < hours.until
                ? hour >= hours.from && hour < hours.until
                : hour >= hours.from || hour < hours.until))
          );
        });
        const isCut = hours !== undefined || asked.weekdays !== null;
        const areGroupsCut = groupBy.some(cutsAgents);
        const expected = (some: readonly Chat[], ofAgent: number | undefined, isWhole: boolean) => ({
          ...(ofAgent === undefined ? metricsOf(some) : agentMetricsOf(some)),
          ...besideOf(world, some, {
            zone,
            isWhole,
            until: now,
            isCut: isCut || (!isWhole && areGroupsCut),
            ...(ofAgent !== undefined && { agentId: ofAgent }),
            ...(within !== null && { within }),
          }),
        });

        const { data } = await desk.ask('get_support_performance', {
          ...days,
          timezone: zone,
          group_by: groupBy,
          metrics: EVERY_METRIC,
          limit: 100,
          ...(agentId !== undefined && { agent: String(agentId) }),
          ...(asked.weekdays !== null && { weekdays: asked.weekdays }),
          ...(hours !== undefined && { hours: `${hours.from}-${hours.until}` }),
          ...(within !== null && { service_level_seconds: within }),
        });
        expect(data.overall).toEqual(expected(chats, agentId, true));
        const groups = groupsOf(chats, groupBy, days, zone);
        for (const { key, metrics } of data.groups ?? []) {
          const keys = [key].flat();
          const own = groupBy.includes('agent') ? keys[groupBy.indexOf('agent')] : undefined;
          const ofAgent = own === undefined || own === 'none' ? agentId : Number(own);
          expect(metrics, keys.join(' ')).toEqual(expected(groups.get(keys.join(' ')) ?? [], ofAgent, false));
        }
        if (data.next_cursor === undefined) {
          const shown = new Set(data.groups?.map(({ key }) => [key].flat().join(' ')));
          expect([...groups].filter(([key, { length }]) => length > 0 && !shown.has(key))).toEqual([]);
        }
      }),
      { numRuns: runs(12, 5) },
    );
  });
});

test('a chat that is answered in just the time that is promised is answered in time', async () => {
  const world = smallWorld();
  const served = world.chats.filter(({ missed }) => !missed);
  for (const chat of served) chat.startedAt = chat.requestedAt + 20_000;
  await using desk = await startDesk(world);
  const rateWithin = async (seconds: number): Promise<unknown> => {
    const asked = { period: 'last_7_days', service_level_seconds: seconds, metrics: 'service_level' };
    return (await desk.ask('get_support_performance', asked)).data.overall['service_level'];
  };
  expect(await rateWithin(19)).toMatchObject({ answered_within: 0, rate_of_served: 0 });
  expect(await rateWithin(20)).toMatchObject({ rate_of_served: 1 });
});
