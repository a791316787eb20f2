import type { Unit } from '../chart.ts';
import { HEAT_STEPS, type HeatStep } from '../palette.ts';
import { valueText } from '../value-words.ts';

/** The values that have one colour: those above `from`, and up to `to`. */
interface HeatClass {
  readonly step: HeatStep;
  readonly words: string;
}

/** The colours of a heat map: zero has none, and the values above it are divided evenly. */
export interface HeatScale {
  readonly classes: readonly HeatClass[];
  /** Undefined for zero, where that stands apart. */
  readonly stepOf: (value: number) => HeatStep | undefined;
  readonly hasZero: boolean;
}

/** Widths as people count, each at most half as large again as the one before: then values from zero take five or six. */
const DIGITS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const SIXTIETHS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45];
const HOURS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16];
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

function* widths(unit: Unit, areWhole: boolean): Generator<number, never> {
  let of = areWhole ? 1 : 0.0001;
  if (unit === 'seconds') {
    yield* [0.1, 0.2, 0.3, 0.5, ...SIXTIETHS, ...SIXTIETHS.map((count) => count * MINUTE)];
    yield* HOURS.map((count) => count * HOUR);
    of = DAY;
  }
  for (; ; of *= 10) {
    // Whole numbers are not told by halves, but where there are few of them.
    for (const digit of DIGITS) if (!areWhole || of > 1 || digit !== 2.5) yield digit * of;
  }
}

/** Divides values into as many colours as there are, at most. */
export function heatScaleOf(values: readonly number[], unit: Unit): HeatScale {
  const hasZero = values.includes(0) && values.every((value) => value >= 0);
  const some = values.filter((value) => !hasZero || value !== 0);
  if (some.length === 0) return { classes: [], stepOf: () => undefined, hasZero };
  const areWhole = unit !== 'seconds' && unit !== 'share' && some.every(Number.isInteger);
  const [least, most] = [Math.min(...some), Math.max(...some)];
  const { width, first, count } = dividedBy(least, most, widths(unit, areWhole));
  const last = Math.max(count - 1, 1);
  const stepAt = (index: number): HeatStep =>
    HEAT_STEPS[Math.round((Math.min(Math.max(index, 0), count - 1) / last) * (HEAT_STEPS.length - 1))] ?? 1;
  const at = (index: number): number => Number(((first + index) * width).toPrecision(12));
  return {
    hasZero,
    stepOf: (value) => (hasZero && value === 0 ? undefined : stepAt(Math.ceil(value / width - ROUNDING) - 1 - first)),
    classes: Array.from({ length: count }, (_, index) => ({
      step: stepAt(index),
      words: areWhole
        ? wholeWords(Math.max(Math.floor(at(index)) + 1, least), Math.min(Math.floor(at(index + 1)), most), unit)
        : hasZero && at(index) === 0
          ? `up to ${valueText(at(index + 1), unit)}`
          : `${valueText(at(index), unit)} – ${valueText(at(index + 1), unit)}`,
    })),
  };
}

/** What is lost where numbers are divided. */
const ROUNDING = 1e-9;

/** The narrowest width by which there are no more than the colours, how many it takes, and which one is the first. */
function dividedBy(least: number, most: number, wanted: Generator<number, never>) {
  for (;;) {
    const width = wanted.next().value;
    const first = Math.ceil(least / width - ROUNDING) - 1;
    const count = Math.ceil(most / width - ROUNDING) - first;
    if (count <= HEAT_STEPS.length) return { width, first, count };
  }
}

function wholeWords(low: number, high: number, unit: Unit): string {
  return low === high ? valueText(low, unit) : `${valueText(low, unit)} – ${valueText(high, unit)}`;
}
