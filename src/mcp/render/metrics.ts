import { z } from 'zod';
import type { Codebook } from '../../insights/codebook.ts';
import type { EstimatedShare, EstimatedSpread } from '../../insights/estimates.ts';
import type { Metrics, Sides } from '../../insights/metrics.ts';
import type { ServiceLevel } from '../../insights/service-level.ts';
import type { Spread } from '../../insights/statistics.ts';
import type { Concurrency } from '../../insights/workload.ts';
import type { CodeName } from '../../model/codes.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { advertisedAs, spelledOutElsewhere } from '../tool.ts';
import { scaleWords, unsettledCodeWords } from './codebook.ts';
import { durationWords, percentWords, rounded } from './words.ts';

const SpreadShape = z.strictObject({
  n: z.number(),
  mean: z.number().optional(),
  median: z.number().optional(),
  p90: z.number().optional(),
  max: z.number().optional(),
});

const sampled = {
  population: z.number(),
  sampled: z.number(),
  estimated: z.boolean(),
  ci95: z.array(z.number()).optional(),
};

/** A spread of all or of a sample, with its interval. */
export const EstimatedSpreadShape = SpreadShape.extend(sampled);

const SidesShape = spelledOutElsewhere(z.strictObject({ visitor: z.number(), agent: z.number() }));

/** The metrics of a selection of chats, as insights/metrics.ts has them, rounded. */
export const MetricsShape = z.strictObject({
  chats: z.number(),
  missed: z.number().optional(),
  served: z.number().optional(),
  missed_unknown: z.number().optional(),
  missed_rate: z.number().optional(),
  wait_seconds: SpreadShape.optional(),
  duration_seconds: spelledOutElsewhere(SpreadShape).optional(),
  transfer_rate: z.number().optional(),
  transferred_unknown: z.number().optional(),
  rating: z
    .strictObject({
      n: z.number(),
      mean: z.number().optional(),
      distribution: z.record(z.string(), z.number()).meta(advertisedAs({ type: 'object' })),
      response_rate: z.number().optional(),
    })
    .optional(),
  first_response_seconds: EstimatedSpreadShape.extend({ never_answered: z.number() }).optional(),
  response_seconds: spelledOutElsewhere(EstimatedSpreadShape).optional(),
  dropped: spelledOutElsewhere(
    z.strictObject({ ...sampled, dropped: z.number(), rate: z.number().optional() }),
  ).optional(),
  service_level: spelledOutElsewhere(
    z.strictObject({
      seconds: z.number(),
      answered_within: z.number(),
      rate: z.number().optional(),
      rate_of_served: z.number().optional(),
    }),
  ).optional(),
  started_by: SidesShape.optional(),
  ended_by: SidesShape.optional(),
  concurrency: spelledOutElsewhere(
    z.strictObject({
      mean: z.number(),
      peak: z.number(),
      limit: z.number().optional(),
      at_limit: z.number().optional(),
    }),
  ).optional(),
  chats_per_engaged_hour: z.number().optional(),
  repeat_contact: spelledOutElsewhere(
    z.strictObject({ visitors: z.number(), repeated: z.number(), rate: z.number().optional() }),
  ).optional(),
});

