import { trusted } from '../../model/text/trusted-text.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { type Coverage, isComplete } from '../../model/coverage.ts';
import { figuresOf, type Figures, type Metric } from '../../figures/metrics/metric.ts';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import type { Group } from '../../figures/tally.ts';
import { targetsBeside, type TargetsBeside } from '../../figures/targets.ts';
import { changeBetween, type Change } from '../../figures/change.ts';
import { chartedOf, type Charted } from './chart-choice.ts';
import { type AskedFigures, type AskedPeriod, measure } from '../figures/measuring.ts';
import { knownReturns, type KnownReturns } from '../figures/known-returns.ts';
import { isSampleWhole } from '../figures/response-sample.ts';
import {
  beginOf,
  groupRows,
  isOrderedBy,
  limitOf,
  orderedGroups,
  orderOf,
  testedAmong,
  type GroupOrder,
  type GroupRow,
} from './group-page.ts';
import type { Measured } from '../../answers/kept-figures.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { type CoveredOfflineReplies, readOfflineReplies } from './offline-reply-sample.ts';
import { type PerformanceArguments, requireGroups, metricsSaid, metricsShown } from './performance-arguments.ts';
import type { Desk } from '../../answers/desk.ts';
import { coverPart } from '../../answers/cover-part.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { firstMoment, readRowCursor } from '../../answers/rows/row-cursor.ts';
import { periodAt, workingTimeOf } from '../../answers/selection/arguments.ts';
import {
  agentOf,
  chatsOf,
  comparedChatsOf,
  type ComparedChats,
  type SelectedChats,
} from '../../answers/selection/selected-chats.ts';
import { readTimes, type ReadOf } from './read-times.ts';
import { coverVisitors } from '../../answers/selection/chat-country.ts';
import { groupingsNamed } from '../../figures/groupings/catalogue.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { seconds, type EpochMillis } from '../../model/time/units.ts';

/** Whose cursors are read and written. */
export const TOOL = 'get_support_performance';

/** The figures of a period that another one is compared with. */
export interface ComparedPeriod extends Measured {
  /** Of several, from the first day until the last. */
  readonly period: Period;
  /** The same weekdays of several weeks, the latest first, with whose mean it is compared; absent where it is one period. */
  readonly weeks?: readonly Period[];
  readonly coverage: Coverage;
  readonly overall: Figures;
  /** The change since; absent before both periods are whole. */
  readonly change?: ReadonlyMap<Metric, Change>;
  /** Whether what transcripts tell is left out of the change: the sample of one of the two periods is not whole. */
  readonly isSampling: boolean;
}

/** The performance of support in a period, as far as one page shows it. */
export interface Performance {
  readonly period: Period;
  /** When its first page was asked for. */
  readonly askedAt: EpochMillis;
  readonly coverage: Coverage;
  /** Whether no chat of it is missing, or, while it is still running, none until the last look at it. */
  readonly isWhole: boolean;
  readonly asked: AskedFigures;
  /** The metrics of the answer; `asked` may have one more, by which groups are ordered. */
  readonly shown: readonly Metric[];
  /** Those of them that its words tell. */
  readonly said: readonly Metric[];
  /** Whether the question names its metrics. */
  readonly isNamed: boolean;
  readonly order: GroupOrder;
  readonly present: Measured;
  readonly book: Codebook;
  readonly overall: Figures;
  /** The goals of these figures. */
  readonly targets: TargetsBeside;
  readonly compared: ComparedPeriod | undefined;
  readonly isRunning: boolean;
  /** Whether its zone is not that of the desk. */
  readonly isZoned: boolean;
  /** All groups in their order, where the page begins in it, and the rows that it may show. */
  readonly groups: readonly Group[];
  readonly begin: number;
  readonly rows: readonly GroupRow[];
  /** Whether a figure orders the groups: some group has it. */
  readonly isOrdered: boolean;
  /** The number of figures of groups that are held against chance. */
  readonly tested: number;
  /** How much is loaded of each day, week or month by which chats are grouped; undefined where all is, or they are grouped otherwise. */
  readonly readOf: ReadOf | undefined;
  /** The coverage of the countries of groups; undefined where no group has one. */
  readonly visitors: Coverage | undefined;
  /** How many transcripts all figures of them take that are missing, of both periods, and how long; undefined where none is an estimate. */
  readonly exact: Pick<CoveredOfflineReplies, 'missing' | 'missingFor'> | undefined;
  /** What its picture shows; undefined where none is asked for, and behind the first page. */
  readonly charted: Charted | undefined;
  /** What is known of who came back after missed chats; undefined where that is not asked for, or not known. */
  readonly returns: KnownReturns | undefined;
  /** Offline messages, or why they are left out; neither where they are not asked for. */
  readonly offline: CoveredOfflineReplies | undefined;
  readonly offlineRefusal: ChatOperationsError | undefined;
}

