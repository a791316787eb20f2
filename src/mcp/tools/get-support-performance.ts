import { z } from 'zod';
import { DEFINITIONS, type MetricName } from '../../insights/definitions.ts';
import { groupChats, GROUPINGS, NO_AGENT, type Group, type Grouping } from '../../insights/grouping.ts';
import { computeMetrics, type Metrics } from '../../insights/metrics.ts';
import { CHANGING_FIGURES, changeBetween } from '../../insights/change.ts';
import { comparedPeriod, COMPARISONS, type Period } from '../../model/period.ts';
import type { Agent, Chat } from '../../model/records.ts';
import { joinSafe, ownWord, safe, SafeText } from '../../privacy/safe-text.ts';
import { agentArgument, periodArguments, periodOf } from '../arguments.ts';
import { codebookOf, type Desk } from '../desk.ts';
import { ANSWER_TOKENS, estimatedTokens, paragraphs, rowsThatFit } from '../render/budget.ts';
import { CoverageShape, coverageData, coverageWords } from '../render/coverage.ts';
import {
  changeWords,
  METRICS_TABLE_HEAD,
  MetricsShape,
  metricsData,
  metricsRow,
  metricsWords,
  unsettledWords,
} from '../render/metrics.ts';
import { agentName, percentWords } from '../render/words.ts';
import { agentOf, chatsOf } from '../selection.ts';
import { advertisedAs, defineTool, READ_ONLY, spelledOutElsewhere } from '../tool.ts';

const PeriodShape = z.strictObject({ from: SafeText, to: SafeText, timezone: SafeText });
const ChangeShape = z.strictObject({ absolute: z.number(), relative: z.number().optional() });
const OpenMetrics = spelledOutElsewhere(MetricsShape);

const input = z.strictObject({
  ...periodArguments,
  compare_to: z.enum(COMPARISONS).optional(),
  group_by: z.array(z.enum(GROUPINGS)).min(1).max(2).optional().describe('One or two.'),
  agent: agentArgument,
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
    groups_left_out: z.number().optional(),
    comparison: z
      .strictObject({
        period: PeriodShape,
        overall: OpenMetrics,
        change: z.partialRecord(z.enum(CHANGING_FIGURES), ChangeShape),
        running: z.boolean(),
        coverage: spelledOutElsewhere(CoverageShape),
      })
      .optional(),
    definitions: z.record(z.string(), SafeText),
    coverage: spelledOutElsewhere(CoverageShape),
  }),
  annotations: READ_ONLY,
  answer: async (args, desk, question) => {
    const now = desk.clock();
    const period = periodOf(args, desk, now);
    const { zone } = period;
    const agent = await agentOf(args.agent, desk, question);
    const compared = args.compare_to && comparedPeriod(period, args.compare_to);
    if (compared !== undefined && compared.end === period.start) {
      // Read as one run of days: two would each pay for their end.
      await chatsOf({ ...period, start: compared.start }, agent, desk, question);
    }
    const { chats, coverage } = await chatsOf(period, agent, desk, question);
    const before = compared && (await chatsOf(compared, agent, desk, question));
    const book = await codebookOf(desk);

    const overall = computeMetrics(chats, book);
    const earlier = before && computeMetrics(before.chats, book);
    const groupings = [...new Set(args.group_by)];
    const groups = groupings.length === 0 ? [] : groupChats(chats, groupings, period);
    const names = groupings.includes('agent') ? await agentNames(chats, desk) : new Map<string, SafeText>();
    const measured = groups.map((group) => ({
      group,
      label: labelOf(group, groupings, names),
      metrics: computeMetrics(group.chats, book),
    }));

    const isRunning = period.end > now;
    const comparison = compared &&
      before &&
      earlier && {
        period: periodData(compared),
        overall: metricsData(earlier),
        change: changeBetween(earlier, overall),
        running: isRunning,
        coverage: coverageData(before.coverage, question, zone, compared),
      };
    const head = paragraphs(
      safe`**${periodWords(period)}${agent === undefined ? safe`` : safe`, ${agentName(agent) ?? safe`agent ${agent.agentId}`}`}**: ${metricsWords(overall)}`,
      chats.length === 0 ? safe`No chat was requested in this period.` : unsettledWords(chats, book),
      compared && before && earlier && comparisonWords(compared, overall, earlier, isRunning),
    );
    const foot = paragraphs(
      definitionWords(overall),
      coverageWords(coverage, question, zone),
      before && safe`Compared period: ${coverageWords(before.coverage, undefined, zone)}`,
    );
    const lines = measured.map(({ label, metrics }) => metricsRow(label, metrics));
    const shown = rowsThatFit(
      lines,
      ANSWER_TOKENS - estimatedTokens(head) - estimatedTokens(METRICS_TABLE_HEAD) - estimatedTokens(foot),
    );
    const leftOut = lines.length - shown;
    return {
      text: paragraphs(
        head,
        groupings.includes('agent') ? missedWords(measured) : undefined,
        lines.length === 0 ? undefined : joinSafe([METRICS_TABLE_HEAD, ...lines.slice(0, shown)], '\n'),
        leftOut === 0 ? undefined : safe`${leftOut} more groups; ask for a shorter period or one grouping to see them.`,
        foot,
      ),
      data: {
        period: periodData(period),
        overall: metricsData(overall),
        ...(groupings.length > 0 && {
          groups: measured.slice(0, shown).map(({ group, label, metrics }) => ({
            key: keyOf(group),
            label,
            metrics: metricsData(metrics),
          })),
        }),
        ...(leftOut > 0 && { groups_left_out: leftOut }),
        ...(comparison !== undefined && { comparison }),
        definitions: definitionsOf(overall),
        coverage: coverageData(coverage, question, zone, period),
      },
    };
  },
});

