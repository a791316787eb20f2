import { isAgentId, type ChatColumns, type ChatSelection } from '../model/chat-columns.ts';
import type { CodeName } from '../model/codes.ts';
import { MILLIS_PER_DAY } from '../model/time/day.ts';
import { lengthInDays, type Period } from '../model/calendar/period.ts';
import type { AgentId } from '../model/ids.ts';
import type { Steps } from '../model/slices.ts';
import { addOpenCodes, columnOfCodes, NO, ofServed, YES, type OpenCodes } from '../model/codebook/code-states.ts';
import { CodeCounts } from './code-counts.ts';
import { chanceAmong, chanceBetween, type FigureDays } from './values-by-day.ts';
import { day, dayNumber } from './groupings/day.ts';
import { GroupSums, type Conversations } from './group-sums.ts';
import type { Grouping, GroupingContext, Keys } from './groupings/grouping.ts';
import { MOST_DAYS } from './statistics/chance.ts';
import { ALL } from './statistics/growing.ts';
import type { Figure } from './kinds/figure.ts';
import { wallClock } from './groupings/wall-clock.ts';
import type { Figures, Metric, MetricContext } from './metrics/metric.ts';

/** Everything that the figures of a question are made with, and the chats that they are about. */
export interface TallyContext extends MetricContext, GroupingContext {
  /** The agent whose chats they are; undefined where they are everybody's. */
  readonly agentId: AgentId | undefined;
  /** Whether the chats are those of some hours or days of the week. */
  readonly isCut: boolean;
  /** Whether the period is long enough to tell who came back. */
  readonly isWeek: boolean;
  /** Whether missed chats of the period name their agents, so that agents have missed figures. */
  readonly areMissedNamed: boolean;
  /** The periods of the weeks before, the latest first, of which figures tell the mean; absent where they are of `period`. */
  readonly weeks?: readonly Period[] | undefined;
  /** Whether figures are held against chance, for which each day of the period is counted. */
  readonly isTested: boolean;
}

/** Some chats that have the same keys. */
export interface Group {
  readonly keys: readonly number[];
  /** Its number among all groups. */
  readonly number: number;
}

/** The figures of a selection of chats, in all and by group: summed day by day, so that a long period takes little memory. */
export class Tally {
  readonly #metrics: readonly Metric[];
  readonly #groupings: readonly Grouping[];
  readonly #context: TallyContext;
  readonly #keys: readonly Keys[];
  readonly #sums: GroupSums;
  readonly #groups: Group[] = [];
  readonly #numbers = new Map<number, number | Map<number, number>>();
  readonly #open: OpenCodes = { assumed: new Set(), unknown: new Set() };
  readonly #codeCounts: CodeCounts;
  readonly #days: Pick<Keys, 'of'> | undefined;
  readonly #firstDay: number;
  readonly #told = new Map<number, Figures>();
  readonly #among = new Map<Metric, ReturnType<typeof chanceAmong>>();
  /** How often chance alone does as much, by what was compared: each page and each repeated question asks again. */
  #chances = new WeakMap<Tally, Map<string, number | undefined>>();
  #conversations: Conversations | undefined;
  /** What was counted up to the end of each of several periods, the latest first. */
  readonly #counted: ReadonlyMap<Metric, number>[] = [];
  #chats = 0;
  #weeksBefore = 0;
  #goesOn = false;

