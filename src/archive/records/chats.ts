import {
  causeOf,
  isComplete,
  remainingOf,
  weakerBasis,
  type Basis,
  type Coverage,
  type Plan,
} from '../../model/coverage.ts';
import { contiguousRanges, daysOf, parseUtcDay, utcDayOf, type DayRange } from '../../model/time/day.ts';
import type { AgentId, ChatId, VisitorId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Chat, NamedAgent } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import { readColumns, type ColumnSelection } from '../figures/read-columns.ts';
import { ColumnCache } from '../figures/column-cache.ts';
import { runsOf, type DayRun } from '../walking/archived-days.ts';
import { DayChecks } from './day-checks.ts';
import type { DayLooks, Looks } from '../walking/day-looks.ts';
import { isDoubted, seenUntil, type Look } from '../walking/freshness.ts';
import { basisOfFailure } from '../walking/failed-reading.ts';
import { revisionOf } from '../tables/revision.ts';
import { agentFrom, chatFrom } from '../schema/row-conversion.ts';
import { batchesOf } from '../tables/batches.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import type { Asking } from '../reader/asking.ts';
import type { Plans } from '../reader/plan.ts';
import { sql, type RawBuilder } from 'kysely';
import { statement, type Given } from '../tables/statement.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';

/** The listed chats among some ids. */
const BY_IDS = statement((tables, given: Given<{ chatIds: readonly ChatId[] }>) =>
  tables
    .chats()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .selectAll(),
);

/** The chats of a visitor, newest first. */
const ofVisitor = (tables: Tables, visitorId: RawBuilder<VisitorId>) =>
  tables
    .chats()
    .where('visitor_id', '=', visitorId)
    // The plus keeps SQLite from reading everything by time where an index finds the few.
    .orderBy(sql`+requested_at`, 'desc')
    .orderBy('chat_id', 'desc');

const NEWEST_OF_VISITOR = statement((tables, given: Given<{ visitorId: VisitorId; limit: number }>) =>
  ofVisitor(tables, given.value('visitorId')).limit(given.value('limit')).selectAll(),
);

const IDS_OF_VISITOR = statement((tables, given: Given<{ visitorId: VisitorId }>) =>
  ofVisitor(tables, given.value('visitorId')).select('chat_id'),
);

/** Hardly any visitor has more chats. */
const CHATS_OF_VISITOR = 200;

/** Before it, nothing is asked for (model/calendar/period.ts). */
const FIRST_DAY = parseUtcDay('1970-01-01');

const STATES = { fresh: 'read', due: 'due', unknown: 'unread' } as const;

interface ChatSettings {
  /** The days of everybody's chats that are kept in memory, to be shared. */
  readonly columns?: ColumnCache;
  /** The days that were checked, to be shared. */
  readonly checks?: DayChecks;
}

/** The chat list, kept by UTC day. Where its tables show the chats of one agent alone, so does it. */
export class Chats {
  readonly #tables: AccountTables;
  readonly #looks: DayLooks;
  readonly #asking: Asking;
  readonly #plans: Plans;
  readonly #clock: Clock;
  readonly #columns: ColumnCache;
  readonly #checks: DayChecks;

  constructor(
    tables: AccountTables,
    looks: DayLooks,
    { asking, plans, clock }: { readonly asking: Asking; readonly plans: Plans; readonly clock: Clock },
    settings: ChatSettings = {},
  ) {
    this.#columns = settings.columns ?? new ColumnCache();
    this.#checks = settings.checks ?? new DayChecks(tables, clock);
    this.#tables = tables;
    this.#looks = looks;
    this.#asking = asking;
    this.#plans = plans;
    this.#clock = clock;
  }

