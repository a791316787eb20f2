import { z } from 'zod';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { intervalText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { keysOfMetric } from './keys.ts';
import type { EstimatedShare, EstimatedSpread, Sampled } from '../statistics/estimates.ts';
import type { Figure, Kind, MainNumber, Told } from './figure.ts';
import { partText, SHARE } from './share.ts';
import { spreadCell, spreadData, spreadKind, spreadMain, SpreadShape, spreadWords, type SpreadUnit } from './spread.ts';

// Figures of transcripts: of all of them, or of a random sample. An estimate is marked ~, with its 95% interval in brackets.

const sampledShape = {
  population: z.number(),
  sampled: z.number(),
  estimated: z.boolean(),
  ci95: z.array(z.number()).optional(),
};

/** The shape of a spread of all or of a sample. */
export const EstimatedSpreadShape = SpreadShape.extend(sampledShape);

type Estimate = Sampled & { readonly ci95?: readonly [number, number] };

/** Like a spread, of transcripts. */
export function estimatedSpreadKind(unit: SpreadUnit): Kind {
  const kind = spreadKind(unit);
  return {
    ...kind,
    name: 'estimated spread',
    // A sample has fewer than the chats beside it.
    columns: (form, metric) => kind.columns({ ...form, hasChats: false }, metric),
    shape: (metric) => {
      const without = withoutKey(metric);
      const shape =
        without === undefined
          ? EstimatedSpreadShape
          : EstimatedSpreadShape.extend({ [without]: z.number().optional() });
      return { [keysOfMetric(metric).figure]: shape.optional() };
    },
  };
}

/** Like a share, of transcripts. */
export const ESTIMATED_SHARE: Kind = {
  ...SHARE,
  name: 'estimated share',
  columns: () => '',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z
      .strictObject({ ...sampledShape, [metric.name]: z.number(), rate: z.number().optional() })
      .optional(),
  }),
};

/** @param without how many have none of what is measured, and are in no spread; undefined where nobody counts them */
export function estimatedSpreadFigure(spread: EstimatedSpread, unit: SpreadUnit, without: number | undefined): Figure {
  const { n, estimated, sampled, ci95 } = spread;
  return {
    main: mapKnown(spreadMain(spread, unit), (main) => estimatedMain(main, spread)),
    sample: spread,
    words: ({ without: words }) => {
      const interval = ci95 === undefined ? '' : ` (${intervalText(ci95, unit === 'number' ? 'number' : 'seconds')})`;
      const said = spreadWords(spread, unit, interval);
      const several = said !== undefined && n !== sampled ? ` (n ${groupedText(n)})` : '';
      const missing =
        without === undefined || without === 0 || words === undefined ? [] : [`${groupedText(without)} ${words}`];
      const parts = [...(said === undefined ? [] : [`${said}${several}`]), ...missing];
      return parts.length === 0 ? undefined : parts.join(', ');
    },
    cell: (form) => {
      const cell = spreadCell(spread, unit, { ...form, hasChats: false });
      return cell && `${estimated ? '~' : ''}${cell}`;
    },
    data: (metric) => ({
      [keysOfMetric(metric).figure]: {
        ...estimatedSpreadData(spread),
        ...mapKnown(withoutKey(metric), (key) => ({ [key]: without ?? 0 })),
      },
    }),
  };
}

/** An estimated spread as data, to a tenth. */
export function estimatedSpreadData(spread: EstimatedSpread): z.output<typeof EstimatedSpreadShape> {
  return { ...spreadData(spread), ...sampledData(spread, 1) };
}

/** The key of those in which nothing came about: `never_answered`. */
function withoutKey({ without }: Told): string | undefined {
  return without?.replaceAll(' ', '_');
}

export function estimatedShareFigure(share: EstimatedShare & { readonly count: number }): Figure {
  const { count, sampled, rate, estimated, ci95 } = share;
  return {
    main: mapKnown(rate, (value) => estimatedMain({ value, words: shareText(count, sampled), n: sampled }, share)),
    sample: share,
    words: ({ of }) => {
      if (sampled === 0) return undefined;
      if (ci95 === undefined) return partText(count, sampled, of);
      const [low, high] = ci95.map((bound) => rounded(bound * 100, 0));
      return `${groupedText(count)} of ${groupedText(sampled)} ${of ?? ''} (${shareText(count, sampled)}; ${low}–${high})`;
    },
    cell: () => (sampled === 0 ? undefined : `${estimated ? '~' : ''}${partText(count, sampled)}`),
    data: (metric) => ({
      [keysOfMetric(metric).figure]: omitUndefined({
        ...sampledData(share, 4),
        [metric.name]: count,
        rate: mapKnown(rate, (rate) => rounded(rate, 4)),
      }),
    }),
  };
}

/** An estimate without an interval is compared, but not drawn: it would look as exact as one that is no estimate. */
function estimatedMain(main: MainNumber, { estimated, ci95 }: Estimate): MainNumber {
  const { p90: _, ...told } = main;
  return estimated ? { ...told, ...omitUndefined({ interval: ci95 }) } : main;
}

function sampledData({ population, sampled, estimated, ci95 }: Estimate, decimals: number) {
  return omitUndefined({
    population,
    sampled,
    estimated,
    ci95: mapKnown(ci95, (bounds) => bounds.map((bound) => rounded(bound, decimals))),
  });
}
