import type { ChatSelection } from '../model/chat-columns.ts';
import type { AgentId } from '../model/ids.ts';
import { YES } from '../model/codebook/code-states.ts';
import type { ConversationColumns } from './conversation-columns.ts';
import { isEnoughOf } from './statistics/estimates.ts';
import { Counts, GroupedList } from './statistics/growing.ts';
import type { Figure, Sums } from './kinds/figure.ts';
import type { Metric, MetricContext, RowMetric } from './metrics/metric.ts';

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

  constructor(metrics: readonly Metric[], context: MetricContext) {
    this.#sums = new Map(
      metrics.flatMap((metric) => (metric.basis === 'rows' ? [[metric, metric.sums(context)] as const] : [])),
    );
  }

  add(metric: RowMetric, values: Float64Array, selection: ChatSelection, groups: Uint32Array): void {
    this.#sums.get(metric)?.add(values, selection, groups);
  }

  addPopulation(over: Float64Array, { columns: { ids }, rows }: ChatSelection, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      if (over[row] === YES) this.#population.push(groups[index] ?? 0, ids[row] ?? Number.NaN);
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

  ofTranscripts(
    { figure }: Extract<Metric, { readonly basis: 'transcripts' }>,
    group: number,
    { columns, isAtHand, isSampled, isUntold }: Conversations,
  ): Figure | undefined {
    const ids = this.#population.of(group).filter((chatId) => !isUntold(chatId));
    const places: number[] = [];
    const isEach = ids.every(isAtHand);
    let looked = 0;
    for (const chatId of ids) {
      if (!isEach && !isSampled(chatId)) continue;
      looked += 1;
      const place = columns.placeOf(chatId);
      if (place !== undefined) places.push(place);
    }
    if (places.length < looked || !isEnoughOf(places.length, ids.length)) return undefined;
    return figure(columns, Uint32Array.from(places), ids.length);
  }
}
