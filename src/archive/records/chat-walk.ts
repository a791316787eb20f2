import {
  addDays,
  daysOf,
  parseUtcDay,
  startOfDay,
  utcDayOf,
  type DayRange,
  type UtcDay,
} from '../../model/time/day.ts';
import { AgentId, ChatId } from '../../model/ids.ts';
import type { Chat } from '../../model/records.ts';
import { epochMillis, type Clock, type EpochMillis } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { chatRow } from '../schema/row-conversion.ts';
import type { CoveredDayRow } from '../schema/schema.ts';
import type { Tables } from '../tables/tables.ts';
import { keepTranscript } from './transcripts.ts';
import { estimateChats } from '../walking/volume.ts';
import type { WalkScope } from '../walking/walk-log.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { WalkPlan, WalkOutcome } from '../walking/walk-plan.ts';

/**
 * Plans the walk of a run of days. The specification leaves open whether `date_to` is inclusive and whether it filters
 * by request or by start, so the walk asks for `margin` days more and rows are told apart by their request time. If the
 * first margin day shows no row, the last day may still be cut off, and is left to a walk with a wider margin.
 */
export function chatWalk(
  scope: WalkScope,
  upstream: Pick<Upstream, 'listChats' | 'getChat'>,
  clock: Clock,
): WalkPlan<Chat> & { readonly scope: WalkScope } {
  const { from, to, margin } = scope;
  const agentId = scope.agentId === 0 ? undefined : scope.agentId;
  const proven = async (tables: Tables, lookedAt: EpochMillis): Promise<DayRange> => {
    const isProven = margin > 1 || to >= utcDayOf(lookedAt) || (await reachesBeyond(tables, to, lookedAt));
    return { from, to: isProven ? to : addDays(to, -1) };
  };
  return {
    key: keyOf(scope),
    scope,
    list: 'chats',
    span: { from: startOfDay(from), to: epochMillis(Math.min(startOfDay(addDays(to, margin + 1)), clock())) },
    what: 'pages of chats',
    idOf: ({ chatId }) => chatId,
    arrivalOf: ({ requestedAt }) => requestedAt,
    expect: (tables, startedAt) => estimateChats(tables, scope, startedAt, clock()),
    fetch: (page, context) =>
      upstream.listChats(omitUndefined({ page, from, to: addDays(to, margin), agentId }), context),
    store: async (tables, rows, seenAt) => {
      const seen = rows.map((chat) => chatRow(chat, tables.account, seenAt));
      await tables.keepSeen('chats', seen, clock());
    },
    cover: async (tables, outcome) => markCovered(tables, await proven(tables, outcome.lookedAt), agentId, outcome),
    unseenSince: async (tables, moment) => {
      const chats = chatsOfDays(tables, await proven(tables, moment), agentId);
      const unseen = await chats.where('seen_at', '<', moment).select('chat_id').execute();
      return unseen.map(({ chat_id }) => chat_id);
    },
    look: async (tables, id, ask) => {
      const chatId = ChatId.parse(id);
      const { answer, at } = await ask((context) => upstream.getChat(chatId, context));
      await keepTranscript(tables, answer, at, clock());
      const { chat } = answer;
      const day = utcDayOf(chat.requestedAt);
      // It may have gone on to another agent. One that still runs need not be listed.
      const isOfAgent = agentId === undefined || chat.agent?.agentId === agentId;
      const isRunning = chat.startedAt !== undefined && chat.endedAt === undefined;
      return isOfAgent && !isRunning && day >= from && day <= to;
    },
  };
}

/** Names a walk of chats, among all. */
export function keyOf({ from, to, agentId, margin }: WalkScope): string {
  return `chats ${from} ${to} ${agentId} ${margin}`;
}

/** Returns the days and agent of a walk of chats by its key; undefined for any other key. */
export function scopeOf(key: string): WalkScope | undefined {
  const [, from, to, agentId, margin] = /^chats (\S{10}) (\S{10}) (\d+) (\d+)$/.exec(key) ?? [];
  const agent = AgentId.safeParse(Number(agentId));
  if (from === undefined || to === undefined) return undefined;
  return {
    from: parseUtcDay(from),
    to: parseUtcDay(to),
    agentId: agent.success ? agent.data : 0,
    margin: Number(margin),
  };
}

/** The chats of some days, of all agents or of one. */
function chatsOfDays(tables: Tables, { from, to }: DayRange, agentId: AgentId | undefined) {
  const chats = tables
    .chats()
    .where('requested_at', '>=', startOfDay(from))
    .where('requested_at', '<', startOfDay(addDays(to, 1)));
  return agentId === undefined ? chats : chats.where('agent_id', '=', agentId);
}

async function reachesBeyond(tables: Tables, day: UtcDay, lookedAt: EpochMillis): Promise<boolean> {
  const next = startOfDay(addDays(day, 1));
  const row = await tables
    .chats()
    .where('seen_at', '>=', lookedAt)
    .where((or) => or.or([or('requested_at', '>=', next), or('started_at', '>=', next)]))
    .where('requested_at', '<', startOfDay(addDays(day, 2)))
    .select('chat_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function markCovered(
  tables: Tables,
  days: DayRange,
  agentId: AgentId | undefined,
  { lookedAt, basis, rejected }: WalkOutcome,
): Promise<void> {
  const open = await chatsOfDays(tables, days, agentId)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .select('requested_at')
    .execute();
  const vanished = await tables.kept.chats().where('gone_at', '>=', lookedAt).select('requested_at').execute();
  const countOn = (day: UtcDay, rows: typeof open): number =>
    rows.filter((row) => utcDayOf(row.requested_at) === day).length;
  await tables.upsert(
    'covered_days',
    daysOf(days).map((day): CoveredDayRow => ({
      account: tables.account,
      day,
      agent_id: agentId ?? 0,
      looked_at: lookedAt,
      basis,
      open_chats: countOn(day, open),
      vanished_chats: countOn(day, vanished),
      rejected,
    })),
  );
}
