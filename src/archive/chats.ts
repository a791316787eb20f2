import type { NotNull } from 'kysely';
import { isComplete, weakerBasis, type Basis, type Coverage } from '../model/coverage.ts';
import { addDays, contiguousRanges, daysOf, startOfDay, utcDayOf, type DayRange, type UtcDay } from '../model/day.ts';
import type { AgentId, VisitorId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Chat } from '../model/records.ts';
import { seconds, type Clock, type EpochMillis } from '../model/units.ts';
import type { Upstream } from '../upstream/client.ts';
import { worthOf, type Look, type MaximumAges } from './freshness.ts';
import { basisOfFailure } from './failure.ts';
import { chatFrom, chatRow } from './rows.ts';
import type { CoveredDayRow } from './schema.ts';
import type { AccountTables, Tables } from './tables.ts';
import type { WalkOutcome, WalkPlan, Walks } from './walks.ts';

/** Which chats a question is about: requested from `start` until just before `end`, or ever. */
interface ChatSelection {
  readonly start?: EpochMillis;
  readonly end?: EpochMillis;
  readonly agentId?: AgentId | undefined;
  readonly visitorIds?: readonly VisitorId[] | undefined;
}

interface DayLook extends Look {
  readonly basis: Basis;
  readonly rejected: number;
}

/** The chat list, kept by UTC day. */
export class Chats {
  readonly #tables: AccountTables;
  readonly #walks: Walks;
  readonly #upstream: Upstream;
  readonly #clock: Clock;
  readonly #lookBackDays: number;
  readonly #maximumAges: MaximumAges;

  constructor(
    tables: AccountTables,
    walks: Walks,
    upstream: Upstream,
    clock: Clock,
    settings: { readonly lookBackDays: number; readonly maximumAges: MaximumAges },
  ) {
    this.#tables = tables;
    this.#walks = walks;
    this.#upstream = upstream;
    this.#clock = clock;
    this.#lookBackDays = settings.lookBackDays;
    this.#maximumAges = settings.maximumAges;
  }

  /** The chats of a selection that are at hand, newest first. */
  async find({ start, end, agentId, visitorIds }: ChatSelection): Promise<Chat[]> {
    let query = this.#tables.chats();
    if (start !== undefined) query = query.where('requested_at', '>=', start);
    if (end !== undefined) query = query.where('requested_at', '<', end);
    if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
    if (visitorIds !== undefined) query = query.where('visitor_id', 'in', visitorIds);
    const rows = await query.orderBy('requested_at', 'desc').orderBy('chat_id', 'desc').selectAll().execute();
    return rows.map(chatFrom);
  }

  /** The newest chats at hand. */
  async newest(count: number): Promise<Chat[]> {
    const rows = await this.#tables.chats().orderBy('requested_at', 'desc').limit(count).selectAll().execute();
    return rows.map(chatFrom);
  }

