import { z } from 'zod';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { fineSpanText, intervalText } from '../../model/words/duration.ts';
import { groupedText, rounded, short } from '../../model/words/number.ts';
import { keysOfMetric } from './keys.ts';
import { GroupedList } from '../statistics/growing.ts';
import type { EstimatedSpread, Sampled } from '../statistics/estimates.ts';
import { spreadOf, type Spread } from '../statistics/quantiles.ts';
import { Certainty } from './certainty.ts';
import type { CellForm, Figure, Kind, Sums, Told } from './figure.ts';
import { mainOfSample, markOf, sampleData, sampleShape } from './sample.ts';

/** What the values are: durations in seconds, which tables have in seconds or in minutes, or numbers without a unit. */
export type SpreadUnit = 'seconds' | 'minutes' | 'number';

/** The shape of a spread, to a tenth. */
const SpreadShape = z.strictObject({
  n: z.number(),
  mean: z.number().optional(),
  median: z.number().optional(),
  p90: z.number().optional(),
  max: z.number().optional(),
});

/** The same of transcripts, which may be a sample. */
export const EstimatedSpreadShape = SpreadShape.extend(sampleShape);

const COLUMN_UNITS: Readonly<Record<SpreadUnit, string>> = { seconds: ' s', minutes: ' min', number: '' };

/** @param isSampled whether it is of transcripts: a sample has fewer than the chats beside it */
export function spreadKind(unit: SpreadUnit, isSampled = false): Kind {
  return {
    name: isSampled ? 'estimated spread' : 'spread',
    unit: unit === 'number' ? 'number' : 'seconds',
    main: 'median',
    adds: (value) => (Number.isFinite(value) ? value : undefined),
    decimals: 1,
    columns: ({ isBrief, hasChats }) =>
      `${COLUMN_UNITS[unit]}: median/p90${isBrief ? '' : '/mean'}${hasChats && !isSampled ? '' : ' (n)'}`,
    shape: (metric) => {
      const none = mapKnown(keyOfNone(metric), (key) => ({ [key]: z.number().optional() }));
      const shape = isSampled ? EstimatedSpreadShape.extend(none ?? {}) : SpreadShape;
      return { [keysOfMetric(metric).figure]: shape.optional() };
    },
  };
}

/** The key of those in which nothing came about that is measured: `never_answered`. */
function keyOfNone({ without }: Told): string | undefined {
  return without?.replaceAll(' ', '_');
}

/**
 * @param sample the transcripts that it rests on; absent for what rows tell
 * @param without how many have none of what is measured, and are not in it
 */
export function spreadFigure(spread: Spread, unit: SpreadUnit, sample?: Sampled, without = 0): Figure {
  const { n, median, p90 } = spread;
  const isTold = median !== undefined && p90 !== undefined;
  const main = isTold ? { value: median, words: valueText(median, unit), n, p90 } : undefined;
  /** Its words, with its number where that is not said already. */
  const words = (known: number | undefined) => {
    const said = spreadWords(spread, unit, sample);
    return said === undefined || n === known ? said : `${said} (n ${groupedText(n)})`;
  };
  return {
    main: mapKnown(main, (one) => mainOfSample(one, sample)),
    ...omitUndefined({ sample }),
    words: ({ without: lacking }) => {
      const said = words(sample?.sampled);
      const none = without === 0 || lacking === undefined ? undefined : `${groupedText(without)} ${lacking}`;
      return [said, none].filter((part) => part !== undefined).join(', ') || undefined;
    },
    ...(sample === undefined && { ofServed: words }),
    cell: (form) => {
      const cell = spreadCell(spread, unit, { ...form, hasChats: form.hasChats && sample === undefined });
      return cell && `${markOf(sample)}${cell}`;
    },
    data: (metric) => ({
      [keysOfMetric(metric).figure]: {
        ...spreadData(spread),
        ...mapKnown(sample, (one) => sampleData(one, 1)),
        ...mapKnown(keyOfNone(metric), (key) => ({ [key]: without })),
      },
    }),
  };
}

/** `median 14 s, p90 40 s, mean 19 s`; the interval of an estimate stands behind the median. */
export function spreadWords(
  { mean, median, p90 }: Spread,
  unit: SpreadUnit,
  sample?: Pick<Sampled, 'ci95'>,
): string | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  const bounds = mapKnown(sample?.ci95, (both) => intervalText(both, unit === 'number' ? unit : 'seconds'));
  const interval = bounds === undefined ? '' : ` (${bounds})`;
  return `median ${valueText(median, unit)}${interval}, p90 ${valueText(p90, unit)}, mean ${valueText(mean, unit)}`;
}

/** A value of a spread: `14 s`, `9.2 min`, `14.5`. */
export function valueText(value: number, unit: SpreadUnit): string {
  return unit === 'number' ? `${rounded(value, 1)}` : fineSpanText(value);
}

/** `14/40/19`. */
function spreadCell(
  { n, mean, median, p90 }: Spread,
  unit: SpreadUnit,
  { isBrief, hasChats }: CellForm,
): string | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  const told = [median, p90, ...(isBrief ? [] : [mean])];
  const numbers = told.map((value) => short(unit === 'minutes' ? value / 60 : value)).join('/');
  return hasChats ? numbers : `${numbers} (${groupedText(n)})`;
}

function spreadData({ n, mean, median, p90, max }: Spread): z.output<typeof SpreadShape> {
  if (mean === undefined || median === undefined || p90 === undefined || max === undefined) return { n };
  return { n, mean: rounded(mean, 1), median: rounded(median, 1), p90: rounded(p90, 1), max: rounded(max, 1) };
}

/** The spread of transcripts as data, to a tenth. */
export function estimatedSpreadData(spread: EstimatedSpread): z.output<typeof EstimatedSpreadShape> {
  return { ...spreadData(spread), ...sampleData(spread, 1) };
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
