import type { Chat, OfflineMessage, World } from '../../../src/sandbox/world/world.ts';
import { isoTime, wallTime } from '../../oracle/calendar.ts';
import { near, spread } from '../../oracle/figures.ts';
import { median } from '../../oracle/truth.ts';

// What is true of chats beyond what their rows tell at once, computed from the world alone, the slow and obvious way.

const MINUTE = 60_000;
const DAY = 86_400_000;

const share = (part: number, whole: number) => near(part / whole, 4);

/** A share as its count, what it is of, and its rate where it is of any. */
const shareOf = (name: string, count: number, of: number): Record<string, unknown> => ({
  [name]: count,
  [`${name}_of`]: of,
  ...(of > 0 && { [`${name}_rate`]: share(count, of) }),
});

/** Everything that an answer says of chats beside `metricsOf`, where all transcripts were read. */
export function besideOf(
  world: World,
  chats: readonly Chat[],
  {
    zone,
    agentId,
    within,
    isWhole,
    isCut = false,
    until,
  }: { zone: string; agentId?: number; within?: number; isWhole: boolean; isCut?: boolean; until?: number },
): Record<string, unknown> {
  return {
    ...sidesOf(chats),
    visitors: visitorsOf(chats),
    ...(isWhole && !isCut && agentId === undefined && repeatContactOf(chats)),
    ...(within !== undefined && { service_level: serviceLevelOf(chats, within, agentId !== undefined) }),
    ...(agentId !== undefined && !isCut && workloadOf(world, chats, zone, agentId)),
    ...agentsWithChatsOf(chats, zone),
    // Missed chats of the sandbox name no agent.
    ...(until !== undefined && agentId === undefined && cameBackOf(chats, world.chats, until)),
    ...responsesOf(world, chats),
  };
}

function sidesOf(chats: readonly Chat[]): Record<string, unknown> {
  const ended = chats.filter(({ missed, endedBy }) => !missed && endedBy !== undefined);
  const sides = (name: string, side: 'startedBy' | 'endedBy', some: readonly Chat[]) =>
    (['visitor', 'agent'] as const).map((who) =>
      shareOf(`${name}_${who}`, some.filter((chat) => chat[side] === who).length, some.length),
    );
  return Object.fromEntries(
    [...sides('started_by', 'startedBy', chats), ...sides('ended_by', 'endedBy', ended)].flatMap(Object.entries),
  );
}

function visitorsOf(chats: readonly Chat[]): unknown {
  const different = (some: readonly Chat[]) => new Set(some.map(({ visitorId }) => visitorId)).size;
  return { n: different(chats), served: different(chats.filter(({ missed }) => !missed)) };
}

function repeatContactOf(chats: readonly Chat[]): Record<string, unknown> {
  const visitors = [...Map.groupBy(chats, ({ visitorId }) => visitorId).values()];
  const repeated = visitors.filter((own) =>
    own.some((one) => own.some((other) => one !== other && Math.abs(one.requestedAt - other.requestedAt) <= 7 * DAY)),
  ).length;
  return shareOf('repeat_contact', repeated, visitors.length);
}

/** Of the missed chats among these, whose visitors came back within a day; not known until that day is over. */
export function cameBackOf(
  chats: readonly Chat[],
  all: readonly Chat[],
  until: number,
  messages: readonly OfflineMessage[] = [],
): Record<string, unknown> {
  const missed = chats.filter((chat) => chat.missed);
  const known = missed.filter(({ requestedAt }) => requestedAt + DAY < until);
  const visits = [
    ...all.filter((chat) => !chat.missed).map(({ visitorId, requestedAt: at }) => ({ visitorId, at })),
    ...messages.map(({ visitorId, receivedAt: at }) => ({ visitorId, at })),
  ];
  const back = known.filter(({ visitorId, requestedAt }) =>
    visits.some((visit) => visit.visitorId === visitorId && visit.at > requestedAt && visit.at <= requestedAt + DAY),
  );
  const unknown = missed.length - known.length;
  return {
    ...(known.length > 0 || unknown === 0 ? shareOf('came_back', back.length, known.length) : {}),
    ...(unknown > 0 && { came_back_unknown: unknown }),
  };
}

function serviceLevelOf(chats: readonly Chat[], within: number, isOfAgent: boolean): unknown {
  const served = chats.filter(({ missed }) => !missed);
  const inTime = served.filter(
    ({ requestedAt, startedAt = Number.POSITIVE_INFINITY }) => startedAt - requestedAt <= within * 1000,
  ).length;
  return {
    seconds: within,
    answered_within: inTime,
    // Missed chats of the sandbox name no agent, so of an agent's only the served ones are known.
    ...(chats.length > 0 && !isOfAgent && { rate: share(inTime, chats.length) }),
    ...(served.length > 0 && { rate_of_served: share(inTime, served.length) }),
  };
}