  /** The number of changes of chats so far (`Archive.revision`). */
  revision(): Promise<number> {
    return revisionOf(this.#tables, 'chats');
  }

  /** The chats of a visitor that are at hand, newest first. */
  async ofVisitor(visitorId: VisitorId): Promise<Chat[]> {
    const newest = await NEWEST_OF_VISITOR(this.#tables, { visitorId, limit: CHATS_OF_VISITOR });
    if (newest.length < CHATS_OF_VISITOR) return newest.map(chatFrom);
    // All rows in one statement would hold everything else up.
    const ids = (await IDS_OF_VISITOR(this.#tables, { visitorId })).map((row) => row.chat_id);
    const chats = await mapInSlices(batchesOf(ids), (some) => this.byIds(some));
    return chats.flat();
  }

  /**
   * The columns of the listed chats requested from `start` until just before `end`, of all agents or of one: newest
   * first, a day or a few at a time.
   */
  columns(selection: ColumnSelection): AsyncIterable<ChatSelection> {
    return readColumns(this.#tables, selection, utcDayOf(this.#clock()), this.#columns);
  }

  /** The listed chats among some ids, in the order of these. */
  async byIds(chatIds: readonly ChatId[]): Promise<Chat[]> {
    if (chatIds.length === 0) return [];
    const rows = await BY_IDS(this.#tables, { chatIds });
    const chats = new Map(rows.map((row) => [row.chat_id, chatFrom(row)]));
    return chatIds.flatMap((chatId) => chats.get(chatId) ?? []);
  }

  /** The agents whom listed chats name, each as the newest of these does. */
  async namedAgents(): Promise<NamedAgent[]> {
    const rows = await this.#tables
      .chats()
      .where('agent_id', 'is not', null)
      .groupBy(['agent_id', 'agent_first_name', 'agent_last_name', 'agent_email'])
      .select(({ fn }) => [
        'agent_id',
        'agent_first_name',
        'agent_last_name',
        'agent_email',
        fn.max('requested_at').as('latest'),
      ])
      .orderBy('latest')
      .execute();
    return [...new Map(rows.map((row) => [row.agent_id, row])).values()].flatMap((row) => agentFrom(row) ?? []);
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
  async cover(range: DayRange, asked: AgentId | undefined, question: Question): Promise<Coverage> {
    if (this.#tables.shown.chats === 'none') return notShown(range);
    const agentId = this.#tables.own ?? asked;
    try {
      await this.#checks.check(range);
      const { isRead, opensIn, looks } = await this.#readWhatIsDue(range, agentId, question);
      const coverage = await this.#coverageOf(range, agentId, isRead ? 'proven' : 'partial', looks);
      return opensIn === undefined ? coverage : { ...coverage, opensIn };
    } catch (error) {
      const looks = await this.#looks.at(range, agentId);
      const coverage = await this.#coverageOf(range, agentId, basisOfFailure(error, looks.size > 0));
      return { ...coverage, ...causeOf(error) };
    }
  }

  /** The coverage of a range. Nothing is read for it. */
  async coverageOf(range: DayRange): Promise<Coverage> {
    if (this.#tables.shown.chats === 'none') return notShown(range);
    return this.#coverageOf(range, this.#tables.own, 'proven');
  }

  /** The UTC days of chats from the first that was read until today, as they are at hand; none where none was read. */
  async dayRuns(): Promise<DayRun[]> {
    if (this.#tables.shown.chats === 'none') return [];
    const today = utcDayOf(this.#clock());
    const looks = await this.#looks.at({ from: FIRST_DAY, to: today }, this.#tables.own);
    const [from] = [...looks.keys()].sort();
    return from === undefined
      ? []
      : runsOf(daysOf({ from, to: today }), (day) => STATES[this.#looks.freshness(day, looks.get(day))]);
  }

  /** Plans the reading of what is due of some ranges of UTC days, of all agents or of one. Nothing is read for it. */
  async plan(ranges: readonly DayRange[], asked?: AgentId): Promise<Plan> {
    const agentId = this.#tables.own ?? asked ?? 0;
    return this.#plans.ofDays(ranges.map((range) => ({ kind: 'days', ...range, agentId })));
  }

  /**
   * Reads what is due. Returns whether all of it could be read and believed, and if not, for how long nothing more can
   * be; and the looks at the days where nothing was due.
   */
  async #readWhatIsDue(
    range: DayRange,
    agentId: AgentId | undefined,
    question: Question,
  ): Promise<{ readonly isRead: boolean; readonly opensIn?: Seconds | undefined; readonly looks?: Looks }> {
    const looks = await this.#looks.at(range, agentId);
    const isDue = daysOf(range).some((day) => this.#looks.freshness(day, looks.get(day)) !== 'fresh');
    if (!isDue) return { isRead: true, looks };
    return this.#asking.read({ kind: 'days', from: range.from, to: range.to, agentId: agentId ?? 0 }, question);
  }

  async #coverageOf(
    range: DayRange,
    agentId: AgentId | undefined,
    basis: Basis,
    knownLooks?: Looks,
  ): Promise<Coverage> {
    const days = daysOf(range);
    const looks = knownLooks ?? (await this.#looks.at(range, agentId));
    const usable = days.filter((day) => this.#looks.freshness(day, looks.get(day)) !== 'unknown');
    const isUsable = new Set(usable);
    const usableLooks = usable.flatMap((day) => looks.get(day) ?? []);
    const changing = usable.flatMap((day) => {
      const look = looks.get(day);
      return look !== undefined && !this.#looks.isSettled(day, look) ? [look] : [];
    });
    const asOf = oldestOf(usableLooks);
    const isMissing = usable.length < days.length;
    const rejectedRecords = sum(new Map(usableLooks.map(({ at, rejected }) => [at, rejected])).values());
    const seen = usable.map((day) => mapKnown(looks.get(day), (look) => seenUntil(day, look)));
    const isWhole = !isMissing && rejectedRecords === 0 && seen.every((until) => until !== undefined);
    const changingAsOf = oldestOf(changing);
    const coverage: Coverage = omitUndefined({
      basis: usableLooks.reduce((weakest, look) => weakerBasis(weakest, look.basis), basis),
      asked: days.length,
      covered: usable.length,
      missingDays: contiguousRanges(days.filter((day) => !isUsable.has(day))),
      rejectedRecords,
      asOf,
      changingAsOf,
      wholeUntil: isWhole ? seen.at(-1) : undefined,
      ...(usableLooks.some(isDoubted) && { hasMoved: true }),
    });
    if (isComplete(coverage)) return coverage;
    const incomplete = isMissing ? { ...coverage, basis: weakerBasis(coverage.basis, 'partial') } : coverage;
    const remaining = basis === 'denied' ? undefined : remainingOf(await this.plan([range], agentId));
    return remaining === undefined ? incomplete : { ...incomplete, remaining };
  }
}

/** Nothing is read for who is shown no chat. */
function notShown(range: DayRange): Coverage {
  return { basis: 'partial', asked: daysOf(range).length, covered: 0, missingDays: [range], rejectedRecords: 0 };
}

function oldestOf(looks: readonly Look[]): EpochMillis | undefined {
  return looks.map(({ at }) => at).sort((one, other) => one - other)[0];
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