function keyOf({ keys }: Group): SafeText | SafeText[] {
  const [only, second] = keys.map(ownWord);
  return only !== undefined && second === undefined ? only : keys.map(ownWord);
}

function labelOf({ keys }: Group, groupings: readonly Grouping[], names: ReadonlyMap<string, SafeText>): SafeText {
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

/** The agents' names: as the rows give them, and with the id where two share a name. */
async function agentNames(chats: readonly Chat[], desk: Desk): Promise<Map<string, SafeText>> {
  const listed: readonly Pick<Agent, 'agentId' | 'firstName' | 'lastName' | 'email'>[] =
    await desk.archive.agents.all();
  const names = new Map<string, SafeText>();
  for (const agent of [...listed, ...chats.flatMap((chat) => chat.agent ?? [])]) {
    const name = agentName(agent);
    if (name !== undefined) names.set(String(agent.agentId), name);
  }
  const counts = Map.groupBy(names.values(), (name) => name);
  for (const [id, name] of names) {
    if ((counts.get(name)?.length ?? 0) > 1) names.set(id, safe`${name} (${ownWord(id)})`);
  }
  return names;
}

/** Where missed chats name no agent, a missed rate by agent says nothing about the agents. */
function missedWords(measured: readonly { readonly group: Group; readonly metrics: Metrics }[]): SafeText | undefined {
  const ofAgents = measured.filter(({ group }) => !group.keys.includes(NO_AGENT));
  const areNamed = ofAgents.some(({ metrics }) => (metrics.missed ?? 0) > 0);
  return areNamed || ofAgents.length === measured.length
    ? undefined
    : safe`Missed chats name no agent here, so a missed rate by agent says nothing.`;
}

function periodWords({ from, to, zone }: Period): SafeText {
  return from === to
    ? safe`${ownWord(from)} (${ownWord(zone.id)})`
    : safe`${ownWord(from)} to ${ownWord(to)} (${ownWord(zone.id)})`;
}

function periodData({ from, to, zone }: Period): z.output<typeof PeriodShape> {
  return { from: ownWord(from), to: ownWord(to), timezone: ownWord(zone.id) };
}

function comparisonWords(compared: Period, overall: Metrics, earlier: Metrics, isRunning: boolean): SafeText {
  return paragraphs(
    safe`Against ${periodWords(compared)}: ${metricsWords(earlier)}`,
    safe`Change: ${changeWords(changeBetween(earlier, overall))}`,
    isRunning ? safe`**The period is still running, so it is compared with a whole one.**` : undefined,
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