function workloadOf(world: World, chats: readonly Chat[], zone: string, agentId: number): Record<string, unknown> {
  const spans = chats.flatMap(({ missed, startedAt, endedAt = world.now }) =>
    missed || startedAt === undefined ? [] : [{ start: startedAt, end: endedAt }],
  );
  if (spans.length === 0) return {};
  const openAt = (at: number) => spans.filter(({ start, end }) => start <= at && at < end).length;
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b);
  const pieces = edges
    .slice(1)
    .map((end, index) => ({ open: openAt(edges[index] ?? end), time: end - (edges[index] ?? end) }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const engaged = sum(pieces.filter(({ open }) => open > 0).map(({ time }) => time));
  const hours = new Set(spans.flatMap(({ start, end }) => hoursTouched(start, end, zone)));
  const limit = world.agents.find((agent) => agent.agentId === agentId)?.concurrentChatLimit;
  return {
    ...(engaged > 0 && {
      concurrency: {
        mean: near(sum(pieces.map(({ open, time }) => open * time)) / engaged, 2),
        peak: Math.max(...edges.map(openAt)),
        limit,
        ...(limit !== undefined && {
          at_limit: share(sum(pieces.filter(({ open }) => open >= limit).map(({ time }) => time)), engaged),
        }),
      },
    }),
    chats_per_engaged_hour: near(spans.length / hours.size, 2),
  };
}

function agentsWithChatsOf(chats: readonly Chat[], zone: string): Record<string, unknown> {
  if (chats.length === 0) return {};
  const agentsOf = (some: readonly Chat[]) =>
    new Set(some.flatMap(({ missed, agentId }) => (missed ? [] : (agentId ?? [])))).size;
  const days = [...Map.groupBy(chats, ({ requestedAt }) => wallTime(zone, requestedAt).day).values()];
  const met = days.map(agentsOf).reduce((total, count) => total + count, 0);
  return { agents_with_chats: { mean: near(met / days.length, 2), n: agentsOf(chats), days: days.length } };
}

/** The hours on the wall, each with the offset of its zone: one that is repeated is another one. */
function hoursTouched(start: number, end: number, zone: string): string[] {
  const hours = [];
  for (let at = start; at < end; at += MINUTE) hours.push(hourOf(at, zone));
  return [...hours, hourOf(Math.max(start, end - 1), zone)];
}

const hourOf = (at: number, zone: string) => isoTime(zone, at).replace(/:\d\d:\d\d/, '');

/** The response times of served chats that have ended. */
function responsesOf(world: World, chats: readonly Chat[]): Record<string, unknown> {
  const over = chats.filter(({ missed, endedAt = Number.POSITIVE_INFINITY }) => !missed && endedAt <= world.now);
  if (over.length === 0) return {};
  const told = over.map(({ messages }) => messages.filter(({ author }) => author === 'visitor' || author === 'agent'));
  const all = { population: over.length, sampled: over.length, estimated: false };
  const firsts = told.flatMap((messages) => firstResponse(messages) ?? []);
  const asked = told.filter((messages) => messages.some(({ author }) => author === 'visitor')).length;
  const ofDropped = over.filter(dropped).length;
  return {
    messages: { ...Object(spread(told.map(({ length }) => length))), ...all },
    first_response_seconds: { ...Object(spread(firsts)), ...all, never_answered: asked - firsts.length },
    response_seconds: { ...Object(spread(told.flatMap(responses))), ...all },
    dropped: { ...all, dropped: ofDropped, rate: share(ofDropped, over.length) },
  };
}

type Told = Pick<Chat['messages'][number], 'author' | 'at'>;

function firstResponse(messages: readonly Told[]): number | undefined {
  const question = messages.findIndex(({ author }) => author === 'visitor');
  const answer = messages.find(({ author }, index) => question !== -1 && index > question && author === 'agent');
  return answer && (answer.at - (messages[question]?.at ?? 0)) / 1000;
}

/** The first message of each run of the visitor's, until the agent's next. */
function responses(messages: readonly Told[]): number[] {
  return messages.flatMap(({ author, at }, index) => {
    const isFirstOfRun = author === 'visitor' && messages[index - 1]?.author !== 'visitor';
    const answer = messages.slice(index).find((later) => later.author === 'agent');
    return isFirstOfRun && answer !== undefined ? [(answer.at - at) / 1000] : [];
  });
}

/** Whether the visitor wrote last, bots and the system aside. */
export function dropped({ messages }: Chat): boolean {
  return messages.findLast(({ author }) => author === 'visitor' || author === 'agent')?.author === 'visitor';
}

/** The median first response of some chats, in seconds; undefined where nobody was answered. */
export function medianFirstResponse(chats: readonly Chat[]): number | undefined {
  return median(chats.flatMap(({ messages }) => firstResponse(messages) ?? []));
}

/** The median of all responses in some chats, in seconds. */
export function medianResponse(chats: readonly Chat[]): number | undefined {
  return median(
    chats.flatMap(({ messages }) =>
      responses(messages.filter(({ author }) => author === 'visitor' || author === 'agent')),
    ),
  );
}
