import { z } from 'zod';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { nounOfLabel } from '../../model/words/count.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { NO, UNKNOWN, YES } from '../../model/codebook/code-states.ts';
import { keysOfMetric } from './keys.ts';
import { Counts } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { EstimatedShare, Sampled } from '../statistics/estimates.ts';
import type { Figure, Kind, Sums } from './figure.ts';
import { mainOfSample, markOf, sampleData, sampleShape } from './sample.ts';

/** The number of some that are so; of `unknown` more, it is not known. */
interface Share {
  readonly count: number;
  readonly of: number;
  readonly unknown: number;
}

export const SHARE: Kind = {
  name: 'share',
  unit: 'share',
  main: 'share',
  adds: (value) => (value === YES || value === NO ? value : undefined),
  decimals: 4,
  // What is no share of the chats in the row says of what it is one.
  columns: ({ hasChats }, { of }) => (hasChats && of !== undefined && of !== 'chats' ? `, of ${of}` : ''),
  shape: (metric) => {
    const { figure, of, rate, unknown } = keysOfMetric(metric);
    const number = z.number().optional();
    return { [figure]: number, [of]: number, [rate]: number, [unknown]: number };
  },
};

export function shareFigure(share: Share, periods = 1): Figure {
  const [count, of, unknown] = [share.count / periods, share.of / periods, share.unknown / periods];
  const isKnown = of > 0;
  const beside = unknown === 0 ? '' : `, unknown for ${groupedText(unknown)}`;
  return {
    main: isKnown ? { value: count / of, words: shareText(count, of), n: share.of } : undefined,
    count,
    unknown,
    words: (metric) => {
      if (!isKnown) return unknown === 0 ? undefined : `unknown for ${groupedText(unknown)}`;
      return `${partText(count, of, metric.of)}${beside}`;
    },
    ofServed: (served) => (isKnown && of === served ? `${countShare(count, of)}${beside}` : undefined),
    cell: ({ hasChats }) => (!isKnown ? undefined : hasChats ? countShare(count, of) : partText(count, of)),
    data: (metric) => {
      const keys = keysOfMetric(metric);
      return {
        // Of those of which it is known; where it is of none, no zero may be taken for an answer.
        ...((isKnown || unknown === 0) && { [keys.figure]: count, [keys.of]: of }),
        ...(isKnown && { [keys.rate]: rounded(count / of, 4) }),
        ...(unknown > 0 && { [keys.unknown]: unknown }),
      };
    },
  };
}

/** `92 of 1,439 chats (6.4%)`, `3 of 50 looked at (6%; 2–16)`. */
export function partText(count: number, of: number, noun?: ProgramText, interval?: Sampled['ci95']): string {
  const whole = noun === undefined ? groupedText(of) : `${groupedText(of)} ${nounOfLabel(of, noun)}`;
  const bounds = mapKnown(interval, (both) => both.map((bound) => rounded(bound * 100, 0)).join('–'));
  return `${groupedText(count)} of ${whole} (${shareText(count, of)}${bounds === undefined ? '' : `; ${bounds}`})`;
}

/** Like a share, of transcripts. */
export const ESTIMATED_SHARE: Kind = {
  ...SHARE,
  name: 'estimated share',
  columns: () => '',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z
      .strictObject({ ...sampleShape, [metric.name]: z.number(), rate: z.number().optional() })
      .optional(),
  }),
};

export function estimatedShareFigure(count: number, share: EstimatedShare): Figure {
  const { sampled, rate, ci95 } = share;
  const main = mapKnown(rate, (value) => ({ value, words: shareText(count, sampled), n: sampled }));
  return {
    main: mapKnown(main, (one) => mainOfSample(one, share)),
    sample: share,
    words: ({ of }) => mapKnown(rate, () => partText(count, sampled, of, ci95)),
    cell: () => mapKnown(rate, () => `${markOf(share)}${partText(count, sampled)}`),
    data: (metric) => ({
      [keysOfMetric(metric).figure]: omitUndefined({
        ...sampleData(share, 4),
        [metric.name]: count,
        rate: mapKnown(rate, (one) => rounded(one, 4)),
      }),
    }),
  };
}

/** `92 (6.4%)`, where the whole is said elsewhere. */
function countShare(count: number, of: number): string {
  return count === 0 ? '0' : `${groupedText(count)} (${shareText(count, of)})`;
}

/** Counts the chats whose value is YES, of those that are YES or NO, and makes a figure of them. */
export class ShareSums implements Sums {
  readonly #certainty = new Certainty();
  readonly #yes = new Counts();
  readonly #known = new Counts();
  readonly #unknown = new Counts();
  readonly #figureOf: typeof shareFigure;

  constructor(figureOf: typeof shareFigure = shareFigure) {
    this.#figureOf = figureOf;
  }

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, value)) continue;
      if (value === YES) this.#yes.add(group);
      if (value === YES || value === NO) this.#known.add(group);
      else if (value === UNKNOWN) this.#unknown.add(group);
    }
  }

  of(group: number, _agentId: number | undefined, periods: number): Figure | undefined {
    if (!this.#certainty.has(group)) return undefined;
    const share = { count: this.#yes.of(group), of: this.#known.of(group), unknown: this.#unknown.of(group) };
    return this.#figureOf(share, periods);
  }
}
