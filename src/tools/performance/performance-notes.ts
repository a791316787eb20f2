import { countriesRestWords } from '../../answers/selection/chat-country.ts';
import { MISSED_NAME_NO_AGENT } from '../../answers/selection/selected-chats.ts';
import { isOpen } from '../../answers/words/code-words.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { RETURN_HOURS } from '../../figures/returns.ts';
import type { Sampled } from '../../figures/statistics/estimates.ts';
import { seconds } from '../../model/time/units.ts';
import { counted, isAre } from '../../model/words/count.ts';
import { waitText } from '../../model/words/duration.ts';
import { groupedText } from '../../model/words/number.ts';
import { dayRangesText } from '../../model/words/time.ts';
import { sampledReplies } from './offline-reply-words.ts';
import { notComparedWords } from './performance-words.ts';
import type { ComparedPeriod, Performance } from './performance.ts';

/** What is missing of the figures of an answer, or not sure, and why: a paragraph each. `told` are those that it tells. */
export function performanceNotes(performance: Performance, told: ReadonlySet<Metric>): string[] {
  const { coverage, asked, said, present, compared, visitors } = performance;
  const isOfAgents = asked.groupings.some(({ name }) => name === 'agent');
  return [
    present.tally.chats === 0 ? undefined : leftOutWords(performance, told),
    notLoadedWords(performance),
    notOrderedWords(performance),
    transcriptWords(performance, told),
    returnWords(performance, told),
    present.areMissedNamed ? undefined : MISSED_NAME_NO_AGENT,
    compared && notComparedWords(compared, coverage),
    compared?.weeks && compared.change ? meanWords(performance.said, compared) : undefined,
    samplesNotComparedWords(performance),
    isOfAgents && said.some(({ name }) => name === 'transferred') ? TRANSFERRED_TO : undefined,
    visitors && countriesRestWords(visitors),
  ].flatMap((note) => note ?? []);
}

/** What a mean of weeks is of, with the counts of each. */
function meanWords(said: readonly Metric[], { tally }: ComparedPeriod): string {
  const counts = said.flatMap((metric) => {
    const each = tally.countsOfWeeks(metric).map(groupedText);
    return each.length === 0 ? [] : [`${metric.label} ${each.join(', ')}`];
  });
  const weeks = counts.length === 0 ? '' : ` Each week, the latest first: ${counts.join('; ')}.`;
  return `Of the four weeks, counts are a mean; shares, medians and ratings are of all their chats.${weeks}`;
}

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
  if (scope !== undefined) {
    return {
      agent: isOfAgent ? OF_NO_CONVERSATION : OF_AGENTS,
      everybody: 'only of all chats of at least 7 whole days, without groups',
      promise: isNamed ? 'give service_level_seconds' : undefined,
      returns: isWhole ? 'only for who may see the chats of everybody' : OF_THE_WHOLE,
    }[scope];
  }
  if (basis === 'rows' || present.untold > 0) return undefined;
  if (!isWhole) return OF_THE_WHOLE;
  // What is said of the sample says when it is there.
  if (present.awaited > 0) return undefined;
  return asked.reading === 'loaded' ? (isNamed ? OF_TRANSCRIPTS : undefined) : OF_NO_TRANSCRIPT;
}

const OF_AGENTS = 'only of one agent: give agent, or group_by agent';
const OF_NO_CONVERSATION = 'no whole chats of an agent: no chats at all, or hours, days or other groups cut them';
const OF_THE_WHOLE = 'needs all chats loaded first';
const OF_TRANSCRIPTS = 'too few transcripts are loaded: give transcripts sample or all';
const OF_NO_TRANSCRIPT = 'the service gave too few transcripts';

/** What is not known of who came back after missed chats, and what was not looked at. */
function returnWords({ said, overall, returns }: Performance, told: ReadonlySet<Metric>): string | undefined {
  const metric = said.find(({ scope }) => scope === 'returns');
  if (metric === undefined || returns === undefined || !told.has(metric)) return undefined;
  const { unknown = 0 } = overall.get(metric) ?? {};
  const why = returns.mayReadMessages
    ? 'offline messages are not loaded (offline_messages=true)'
    : 'this caller may not read offline messages';
  return sentences(
    unknown > 0 &&
      `Who came back is not known of ${counted(unknown, 'missed chat')}: the ${RETURN_HOURS} hours after are not over or not loaded, or the chat names no visitor.`,
    returns.messages === undefined && `Who came back is counted from chats only: ${why}.`,
  );
}

/** Which days, weeks or months are not loaded, or in part, where that is not so of each. */
function notLoadedWords({ readOf, present: { tally } }: Performance): string | undefined {
  const [keys] = tally.keys;
  if (readOf === undefined || keys === undefined) return undefined;
  const times = keys.all().flatMap((key) => {
    const [read, label] = [readOf([key])?.ofPeriod, keys.label(key)];
    // Some chats may be loaded of a day that was not read to its end.
    const isNone = read === 'none' && tally.groupLike({ keys: [key] }) === undefined;
    return read === undefined || label.kind !== 'words' ? [] : [{ words: label.words, read, isNone }];
  });
  const none = times.filter(({ isNone }) => isNone);
  const part = times.filter(({ read, isNone }) => read !== 'whole' && !isNone);
  const listed = (some: typeof times) => {
    const more = some.length > MOST_NAMED ? ` and ${some.length - MOST_NAMED} more` : '';
    return `${some
      .slice(0, MOST_NAMED)
      .map(({ words }) => words)
      .join(', ')}${more}`;
  };
  return sentences(
    none.length > 0 && `Nothing is loaded yet of ${listed(none)}.`,
    part.length > 0 && part.length < times.length && `Loaded in part: ${listed(part)}.`,
  );
}

