import type { ChatSelection } from '../model/chat-columns.ts';
import type { AgentId } from '../model/ids.ts';
import { YES } from '../model/codebook/code-states.ts';
import type { ConversationColumns } from './conversation-columns.ts';
import { isEnoughOf } from './statistics/estimates.ts';
import { Counts, GroupedList } from './statistics/growing.ts';
import { isOverChats, valueIn } from './chat-values.ts';
import { SumsByDay, type Days, type FigureDays } from './values-by-day.ts';
import type { Figure, Sums } from './kinds/figure.ts';
import type { Metric, MetricContext, RowMetric, TranscriptMetric } from './metrics/metric.ts';

/** The transcripts that figures are made of: all that a period has, or a random sample of them. */
export interface Conversations {
  readonly columns: ConversationColumns;
  readonly isAtHand: (chatId: number) => boolean;
  readonly isSampled: (chatId: number) => boolean;
  /** Whether it is at hand, and nobody can tell who wrote in it: it is in neither the figures nor the population. */
  readonly isUntold: (chatId: number) => boolean;
}

/** The sums of all metrics over some groups, and over ALL. */
export class GroupSums {
  readonly #sums: ReadonlyMap<RowMetric, Sums>;
  readonly #chats = new Counts();
  readonly #population = new GroupedList();
  readonly #days: Days | undefined;
  readonly #byDay: ReadonlyMap<Metric, { readonly values: SumsByDay; readonly valueOf: ReturnType<typeof valueIn> }>;

  /** @param days where figures are held against chance: what each day has of them is kept then */
  constructor(metrics: readonly Metric[], context: MetricContext, days?: Days) {
    this.#days = days;
    this.#byDay = new Map(
      metrics.flatMap((metric) =>
        days !== undefined && metric.basis === 'rows' && isOverChats(metric) && metric.kind.main !== 'median'
          ? [[metric, { values: new SumsByDay(metric, days), valueOf: valueIn(metric, context, true) }] as const]
          : [],
      ),
    );
    this.#sums = new Map(
      metrics.flatMap((metric) => (metric.basis === 'rows' ? [[metric, metric.sums(context)] as const] : [])),
    );
  }

  /** Adds the values of chats; with the places of their days where each day is counted. */
  add(
    metric: RowMetric,
    values: Float64Array,
    selection: ChatSelection,
    groups: Uint32Array,
    days?: Float64Array,
  ): void {
    this.#sums.get(metric)?.add(values, selection, groups, days);
    const own = this.#byDay.get(metric);
    if (own === undefined || days === undefined) return;
    const { rows } = selection;
    for (let index = 0; index < rows.length; index += 1) {
      const value = own.valueOf(values[rows[index] ?? 0] ?? Number.NaN);
      if (value !== undefined) own.values.add(groups[index] ?? 0, days[index] ?? 0, value);
    }
  }

  addPopulation(
    over: Float64Array,
    { columns: { ids }, rows }: ChatSelection,
    groups: Uint32Array,
    days: Float64Array | undefined,
  ): void {
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      if (over[row] !== YES) continue;
      this.#population.push(groups[index] ?? 0, ids[row] ?? Number.NaN, days?.[index]);
    }
  }

  population(group: number): Float64Array {
    return this.#population.of(group);
  }

  count(groups: Uint32Array): void {
    for (const group of groups) this.#chats.add(group);
  }

  chats(group: number): number {
    return this.#chats.of(group);
  }

  nextPeriod(): void {
    for (const sums of this.#sums.values()) sums.nextPeriod?.();
  }

  of(metric: RowMetric, group: number, agentId: AgentId | undefined, periods: number): Figure | undefined {
    return this.#sums.get(metric)?.of(group, agentId, periods);
  }

  ofTranscripts({ figure }: TranscriptMetric, group: number, conversations: Conversations): Figure | undefined {
    const { places, population } = this.#lookedAt(group, conversations);
    return places === undefined
      ? undefined
      : figure(
          conversations.columns,
          Uint32Array.from(places, ({ place }) => place),
          population,
        );
  }

  /** What the days have of a figure of rows; undefined where that was not counted. */
  daysOf(metric: Metric, group: number): FigureDays | undefined {
    if (metric.kind.main !== 'median') return this.#byDay.get(metric)?.values.of(group);
    const dated = metric.basis === 'rows' ? this.#sums.get(metric)?.dated?.(group) : undefined;
    return this.#days && dated && { ...this.#days, ...dated };
  }

  /** What the days have of a figure of transcripts. */
  daysOfTranscripts(
    { numbers }: TranscriptMetric,
    group: number,
    conversations: Conversations,
  ): FigureDays | undefined {
    const { values, begins } = numbers(conversations.columns);
    const { places } = this.#lookedAt(group, conversations);
    if (this.#days === undefined || places === undefined) return undefined;
    const dated = places.flatMap(({ place, day }) =>
      Array.from(values.subarray(begins[place], begins[place + 1]), (value) => ({ value, day })),
    );
    return {
      ...this.#days,
      values: Float64Array.from(dated, ({ value }) => value),
      days: dated.map(({ day }) => day),
    };
  }

  /** The places of the transcripts that stand for a group, with their days, and for how many; none where they are too few. */
  #lookedAt(group: number, { columns, isAtHand, isSampled, isUntold }: Conversations) {
    const { values: all, days } = this.#population.datedOf(group);
    const isEach = all.every((chatId) => isUntold(chatId) || isAtHand(chatId));
    const places: { readonly place: number; readonly day: number }[] = [];
    let [looked, population] = [0, 0];
    for (const [index, chatId] of all.entries()) {
      if (isUntold(chatId)) continue;
      population += 1;
      if (!isEach && !isSampled(chatId)) continue;
      looked += 1;
      const place = columns.placeOf(chatId);
      if (place !== undefined) places.push({ place, day: days[index] ?? 0 });
    }
    const areEnough = places.length === looked && isEnoughOf(places.length, population);
    return { places: areEnough ? places : undefined, population };
  }
}
