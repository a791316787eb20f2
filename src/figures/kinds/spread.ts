import { z } from 'zod';
import { fineSpanText } from '../../model/words/duration.ts';
import { groupedText, rounded, short } from '../../model/words/number.ts';
import { keysOfMetric } from './keys.ts';
import { GroupedList } from '../statistics/growing.ts';
import { spreadOf, type Spread } from '../statistics/quantiles.ts';
import { Certainty } from './certainty.ts';
import type { CellForm, Figure, Kind, MainNumber, Sums } from './figure.ts';

/** What the values are: durations in seconds, which tables have in seconds or in minutes, or numbers without a unit. */
export type SpreadUnit = 'seconds' | 'minutes' | 'number';

/** The shape of a spread, to a tenth. */
export const SpreadShape = z.strictObject({
  n: z.number(),
  mean: z.number().optional(),
  median: z.number().optional(),
  p90: z.number().optional(),
  max: z.number().optional(),
});

export function spreadKind(unit: SpreadUnit): Kind {
  return {
    name: 'spread',
    unit: unit === 'number' ? 'number' : 'seconds',
    main: 'median',
    adds: (value) => (Number.isFinite(value) ? value : undefined),
    decimals: 1,
    columns: spreadColumns(unit),
    shape: (metric) => ({ [keysOfMetric(metric).figure]: SpreadShape.optional() }),
  };
}

const COLUMN_UNITS: Readonly<Record<SpreadUnit, string>> = { seconds: ' s', minutes: ' min', number: '' };

/** ` s: median/p90/mean (n)`. */
export function spreadColumns(unit: SpreadUnit): Kind['columns'] {
  return ({ isBrief, hasChats }) =>
    `${COLUMN_UNITS[unit]}: median/p90${isBrief ? '' : '/mean'}${hasChats ? '' : ' (n)'}`;
}

export function spreadFigure(spread: Spread, unit: SpreadUnit): Figure {
  const { n } = spread;
  return {
    main: spreadMain(spread, unit),
    words: () => withN(spreadWords(spread, unit), n),
    ofServed: (served) => (n === served ? spreadWords(spread, unit) : withN(spreadWords(spread, unit), n)),
    cell: (form) => spreadCell(spread, unit, form),
    data: (metric) => ({ [keysOfMetric(metric).figure]: spreadData(spread) }),
  };
}

function withN(words: string | undefined, n: number): string | undefined {
  return words && `${words} (n ${groupedText(n)})`;
}

export function spreadMain({ n, median, p90 }: Spread, unit: SpreadUnit): MainNumber | undefined {
  return median === undefined || p90 === undefined
    ? undefined
    : { value: median, words: valueText(median, unit), n, p90 };
}

/** `median 14 s, p90 40 s, mean 19 s`; `interval` stands behind the median. */
export function spreadWords({ mean, median, p90 }: Spread, unit: SpreadUnit, interval = ''): string | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  return `median ${valueText(median, unit)}${interval}, p90 ${valueText(p90, unit)}, mean ${valueText(mean, unit)}`;
}

/** A value of a spread: `14 s`, `9.2 min`, `14.5`. */
export function valueText(value: number, unit: SpreadUnit): string {
  return unit === 'number' ? `${rounded(value, 1)}` : fineSpanText(value);
}

/** `14/40/19`. */
export function spreadCell(
  { n, mean, median, p90 }: Spread,
  unit: SpreadUnit,
  { isBrief, hasChats }: CellForm,
): string | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  const told = [median, p90, ...(isBrief ? [] : [mean])];
  const numbers = told.map((value) => short(unit === 'minutes' ? value / 60 : value)).join('/');
  return hasChats ? numbers : `${numbers} (${groupedText(n)})`;
}

export function spreadData({ n, mean, median, p90, max }: Spread): z.output<typeof SpreadShape> {
  if (mean === undefined || median === undefined || p90 === undefined || max === undefined) return { n };
  return { n, mean: rounded(mean, 1), median: rounded(median, 1), p90: rounded(p90, 1), max: rounded(max, 1) };
}

/** The spread of the values that chats have. */
export class SpreadSums implements Sums {
  readonly #unit: SpreadUnit;
  readonly #certainty = new Certainty();
  readonly #values = new GroupedList();

  constructor(unit: SpreadUnit) {
    this.#unit = unit;
  }

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array, days?: Float64Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (this.#certainty.takes(group, value) && !Number.isNaN(value)) {
        this.#values.push(group, value, days?.[index]);
      }
    }
  }

  dated(group: number): ReturnType<GroupedList['datedOf']> {
    return this.#values.datedOf(group);
  }

  of(group: number): Figure | undefined {
    return this.#certainty.has(group) ? spreadFigure(spreadOf(this.#values.of(group)), this.#unit) : undefined;
  }
}
