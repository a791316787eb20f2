import { z } from 'zod';
import { DEFINITIONS, type MetricName } from '../../insights/definitions.ts';
import { groupChats, GROUPINGS, NO_AGENT, type Group, type Grouping } from '../../insights/grouping.ts';
import { missedNameAgents, withoutMissed, type Metrics } from '../../insights/metrics.ts';
import { CHANGING_FIGURES, changeBetween } from '../../insights/change.ts';
import { isComplete } from '../../model/coverage.ts';
import { comparedPeriod, COMPARISONS, type Period } from '../../model/period.ts';
import type { Codebook } from '../../insights/codebook.ts';
import type { Agent, ChatFigures } from '../../model/records.ts';
import type { Zone } from '../../model/zone.ts';
import { joinSafe, ownWord, safe, SafeText } from '../../privacy/safe-text.ts';
import { agentArgument, pageArguments, periodArguments, periodAt } from '../arguments.ts';
import { readCursor, writeCursor, type Position } from '../cursor.ts';
import { codebookOf, type Desk } from '../desk.ts';
import { pageOf } from '../paging.ts';
import { paragraphs } from '../render/budget.ts';
import { codesWords } from '../render/codebook.ts';
import { CoverageShape, coverageData, coverageWords, noneWords } from '../render/coverage.ts';
import {
  changeWords,
  codesOfMetrics,
  METRICS_TABLE_HEAD,
  MetricsShape,
  metricsData,
  metricsRow,
  metricsWords,
  unsettledWords,
} from '../render/metrics.ts';
import { agentName, percentWords, timeWords } from '../render/words.ts';
import {
  agentOf,
  chatsOf,
  comparedChatsOf,
  measureOf,
  MISSED_NAME_NO_AGENT,
  type SelectedChats,
} from '../selection.ts';
import { advertisedAs, defineTool, READ_ONLY, spelledOutElsewhere } from '../tool.ts';

const PeriodShape = z.strictObject({ from: SafeText, to: SafeText, timezone: SafeText });
const ChangeShape = z.strictObject({ absolute: z.number(), relative: z.number().optional() });
const OpenMetrics = spelledOutElsewhere(MetricsShape);

const UNREAD_GROUPS = safe`**Groups may be too low or missing: not all of the period was read yet.**`;
const TRANSFERRED_TO = safe`Transferred chats count for the agent they came to.`;

const input = z.strictObject({
  ...periodArguments,
  compare_to: z.enum(COMPARISONS).optional(),
  group_by: z.array(z.enum(GROUPINGS)).min(1).max(2).optional().describe('One or two.'),
  agent: agentArgument,
  cursor: pageArguments.cursor,
});

