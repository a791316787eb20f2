import { timeText } from '../../model/words/time.ts';
import { durationText } from '../../model/words/duration.ts';
import { countText, isAre } from '../../model/words/count.ts';
import { mainNumberOf } from '../../insights/figures/change.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import { isComplete } from '../../model/coverage.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Measured } from '../../answers/kept-figures.ts';
import type { Reading } from '../figures/random-sample.ts';
import { SECONDS_BEHIND } from '../../model/progress.ts';
import { orderedByWords } from '../figures/figure-words.ts';
import { countriesRestWords } from '../../answers/selection/chat-country.ts';
import { MISSED_NAME_NO_AGENT } from '../../answers/selection/selected-chats.ts';
import { isOpen } from '../../answers/words/code-words.ts';
import { STARTS_OVER, type Asking } from '../../answers/closing.ts';
import { periodWords } from '../../answers/words/quantities.ts';
import { notComparedWords } from './performance-words.ts';
import type { Performance } from './performance.ts';

/** What is missing of the figures of an answer, or not sure, and why: a paragraph each. `told` are those that it tells. */
export function performanceNotes(performance: Performance, told: ReadonlySet<Metric>, asking: Asking): string[] {
  const { coverage, asked, said, present, compared, groups, period, visitors } = performance;
  const { zone } = period;
  const isOfAgents = asked.groupings.some(({ name }) => name === 'agent');
  return [
    present.tally.chats === 0 ? undefined : leftOutWords(performance, told),
    orderWords(performance),
    transcriptWords(performance, told, asking),
    present.areMissedNamed ? undefined : MISSED_NAME_NO_AGENT,
    compared && notComparedWords(compared, coverage),
    samplesNotComparedWords(performance),
    compared?.change && performance.isRunning
      ? `The period is still running: both are cut at the same moment, the earlier one at ${timeText(zone, compared.period.end)}.`
      : undefined,
    groups.length > 0 && !isComplete(coverage) ? UNREAD_GROUPS : undefined,
    isOfAgents && said.some(({ name }) => name === 'transferred') ? TRANSFERRED_TO : undefined,
    visitors && countriesRestWords(visitors),
  ].flatMap((note) => note ?? []);
}

const UNREAD_GROUPS = '**Groups may be too low or missing: not all of the period was read yet.**';
const TRANSFERRED_TO = 'Transferred chats count for the agent they came to.';

/** Why metrics are among none of the figures, in a line. */
function leftOutWords(performance: Performance, told: ReadonlySet<Metric>): string | undefined {
  const byReason = new Map<string, string[]>();
  for (const metric of performance.said) {
    const why = told.has(metric) ? undefined : whyLeftOut(metric, performance);
    if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), metric.label]);
  }
  const parts = [...byReason].map(([why, labels]) => `${labels.join(', ')} (${why})`);
  return parts.length === 0 ? undefined : `Left out: ${parts.join('; ')}.`;
}

function whyLeftOut(metric: Metric, { asked, isWhole, present, isNamed }: Performance): string | undefined {
  const { scope, basis } = metric;
  const isOfAgent = asked.agent !== undefined || asked.groupings.some(({ name }) => name === 'agent');
  switch (scope) {
    case 'agent':
      return isOfAgent ? OF_NO_CONVERSATION : OF_AGENTS;
    case 'everybody':
      return OF_EVERYBODY;
    case 'promise':
      return isNamed ? OF_A_PROMISE : undefined;
    case undefined:
  }
  if (basis === 'rows' || present.untold > 0) return undefined;
  if (!isWhole) return OF_THE_WHOLE;
  // What is said of the sample says when it is there.
  if (present.awaited > 0) return undefined;
  return asked.reading === 'at_hand' ? (isNamed ? OF_TRANSCRIPTS : undefined) : OF_NO_TRANSCRIPT;
}

const OF_AGENTS = `told of one agent's chats alone: give agent, or group_by agent`;
const OF_NO_CONVERSATION = `told of an agent's whole conversations: there is none, or hours, days or other groups cut them`;
const OF_EVERYBODY = `told of everybody's chats of at least 7 whole days alone, without groups`;
const OF_A_PROMISE = 'give service_level_seconds';
const OF_THE_WHOLE = 'it needs a sample of transcripts, which is drawn when the period is read whole';
const OF_TRANSCRIPTS = 'it needs transcripts, of which too few are at hand: give transcripts sample or all';
const OF_NO_TRANSCRIPT = 'it needs transcripts, and the service gave too few';

/**
 * Says by which number of a figure groups are ordered, and which has most of it where that is another one, or that they cannot be;
 * undefined where no figure orders them.
 */
