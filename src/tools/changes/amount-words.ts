import { sizeText } from '../../figures/change.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { Measure } from '../../insights/changes/parts.ts';
import { rounded, signOf } from '../../model/words/number.ts';

/** A figure and how it is made: of a count, the days of both periods. */
export interface Amounts {
  readonly metric: Metric;
  readonly measure: Measure;
}

/** Whether what changes is a mean, where other answers tell the median first: only means are sums of parts. */
export function isOfMean({ kind }: Metric): boolean {
  return kind.name === 'spread' || kind.name === 'estimated spread';
}

/** The days for which a count is told: all, where both periods have as many, and else one. */
export function scaleOf(measure: Measure): number {
  return measure.kind === 'sum' && measure.days[0] === measure.days[1] ? measure.days[1] : 1;
}

/** Whether chats are told for each day, as periods of unlike lengths are compared. */
export function isADay({ measure }: Amounts): boolean {
  return measure.kind === 'sum' && measure.days[0] !== measure.days[1];
}

/** A part of a change in words, with its sign or without: `+3.2 points`, `−45 s`, `12`; `0` where it is too small to show. */
export function amountOf(amount: number, amounts: Amounts, form: 'signed' | 'size'): string {
  const { metric, measure } = amounts;
  const told = Math.abs(amount) * scaleOf(measure);
  const isDaily = isADay(amounts);
  const isCount = measure.kind === 'sum';
  const size = sizeText(isCount && !isDaily ? rounded(told, 0) : told, isDaily ? 'number' : metric.kind.unit);
  if (size === undefined) return '0';
  return `${form === 'signed' ? signOf(amount) : ''}${size}${isDaily ? ' a day' : ''}`;
}