  /**
   * Reads what is missing of a range of UTC days, of all agents or of one, until the question's deadline, and says
   * what is covered then. Days that are over are read once, and once more after the look-back. Throws what upstream
   * throws when nothing of the range is known.
   */
  async cover(range: DayRange, agentId: AgentId | undefined, question: Question): Promise<Coverage> {
    let failure: Basis | undefined;
    let cutShort = false;
    try {
      cutShort = !(await this.#readWhatIsDue(range, agentId, question));
    } catch (error) {
      const looks = await this.#looks(range, agentId);
      failure = basisOfFailure(error, looks.size > 0);
    }
    return this.#coverageOf(range, agentId, failure ?? (cutShort ? 'partial' : 'proven'));
  }

  /** What is covered of a range without reading anything. */
  coverageOf(range: DayRange): Promise<Coverage> {
    return this.#coverageOf(range, undefined, 'proven');
  }

  /** Answers whether all that was due could be read, and believed. */
  async #readWhatIsDue(range: DayRange, agentId: AgentId | undefined, question: Question): Promise<boolean> {
    const before = await this.#looks(range, agentId);
    let due = daysOf(range).filter((day) => this.#worth(day, before.get(day)) !== 'fresh');
    // The second round is for a last day whose margin proved nothing.
    for (const margin of [1, 2]) {
      // The newest days first: they are asked for most.
      for (const run of contiguousRanges(due).toReversed()) {
        const resumed = await this.#interruptedWalkFor(run, agentId);
        if (!(await this.#walks.walk(this.#plan(resumed ?? run, agentId, margin), question))) return false;
      }
      const now = await this.#looks(range, agentId);
      due = due.filter((day) => now.get(day)?.at === before.get(day)?.at);
    }
    return due.length === 0;
  }

  #worth(day: UtcDay, look: Look | undefined): ReturnType<typeof worthOf> {
    return worthOf(day, look, this.#clock(), this.#lookBackDays, this.#maximumAges.today);
  }

  /** The latest look at each day, at all agents or at this one. */
  async #looks(range: DayRange, agentId: AgentId | undefined): Promise<Map<UtcDay, DayLook>> {
    const rows = await this.#tables
      .coveredDays()
      .where('day', '>=', range.from)
      .where('day', '<=', range.to)
      .where('looked_at', '<=', this.#clock())
      .where('agent_id', 'in', [0, ...(agentId === undefined ? [] : [agentId])])
      .orderBy('looked_at')
      .selectAll()
      .execute();
    return new Map(
      rows.map((row) => [
        row.day,
        {
          at: row.looked_at,
          openChats: row.open_chats,
          isFlawed: row.rejected > 0 || row.vanished_chats > 0 || row.basis === 'capped',
          basis: row.basis,
          rejected: row.rejected,
        },
      ]),
    );
  }

  /**
   * How a run of days is walked. The specification leaves open whether `date_to` is inclusive and whether it filters
   * by request or by start, so the walk asks for `margin` days more and rows are told apart by their request time. If
   * the first margin day shows no row, the last day may still be cut off, and is left to a walk with a wider margin.
   */
  #plan(run: DayRange, agentId: AgentId | undefined, margin: number): WalkPlan<Chat> {
    const proven = async (tables: Tables, lookedAt: EpochMillis): Promise<DayRange> => {
      const isProven = margin > 1 || run.to >= utcDayOf(lookedAt) || (await reachesBeyond(tables, run.to, lookedAt));
      return isProven ? run : { from: run.from, to: addDays(run.to, -1) };
    };
    return {
      key: `chats ${run.from} ${run.to} ${agentId ?? 0} ${margin}`,
      scope: { ...run, agentId: agentId ?? 0, margin },
      what: 'pages of chats',
      idOf: ({ chatId }) => chatId,
      fetch: (page, context) =>
        this.#upstream.listChats(
          { page, from: run.from, to: addDays(run.to, margin), ...(agentId !== undefined && { agentId }) },
          context,
        ),
      store: async (tables, rows, seenAt) => {
        await tables.upsert(
          'chats',
          rows.map((chat) => chatRow(chat, tables.account, seenAt)),
        );
      },
      cover: async (tables, outcome) => markCovered(tables, await proven(tables, outcome.lookedAt), agentId, outcome),
      seenSince: (tables, moment) => tables.idsIn('chats', 'since', moment),
      unseenSince: async (tables, moment) => {
        const chats = chatsOfDays(tables, await proven(tables, moment), agentId);
        const unseen = await chats.where('seen_at', '<', moment).select('chat_id').execute();
        return unseen.map(({ chat_id }) => chat_id);
      },
      markGone: async (tables, ids, at) => {
        // A chat that is not in one agent's list any more may have gone on to another agent.
        if (agentId === undefined) await tables.markGone('chats', ids, at);
      },
    };
  }

  /** An interrupted walk over these days and not many more, with which to go on instead of beginning anew. */
  async #interruptedWalkFor(run: DayRange, agentId: AgentId | undefined): Promise<DayRange | undefined> {
    const walks = await this.#walks
      .resumable()
      .where('from_day', '<=', run.from)
      .where('to_day', '>=', run.to)
      .where('agent_id', '=', agentId ?? 0)
      .where('margin', '=', 1)
      .select(['from_day as from', 'to_day as to'])
      .$narrowType<{ from: NotNull; to: NotNull }>()
      .execute();
    return walks.find((walk) => daysOf(walk).length <= 2 * daysOf(run).length);
  }

  async #coverageOf(range: DayRange, agentId: AgentId | undefined, basis: Basis): Promise<Coverage> {
    const days = daysOf(range);
    const looks = await this.#looks(range, agentId);
    const usable = days.filter((day) => this.#worth(day, looks.get(day)) !== 'unknown');
    const usableLooks = usable.flatMap((day) => looks.get(day) ?? []);
    const changing = usable.flatMap((day) => {
      const look = looks.get(day);
      return look !== undefined && look.at < startOfDay(addDays(day, 1 + this.#lookBackDays)) ? [look] : [];
    });
    const ages = (changing.length > 0 ? changing : usableLooks).map(({ at }) => at);
    const [oldest] = ages.sort((one, other) => one - other);
    const coverage: Coverage = {
      basis: usableLooks.reduce((weakest, look) => weakerBasis(weakest, look.basis), basis),
      asked: days.length,
      covered: usable.length,
      rejectedRecords: sum(new Map(usableLooks.map(({ at, rejected }) => [at, rejected])).values()),
      ...(oldest !== undefined && { asOf: oldest }),
    };
    if (isComplete(coverage) || usable.length === days.length) return coverage;
    const partial = { ...coverage, basis: weakerBasis(coverage.basis, 'partial') };
    const remaining = await this.#remaining(range, days.length - usable.length);
    return remaining === undefined ? partial : { ...partial, remaining };
  }

  /** What the missing days would cost, judged by the days of the range of which chats are known. */
  async #remaining(range: DayRange, missingDays: number): Promise<Coverage['remaining']> {
    const rows = await chatsOfDays(this.#tables, range, undefined).select('requested_at').execute();
    const known = new Set(rows.map((row) => utcDayOf(row.requested_at))).size;
    if (known === 0) return undefined;
    const unread = Math.max(0, (rows.length / known) * Math.min(missingDays, daysOf(range).length - known));
    const requests = Math.ceil(unread / this.#walks.pageSize) + 2;
    const { perMinute, usedLastMinute } = this.#upstream.budget();
    const free = Math.max(0, perMinute - usedLastMinute);
    return { requests, seconds: seconds((Math.max(0, requests - free) * 60) / perMinute) };
  }
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
  const vanished = await tables.kept.chats().where('gone_at', '=', lookedAt).select('requested_at').execute();
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

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
