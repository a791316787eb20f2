import { scaleLinear } from 'd3-scale';
import type { Unit } from '../figures/kinds/figure.ts';

/** Where numbers stand, and the ticks beside them. Positions are pixels. */
export interface Axis {
  readonly at: (value: number) => number;
  readonly start: number;
  readonly ticks: readonly { readonly at: number; readonly words: string }[];
  /** What the axis begins at where that is neither zero nor the lowest rating. */
  readonly brokenAt?: string;
}

/**
 * An axis for values, from zero unless `isBroken` says that it may begin near the lowest one. Ratings have their scale, from 1 to 5. Ticks
 * are those of d3: their digits follow from the step, so that two ticks never read the same.
 */
export function axisFor(
  values: readonly number[],
  unit: Unit,
  range: readonly [number, number],
  isBroken = false,
): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const { size, suffix } = measureOf(unit, high);
  const least = unit === 'rating' ? 1 : 0;
  const isCut = isBroken && high > low;
  const count = Math.max(2, Math.min(5, Math.floor(Math.abs(range[1] - range[0]) / 45)));
  const domain = isCut ? [Math.max(least, low - (high - low) / 4), high] : wholeDomain(low, high, unit);
  const scale = scaleLinear(
    domain.map((value) => value / size),
    range,
  );
  // The whole scale of ratings ends where it ends.
  if (isCut || unit !== 'rating') scale.nice(count);
  const format = scale.tickFormat(count);
  const words = (tick: number) => (tick === 0 ? '0' : `${format(tick)}${suffix}`);
  const ticks = scale.ticks(count).filter((tick) => unit !== 'chats' || Number.isInteger(tick));
  const [start = 0] = scale.domain();
  return {
    at: (value) => scale(value / size),
    start: start * size,
    ticks: ticks.map((tick) => ({ at: scale(tick), words: words(tick) })),
    ...(start > least && { brokenAt: words(start) }),
  };
}

function wholeDomain(low: number, high: number, unit: Unit): readonly [number, number] {
  if (unit === 'rating') return [Math.min(1, low), Math.max(5, high)];
  return [Math.min(0, low), high > 0 ? high : low < 0 ? 0 : 1];
}

/** How many of a unit a tick counts as one: 60 for seconds that are shown as minutes. */
function measureOf(unit: Unit, highest: number): { readonly size: number; readonly suffix: string } {
  if (unit === 'share') return { size: 0.01, suffix: '%' };
  if (unit !== 'seconds') return { size: 1, suffix: '' };
  if (highest < 120) return { size: 1, suffix: ' s' };
  return highest < 7200 ? { size: 60, suffix: ' min' } : { size: 3600, suffix: ' h' };
}