  constructor(metrics: readonly Metric[], groupings: readonly Grouping[], context: TallyContext) {
    const isOfAgent = context.agentId !== undefined || groupings.some(({ needs }) => needs === 'agents');
    this.#metrics = metrics.filter((metric) => isToldOf(metric, context, isOfAgent, true));
    this.#groupings = groupings;
    this.#context = context;
    this.#keys = groupings.map((grouping) => grouping.keys(context));
    const { period, weeks } = context;
    // Nothing is known of the days between those of several weeks.
    const isTested = context.isTested && weeks === undefined && lengthInDays(period) <= MOST_DAYS;
    this.#firstDay = dayNumber(wallClock(period.start, period.zone));
    this.#days = isTested ? day.keys(context) : undefined;
    const days = { first: this.#firstDay, count: lengthInDays(period) };
    this.#sums = new GroupSums(this.#metrics, context, isTested ? days : undefined);
    this.#codeCounts = new CodeCounts([...this.#metrics, ...groupings].flatMap(({ codes = [] }) => codes));
  }

  /** The number of chats that were added. */
  get chats(): number {
    return this.#chats;
  }

  /** Whether a conversation among them has not ended, so that figures change as time passes. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  /** The codes of its chats that have a value whose meaning is only likely, or not even that. */
  get open(): OpenCodes {
    return this.#open;
  }

  /** Whether a metric or a grouping rests on a meaning that is only likely. */
  isAssumed({ codes = [] }: Metric | Grouping): boolean {
    return codes.some((code) => this.#open.assumed.has(code));
  }

  /** A figure of its chats, marked where its metric rests on a meaning that is only likely. */
  marked(metric: Metric, figure: Figure): Figure {
    return this.isAssumed(metric) ? { ...figure, isAssumed: true } : figure;
  }

  /** The number of chats, of all or of a group, with each value of a code on which metrics or groupings rest. */
  countsOf(name: CodeName, { number }: Pick<Group, 'number'> = { number: ALL }): ReadonlyMap<number, number> {
    return this.#codeCounts.of(name, number);
  }

  /** The meanings of the keys of groups, by grouping. */
  get keys(): readonly Keys[] {
    return this.#keys;
  }

  /** Adds chats of a day, or of a few. */
  add(selection: ChatSelection): void {
    const { columns, rows } = selection;
    this.#told.clear();
    this.#among.clear();
    this.#chances = new WeakMap();
    this.#beginWeekOf(rows.length === 0 ? undefined : columns.requests[rows[0] ?? 0]);
    this.#chats += rows.length;
    const areGroupedByEnd = this.#groupings.some(({ codes = [] }) => codes.includes('chat_ended_by'));
    addOpenCodes(this.#open, selection, this.#context.book, areGroupedByEnd);
    this.#goesOn ||= rows.some((row) => goesOnAt(this.#context.now, columns, row));
    const groups = this.#groupsOf(selection);
    const days = this.#days?.of(selection).map((one) => one - this.#firstDay);
    this.#sums.count(groups);
    this.#codeCounts.add(selection, groups);
    for (const metric of this.#metrics) {
      if (metric.basis !== 'rows') continue;
      this.#sums.add(metric, metric.column(columns, this.#context), selection, groups, days);
    }
    if (!this.#metrics.some(({ basis }) => basis === 'transcripts')) return;
    this.#sums.addPopulation(endedAndServed(selection, this.#context), selection, groups, days);
  }

  /** Chats come newest first, and none of two periods are added at once. */
  #beginWeekOf(requestedAt = Number.NaN): void {
    const place = this.#context.weeks?.findIndex(({ start }) => requestedAt >= start) ?? -1;
    if (place < this.#weeksBefore) return;
    const counts = this.#countsOfAll();
    while (this.#counted.length < place) this.#counted.push(counts);
    if (this.#weeksBefore > 0) this.#sums.nextPeriod();
    this.#weeksBefore = place + 1;
  }

  #countsOfAll(): ReadonlyMap<Metric, number> {
    const { weeks, agentId } = this.#context;
    return new Map(
      this.#metrics.flatMap((metric) => {
        const isCount = metric.kind.name === 'count' || metric.kind.name === 'share';
        const { count } = (isCount ? this.#figure(metric, ALL, agentId) : undefined) ?? {};
        return count === undefined ? [] : [[metric, count * (weeks?.length ?? 1)] as const];
      }),
    );
  }

  /** The numbers of chats in each of several periods of which a metric tells the mean, the latest first; none of other metrics. */
  countsOfWeeks(metric: Metric): number[] {
    const now = this.#countsOfAll();
    const { weeks = [] } = this.#context;
    const ends = weeks.map((_, place) => (this.#counted[place] ?? now).get(metric) ?? 0);
    return now.has(metric) ? ends.map((count, place) => Math.round(count - (ends[place - 1] ?? 0))) : [];
  }

  /** Served chats that have ended: of these, transcripts tell. */
  population(): Float64Array {
    return this.#sums.population(ALL);
  }

  /** Takes what was measured in the transcripts. */
  tell(conversations: Conversations): void {
    this.#conversations = conversations;
    this.#told.clear();
    this.#chances = new WeakMap();
  }

  /** Makes the figures of all chats, one after the other: of very many, each takes its time. */
  *settle(): Steps<void> {
    const figures = new Map<Metric, Figure>();
    for (const metric of this.#metrics) {
      for (const [, figure] of this.#figuresOfAll([metric])) figures.set(metric, figure);
      yield;
    }
    this.#told.set(ALL, figures);
  }

  /** The figures of all chats. */
  overall(): Figures {
    return this.#remembered(ALL, () => this.#figuresOfAll(this.#metrics));
  }

  #figuresOfAll(metrics: readonly Metric[]): Figures {
    const { agentId } = this.#context;
    return this.#figures(metrics, ALL, agentId, agentId !== undefined);
  }

  /** The groups that have a chat; with `withEmpty`, of a single grouping by time all that the period has. */
  groups(withEmpty: boolean): readonly Group[] {
    const [only] = this.#keys;
    if (withEmpty && this.#keys.length === 1 && only !== undefined) {
      for (const key of only.all()) this.#numberOf([key]);
    }
    return this.#groups;
  }

  /** The group that has the same keys as one of another tally; undefined where no chat has them. */
  groupLike({ keys: [key = 0, second] }: Pick<Group, 'keys'>): Group | undefined {
    const known = this.#numbers.get(key);
    const number = typeof known === 'number' ? known : second === undefined ? undefined : known?.get(second);
    return number === undefined ? undefined : this.#groups[number];
  }

  /** Returns the number of chats of a group. */
  chatsOf({ number }: Group): number {
    return this.#sums.chats(number);
  }

  /** The figures of a group. */
  of(group: Group): Figures {
    return this.#remembered(group.number, () => this.#figuresOfGroup(group, this.#metrics));
  }

  /** One figure of a group. */
  figureOf(metric: Metric, group: Group): Figure | undefined {
    return this.#figuresOfGroup(group, [metric]).get(metric);
  }

  /** How often chance alone changes a figure by as much since an earlier period; undefined where that is not known. */
  chanceSince(earlier: Tally, metric: Metric, group?: Group): number | undefined {
    const then = group === undefined ? undefined : earlier.groupLike(group);
    if (group !== undefined && then === undefined) return undefined;
    const number = group?.number ?? ALL;
    return this.#chance(earlier, metric, number, () => {
      const before = earlier.#daysOf(metric, then?.number ?? ALL);
      const now = this.#daysOf(metric, number);
      return before && now && chanceBetween(before, now);
    });
  }

  /** How often chance alone makes a figure of a group differ as much from that of all other chats; undefined where that is not known. */
  chanceAmong(metric: Metric, { number }: Group): number | undefined {
    if (metric.basis === 'transcripts' || metric.kind.main === '') return undefined;
    // Where missed chats name no agent, the others have all of them.
    if (metric.needsMissed === true && !this.#context.areMissedNamed) return undefined;
    return this.#chance(this, metric, number, () => {
      const [own, all] = [this.#daysOf(metric, number), this.#daysOf(metric, ALL)];
      if (own === undefined || all === undefined) return undefined;
      const middle = this.overall().get(metric)?.main?.value ?? Number.NaN;
      const chanceOf = this.#among.get(metric) ?? chanceAmong(all, middle);
      this.#among.set(metric, chanceOf);
      return chanceOf(own);
    });
  }

  #chance(against: Tally, { name }: Metric, group: number, chance: () => number | undefined): number | undefined {
    const known = this.#chances.get(against) ?? new Map<string, number | undefined>();
    this.#chances.set(against, known);
    const key = `${name} ${group}`;
    if (!known.has(key)) known.set(key, chance());
    return known.get(key);
  }

  #daysOf(metric: Metric, group: number): FigureDays | undefined {
    if (metric.basis === 'rows') return this.#sums.daysOf(metric, group);
    return this.#conversations && this.#sums.daysOfTranscripts(metric, group, this.#conversations);
  }

  #figuresOfGroup({ keys, number }: Group, metrics: readonly Metric[]): Figures {
    const { agentId = this.#agentIn(keys) } = this.#context;
    const areCut = this.#groupings.some(({ cuts }) => cuts);
    return this.#figures(metrics, number, agentId, agentId !== undefined && !areCut);
  }

  #remembered(number: number, make: () => Figures): Figures {
    const figures = this.#told.get(number) ?? make();
    this.#told.set(number, figures);
    return figures;
  }

  #agentIn(keys: readonly number[]): AgentId | undefined {
    const key = keys[this.#groupings.findIndex(({ name }) => name === 'agent')];
    return isAgentId(key) ? key : undefined;
  }

  #figures(metrics: readonly Metric[], group: number, agentId: AgentId | undefined, isOfAgent: boolean): Figures {
    const figures = new Map<Metric, Figure>();
    for (const metric of metrics) {
      const isTold = isToldOf(metric, this.#context, isOfAgent, group === ALL);
      const figure = isTold ? this.#figure(metric, group, agentId) : undefined;
      if (figure !== undefined) figures.set(metric, this.marked(metric, figure));
    }
    return figures;
  }

  #figure(metric: Metric, group: number, agentId: AgentId | undefined): Figure | undefined {
    if (metric.basis === 'transcripts') {
      return this.#conversations && this.#sums.ofTranscripts(metric, group, this.#conversations);
    }
    const figure = this.#sums.of(metric, group, agentId, this.#context.weeks?.length ?? 1);
    const isWithoutMissed = agentId !== undefined && !this.#context.areMissedNamed;
    return isWithoutMissed && metric.needsMissed === true ? figure?.ofServedAlone : figure;
  }