export const getSupportPerformance = defineTool({
  name: 'get_support_performance',
  title: 'Support performance',
  description:
    'How support did in a period: volume, missed rate, wait, duration, transfers, rating; in all, by group, and against another period. Computed over all chats of the period, not a sample.',
  input,
  output: z.strictObject({
    period: PeriodShape,
    overall: MetricsShape,
    groups: z
      .array(
        z.strictObject({
          key: z
            .union([SafeText, z.array(SafeText)])
            .meta(advertisedAs({ description: 'Text; a list of two for two groupings.' })),
          label: SafeText,
          metrics: OpenMetrics,
        }),
      )
      .optional(),
    next_cursor: SafeText.optional(),
    comparison: z
      .strictObject({
        period: PeriodShape,
        overall: OpenMetrics,
        change: z.partialRecord(z.enum(CHANGING_FIGURES), ChangeShape).optional(),
        running: z.boolean(),
        coverage: spelledOutElsewhere(CoverageShape),
      })
      .optional(),
    definitions: z.record(z.string(), SafeText),
    codes: SafeText.optional(),
    coverage: spelledOutElsewhere(CoverageShape),
  }),
  annotations: READ_ONLY,
  answer: async (args, desk, question) => {
    const now = desk.clock();
    const position = readCursor(args, args.cursor);
    const period = periodAt(args, position?.days, desk);
    const { zone } = period;
    const agent = await agentOf(args.agent, period, desk, question);
    const compared = args.compare_to && comparedPeriod(period, args.compare_to);
    const [selected, before] =
      compared === undefined
        ? [await chatsOf(period, agent, desk, question)]
        : await comparedChatsOf(period, compared, agent, desk, question);
    const { chats, coverage } = selected;
    const book = await codebookOf(desk);

    const measure = await measureOf(period, agent, book, desk);
    const overall = measure.of(chats);
    const earlier = before && compared && (await measureOf(compared, agent, book, desk)).of(before.chats);
    const groupings = [...new Set(args.group_by)];
    const isWhole = isComplete(coverage);
    // A group without a chat may just not have been read yet: its zero would be taken for one.
    const groups =
      groupings.length === 0
        ? []
        : groupChats(chats, groupings, period).filter((group) => isWhole || group.chats.length > 0);
    const names = groupings.includes('agent') ? await agentNames(chats, desk) : new Map<string, SafeText>();
    const areMissedNamed = missedNameAgents(chats, book);
    const isAgents = ({ keys }: Group<ChatFigures>) =>
      groupings.some((name, index) => name === 'agent' && keys[index] !== NO_AGENT);
    const measured = groups.map((group) => {
      const metrics = measure.of(group.chats);
      return {
        group,
        label: labelOf(group, groupings, names),
        metrics: isAgents(group) && !areMissedNamed ? withoutMissed(metrics) : metrics,
      };
    });

    const isRunning = period.end > now;
    // What was read of two periods says nothing of how they differ before both are whole.
    const isComparable = before !== undefined && isComplete(coverage) && isComplete(before.coverage);
    const change = earlier && isComparable ? changeBetween(earlier, overall) : undefined;
    const head = paragraphs(
      safe`**${periodWords(period)}${agent === undefined ? safe`` : safe`, ${agentName(agent) ?? safe`agent ${agent.agentId}`}`}**: ${figureWords(overall, selected, zone, book)}`,
      unsettledWords(chats, book),
      measure.note ?? (areMissedNamed || !groups.some(isAgents) ? undefined : MISSED_NAME_NO_AGENT),
      compared && before && earlier && comparisonWords(compared, figureWords(earlier, before, zone, book), change),
      groups.length > 0 && !isWhole ? UNREAD_GROUPS : undefined,
      groups.some(isAgents) ? TRANSFERRED_TO : undefined,
      compared && isRunning
        ? safe`**The period is still running: its last day is not over, while the days it is compared with are.**`
        : undefined,
    );
    const codes = codesWords(book, chats.length === 0 ? [] : codesOfMetrics(overall));
    const foot = paragraphs(
      definitionWords(overall),
      codes,
      coverageWords(coverage, question, zone),
      before && safe`Compared period: ${coverageWords(before.coverage, undefined, zone)}`,
    );
    const begin = beginOf(measured, position);
    const page = pageOf(
      measured.slice(begin),
      measured.length,
      [head, METRICS_TABLE_HEAD, foot],
      ({ label, metrics }) => metricsRow(label, metrics),
      ({ group }, index) =>
        writeCursor(args, { after: [begin + index, 0], group: nameOf(group), days: [period.from, period.to] }),
    );
    return {
      text: paragraphs(head, page.text && joinSafe([METRICS_TABLE_HEAD, page.text], '\n'), page.moreWords, foot),
      data: {
        period: periodData(period),
        overall: metricsData(overall),
        ...(groupings.length > 0 && {
          groups: page.rows.map(({ group, label, metrics }) => ({
            key: keyOf(group),
            label,
            metrics: metricsData(metrics),
          })),
        }),
        ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
        ...(compared &&
          before &&
          earlier && {
            comparison: {
              period: periodData(compared),
              overall: metricsData(earlier),
              ...(change !== undefined && { change }),
              running: isRunning,
              coverage: coverageData(before.coverage, question, zone, compared),
            },
          }),
        definitions: definitionsOf(overall),
        ...(codes !== undefined && { codes }),
        coverage: coverageData(coverage, question, zone, period),
      },
    };
  },
});

/** Where a page of groups begins: after the group that was shown last, or at its place if it is gone. */
function beginOf(measured: readonly { readonly group: Group<ChatFigures> }[], position: Position | undefined): number {
  if (position === undefined) return 0;
  const last = measured.findIndex(({ group }) => nameOf(group) === position.group);
  return last === -1 ? position.after[0] : last + 1;
}

function nameOf({ keys }: Group<ChatFigures>): string {
  return keys.join(' ');
}

