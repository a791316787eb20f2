import type { Change } from '../../insights/figures/change.ts';
import type { Tally } from '../../insights/figures/tally.ts';
import type { Figures, Metric } from '../../insights/metrics/metric.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';

/** A period that another one is compared with. */
export interface ComparedPeriod {
  readonly period: Period;
  readonly coverage: Coverage;
  readonly tally: Tally;
  readonly overall: Figures;
  /** The change since; absent before both periods are whole. */
  readonly change?: ReadonlyMap<Metric, Change> | undefined;
  /** Whether what transcripts tell is left out of the change: a sample of one of the two is still being read. */
  readonly isSampling: boolean;
}
