import type { Change } from '../../figures/change.ts';
import type { Tally } from '../../figures/tally.ts';
import type { Figures, Metric } from '../../figures/metrics/metric.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';

/** How large a sample is, and how large it is to be. */
export interface SampleSize {
  readonly looked: number;
  readonly planned: number;
  /** The number that is still being read. */
  readonly awaited: number;
}

/** A period that another one is compared with. */
export interface ComparedPeriod {
  /** Of several, from the first day until the last. */
  readonly period: Period;
  /** The same weekdays of several weeks, the latest first, with whose mean it is compared; absent where it is one period. */
  readonly weeks?: readonly Period[] | undefined;
  readonly coverage: Coverage;
  readonly tally: Tally;
  readonly overall: Figures;
  /** The change since; absent before both periods are whole. */
  readonly change?: ReadonlyMap<Metric, Change> | undefined;
  /** The transcripts looked at in the period, and how many that is to be. */
  readonly sample: SampleSize;
  /** Whether what transcripts tell is left out of the change: the sample of one of the two periods is not whole. */
  readonly isSampling: boolean;
}
