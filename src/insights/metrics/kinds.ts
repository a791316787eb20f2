import { omitUndefined } from '../../model/omit-undefined.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { ConversationColumns } from '../digest/conversation-columns.ts';
import { estimatedShare, estimatedSpread } from '../statistics/estimates.ts';
import type { Metric, MetricWords, RowMetric } from './metric.ts';
import { segmentsAt, type Segments } from '../statistics/segments.ts';
import { CountSums } from '../kinds/count.ts';
import { DistinctSums } from '../kinds/distinct.ts';
import { RatingSums } from '../kinds/rating.ts';
import { ShareSums } from '../kinds/share.ts';
import { SpreadSums } from '../kinds/spread.ts';

// A kind tells how the values of chats become one figure. What each is called, how it is rounded, its words, its column and its
// change follow from it (mcp/figures/figure-data.ts, figure-words.ts).

type FromRows<Name extends string> = MetricWords<Name> & Pick<RowMetric, 'column' | 'withoutMissed'>;

/** Makes a metric of how many chats have the value YES. */
export function count<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: 'count', basis: 'rows', sums: () => new CountSums() };
}

/** Which share of some chats has the value YES: `of` names those that have YES or NO. */
export function share<const Name extends string>(
  metric: FromRows<Name> & { readonly of: ProgramText; readonly rate?: string },
): Metric<Name> {
  return { ...metric, kind: 'share', basis: 'rows', sums: () => new ShareSums() };
}

/** Makes a metric of how the values of chats are spread. */
export function spread<const Name extends string>(
  metric: FromRows<Name> & { readonly unit: 'seconds' | 'number' },
): Metric<Name> {
  return { ...metric, kind: 'spread', basis: 'rows', sums: () => new SpreadSums() };
}

/** Makes a metric of what visitors gave: the column has ratings, and NOT_RATED. */
export function rating<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: 'rating', basis: 'rows', sums: () => new RatingSums() };
}

/** Makes a metric of how many different values there are, and how many of them served chats have. */
export function distinct<const Name extends string>(metric: FromRows<Name>): Metric<Name> {
  return { ...metric, kind: 'distinct', basis: 'rows', sums: ({ book }) => new DistinctSums(book) };
}

/** Makes a metric of how values of transcripts are spread; `without` names those that have none though they could. */
export function estimatedSpreadOf<const Name extends string>({
  values,
  lacks,
  ...metric
}: MetricWords<Name> & {
  readonly unit: 'seconds' | 'number';
  readonly values: (columns: ConversationColumns) => Segments;
  readonly without?: ProgramText;
  readonly lacks?: (columns: ConversationColumns, place: number) => boolean;
}): Metric<Name> {
  return {
    ...metric,
    kind: 'estimated spread',
    basis: 'transcripts',
    figure: (columns, places, population) => ({
      kind: 'estimated spread',
      ...estimatedSpread(segmentsAt(values(columns), places), population),
      ...omitUndefined({ without: lacks && places.filter((place) => lacks(columns, place)).length }),
    }),
  };
}

/** Which share of transcripts has a 1. */
export function estimatedShareOf<const Name extends string>({
  flags,
  ...metric
}: MetricWords<Name> & {
  readonly of: ProgramText;
  readonly flags: (columns: ConversationColumns) => Uint8Array;
}): Metric<Name> {
  return {
    ...metric,
    kind: 'estimated share',
    basis: 'transcripts',
    figure: (columns, places, population) => {
      const all = flags(columns);
      const count = places.reduce((sum, place) => sum + (all[place] ?? 0), 0);
      return { kind: 'estimated share', count, ...estimatedShare(count, places.length, population) };
    },
  };
}
