import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { ConversationColumns } from '../conversation-columns.ts';
import { COUNT, countFigure } from '../kinds/count.ts';
import { DISTINCT, DistinctSums } from '../kinds/distinct.ts';
import { RATING, RatingSums } from '../kinds/rating.ts';
import { ESTIMATED_SHARE, estimatedShareFigure, SHARE, ShareSums } from '../kinds/share.ts';
import { spreadFigure, spreadKind, SpreadSums, type SpreadUnit } from '../kinds/spread.ts';
import { estimatedShare, estimatedSpread } from '../statistics/estimates.ts';
import { segmentsAt } from '../statistics/segments.ts';
import type { Metric, MetricWords, RowMetric, TranscriptMetric } from './metric.ts';

type Described<Name extends string> = Omit<MetricWords<Name>, 'kind'>;
type FromRows<Name extends string> = Described<Name> & Pick<RowMetric, 'column' | 'needsMissed'>;

/** Makes a metric of how many chats have the value YES. */
export function count<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  const sums = () => new ShareSums(({ count: counted }, periods) => countFigure(counted, periods));
  return { ...metric, kind: COUNT, basis: 'rows', sums };
}

/** Makes a metric from the share of chats with the value YES; `of` names the chats with YES or NO. */
export function share<const Name extends string>(metric: FromRows<Name> & { readonly of: ProgramText }): Metric<Name> {
  return { ...metric, kind: SHARE, basis: 'rows', sums: () => new ShareSums() };
}

/** Makes a metric of how the values of chats are spread. */
export function spread<const Name extends string>(unit: SpreadUnit, metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: spreadKind(unit), basis: 'rows', sums: () => new SpreadSums(unit) };
}

/** Makes a metric of what visitors gave: the column has ratings, and NOT_RATED. */
export function rating<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: RATING, basis: 'rows', sums: ({ book }) => new RatingSums(book) };
}

/** Makes a metric of how many different values there are, and how many of them served chats have. */
export function distinct<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: DISTINCT, basis: 'rows', sums: ({ book }) => new DistinctSums(book) };
}

type FromTranscripts<Name extends string> = Described<Name> & Pick<TranscriptMetric, 'numbers'>;

/** Makes a metric from a spread of transcripts' numbers; `lacks` says whether a transcript has none though it could. */
export function estimatedSpreadOf<const Name extends string>(
  unit: SpreadUnit,
  {
    lacks,
    ...metric
  }: FromTranscripts<Name> & { readonly lacks?: (columns: ConversationColumns, place: number) => boolean },
): Metric<Name> {
  return {
    ...metric,
    kind: spreadKind(unit, true),
    basis: 'transcripts',
    figure: (columns, places, population) => {
      const spread = estimatedSpread(segmentsAt(metric.numbers(columns), places), population);
      return spreadFigure(spread, unit, spread, lacks && places.filter((place) => lacks(columns, place)).length);
    },
  };
}

/** Makes a metric of which share of transcripts has a 1. */
export function estimatedShareOf<const Name extends string>(
  metric: FromTranscripts<Name> & { readonly of: ProgramText },
): Metric<Name> {
  return {
    ...metric,
    kind: ESTIMATED_SHARE,
    basis: 'transcripts',
    figure: (columns, places, population) => {
      const count = segmentsAt(metric.numbers(columns), places).values.reduce((sum, one) => sum + one, 0);
      return estimatedShareFigure(count, estimatedShare(count, places.length, population));
    },
  };
}
