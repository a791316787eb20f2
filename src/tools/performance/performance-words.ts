import { timeText } from '../../model/words/time.ts';
import { countText } from '../../model/words/count.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import type { Tally } from '../../insights/figures/tally.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import { epochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { changeWords, figuresWords } from '../figures/figure-words.ts';
import { periodWords } from '../../answers/words/quantities.ts';
import type { ComparedPeriod } from './compared-period.ts';

/** Figures in words; where there are no chats, whether that is known to be so. `isCut`: of some hours or days alone. */
export function overallWords(
  tally: Tally,
  metrics: readonly Metric[],
  coverage: Coverage,
  zone: Zone,
  book: Codebook,
  isCut: boolean,
): string {
  const { requests, chats } = tally;
  if (requests === undefined) {
    const none = isCut
      ? 'No chat was requested at these times of the period.'
      : 'No chat was requested in this period.';
    return noneWords('chat of this period', none, coverage);
  }
  const figures = new Map([...tally.overall()].filter(([metric]) => metrics.includes(metric)));
  // Shares have other wholes: how many chats there are is told of each period.
  const isCounted = metrics.some(({ name }) => name === 'chats');
  const count = isCounted ? [] : [countText(chats, 'chat')];
  const words = [...count, ...(figures.size === 0 ? [] : [figuresWords(figures, chats, book)])].join(' · ');
  const at = (moment: number) => timeText(zone, epochMillis(moment));
  return isComplete(coverage)
    ? words
    : `only of what was read so far (requests from ${at(requests.oldest)} to ${at(requests.newest)}): ${words}`;
}

/**
 * The figures of the period that is compared with, and how much changed since. Where not all days of both are read, neither:
 * the chats that happen to be there would stand beside all of a period as if there were so few.
 */
export function comparisonWords(
  { period, coverage, change }: ComparedPeriod,
  figures: string,
  said: readonly Metric[],
  present: Coverage,
): string | undefined {
  if (!areDaysRead(coverage) || !areDaysRead(present)) return undefined;
  const told = change && new Map([...change].filter(([metric]) => said.includes(metric)));
  return paragraphs(
    `Against ${periodWords(period)}: ${figures}`,
    told === undefined || told.size === 0 ? undefined : `Change: ${changeWords(told)}`,
  );
}

/** Why periods are not compared; undefined where they are. */
export function notComparedWords(
  { period, coverage, tally, change }: ComparedPeriod,
  present: Coverage,
): string | undefined {
  const days = periodWords(period);
  if (!areDaysRead(coverage)) {
    return `Not compared with ${days} yet: ${tally.chats} of its chats are at hand, and they are not all.`;
  }
  if (!areDaysRead(present)) return `Not compared with ${days} yet: this period is not read to its end.`;
  return change === undefined ? 'How much it changed is left out: not all of both periods has been read.' : undefined;
}

/** Whether every day was walked, be it that some of its records could not be read. */
function areDaysRead({ asked, covered }: Coverage): boolean {
  return covered >= asked;
}
