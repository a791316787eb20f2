import { FEW } from '../../insights/change.ts';
import type { Codebook } from '../../insights/codebook.ts';
import type { EstimatedShare, EstimatedSpread } from '../../insights/estimates.ts';
import type { Metrics } from '../../insights/metrics.ts';
import { REPEAT_CONTACT_DAYS } from '../../insights/repeat-contact.ts';
import type { Spread } from '../../insights/statistics.ts';
import type { Concurrency } from '../../insights/workload.ts';
import { joinSafe, safe, tableCell, type OwnText } from '../../privacy/safe-text.ts';
import { metricsWords, spreadWords } from './metrics.ts';
import { durationWords, percentWords, rounded } from './words.ts';

/** All that was computed, in words: what the rows tell, then what was asked for beside, then what transcripts tell. */
export function performanceWords(metrics: Metrics, book: Codebook): OwnText {
  const { chats } = metrics;
  return joinSafe(
    [
      metricsWords(metrics, book),
      ...line(besideWords(metrics)),
      ...line(responseWords(metrics)),
      ...(chats > 0 && chats < FEW ? [safe`Few chats: chance alone may move these figures much.`] : []),
    ],
    '\n',
  );
}

function line(parts: readonly OwnText[]): OwnText[] {
  return parts.length === 0 ? [] : [joinSafe(parts, ' · ')];
}

function besideWords(metrics: Metrics): OwnText[] {
  const { service_level, concurrency, chats_per_engaged_hour, repeat_contact, started_by, ended_by } = metrics;
  return [
    ...(service_level === undefined ? [] : [serviceLevelWords(service_level)]),
    ...(concurrency === undefined
      ? []
      : [
          safe`at once ${rounded(concurrency.mean, 1)} on average, ${concurrency.peak} at most${limitWords(concurrency)}`,
        ]),
    ...(chats_per_engaged_hour === undefined
      ? []
      : [safe`${rounded(chats_per_engaged_hour, 1)} chats per engaged hour`]),
    ...(started_by === undefined ? [] : [safe`started by visitors ${percentWords(started_by.visitor)}`]),
    ...(ended_by === undefined ? [] : [safe`ended by visitors ${percentWords(ended_by.visitor)}`]),
    ...(repeat_contact?.rate === undefined
      ? []
      : [
          safe`${repeat_contact.repeated} of ${repeat_contact.visitors} visitors came back within ${REPEAT_CONTACT_DAYS} days (${percentWords(repeat_contact.rate)})`,
        ]),
  ];
}

function limitWords({ limit, at_limit: share }: Concurrency): OwnText {
  if (limit === undefined || share === undefined) return safe``;
  return safe` (limit ${limit}, at it ${percentWords(share)} of the time)`;
}

function serviceLevelWords({
  seconds,
  answered_within: answered,
  rate,
  rate_of_served: served,
}: NonNullable<Metrics['service_level']>): OwnText {
  const within = safe`${answered} answered within ${durationWords(seconds)}`;
  const shares = [
    ...(rate === undefined ? [] : [safe`${percentWords(rate)} of those offered`]),
    ...(served === undefined ? [] : [safe`${percentWords(served)} of those served`]),
  ];
  return shares.length === 0 ? within : safe`${within} (${joinSafe(shares, ', ')})`;
}

function responseWords({ first_response_seconds: first, response_seconds: response, dropped }: Metrics): OwnText[] {
  if (first === undefined) return [];
  return [
    ...spreadWords(safe`first response`, first),
    ...(first.never_answered === 0 ? [] : [safe`${first.never_answered} never answered`]),
    ...(response === undefined ? [] : spreadWords(safe`each response`, response)),
    ...(dropped?.rate === undefined
      ? []
      : [
          safe`ended with a visitor's message that nobody answered (a thank-you included) ${percentWords(dropped.rate)}`,
        ]),
    sampleWords(first, dropped),
  ];
}

