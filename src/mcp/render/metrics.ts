import { z } from 'zod';
import type { Codebook } from '../../insights/codebook.ts';
import { unsettledCodes, type Metrics } from '../../insights/metrics.ts';
import type { Spread } from '../../insights/statistics.ts';
import type { CodeName } from '../../model/codes.ts';
import type { Chat } from '../../model/records.ts';
import { joinSafe, ownWord, safe, type SafeText } from '../../privacy/safe-text.ts';
import { durationWords, percentWords, rounded } from './words.ts';

const SpreadShape = z.strictObject({
  n: z.number(),
  mean: z.number().optional(),
  median: z.number().optional(),
  p90: z.number().optional(),
  max: z.number().optional(),
});

/** The metrics of a selection of chats, as insights/metrics.ts computes them, rounded. */
export const MetricsShape = z.strictObject({
  chats: z.number(),
  missed: z.number().optional(),
  served: z.number().optional(),
  missed_rate: z.number().optional(),
  wait_seconds: SpreadShape.optional(),
  duration_seconds: SpreadShape.optional(),
  transfer_rate: z.number().optional(),
  rating: z
    .strictObject({
      n: z.number(),
      mean: z.number().optional(),
      distribution: z.record(z.string(), z.number()),
      response_rate: z.number().optional(),
    })
    .optional(),
});

/** Metrics as data: seconds to a tenth, rates to four decimals, the mean rating to two. */
export function metricsData(metrics: Metrics): z.infer<typeof MetricsShape> {
  const { missed_rate, wait_seconds, duration_seconds, transfer_rate, rating, ...counts } = metrics;
  return {
    ...counts,
    ...(missed_rate !== undefined && { missed_rate: rounded(missed_rate, 4) }),
    ...(wait_seconds !== undefined && { wait_seconds: spreadData(wait_seconds) }),
    ...(duration_seconds !== undefined && { duration_seconds: spreadData(duration_seconds) }),
    ...(transfer_rate !== undefined && { transfer_rate: rounded(transfer_rate, 4) }),
    ...(rating !== undefined && {
      rating: {
        n: rating.n,
        distribution: { ...rating.distribution },
        ...(rating.mean !== undefined && { mean: rounded(rating.mean, 2) }),
        ...(rating.response_rate !== undefined && { response_rate: rounded(rating.response_rate, 4) }),
      },
    }),
  };
}

function spreadData({ n, mean, median, p90, max }: Spread): z.infer<typeof SpreadShape> {
  if (mean === undefined || median === undefined || p90 === undefined || max === undefined) return { n };
  return { n, mean: rounded(mean, 1), median: rounded(median, 1), p90: rounded(p90, 1), max: rounded(max, 1) };
}

/** Metrics in one line: `120 chats, 9 missed (7.5 %) · wait median 32 s, p90 2 min · …`. */
export function metricsWords(metrics: Metrics): SafeText {
  const { chats, missed, missed_rate, wait_seconds, duration_seconds, transfer_rate, rating } = metrics;
  return joinSafe(
    [
      missed === undefined || missed_rate === undefined
        ? safe`${chats} chats`
        : safe`${chats} chats, ${missed} missed (${percentWords(missed_rate)})`,
      ...spreadWords(safe`wait`, wait_seconds),
      ...spreadWords(safe`duration`, duration_seconds),
      ...(transfer_rate === undefined ? [] : [safe`transferred ${percentWords(transfer_rate)}`]),
      ...(rating?.mean === undefined ? [] : [safe`rating ${rounded(rating.mean, 2)} (n ${rating.n})`]),
    ],
    ' · ',
  );
}

function spreadWords(name: SafeText, spread: Spread | undefined): SafeText[] {
  if (spread?.median === undefined || spread.p90 === undefined) return [];
  return [safe`${name} median ${durationWords(spread.median)}, p90 ${durationWords(spread.p90)}`];
}

/** Says which figures are left out because the meaning of a code is not settled, and what settles it. */
export function unsettledWords(chats: readonly Chat[], book: Codebook): SafeText | undefined {
  const names = unsettledCodes(chats, book);
  if (names.length === 0) return undefined;
  return joinSafe(
    names.map((name) => safe`Left out what rests on ${unsettledCodeWords(name, book)}`),
    '\n',
  );
}

/** One unsettled code: its name, the evidence, and the setting that settles it. */
export function unsettledCodeWords(name: CodeName, book: Codebook): SafeText {
  return safe`${ownWord(name)}, whose meaning is not settled here (${ownWord(book[name].evidence)}). The setting codes.${ownWord(name)} settles it.`;
}
