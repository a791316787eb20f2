import type { ChatSelection } from '../model/chat-columns.ts';
import { UNSETTLED } from '../model/codebook/code-states.ts';
import type { ConversationColumns } from './conversation-columns.ts';
import { seconds } from '../model/time/units.ts';
import type { Metric, MetricContext, RowMetric } from './metrics/metric.ts';
import { METRICS } from './metrics/catalogue.ts';

/**
 * What each chat puts into a figure, in the order of the rows: the figure is the sum of `sums` divided by the sum of `weights`,
 * or, of a count, the sum alone. A chat that the figure is not about weighs nothing.
 */
export interface ChatValues {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  /** Whether one of the chats has a code whose meaning is not settled. */
  readonly isUnsettled: boolean;
}

/** Reads the values of chats for one metric. */
export type ReadsValues = (selection: ChatSelection) => ChatValues;

/** Whether a metric is a sum or a mean over chats, in which nobody is counted once for several of them. */
export function isOverChats({ kind, scope }: Metric): boolean {
  return kind.adds !== undefined && (scope === undefined || scope === 'promise');
}

/**
 * The values that rows of chats tell. `withMissed`: whether missed chats count as not answered in time; where none of them names
 * its agent, they do not for one agent.
 */
export function valuesOfRows(metric: RowMetric, context: MetricContext, withMissed: boolean): ReadsValues {
  const valueOf = valueIn(metric, context, withMissed);
  return (selection) => valuesOf(selection, metric.column(selection.columns, context), valueOf);
}

/** What a value of a metric's column adds to the figure; undefined for a chat that the figure is not about. */
export function valueIn(
  { kind: { adds } }: Pick<RowMetric, 'kind'>,
  { serviceLevel = seconds(0) }: Pick<MetricContext, 'serviceLevel'>,
  withMissed: boolean,
): (value: number) => number | undefined {
  return (value) => adds?.(value, serviceLevel, withMissed);
}

function valuesOf(
  { rows }: ChatSelection,
  column: Float64Array,
  valueOf: (value: number) => number | undefined,
): ChatValues {
  const sums = new Float64Array(rows.length);
  const weights = new Float64Array(rows.length);
  let isUnsettled = false;
  for (let index = 0; index < rows.length; index += 1) {
    const told = column[rows[index] ?? 0] ?? Number.NaN;
    if (told === UNSETTLED) isUnsettled = true;
    const value = valueOf(told);
    if (value === undefined) continue;
    sums[index] = value;
    weights[index] = 1;
  }
  return { sums, weights, isUnsettled };
}

/** The values that transcripts tell, of the chats whose transcripts are looked at. Undefined for a metric that has none. */
export function valuesOfTranscripts(
  name: string,
  columns: ConversationColumns,
  isLookedAt: (chatId: number) => boolean,
): ReadsValues | undefined {
  const metric: Metric | undefined = METRICS.find((one) => one.name === name);
  if (metric?.basis !== 'transcripts') return undefined;
  const { values, begins } = metric.numbers(columns);
  return ({ columns: { ids }, rows }) => {
    const sums = new Float64Array(rows.length);
    const weights = new Float64Array(rows.length);
    for (let index = 0; index < rows.length; index += 1) {
      const chatId = ids[rows[index] ?? 0] ?? Number.NaN;
      const place = isLookedAt(chatId) ? columns.placeOf(chatId) : undefined;
      if (place === undefined) continue;
      const own = values.subarray(begins[place], begins[place + 1]);
      sums[index] = own.reduce((sum, value) => sum + value, 0);
      weights[index] = own.length;
    }
    return { sums, weights, isUnsettled: false };
  };
}