/** What an estimate rests on: how many of how many, and between which values the truth lies. */
function sampleWords({ population, sampled, estimated, ci95 }: EstimatedSpread, share: EstimatedShare | undefined) {
  if (!estimated) return safe`from all ${population} transcripts`;
  const intervals = [
    ...(ci95 === undefined ? [] : [safe`median first response ${durationWords(ci95[0])} to ${durationWords(ci95[1])}`]),
    ...(share?.ci95 === undefined
      ? []
      : [safe`unanswered end ${percentWords(share.ci95[0])} to ${percentWords(share.ci95[1])}`]),
  ];
  const basis = safe`estimated from ${sampled} transcripts, drawn at random from ${population}`;
  return intervals.length === 0
    ? safe`${basis}, too few for an interval`
    : safe`${basis} (95 % interval: ${joinSafe(intervals, ', ')})`;
}

/** A column of a table of groups. Undefined: this group has no such figure. */
interface Column {
  readonly head: OwnText;
  readonly cell: (metrics: Metrics) => OwnText | undefined;
}

const COLUMNS: readonly Column[] = [
  { head: safe`chats`, cell: ({ chats }) => safe`${chats}` },
  {
    head: safe`missed`,
    cell: ({ missed, missed_rate }) =>
      missed === undefined || missed_rate === undefined ? undefined : safe`${missed} (${percentWords(missed_rate)})`,
  },
  { head: safe`wait median / p90`, cell: ({ wait_seconds }) => spreadCell(wait_seconds) },
  {
    head: safe`in time`,
    cell: ({ service_level: level }) => shareCell(level?.rate ?? level?.rate_of_served),
  },
  {
    head: safe`first response median (n)`,
    cell: ({ first_response_seconds: first }) =>
      first?.median === undefined
        ? undefined
        : safe`${first.estimated ? safe`~` : safe``}${durationWords(first.median)} (${first.n})`,
  },
  { head: safe`duration median / p90`, cell: ({ duration_seconds }) => spreadCell(duration_seconds) },
  {
    head: safe`at once mean / peak`,
    cell: ({ concurrency: at }) => at && safe`${rounded(at.mean, 1)} / ${at.peak}${limitWords(at)}`,
  },
  {
    head: safe`per engaged hour`,
    cell: ({ chats_per_engaged_hour: rate }) => (rate === undefined ? undefined : safe`${rounded(rate, 1)}`),
  },
  { head: safe`transferred`, cell: ({ transfer_rate }) => shareCell(transfer_rate) },
  {
    head: safe`rating (n)`,
    cell: ({ rating }) => (rating?.mean === undefined ? undefined : safe`${rounded(rating.mean, 2)} (${rating.n})`),
  },
];

function spreadCell(spread: Spread | undefined): OwnText | undefined {
  if (spread?.median === undefined || spread.p90 === undefined) return undefined;
  return safe`${durationWords(spread.median)} / ${durationWords(spread.p90)}`;
}

function shareCell(share: number | undefined): OwnText | undefined {
  return share === undefined ? undefined : percentWords(share);
}

/** A table of groups: its head, how a group becomes a row, and what its marks mean. */
export interface GroupTable {
  readonly head: OwnText;
  readonly row: (label: OwnText, metrics: Metrics) => OwnText;
  readonly legend: OwnText | undefined;
}

/** A table with the columns that some group has; a figure that a group lacks is a dash, a group of few chats is marked. */
export function groupTable(groups: readonly Metrics[]): GroupTable {
  const columns = COLUMNS.filter(({ cell }) => groups.some((metrics) => cell(metrics) !== undefined));
  const isEstimated = groups.some((metrics) => metrics.first_response_seconds?.estimated === true);
  const legend = [
    ...(groups.some(isOfFew)
      ? [safe`Marked *: fewer than ${FEW} chats, so chance alone may move the figures much.`]
      : []),
    ...(isEstimated ? [safe`~: estimated from a random sample.`] : []),
  ];
  const heads = joinSafe([safe``, ...columns.map(({ head }) => head)], ' | ');
  const rules = joinSafe([safe`---`, ...columns.map(() => safe`---`)], ' | ');
  return {
    head: safe`|${heads} |\n| ${rules} |`,
    row: (label, metrics) => {
      const name = safe`${tableCell(label)}${isOfFew(metrics) ? safe`*` : safe``}`;
      return safe`| ${joinSafe([name, ...columns.map(({ cell }) => cell(metrics) ?? NOT_KNOWN)], ' | ')} |`;
    },
    legend: legend.length === 0 ? undefined : joinSafe(legend, ' '),
  };
}

const NOT_KNOWN = safe`–`;

function isOfFew({ chats }: Metrics): boolean {
  return chats > 0 && chats < FEW;
}