  /** The number of the group of each chat, in the order of the rows; all are one where nobody asks for groups. */
  #groupsOf(selection: ChatSelection): Uint32Array {
    const numbers = new Uint32Array(selection.rows.length);
    const [first, second] = this.#keys.map((keys) => keys.of(selection, this.#weeksBefore));
    if (first === undefined) return numbers;
    let [last, lastSecond, number] = [Number.NaN, Number.NaN, 0];
    for (let index = 0; index < numbers.length; index += 1) {
      const key = first[index] ?? 0;
      const other = second?.[index] ?? 0;
      if (key !== last || other !== lastSecond) {
        number = this.#numberOf(second === undefined ? [key] : [key, other]);
        [last, lastSecond] = [key, other];
      }
      numbers[index] = number;
    }
    return numbers;
  }

  #numberOf(keys: readonly number[]): number {
    const known = this.groupLike({ keys })?.number;
    if (known !== undefined) return known;
    const [key = 0, second] = keys;
    const number = this.#groups.push({ keys, number: this.#groups.length }) - 1;
    const within = this.#numbers.get(key);
    if (second === undefined) this.#numbers.set(key, number);
    else if (within instanceof Map) within.set(second, number);
    else this.#numbers.set(key, new Map([[second, number]]));
    return number;
  }
}

