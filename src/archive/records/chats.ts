import {
  causeOf,
  isComplete,
  remainingOf,
  weakerBasis,
  type Basis,
  type Coverage,
  type Plan,
} from '../../model/coverage.ts';
import { contiguousRanges, daysOf, parseUtcDay, utcDayOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import type { AgentId, ChatId, VisitorId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Chat, NamedAgent } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import { PartAskedElsewhere, type OthersWork, type Upstream } from '../../upstream/client.ts';
import { readColumns, type ColumnSelection } from '../figures/read-columns.ts';
import { ColumnCache } from '../figures/column-cache.ts';
import { runsOf, type DayRun } from '../walking/archived-days.ts';
import { DayChecks } from './day-checks.ts';
import { chatWalk, keyOf, scopeOf } from './chat-walk.ts';
import { DayLooks, type Looks } from '../walking/day-looks.ts';
import { isDoubted, isSettled, freshnessOf, seenUntil, type Look, type MaximumAges } from '../walking/freshness.ts';
import { basisOfFailure } from '../walking/failed-reading.ts';
import { revisionOf } from '../tables/revision.ts';
import { agentFrom, chatFrom } from '../schema/row-conversion.ts';
import { batchesOf } from '../tables/batches.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import type { Walks } from '../walking/walks.ts';
import type { WalkScope } from '../walking/walk-log.ts';
import {
  isWorthWaiting,
  lengthOf,
  readsMore,
  takesPlaceOf,
  walkAmong,
  type WalkUnderWay,
} from '../walking/walks-at-once.ts';
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

/** The days of an interrupted walk, as a multiple of a question's, up to which the question goes on with it. */
const WORTH_FINISHING = 2;

/** Before it, nothing is asked for (model/calendar/period.ts). */
const FIRST_DAY = parseUtcDay('1970-01-01');

const STATES = { fresh: 'read', due: 'due', unknown: 'unread' } as const;

interface ChatSettings {
  readonly lookBackDays: number;
  readonly maximumAges: MaximumAges;
  /** The days of everybody's chats that are kept in memory, to be shared. */
  readonly columns?: ColumnCache;
  /** The days that were checked, to be shared. */
  readonly checks?: DayChecks;
}

/** The days of a walk, and whether it came to its end before the deadline; if not, the time for which nothing can be asked. */
interface WalkedOver {
  readonly scope: WalkScope;
  readonly isOver: boolean;
  readonly opensIn: Seconds | undefined;
}

/** The chat list, kept by UTC day. Where its tables show the chats of one agent alone, so does it. */
export class Chats {
  readonly #tables: AccountTables;
  readonly #looks: DayLooks;
  readonly #walks: Walks;
  readonly #upstream: Upstream;
  readonly #clock: Clock;
  readonly #lookBackDays: number;
  readonly #maximumAges: MaximumAges;
  readonly #columns: ColumnCache;
  readonly #checks: DayChecks;

  constructor(tables: AccountTables, walks: Walks, upstream: Upstream, clock: Clock, settings: ChatSettings) {
    this.#columns = settings.columns ?? new ColumnCache();
    this.#checks = settings.checks ?? new DayChecks(tables, clock);
    this.#tables = tables;
    this.#looks = new DayLooks(tables, clock);
    this.#walks = walks;
    this.#upstream = upstream;
    this.#clock = clock;
    this.#lookBackDays = settings.lookBackDays;
    this.#maximumAges = settings.maximumAges;
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
      : runsOf(daysOf({ from, to: today }), (day) => STATES[this.#freshness(day, looks.get(day))]);
  }

  /** Plans the reading of what is due of some ranges of UTC days, of all agents or of one. Nothing is read for it. */
  async plan(ranges: readonly DayRange[], asked?: AgentId): Promise<Plan> {
    const agentId = this.#tables.own ?? asked;
    const due = await Promise.all(
      ranges.map(async (range) => this.#dueOf(range, await this.#looks.at(range, agentId))),
    );
    const days = [...new Set(due.flat())];
    const walks = await Promise.all(
      contiguousRanges(days).map((run) => this.#walkFor({ ...run, agentId: agentId ?? 0, margin: 1 })),
    );
    return { missing: days.length, ...(await this.#walks.cost(walks.map(({ walk }) => walk))) };
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
    const before = await this.#looks.at(range, agentId);
    let due = this.#dueOf(range, before);
    if (due.length === 0) return { isRead: true, looks: before };
    // The second round is for a last day whose margin proved nothing.
    for (const margin of [1, 2]) {
      for (let left = due; left.length > 0;) {
        // The newest days first: they are asked for most.
        const run = contiguousRanges(left).at(-1);
        if (run === undefined) break;
        const outcome = await this.#walkOver({ ...run, agentId: agentId ?? 0, margin }, question);
        if (outcome === 'anew') continue;
        const { scope } = outcome;
        if (!outcome.isOver) return { isRead: false, opensIn: outcome.opensIn };
        const isTried = (day: UtcDay): boolean => scope.margin >= margin && day >= scope.from && day <= scope.to;
        due = await this.#stillDue(due, before, range, agentId);
        left = due.filter((day) => left.includes(day) && !isTried(day));
      }
    }
    return { isRead: due.length === 0 };
  }

  /**
   * Walks over some days, or waits for a walk that reads some of them: after that, those need not be read again. Returns whether
   * it came to its end before the deadline, and over which days; `anew` where other walks were begun meanwhile.
   */
  async #walkOver(wanted: WalkScope, question: Question): Promise<WalkedOver | 'anew'> {
    const own = await this.#walkFor(wanted);
    const elsewhere = await this.#walks.elsewhere();
    // From here on nothing is waited for until the walk is among those that run: of questions at once, all would find none.
    const underWay = [...this.#walks.running(), ...elsewhere.flatMap(walkOf)];
    const mayUnite = own.isNew && (question.priority ?? 'person') === 'person';
    const scope = walkAmong(underWay, wanted, own.walk.scope, { mayUnite });
    const walk = scope === own.walk.scope ? own.walk : chatWalk(scope, this.#upstream, this.#clock);
    const running = underWay.filter((other) => keyOf(other.scope) === walk.key);
    const givesWayTo = (other: WalkScope): boolean => readsMore(other, scope) && isWorthWaiting(other, wanted);
    // Another process may have begun one since it was asked: what it reads is not read here as well.
    const keepsBack = (other: WalkUnderWay): boolean =>
      running.length > 0 ? givesWayTo(other.scope) : isWorthWaiting(other.scope, wanted) && !takesPlaceOf(scope, other);
    const agentId = wanted.agentId === 0 ? undefined : wanted.agentId;
    try {
      const isOver = await this.#walks.walk(walk, this.#isReadSinceNow(scope, agentId), question, {
        isNew: running.length > 0 ? running.every(({ isYoung }) => isYoung) : own.isNew,
        overlaps: (other) => walkOf(other).some(keepsBack),
        givesWayTo: (key) => {
          const other = scopeOf(key);
          return other !== undefined && givesWayTo(other);
        },
      });
      return { isOver, scope, opensIn: isOver ? undefined : this.#walks.waitOf(walk.key) };
    } catch (error) {
      if (error instanceof PartAskedElsewhere) return 'anew';
      throw error;
    }
  }

  /** Begins to look at what is due of some days, and answers what tells whether that was read since. */
  #isReadSinceNow(scope: DayRange, agentId: AgentId | undefined): () => Promise<boolean> {
    const looks = this.#looks.at(scope, agentId);
    // It fails for whoever asks.
    looks.catch(() => undefined);
    return async () => {
      const before = await looks;
      return (await this.#stillDue(this.#dueOf(scope, before), before, scope, agentId)).length === 0;
    };
  }

  /** The days of which nobody has had a look meanwhile. */
  async #stillDue(
    due: readonly UtcDay[],
    before: ReadonlyMap<UtcDay, Look>,
    range: DayRange,
    agentId: AgentId | undefined,
  ): Promise<UtcDay[]> {
    const now = await this.#looks.at(range, agentId);
    return due.filter((day) => now.get(day)?.at === before.get(day)?.at);
  }

  #dueOf(range: DayRange, looks: ReadonlyMap<UtcDay, Look>): UtcDay[] {
    return daysOf(range).filter((day) => this.#freshness(day, looks.get(day)) !== 'fresh');
  }

  #freshness(day: UtcDay, look: Look | undefined): ReturnType<typeof freshnessOf> {
    return freshnessOf(day, look, this.#clock(), this.#lookBackDays, this.#maximumAges.today);
  }

  /** Returns the walk that reads a run of days: an interrupted one over them and not many more, or a new one. */
  async #walkFor(wanted: WalkScope): Promise<{ readonly walk: ReturnType<typeof chatWalk>; readonly isNew: boolean }> {
    const walks = await this.#walks.resumable({ ...wanted, margin: 1 });
    const interrupted = walks.find((walk) => lengthOf(walk) <= WORTH_FINISHING * lengthOf(wanted));
    const walk = chatWalk({ ...wanted, ...interrupted }, this.#upstream, this.#clock);
    return { walk, isNew: interrupted === undefined };
  }

  async #coverageOf(
    range: DayRange,
    agentId: AgentId | undefined,
    basis: Basis,
    knownLooks?: Looks,
  ): Promise<Coverage> {
    const days = daysOf(range);
    const looks = knownLooks ?? (await this.#looks.at(range, agentId));
    const usable = days.filter((day) => this.#freshness(day, looks.get(day)) !== 'unknown');
    const isUsable = new Set(usable);
    const usableLooks = usable.flatMap((day) => looks.get(day) ?? []);
    const changing = usable.flatMap((day) => {
      const look = looks.get(day);
      return look !== undefined && !isSettled(day, look, this.#lookBackDays) ? [look] : [];
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
  return { basis: 'partial', asked: lengthOf(range), covered: 0, missingDays: [range], rejectedRecords: 0 };
}

function walkOf({ key, isYoung }: OthersWork): WalkUnderWay[] {
  const scope = scopeOf(key);
  return scope === undefined ? [] : [{ scope, isYoung }];
}

function oldestOf(looks: readonly Look[]): EpochMillis | undefined {
  return looks.map(({ at }) => at).sort((one, other) => one - other)[0];
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