function orderWords({ order, groups: [first], most, present: { tally } }: Performance): string | undefined {
  const { metric, isAscending } = order;
  // Groups that lack the figure come last.
  if (metric === undefined || first === undefined) return undefined;
  const figure = tally.figureOf(metric, first);
  if (figure !== undefined && mainNumberOf(figure) !== undefined) {
    const way = isAscending ? 'lowest first' : 'highest first';
    // A stranger's words stand in the table alone.
    const others = most === undefined || most.others === 0 ? '' : ` and ${countText(most.others, 'other')}`;
    const other =
      most?.label.own === undefined ? '' : `; the most in number: ${most.label.own}${others}, ${most.count}`;
    return `Ordered by ${orderedByWords(metric)}, ${way}${other}.`;
  }
  return `Not in the order of ${metric.label}: no group has it.`;
}

/** Why figures of transcripts are left out, rest on fewer, or will be surer; undefined where nothing is to be said. */
function transcriptWords(performance: Performance, told: ReadonlySet<Metric>, asking: Asking): string | undefined {
  const { present, asked, said, book } = performance;
  const { untold, looked, awaited } = present;
  const areLeftOut = 2 * untold > looked;
  const areTold = said.some((metric) => metric.basis === 'transcripts' && told.has(metric));
  const parts = [
    ...(untold === 0
      ? []
      : areLeftOut
        ? [
            `Response times are left out: in ${untold} of the ${looked} transcripts looked at, nobody can tell who wrote.${isOpen('user_type', book) ? WRITERS : ''}`,
          ]
        : [
            `Not counted: ${untold} of the ${looked} transcripts looked at, in which nobody can tell who wrote${isOpen('user_type', book) ? ' (user_type is not settled: record_code_meaning)' : ''}.`,
          ]),
    ...(awaited === 0 ? [] : [awaitedWords(present, asked.reading, areTold, asking)]),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** How many transcripts are missing, whether figures rest on the others, and how they come. */
function awaitedWords(
  { awaited, awaitedFor, looked }: Measured,
  reading: Reading,
  areTold: boolean,
  { isLast, isForgotten }: Asking,
): string {
  const takes = `takes about ${durationText(Math.max(1, awaitedFor))}`;
  const onward = isForgotten ? STARTS_OVER : 'asking again continues';
  const are = isAre(awaited);
  if (reading === 'all') {
    const head = `Of the transcripts, ${awaited} ${are} not read yet`;
    return isLast
      ? `${head}; that ${takes}, and ${onward}.`
      : `${head}. Reading goes on behind this answer for up to ${durationText(SECONDS_BEHIND)}; all of it ${takes}, and ${onward}.`;
  }
  const some = countText(awaited, looked === 0 ? 'transcript' : 'more transcript');
  const head = areTold
    ? `Response times rest on a part of the random sample: ${some}`
    : `Response times are not told yet: ${some} of a random sample`;
  return isLast
    ? `${head} ${are} not read yet, which ${takes}; ${onward}.`
    : `${head} ${are} being read while this server runs, which ${takes}; ask again then.`;
}

const WRITERS = ' Names and user_type tell it: record_code_meaning settles what the values of user_type mean.';

/** How an assistant gets estimates exactly, and which groups have too few of a sample. */
export function exactWords({ asked, said, present, rows, exactIn }: Performance): string | undefined {
  if (exactIn === undefined || asked.reading === 'all') return undefined;
  const metrics = said.filter(({ basis }) => basis === 'transcripts');
  const lacking = rows.filter(({ chats, figures }) => chats > 0 && metrics.some((metric) => !figures.has(metric)));
  const all = `transcripts "all" reads the other ${countText(present.missing, 'transcript')}, about ${durationText(Math.max(1, exactIn))}`;
  if (lacking.length > 0 && metrics.length > 0) {
    const which =
      lacking.length === rows.length ? 'each of these groups' : `${lacking.length} of these ${rows.length} groups`;
    return `The sample has too few chats of ${which}: ${all}.`;
  }
  return metrics.length > 0 && present.awaited === 0 ? `For exact figures, ${all}.` : undefined;
}

function samplesNotComparedWords({ compared, present, period, said, overall }: Performance): string | undefined {
  const isTold = (metric: Metric) =>
    metric.basis === 'transcripts' && (overall.has(metric) || compared?.overall.has(metric) === true);
  if (compared?.isSampling !== true || !said.some(isTold)) return undefined;
  const of = (looked: number, planned: number, days: Period) => `${looked} of ${planned} for ${periodWords(days)}`;
  const now = of(present.looked, present.planned, period);
  const before = of(compared.sample.looked, compared.sample.planned, compared.period);
  return `What transcripts tell is not compared yet, as a sample is not whole. Transcripts looked at: ${now}, ${before}.`;
}