/** Metrics as data: seconds to a tenth, rates to four decimals, the mean rating to two. */
export function metricsData(metrics: Metrics): z.input<typeof MetricsShape> {
  const { missed_rate, wait_seconds, duration_seconds, transfer_rate, rating } = metrics;
  const { first_response_seconds, response_seconds, dropped, service_level, concurrency } = metrics;
  const { started_by, ended_by, chats_per_engaged_hour, repeat_contact } = metrics;
  const { chats, missed, served, missed_unknown, transferred_unknown } = metrics;
  return {
    chats,
    ...(missed !== undefined && { missed }),
    ...(served !== undefined && { served }),
    ...(missed_unknown !== undefined && { missed_unknown }),
    ...(missed_rate !== undefined && { missed_rate: rounded(missed_rate, 4) }),
    ...(wait_seconds !== undefined && { wait_seconds: spreadData(wait_seconds) }),
    ...(duration_seconds !== undefined && { duration_seconds: spreadData(duration_seconds) }),
    ...(transfer_rate !== undefined && { transfer_rate: rounded(transfer_rate, 4) }),
    ...(transferred_unknown !== undefined && { transferred_unknown }),
    ...(rating !== undefined && {
      rating: {
        n: rating.n,
        distribution: { ...rating.distribution },
        ...(rating.mean !== undefined && { mean: rounded(rating.mean, 2) }),
        ...(rating.response_rate !== undefined && { response_rate: rounded(rating.response_rate, 4) }),
      },
    }),
    ...(first_response_seconds !== undefined && {
      first_response_seconds: {
        ...estimatedSpreadData(first_response_seconds),
        never_answered: first_response_seconds.never_answered,
      },
    }),
    ...(response_seconds !== undefined && { response_seconds: estimatedSpreadData(response_seconds) }),
    ...(dropped !== undefined && {
      dropped: {
        ...sampledData(dropped, 4),
        dropped: dropped.dropped,
        ...(dropped.rate !== undefined && { rate: rounded(dropped.rate, 4) }),
      },
    }),
    ...(service_level !== undefined && {
      service_level: {
        seconds: service_level.seconds,
        answered_within: service_level.answered_within,
        ...ratesData(service_level),
      },
    }),
    ...(started_by !== undefined && { started_by: sidesData(started_by) }),
    ...(ended_by !== undefined && { ended_by: sidesData(ended_by) }),
    ...(concurrency !== undefined && { concurrency: concurrencyData(concurrency) }),
    ...(chats_per_engaged_hour !== undefined && { chats_per_engaged_hour: rounded(chats_per_engaged_hour, 2) }),
    ...(repeat_contact !== undefined && {
      repeat_contact: {
        visitors: repeat_contact.visitors,
        repeated: repeat_contact.repeated,
        ...(repeat_contact.rate !== undefined && { rate: rounded(repeat_contact.rate, 4) }),
      },
    }),
  };
}

function ratesData({ rate, rate_of_served }: Pick<ServiceLevel, 'rate' | 'rate_of_served'>) {
  return {
    ...(rate !== undefined && { rate: rounded(rate, 4) }),
    ...(rate_of_served !== undefined && { rate_of_served: rounded(rate_of_served, 4) }),
  };
}

function concurrencyData({ mean, peak, limit, at_limit }: Concurrency) {
  return {
    mean: rounded(mean, 2),
    peak,
    ...(limit !== undefined && { limit }),
    ...(at_limit !== undefined && { at_limit: rounded(at_limit, 4) }),
  };
}

function sidesData({ visitor, agent }: Sides): Sides {
  return { visitor: rounded(visitor, 4), agent: rounded(agent, 4) };
}

/** The same as data, in seconds to a tenth. */
export function estimatedSpreadData(spread: EstimatedSpread) {
  return { ...spreadData(spread), ...sampledData(spread, 1) };
}

function sampledData({ population, sampled, estimated, ci95 }: EstimatedShare | EstimatedSpread, decimals: number) {
  return {
    population,
    sampled,
    estimated,
    ...(ci95 !== undefined && { ci95: ci95.map((bound) => rounded(bound, decimals)) }),
  };
}

function spreadData({ n, mean, median, p90, max }: Spread): z.input<typeof SpreadShape> {
  if (mean === undefined || median === undefined || p90 === undefined || max === undefined) return { n };
  return { n, mean: rounded(mean, 1), median: rounded(median, 1), p90: rounded(p90, 1), max: rounded(max, 1) };
}

/** Metrics in one line: `120 chats, 9 missed (7.5 %) · wait median 32 s, p90 2 min · …`. */
export function metricsWords(metrics: Metrics, book: Codebook): OwnText {
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

export function spreadWords(name: OwnText, spread: Spread | undefined): OwnText[] {
  if (spread?.median === undefined || spread.p90 === undefined) return [];
  return [safe`${name} median ${durationWords(spread.median)}, p90 ${durationWords(spread.p90)}`];
}

/** Says which figures are left out because the meaning of a code is not settled, and what settles it. */
export function unsettledWords(names: readonly CodeName[], book: Codebook): OwnText | undefined {
  if (names.length === 0) return undefined;
  return joinSafe(
    names.map((name) => safe`Left out what rests on ${ownWord(unsettledCodeWords(name, book))}`),
    '\n',
  );
}

/** The codes on which figures that are shown rest. */
export function codesOfMetrics({
  missed,
  served,
  transfer_rate,
  rating,
  started_by,
  ended_by,
  ...metrics
}: Metrics): CodeName[] {
  return [
    ...(metrics.first_response_seconds === undefined ? [] : ['user_type' as const]),
    ...(started_by === undefined ? [] : ['chat_started_by' as const]),
    ...(ended_by === undefined ? [] : ['chat_ended_by' as const]),
    ...(missed === undefined && served === undefined ? [] : ['is_missed' as const]),
    ...(transfer_rate === undefined ? [] : ['is_chat_transferred' as const]),
    ...(rating === undefined ? [] : ['rating' as const]),
  ];
}