function keyOf({ keys }: Group<ChatFigures>): SafeText | SafeText[] {
  const [only, second] = keys.map(ownWord);
  return only !== undefined && second === undefined ? only : keys.map(ownWord);
}

function labelOf(
  { keys }: Group<ChatFigures>,
  groupings: readonly Grouping[],
  names: ReadonlyMap<string, SafeText>,
): SafeText {
  const labels = keys.map((key, index): SafeText => {
    switch (groupings[index]) {
      case 'agent':
        return key === NO_AGENT ? safe`no agent` : (names.get(key) ?? safe`agent ${ownWord(key)}`);
      case 'week':
        return safe`week of ${ownWord(key)}`;
      case 'hour':
        return safe`${ownWord(key)}:00`;
      default:
        return ownWord(key);
    }
  });
  return joinSafe(labels, ' · ');
}

/** The agents' names: as the oldest rows give them, and with the id where two share a name. */
async function agentNames(chats: readonly ChatFigures[], desk: Desk): Promise<Map<string, SafeText>> {
  const names = new Map<string, SafeText>();
  const take = (agent: Pick<Agent, 'agentId' | 'firstName' | 'lastName' | 'email'>) => {
    const id = String(agent.agentId);
    const name = names.has(id) ? undefined : agentName(agent);
    if (name !== undefined) names.set(id, name);
  };
  for (let index = chats.length - 1; index >= 0; index -= 1) {
    const agent = chats[index]?.agent;
    if (agent !== undefined) take(agent);
  }
  (await desk.archive.agents.all()).forEach(take);
  const counts = Map.groupBy(names.values(), (name) => name);
  for (const [id, name] of names) {
    if ((counts.get(name)?.length ?? 0) > 1) names.set(id, safe`${name} (${ownWord(id)})`);
  }
  return names;
}

function periodWords({ from, to, zone }: Period): SafeText {
  return from === to
    ? safe`${ownWord(from)} (${ownWord(zone.id)})`
    : safe`${ownWord(from)} to ${ownWord(to)} (${ownWord(zone.id)})`;
}

function periodData({ from, to, zone }: Period): z.output<typeof PeriodShape> {
  return { from: ownWord(from), to: ownWord(to), timezone: ownWord(zone.id) };
}

/** Figures in words; where there are no chats, whether that is known to be so. */
function figureWords(metrics: Metrics, { chats, coverage }: SelectedChats, zone: Zone, book: Codebook): SafeText {
  const [newest] = chats;
  const oldest = chats.at(-1);
  if (newest === undefined || oldest === undefined) {
    return noneWords(safe`chat of this period`, safe`No chat was requested in this period.`, coverage);
  }
  return isComplete(coverage)
    ? metricsWords(metrics, book)
    : safe`only of what was read so far (requests from ${timeWords(zone, oldest.requestedAt)} to ${timeWords(zone, newest.requestedAt)}): ${metricsWords(metrics, book)}`;
}

function comparisonWords(
  compared: Period,
  figures: SafeText,
  change: Parameters<typeof changeWords>[0] | undefined,
): SafeText {
  return paragraphs(
    safe`Against ${periodWords(compared)}: ${figures}`,
    change === undefined
      ? safe`How much it changed is left out: not all of both periods has been read.`
      : safe`Change: ${changeWords(change)}`,
  );
}

function definitionsOf(metrics: Metrics): Record<string, SafeText> {
  const names = Object.keys(metrics).filter((name): name is MetricName => name in DEFINITIONS);
  return Object.fromEntries(names.map((name) => [name, ownWord(DEFINITIONS[name])]));
}

function definitionWords(metrics: Metrics): SafeText {
  const { missed_rate, wait_seconds, rating } = metrics;
  const parts = [
    ...(missed_rate === undefined ? [] : [safe`missed rate is of all ${metrics.chats} chats`]),
    ...(wait_seconds === undefined ? [] : [safe`wait is request to start, n ${wait_seconds.n}`]),
    ...(metrics.duration_seconds === undefined
      ? []
      : [safe`duration is start to end, n ${metrics.duration_seconds.n}`]),
    ...(rating?.response_rate === undefined
      ? []
      : [safe`${percentWords(rating.response_rate)} of served chats were rated`]),
  ];
  return safe`${joinSafe(parts, '; ')}. Definitions: chat://definitions.`;
}