/**
 * Whether a metric can be told of some chats of a question.
 * @param isOfAgent whether they are all that one agent had, so that what went on beside each of them is known
 * @param isAll whether they are all chats of the question, and no group of them
 */
function isToldOf(
  { scope }: Metric,
  { agentId, isCut, isWeek, serviceLevel, returns }: TallyContext,
  isOfAgent: boolean,
  isAll: boolean,
): boolean {
  if (scope === undefined) return true;
  return {
    agent: isOfAgent && !isCut,
    everybody: isAll && agentId === undefined && !isCut && isWeek,
    promise: serviceLevel !== undefined,
    returns: returns !== undefined,
  }[scope];
}

/** A chat that has begun, and has no end yet; after a day it is taken for one that never gets any. */
function goesOnAt(now: number, { starts, ends }: ChatColumns, row: number): boolean {
  const [start, end] = [starts[row] ?? Number.NaN, ends[row] ?? Number.NaN];
  return Number.isNaN(end) ? now - start <= MILLIS_PER_DAY : end > now;
}

function endedAndServed({ columns }: ChatSelection, { book, now }: MetricContext): Float64Array {
  const served = columnOfCodes(columns, (codes) => ofServed(codes, book, () => YES));
  return served.map((state, row) => (state === YES && (columns.ends[row] ?? Number.NaN) <= now ? YES : NO));
}
