import { changeText } from '../../figures/change.ts';
import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import { isOverChats } from '../../figures/chat-values.ts';
import { MOST_DAYS } from '../../figures/statistics/chance.ts';
import type { CellForm } from '../../figures/kinds/figure.ts';
import { figuresOf, type Metric } from '../../figures/metrics/metric.ts';
import { localDaysOf } from '../../model/calendar/period.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import { headingDaysText, dayRangesText, momentText, clockText } from '../../model/words/time.ts';
import type { Agent } from '../../model/records.ts';
import { targetWords } from '../../figures/targets.ts';
import { isAllTime } from '../../figures/groupings/wall-clock.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { capitalised } from '../../model/words/capitals.ts';
import { wholePeriodText } from '../../answers/words/period-text.ts';
import { agentName } from '../../answers/words/names.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { periodWords, workingTimeWords } from '../../answers/words/quantities.ts';
import { headOf, overallWords } from '../../figures/figure-words.ts';
import type { ComparedPeriod, Performance } from './performance.ts';

/**
 * What an answer is of, and its figures: `**Mon 16 – Sun 22 Nov 2026**: 1,439 chats …`.
 * @param isTabled whether groups stand below it, with all chats in their last row
 */
export function performanceHead(performance: Performance, isTabled: boolean): string {
  const { present, overall, isNamed, coverage, compared, targets } = performance;
  const heading = headingWords(performance);
  const isNone = present.tally.chats === 0;
  if (isNone && compared?.change === undefined) return `${heading}: ${noChatWords(performance)}`;
  if (isTabled) return `${heading}${isComplete(coverage) ? '' : ': counts can only grow'}`;
  if (compared?.change !== undefined) return `${heading}\n\n${comparisonTable(performance, compared)}`;
  const { counts, lines } = overallWords(figuresOf(overall, performance.said), present.tally.chats, isNamed, targets);
  return [`${heading}: ${counts}`, ...lines].join('\n');
}

function headingWords(performance: Performance): string {
  const { period, asked, coverage, isRunning, isZoned, compared } = performance;
  const { agent, time } = asked;
  const state = `${isRunning ? ', still running' : ''}${isComplete(coverage) ? '' : ', loaded so far'}`;
  const against = compared?.change === undefined ? '' : `, compared with ${againstText(compared, performance)}`;
  return `**${wholePeriodText(period, isZoned)}${workingTimeWords(time)}${state}**${ofAgentWords(agent)}${against}${orderWords(performance)}`;
}

/** Whose figures they are, where they are of one agent. */
export function ofAgentWords(agent: Agent | undefined): string {
  return agent === undefined ? '' : `, ${agentName(agent) ?? `agent ${agent.agentId}`}`;
}

/** The compared days, and up to when in a running period. */
function againstText({ period, weeks }: ComparedPeriod, { isRunning, period: { zone, to } }: Performance): string {
  const which = weeks === undefined ? '' : 'the mean of the same weekdays of the four weeks before, ';
  const days = period.hour === undefined ? dayRangesText([period], to.slice(0, 4)) : periodWords(period);
  if (!isRunning) return `${which}${days}`;
  const cut = weeks === undefined ? momentText(zone, period.end, 'without year') : clockText(zone, period.end);
  return `${which}${days}${weeks === undefined ? '' : ', each'} up to the same time (${cut})`;
}

/** By which number groups are ordered, where a figure orders them. */
function orderWords({ order: { metric, isAscending }, isOrdered }: Performance): string {
  if (metric === undefined || !isOrdered) return '';
  const { label, kind } = metric;
  if (kind.name === 'share' || kind.main === '') return `, ${isAscending ? 'fewest' : 'most'} ${label} first`;
  return `, ${isAscending ? 'lowest' : 'highest'} ${label} (${kind.main}) first`;
}

function noChatWords({ asked: { time }, coverage }: Performance): string {
  const when = isAllTime(time) ? 'in this period' : 'at these times of the period';
  return noneWords('chat of this period', `no chat was requested ${when}.`, coverage);
}

const TABLE: CellForm = { isBrief: false, hasChats: false, hasIntervals: false };

/** The figures of both periods and what changed, a row each. */
function comparisonTable(
  performance: Performance,
  { period, weeks, overall, change = new Map() }: ComparedPeriod,
): string {
  const { targets } = performance;
  const now = figuresOf(performance.overall, performance.said);
  const metrics = performance.said.filter((metric) => now.has(metric) || overall.has(metric));
  const [before, after] = [period, performance.period].map((one) =>
    dayRangesText([one], performance.period.to.slice(0, 4)),
  );
  const heads = ['', `${weeks === undefined ? '' : `mean of ${weeks.length}, `}${before}`, after, 'change'];
  const rows = metrics.map((metric: Metric) => {
    const cells = [overall, now].map((figures) => figures.get(metric)?.cell(TABLE) ?? '–');
    const changed = change.get(metric);
    const of = metric.kind.main === 'median' ? ' (median)' : '';
    const target = mapKnown(targets.get(metric), (goal) => targetWords(metric, goal));
    const head = headOf(metric, [overall.get(metric), now.get(metric)], TABLE, target);
    return [capitalised(head), ...cells, changed === undefined ? 'not compared' : changeText(metric, changed, of)];
  });
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const isFew = [...change].some(([metric, { few }]) => metrics.includes(metric) && few === true);
  return [
    ...lines,
    ...(isFew ? [`* Fewer than ${FEW_VALUES} in one of the periods.`] : []),
    ...untestedWords(
      metrics,
      change,
      Math.max(...[period, performance.period].map((one) => localDaysOf(one).length)) > MOST_DAYS,
    ),
  ].join('\n');
}

/** Which changes are not held against chance, and why where that is because of the days. */
function untestedWords(
  metrics: readonly Metric[],
  change: NonNullable<ComparedPeriod['change']>,
  areLong: boolean,
): string[] {
  const untested = metrics.filter((metric) => {
    const { verdict, few } = change.get(metric) ?? {};
    return verdict === 'not_tested' && few !== true;
  });
  if (untested.length === 0) return [];
  const days = areLong ? `more than ${MOST_DAYS} days` : 'too few days, or other weekdays';
  const why = untested.some(isOverChats) ? ` (${days})` : '';
  return [`Not tested against chance${why}: ${untested.map(({ label }) => label).join(', ')}.`];
}

/** Why periods are not compared; undefined where they are. */
export function notComparedWords(
  { period, coverage, tally, change }: ComparedPeriod,
  present: Coverage,
): string | undefined {
  const days = headingDaysText(period);
  if (!areDaysRead(coverage)) {
    return `Not compared with ${days} yet: only ${tally.chats} of its chats are loaded so far.`;
  }
  if (!areDaysRead(present)) return `Not compared with ${days} yet: this period is not fully loaded.`;
  return change === undefined ? 'Changes are left out: not all of both periods is loaded.' : undefined;
}

/** Whether every day was walked, be it that some of its records could not be read. */
function areDaysRead({ asked, covered }: Coverage): boolean {
  return covered >= asked;
}
