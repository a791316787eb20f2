import { BEFORE, NOW, type PartTable, type PeriodTable } from './part-sums.ts';

/** What a figure is made of: a mean over chats, or a sum that is told for each day where the periods have unlike lengths. */
export type Measure = { readonly kind: 'mean' } | { readonly kind: 'sum'; readonly lengths: readonly [number, number] };

/** The chats of a part in a period: the sum of their values, and their weight. */
export interface PartOfPeriod {
  readonly sum: number;
  readonly weight: number;
}

/**
 * What one part contributes to a change. `rate`: because the part itself did otherwise; `mix`: because it is a larger or smaller
 * share of the chats. Of a sum, which has no mix, `rate` is all.
 */
export interface Part {
  readonly key: number;
  readonly before: PartOfPeriod;
  readonly now: PartOfPeriod;
  readonly rate: number;
  readonly mix: number;
}

/** Both periods in all, and the parts. */
export interface Split {
  readonly before: PartOfPeriod;
  readonly now: PartOfPeriod;
  /** The figure of each period, and how much it changed: the sum of all `rate` and `mix`. */
  readonly figures: readonly [number, number];
  readonly change: number;
  readonly parts: readonly Part[];
}

/**
 * Splits the change of a figure by the parts of a grouping, exactly (Kitagawa 1955): of a mean, a part with the shares s and the
 * rates r contributes (r1 - r0) times its mean share, and (s1 - s0) times how far its mean rate is from the mean of both figures.
 * A part that one period lacks has no rate there, so all that it contributes is mix. Undefined where a period has no chats.
 */
export function splitOf({ keys, periods }: PartTable, measure: Measure): Split | undefined {
  const [before, now] = [totalsOf(periods[BEFORE], keys.length), totalsOf(periods[NOW], keys.length)];
  const [all, allNow] = [sumOf(before), sumOf(now)];
  if (measure.kind === 'mean' && (all.weight === 0 || allNow.weight === 0)) return undefined;
  const [old, present] =
    measure.kind === 'sum'
      ? [all.sum / measure.lengths[BEFORE], allNow.sum / measure.lengths[NOW]]
      : [all.sum / all.weight, allNow.sum / allNow.weight];
  const parts = keys.map((key, index): Part => {
    const [one, other] = [before[index] ?? NOTHING, now[index] ?? NOTHING];
    if (measure.kind === 'sum') {
      const rate = other.sum / measure.lengths[NOW] - one.sum / measure.lengths[BEFORE];
      return { key, before: one, now: other, rate, mix: 0 };
    }
    const share = one.weight / all.weight;
    const shareNow = other.weight / allNow.weight;
    const rateNow = rateOf(other) ?? rateOf(one) ?? 0;
    const rate = rateOf(one) ?? rateNow;
    return {
      key,
      before: one,
      now: other,
      rate: ((share + shareNow) / 2) * (rateNow - rate),
      mix: (shareNow - share) * ((rate + rateNow) / 2 - (old + present) / 2),
    };
  });
  return { before: all, now: allNow, figures: [old, present], change: present - old, parts };
}

const NOTHING: PartOfPeriod = { sum: 0, weight: 0 };

/** The mean of a part in a period; undefined where it has no chats. */
export function rateOf({ sum, weight }: PartOfPeriod): number | undefined {
  return weight === 0 ? undefined : sum / weight;
}

function totalsOf({ sums, weights }: PeriodTable, parts: number): PartOfPeriod[] {
  const totals = Array.from({ length: parts }, () => ({ sum: 0, weight: 0 }));
  for (let at = 0; at < sums.length; at += 1) {
    const total = totals[at % parts];
    if (total === undefined) continue;
    total.sum += sums[at] ?? 0;
    total.weight += weights[at] ?? 0;
  }
  return totals;
}

function sumOf(parts: readonly PartOfPeriod[]): PartOfPeriod {
  return parts.reduce((all, { sum, weight }) => ({ sum: all.sum + sum, weight: all.weight + weight }), NOTHING);
}
