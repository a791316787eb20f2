import { fineSpanText } from '../model/words/duration.ts';
import { rounded } from '../model/words/number.ts';
import { shareText } from '../model/words/share.ts';
import type { Unit } from './kinds/figure.ts';
import type { Figures, Metric } from './metrics/metric.ts';

/** The goals of a desk for figures, by the name of the metric (the setting `targets`): shares of one, seconds, a mean rating. */
export type Targets = Readonly<Record<string, number | undefined>>;

/** The goal of a metric, and whether its figure meets it. */
export interface Target {
  readonly at: NonNullable<Metric['target']>;
  readonly value: number;
  /** `neither`: the interval of an estimate includes the goal. Absent where the data do not tell yet. */
  readonly met?: boolean | 'neither';
}

/** The goals beside figures, by metric. */
export type TargetsBeside = ReadonlyMap<Metric, Target>;

/**
 * The goals of some figures. `isSure` says of a metric whether all that its figure rests on is loaded: of others it is not said
 * whether they meet their goal.
 */
export function targetsBeside(figures: Figures, targets: Targets, isSure: (metric: Metric) => boolean): TargetsBeside {
  const beside = new Map<Metric, Target>();
  for (const [metric, { main, sample }] of figures) {
    const [at, value] = [metric.target, targets[metric.name]];
    if (at === undefined || value === undefined) continue;
    const isEstimated = sample?.estimated === true;
    const bounds = isEstimated ? main?.interval : main && ([main.value, main.value] as const);
    beside.set(metric, { at, value, ...(bounds && isSure(metric) && { met: metBy(bounds, { at, value }) }) });
  }
  return beside;
}

function metBy([low, high]: readonly [number, number], { at, value }: Target): boolean | 'neither' {
  const [first, last] = at === 'most' ? [low <= value, high <= value] : [low >= value, high >= value];
  return first === last ? first : 'neither';
}

/** `target at most 5%`, `target at least 80% of all chats`, `target at most 60 s (median)`. */
export function targetText({ kind: { name: kind, unit, main } }: Metric, { at, value }: Target): string {
  // Its words have a share of served chats, too.
  const of = kind === 'service level' ? ' of all chats' : '';
  return `target at ${at} ${valueText(value, unit)}${of}${main === 'median' ? ' (median)' : ''}`;
}

/** The same with what came of it: `target at most 5%: not met`. */
export function targetWords(metric: Metric, target: Target): string {
  const { met } = target;
  const text = targetText(metric, target);
  if (met === undefined) return text;
  if (met === 'neither') return `${text}: not certain, as the interval includes it`;
  return `${text}: ${met ? 'met' : 'not met'}`;
}

function valueText(value: number, unit: Unit): string {
  if (unit === 'share') return shareText(value, 1);
  return unit === 'seconds' ? fineSpanText(value) : `${rounded(value, 2)}`;
}
