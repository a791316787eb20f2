import { omitUndefined } from '../model/omit-undefined.ts';
import { fineSpanText } from '../model/words/duration.ts';
import { groupedText, rounded, signOf } from '../model/words/number.ts';
import { percent, pointsText, shareText } from '../model/words/share.ts';
import type { MainNumber } from './kinds/figure.ts';
import type { Figures, Metric } from './metrics/metric.ts';
import { FEW_VALUES, LEVEL } from './statistics/chance.ts';

/** The change of a figure; relative to the earlier one where that is not zero. */
export interface Change {
  readonly absolute: number;
  readonly relative?: number;
  /** Of a count of periods that have unlike numbers of days: by how many a day. */
  readonly daily?: number;
  /** Whether one of the two rests on fewer than FEW_VALUES chats; absent if not. */
  readonly few?: true;
  readonly verdict: Verdict;
}

/** Whether chance alone may have made a change: not tested where the periods tell too little of what chance does. */
export const VERDICTS = ['beyond_chance', 'within_chance', 'not_tested'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How often chance alone changes a figure by as much; undefined where that is not known. */
export type ChanceOf = (metric: Metric) => number | undefined;

/**
 * Returns how figures changed from one period to another, to four decimals; those that either lacks are left out.
 * @param figures the number of figures among which changes are looked for: chance has as many tries
 * @param days the number of days of both periods
 */
export function changeBetween(
  before: Figures,
  now: Figures,
  chanceOf: ChanceOf,
  figures = 1,
  days: readonly [before: number, now: number] = [1, 1],
): ReadonlyMap<Metric, Change> {
  return new Map(
    [...now].flatMap(([metric, { main: later }]) => {
      const earlier = before.get(metric)?.main;
      return earlier === undefined || later === undefined
        ? []
        : [
            [
              metric,
              {
                ...changeOf(earlier, later, () => chanceOf(metric), figures),
                ...(metric.kind.unit === 'chats' && dailyChange(earlier.value, later.value, days)),
              },
            ] as const,
          ];
    }),
  );
}

/** That one of two periods has more days is no change. */
function dailyChange(before: number, now: number, [daysBefore, days]: readonly [number, number]) {
  return daysBefore === days ? {} : { daily: rounded(now / days - before / daysBefore, 4) };
}

function changeOf(before: MainNumber, now: MainNumber, chanceOf: () => number | undefined, figures: number): Change {
  const difference = now.value - before.value;
  const isFew = Math.min(before.n, now.n) < FEW_VALUES;
  return {
    absolute: rounded(difference, 4),
    ...omitUndefined({ relative: before.value === 0 ? undefined : rounded(difference / before.value, 4) }),
    ...(isFew && { few: true }),
    verdict: isFew ? 'not_tested' : verdictOf(chanceOf(), figures),
  };
}

/** The verdict on a change, of a number of figures that are looked at together. */
function verdictOf(chance: number | undefined, figures: number): Verdict {
  if (chance === undefined) return 'not_tested';
  return isBeyondChance(chance, figures) ? 'beyond_chance' : 'within_chance';
}

/** Whether chance alone hardly ever does as much: at most at the LEVEL, shared among a number of figures (Bonferroni). */
export function isBeyondChance(chance: number | undefined, figures: number): boolean {
  return chance !== undefined && chance * figures < LEVEL;
}

/**
 * A change in words: `−257 (−15.2%), beyond chance`, `+66 (+3.6%), +4.1 a day`, `−6.3 points, within chance`, `+15 s`; `unchanged`
 * where it is too small to show. `of`: what changed, where several numbers stand beside it.
 */
export function changeText(
  { kind: { unit } }: Metric,
  { absolute, relative = 0, daily, few, verdict }: Change,
  of = '',
): string {
  const size = sizeText(Math.abs(absolute), unit);
  const marks = `${few === true ? '*' : ''}${of}`;
  const byDay = daily === undefined ? '' : `, ${signOf(daily)}${groupedText(rounded(Math.abs(daily), 1))} a day`;
  if (size === undefined) return `unchanged${marks}${byDay}`;
  const sign = signOf(absolute);
  // A share of a share is taken for points, and one of a median says less than its seconds.
  const isTold = unit !== 'share' && unit !== 'seconds' && unit !== 'rating' && Math.abs(relative) >= 0.0005;
  return `${sign}${size}${isTold ? ` (${sign}${shareText(Math.abs(relative), 1)})` : ''}${marks}${byDay}${verdict === 'not_tested' ? '' : `, ${verdict.replace('_', ' ')}`}`;
}

/** The size of a change in words, without its sign; undefined where it is too small to show. */
export function sizeText(size: number, unit: Metric['kind']['unit']): string | undefined {
  switch (unit) {
    case 'share':
      return percent(size) === 0 ? undefined : pointsText(size);
    case 'seconds':
      return rounded(size, 1) === 0 ? undefined : fineSpanText(size);
    case 'rating':
    case 'number':
      return rounded(size, 2) === 0 ? undefined : `${rounded(size, 2)}`;
    case 'chats':
      return size === 0 ? undefined : groupedText(size);
  }
}

/** The values of some chats of a metric: their number, and their sum. */
export interface ChatSum {
  readonly n: number;
  readonly sum: number;
}

/** How the values of a metric are summed up and worded. */
interface SumMetric {
  readonly kind: Pick<Metric['kind'], 'name' | 'unit'>;
}

/** What some chats have of a metric, with their number: `31 of 82 (37.8%)`, `45 s (n=82)`, `no chats`; of a count, that. */
export function chatSumText({ n, sum }: ChatSum, { kind: { name, unit } }: SumMetric): string {
  if (name === 'count') return groupedText(sum);
  if (n === 0) return 'no chats';
  if (unit === 'share') return `${groupedText(sum)} of ${groupedText(n)} (${shareText(sum, n)})`;
  return `${meanText(sum / n, unit)} (n=${groupedText(n)})`;
}

function meanText(mean: number, unit: Metric['kind']['unit']): string {
  if (unit === 'seconds') return fineSpanText(mean);
  return unit === 'rating' ? rounded(mean, 2).toFixed(2) : `${rounded(mean, 2)}`;
}

/** A number of chats that is expected: `about 12`. */
export function expectedText(chats: number): string {
  return `about ${groupedText(rounded(chats, 0))}`;
}

/** A small number that is no count, such as chats held at once: `1.42`. */
export function levelText(level: number): string {
  return `${rounded(level, 2)}`;
}