/**
 * Reads what a question needs, and measures it. Throws InvalidArgument for a question that makes no sense, and what the archive
 * throws where nothing can be answered.
 */
export async function performanceOf(
  args: PerformanceArguments,
  desk: Desk,
  question: AskedQuestion,
): Promise<Performance> {
  const { archive } = desk;
  const now = desk.clock();
  const last = args.cursor === undefined ? undefined : readRowCursor(args.cursor, TOOL, args, question.seal);
  const askedAt = firstMoment(last, now);
  const period = periodAt(args, askedAt, desk);
  const agent = await agentOf(args.agent, period, desk, question);
  const groupings = groupingsNamed(args.group_by ?? []);
  requireGroups(args);
  const needs = new Set(groupings.flatMap((grouping) => grouping.needs ?? []));
  if (needs.has('visitors')) requireScope('visitors:read', desk.caller, trusted`Grouping by country`);
  if (args.offline_messages) requireScope('offline:read', desk.caller, trusted`The argument offline_messages`);
  const order = orderOf(args, groupings);
  const charted = last === undefined ? chartedOf(args, groupings, period) : undefined;
  const shown = metricsShown(args, groupings);
  const named = [...(args.metrics === undefined ? [] : shown), ...(order.metric === undefined ? [] : [order.metric])];
  const asked: AskedFigures = {
    metrics: METRICS.filter((metric) => shown.includes(metric) || metric === order.metric),
    groupings,
    agent,
    time: workingTimeOf(args),
    serviceLevel: mapKnown(args.service_level_seconds, seconds),
    reading: args.transcripts,
    namesTranscripts: named.some(({ basis }) => basis === 'transcripts'),
    isTested: isTested(args),
  };
  const { selected, before, earlier, weeks }: Pick<ComparedChats, 'selected'> & Partial<ComparedChats> =
    args.compare_to === undefined
      ? { selected: await chatsOf(period, agent, desk, question) }
      : await comparedChatsOf(period, args.compare_to, agent, desk, question);
  const { coverage, isWhole } = selected;
  // Their limits and names; without it the figures are the same.
  if (needs.has('agents') && agent === undefined)
    await coverPart(archive.agents.cover(question), () => archive.agents.coverageOf(), question);
  const visitors = needs.has('visitors') ? await coverVisitors(desk, question) : undefined;
  const isRunning = period.end > now;
  const returnsOf = async (of: Period, some: SelectedChats, isOne = true) => {
    const known = { isEach: isOne && agent === undefined, readsMessages: args.offline_messages };
    return named.some(({ scope }) => scope === 'returns') ? knownReturns(of, some, known, desk, question) : undefined;
  };
  const returns = await returnsOf(period, selected);
  const periods: AskedPeriod[] = [{ period, selected, returns }];
  if (earlier !== undefined && before !== undefined) {
    periods.push({
      // Groups of several weeks are those of the period, to be compared one by one.
      period: weeks === undefined ? earlier : period,
      weeks,
      selected: before,
      endsNow: isRunning,
      returns: await returnsOf(earlier, before, weeks === undefined),
    });
  }
  // The groups of a picture are counted along: what all of them have together is the same, and nothing is read for it.
  const counted = charted === undefined ? asked : { ...asked, groupings: charted.groupings };
  const { measured, book } = await measure(periods, counted, desk, question);
  const [present, past] = measured;
  if (present === undefined) throw new TypeError('a period was not measured');
  const { tally } = present;
  const overall = figuresOf(tally.overall(), shown);
  const compared = earlier &&
    before &&
    past && {
      ...past,
      ...omitUndefined({ period: earlier, weeks, coverage: before.coverage }),
      // What was read of two periods says nothing of how they differ before both are whole.
      ...changeSince(past, present, shown, isWhole && before.isWhole, [
        // One that still runs is cut where the other is.
        lengthInDays(isRunning || weeks !== undefined ? period : earlier),
        lengthInDays(period),
      ]),
    };
  // A group without a chat may just not have been read yet: its zero would be taken for one.
  const groups = groupings.length === 0 ? [] : await orderedGroups(tally, order, isComplete(coverage), question);
  const begin = beginOf(groups, tally, last?.keys);
  const page = groups.slice(begin, begin + limitOf(args, groupings));
  const tested = testedAmong(tally, shown);
  const isSure = ({ basis }: Metric) => isComplete(coverage) && (basis === 'rows' || present.awaited === 0);
  const isEstimated = [...overall.values()].some(({ sample }) => sample?.estimated === true);
  const missing = present.missing + (past?.missing ?? 0);
  const reading = args.transcripts === 'all' ? 'all' : 'sample';
  const offline = args.offline_messages
    ? await readOfflineReplies(period, asked.time, reading, desk, question).catch((error: unknown) => {
        // The other parts are answered all the same.
        if (question.signal.aborted || !(error instanceof ChatOperationsError)) throw error;
        return error;
      })
    : undefined;
  const isRefused = offline instanceof ChatOperationsError;
  const isByTime = groupings.length === 1 && groupings[0]?.drawn.as === 'trend';
  return {
    period,
    askedAt,
    coverage,
    isWhole,
    asked,
    shown,
    said: metricsSaid(args, groupings),
    isNamed: args.metrics !== undefined,
    order,
    present,
    book,
    overall,
    targets: targetsBeside(overall, desk.targets, isSure),
    compared,
    isRunning,
    isZoned: period.zone.id !== desk.zone.id,
    groups,
    begin,
    rows: await groupRows(page, { present, compared, shown, tested }, desk, question),
    isOrdered: isOrderedBy(order, groups, tally),
    tested,
    readOf:
      isByTime && !isComplete(coverage)
        ? await readTimes(period, asked.time, coverage, tally.keys, now, question.signal)
        : undefined,
    visitors,
    exact: isEstimated ? { missing, missingFor: await archive.transcripts.timeFor(missing) } : undefined,
    charted,
    returns,
    offline: isRefused ? undefined : offline,
    offlineRefusal: isRefused ? offline : undefined,
  };
}

/** The figures of an earlier period, and how they changed since, where both periods are whole. */
function changeSince(
  past: Measured,
  present: Measured,
  shown: readonly Metric[],
  isComparable: boolean,
  days: readonly [before: number, now: number],
): Pick<ComparedPeriod, 'overall' | 'change' | 'isSampling'> {
  const overall = figuresOf(past.tally.overall(), shown);
  if (!isComparable) return { overall, isSampling: false };
  // A sample of a few beside a whole one would tell of a change where there is none.
  const isSampling = [present, past].some((one) => one.awaited > 0 || !isSampleWhole(one.looked, one.planned));
  const compared = isSampling ? shown.filter(({ basis }) => basis === 'rows') : shown;
  const now = figuresOf(present.tally.overall(), compared);
  const change = changeBetween(overall, now, (metric) => present.tally.chanceSince(past.tally, metric), 1, days);
  return { overall, isSampling, change };
}

/** Whether figures are held against chance: where there is something to compare them with, but for visitors, of whom none has many. */
function isTested({ compare_to: comparison, group_by: by = [] }: PerformanceArguments): boolean {
  return (comparison !== undefined || by.length > 0) && !by.includes('visitor');
}
