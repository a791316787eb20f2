import { z } from 'zod';
import { CHANGING_FIGURES, type Change, type ChangingFigure } from '../../insights/change.ts';
import type { Codebook } from '../../insights/codebook.ts';
import { unsettledCodes, type Metrics } from '../../insights/metrics.ts';
import type { Spread } from '../../insights/statistics.ts';
import type { CodeName } from '../../model/codes.ts';
import type { ChatFigures } from '../../model/records.ts';
import { joinSafe, safe, tableCell, type SafeText } from '../../privacy/safe-text.ts';
import { scaleWords, unsettledCodeWords } from './codebook.ts';
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
  missed_unknown: z.number().optional(),
  missed_rate: z.number().optional(),
  wait_seconds: SpreadShape.optional(),
  duration_seconds: SpreadShape.optional(),
  transfer_rate: z.number().optional(),
  transferred_unknown: z.number().optional(),
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
export function metricsWords(metrics: Metrics, book: Codebook): SafeText {
  const { chats, missed, missed_rate, missed_unknown, wait_seconds, duration_seconds, rating } = metrics;
  const { transfer_rate, transferred_unknown } = metrics;
  return joinSafe(
    [
      missed === undefined || missed_rate === undefined
        ? safe`${chats} chats`
        : safe`${chats} chats, ${missed} missed (${percentWords(missed_rate)})`,
      ...(missed_unknown === undefined ? [] : [safe`missed or not is unknown of ${missed_unknown}`]),
      ...spreadWords(safe`wait`, wait_seconds),
      ...spreadWords(safe`duration`, duration_seconds),
      ...(transfer_rate === undefined ? [] : [safe`transferred ${percentWords(transfer_rate)}`]),
      ...(transferred_unknown === undefined ? [] : [safe`transferred or not is unknown of ${transferred_unknown}`]),
      ...(rating?.mean === undefined
        ? []
        : [
            safe`rating ${rounded(rating.mean, 2)} (n ${rating.n}, ${scaleWords(book, Object.keys(rating.distribution).map(Number)) ?? safe``})`,
          ]),
    ],
    ' · ',
  );
}

function spreadWords(name: SafeText, spread: Spread | undefined): SafeText[] {
  if (spread?.median === undefined || spread.p90 === undefined) return [];
  return [safe`${name} median ${durationWords(spread.median)}, p90 ${durationWords(spread.p90)}`];
}

/** The head of a table of metrics; its rows come from metricsRow. */
export const METRICS_TABLE_HEAD = safe`| | chats | missed | wait median / p90 | duration median / p90 | transferred | rating (n) |
|---|---|---|---|---|---|---|`;

/** Metrics as one row of a table; a figure that is not known is a dash. */
export function metricsRow(label: SafeText, metrics: Metrics): SafeText {
  const { chats, missed, missed_rate, wait_seconds, duration_seconds, transfer_rate, rating } = metrics;
  const cells = [
    tableCell(label),
    safe`${chats}`,
    missed === undefined || missed_rate === undefined ? NOT_KNOWN : safe`${missed} (${percentWords(missed_rate)})`,
    spreadCell(wait_seconds),
    spreadCell(duration_seconds),
    transfer_rate === undefined ? NOT_KNOWN : percentWords(transfer_rate),
    rating?.mean === undefined ? NOT_KNOWN : safe`${rounded(rating.mean, 2)} (${rating.n})`,
  ];
  return safe`| ${joinSafe(cells, ' | ')} |`;
}

const NOT_KNOWN = safe`–`;

function spreadCell(spread: Spread | undefined): SafeText {
  if (spread?.median === undefined || spread.p90 === undefined) return NOT_KNOWN;
  return safe`${durationWords(spread.median)} / ${durationWords(spread.p90)}`;
}

/** How figures changed, in words: `chats +12 (+0.8 %) · missed rate +3.1 points · …`. */
export function changeWords(changes: Readonly<Partial<Record<ChangingFigure, Change>>>): SafeText {
  const words = CHANGING_FIGURES.flatMap((figure) => {
    const change = changes[figure];
    return change === undefined ? [] : [safe`${CHANGE_LABELS[figure]} ${changedBy(figure, change)}`];
  });
  return joinSafe(words, ' · ');
}

const CHANGE_LABELS: Readonly<Record<ChangingFigure, SafeText>> = {
  chats: safe`chats`,
  missed_rate: safe`missed rate`,
  wait_seconds_median: safe`median wait`,
  duration_seconds_median: safe`median duration`,
  transfer_rate: safe`transfer rate`,
  rating_mean: safe`rating`,
};

function changedBy(figure: ChangingFigure, { absolute, relative }: Change): SafeText {
  if (absolute === 0) return safe`unchanged`;
  const sign = absolute < 0 ? safe`−` : safe`+`;
  const size = Math.abs(absolute);
  switch (figure) {
    case 'chats':
      return safe`${sign}${size}${relative === undefined ? safe`` : safe` (${sign}${percentWords(Math.abs(relative))})`}`;
    case 'missed_rate':
    case 'transfer_rate':
      return safe`${sign}${rounded(size * 100, 1)} points`;
    case 'wait_seconds_median':
    case 'duration_seconds_median':
      return size < 10 ? safe`${sign}${rounded(size, 1)} s` : safe`${sign}${durationWords(size)}`;
    case 'rating_mean':
      return safe`${sign}${rounded(size, 2)}`;
  }
}

/** Says which figures are left out because the meaning of a code is not settled, and what settles it. */
export function unsettledWords(chats: readonly ChatFigures[], book: Codebook): SafeText | undefined {
  const names = unsettledCodes(chats, book);
  if (names.length === 0) return undefined;
  return joinSafe(
    names.map((name) => safe`Left out what rests on ${unsettledCodeWords(name, book)}`),
    '\n',
  );
}

/** The codes on which figures that are shown rest. */
export function codesOfMetrics({ missed, served, transfer_rate, rating }: Metrics): CodeName[] {
  return [
    ...(missed === undefined && served === undefined ? [] : ['is_missed' as const]),
    ...(transfer_rate === undefined ? [] : ['is_chat_transferred' as const]),
    ...(rating === undefined ? [] : ['rating' as const]),
  ];
}