const MOST_NAMED = 7;

/** Says that no group has the figure that is to order them. */
function notOrderedWords({ order: { metric }, groups, isOrdered }: Performance): string | undefined {
  return metric === undefined || groups.length === 0 || isOrdered
    ? undefined
    : `Not ordered by ${metric.label}: no group has it.`;
}

/** Why figures of transcripts are left out; undefined where nothing is to be said. The last line says how many are loaded, and when to call again. */
function transcriptWords(performance: Performance, told: ReadonlySet<Metric>): string | undefined {
  const { present, asked, said, book } = performance;
  const { untold, looked, awaited } = present;
  const areTold = said.some((metric) => metric.basis === 'transcripts' && told.has(metric));
  const transcripts = counted(looked, 'transcript');
  const which = `${looked === 0 ? '' : 'more '}${asked.reading === 'all' ? '' : 'sampled '}transcript`;
  return sentences(
    untold > 0 &&
      (2 * untold > looked
        ? `Response times are left out: in ${untold} of ${transcripts} it is unknown who wrote.`
        : `${untold} of ${transcripts} ${isAre(untold)} not counted: it is unknown who wrote.`),
    untold > 0 && isOpen('user_type', book) && 'A meaning of user_type would settle it (record_code_meaning).',
    awaited > 0 && !areTold && `Response times need ${counted(awaited, which)}.`,
  );
}

/** The sentences that hold, in a paragraph; undefined without any. */
function sentences(...some: readonly (string | false)[]): string | undefined {
  return some.filter((one) => one !== false).join(' ') || undefined;
}

/**
 * What the estimates of an answer rest on, which groups have too few of a sample, and how an assistant gets exact figures.
 * @param areLines whether figures stand in lines, with their intervals, and not in a table
 */
export function samplesWords(performance: Performance, areLines: boolean): string[] {
  const { asked, said, overall, present, compared, rows, exact, offline } = performance;
  const metrics = said.filter(({ basis }) => basis === 'transcripts');
  const [sample, before] = [overall, compared?.overall].map((figures) =>
    metrics.map((metric) => figures?.get(metric)?.sample).find((one) => one !== undefined),
  );
  const replies = offline && sampledReplies(offline);
  const sizes = ({ sampled, population }: Sampled, what: string) =>
    `${groupedText(sampled)}${what} of ${groupedText(population)}`;
  const from = [
    ...(sample?.estimated === true
      ? [`${sizes(sample, ' random transcripts')}${before === undefined ? '' : ` (before: ${sizes(before, '')})`}`]
      : []),
    ...(replies === undefined ? [] : [`the first replies to ${sizes(replies, ' random messages')}`]),
  ];
  const whole =
    sample?.estimated === false
      ? [`Figures of transcripts rest on all ${counted(sample.population, 'transcript')}.`]
      : [];
  if (from.length === 0) return whole;
  const lacking = rows.filter(({ chats, figures }) => chats > 0 && metrics.some((metric) => !figures.has(metric)));
  const which =
    lacking.length === rows.length ? 'each of these groups' : `${lacking.length} of these ${rows.length} groups`;
  const isOffered = asked.reading !== 'all' && present.awaited === 0;
  const reading = [isOffered ? exact : undefined, replies === undefined ? undefined : offline].filter(
    (one) => one !== undefined,
  );
  const requests = reading.reduce((sum, { missing }) => sum + missing, 0);
  const wait = seconds(reading.reduce((sum, { missingFor }) => sum + missingFor, 0));
  const words = sentences(
    `~ Estimate from ${from.join(' and ')}${areLines || replies !== undefined ? ', 95% interval in brackets' : ''}.`,
    sample?.estimated === true && lacking.length > 0 && `The sample has too few chats of ${which}.`,
    requests > 0 && `transcripts="all": exact, ${counted(requests, 'request')}, about ${waitText(wait)}.`,
  );
  return [...whole, ...(words === undefined ? [] : [words])];
}

function samplesNotComparedWords({ compared, present, period, said, overall }: Performance): string | undefined {
  const isTold = (metric: Metric) =>
    metric.basis === 'transcripts' && (overall.has(metric) || compared?.overall.has(metric) === true);
  if (compared?.isSampling !== true || !said.some(isTold)) return undefined;
  const of = (looked: number, planned: number) => `${groupedText(looked)} of ${groupedText(planned)}`;
  const now = of(present.looked, present.planned);
  const before = of(compared.looked, compared.planned);
  return `Response times are not compared yet: ${before} sampled transcripts of ${dayRangesText([compared.period], '')} and ${now} of ${dayRangesText([period], '')} are loaded.`;
}
