import { z } from 'zod';
import { CHANGING_FIGURES, changeBetween } from '../../insights/change.ts';
import { DEFINITIONS, type MetricName } from '../../insights/definitions.ts';
import { groupChats, GROUPINGS, NO_AGENT, type Group, type Grouping } from '../../insights/grouping.ts';
import { unsettledCodes, unsettledSides, type Metrics } from '../../insights/metrics.ts';
import { isWithin, type WorkingTime } from '../../insights/wall-clock.ts';
import { isComplete } from '../../model/coverage.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { AgentId } from '../../model/ids.ts';
import { comparedPeriod, COMPARISONS, type Period } from '../../model/period.ts';
import type { ChatFigures } from '../../model/records.ts';
import type { ProgramText } from '../../model/trusted-text.ts';
import { seconds } from '../../model/units.ts';
import type { Zone } from '../../model/zone.ts';
import { joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import {
  agentArgument,
  namesArgument,
  pageArguments,
  periodArguments,
  periodAt,
  workingTimeArguments,
  workingTimeOf,
} from '../arguments.ts';
import { readCursor, writeCursor, type Position } from '../cursor.ts';
import { codebookOf } from '../desk.ts';
import { measured, measuredWhole, measureFor } from '../measuring.ts';
import { readOfflineReplies } from '../offline-replies.ts';
import { pageOf } from '../paging.ts';
import type { AskedQuestion } from '../question.ts';
import { paragraphs } from '../render/budget.ts';
import { codesWords } from '../render/codebook.ts';
import { CoverageShape, coverageData, coverageWords } from '../render/coverage.ts';
import { renderError } from '../render/error.ts';
import { agentNames, keyOf, labelOf, nameOf } from '../render/groups.ts';
import { codesOfMetrics, MetricsShape, metricsData, unsettledWords } from '../render/metrics.ts';
import { OfflineShape, offlineData, offlineWords } from '../render/offline-replies.ts';
import {
  comparisonWords,
  definitionWords,
  figureWords,
  periodWords,
  sampleWords,
} from '../render/performance-words.ts';
import { groupTable } from '../render/performance.ts';
import { agentName, isoTime, timeWords, workingTimeWords } from '../render/words.ts';
import { agentOf, chatsOf, comparedChatsOf, MISSED_NAME_NO_AGENT, type SelectedChats } from '../selection.ts';
import { advertisedAs, defineTool, READ_ONLY, spelledOutElsewhere } from '../tool.ts';

const PeriodShape = z.strictObject({ from: OwnText, to: OwnText, timezone: OwnText });
const ChangeShape = z.strictObject({
  absolute: z.number(),
  relative: z.number().optional(),
  few: z.literal(true).optional(),
  uncertain: z.literal(true).optional(),
});
const OpenMetrics = spelledOutElsewhere(MetricsShape);

const UNREAD_GROUPS = safe`**Groups may be too low or missing: not all of the period was read yet.**`;
/** A conversation does not end with them. */
const CUTTING: ReadonlySet<Grouping> = new Set(['day', 'hour', 'weekday']);

const TRANSFERRED_TO = safe`Transferred chats count for the agent they came to.`;

const input = z.strictObject({
  ...periodArguments,
  ...workingTimeArguments,
  compare_to: z.enum(COMPARISONS).optional(),
  group_by: namesArgument(GROUPINGS, 2).optional().describe('One or two.'),
  agent: agentArgument,
  transcripts: z.enum(['sample', 'at_hand']).default('sample').describe('at_hand: read none for response times.'),
  offline_messages: z.boolean().default(false).describe('Also their reply time and backlog.'),
  service_level_seconds: z.int().min(1).max(86_400).optional().describe('Share answered within.'),
  cursor: pageArguments.cursor,
});

export const getSupportPerformance = defineTool({
  name: 'get_support_performance',
  title: 'Support performance',
  description:
    'How support did in a period: volume, missed rate, wait, first response, duration, transfers, rating, workload; in all, by group, and against another period. Over all chats of the period; what needs transcripts may be an estimate, and says so.',
  input,
  output: z.strictObject({
    period: PeriodShape,
    overall: MetricsShape,
    groups: z
      .array(
        z.strictObject({
          key: z
            .union([OwnText, z.array(OwnText)])
            .meta(advertisedAs({ description: 'Text; a list of two for two groupings.' })),
          label: OwnText,
          metrics: OpenMetrics,
        }),
      )
      .optional(),
    next_cursor: OwnText.optional(),
    comparison: z
      .strictObject({
        period: spelledOutElsewhere(PeriodShape),
        overall: OpenMetrics,
        change: z
          .partialRecord(z.enum(CHANGING_FIGURES), ChangeShape)
          .meta(advertisedAs({ type: 'object' }))
          .optional(),
        running: z.boolean(),
        cut_at: OwnText.optional(),
        coverage: spelledOutElsewhere(CoverageShape),
      })
      .optional(),
    offline: OfflineShape.optional(),
    definitions: z.record(z.string(), OwnText).meta(advertisedAs({ type: 'object' })),
    codes: OwnText.optional(),
    coverage: spelledOutElsewhere(CoverageShape),
  }),
  annotations: READ_ONLY,
  answer: async (args, desk, question) => {
    const now = desk.clock();
    const position = readCursor(args, args.cursor);
    const period = periodAt(args, position?.days, desk);
    const time = workingTimeOf(args);
    const { zone } = period;
    const agent = await agentOf(args.agent, period, desk, question);
    const agentId = agent?.agentId;
    const compared = args.compare_to && comparedPeriod(period, args.compare_to, now);
    const [read, readBefore] =
      compared === undefined
        ? [await chatsOf(period, agent, desk, question)]
        : await comparedChatsOf(period, compared, agent, desk, question);
    const selected = during(time, read, zone);
    const before = readBefore && during(time, readBefore, zone);
    const { chats, coverage } = selected;
    const isWhole = isComplete(coverage);
    const groupings = args.group_by ?? [];
    const isOfAgents = agent !== undefined || groupings.includes('agent');
    // Their limits and names; without it the figures are the same.
    if (isOfAgents && agent === undefined) await partOf(desk.archive.agents.cover(question), question);
    const book = await codebookOf(desk);
    // A group without a chat may just not have been read yet: its zero would be taken for one.
    const groups =
      groupings.length === 0
        ? []
        : groupChats(chats, groupings, period, time).filter((group) => isWhole || group.chats.length > 0);

    const serviceLevel = args.service_level_seconds === undefined ? undefined : seconds(args.service_level_seconds);
    const mayRead = args.transcripts === 'sample';
    const context = { desk, question, book, serviceLevel, mayRead, isOfAgents };
    const everybodyIn = (all: SelectedChats) => (agent === undefined ? all.chats : undefined);
    const measure = await measureFor(period, selected, everybodyIn(read), context);
    const isCut = time.hours !== undefined || time.weekdays !== undefined;
    const areGroupsCut = isCut || groupings.some((grouping) => CUTTING.has(grouping));
    const overall = measuredWhole(chats, measure, agentId, isCut);
    const earlier =
      readBefore &&
      before &&
      compared &&
      measuredWhole(before.chats, await measureFor(compared, before, everybodyIn(readBefore), context), agentId, isCut);
    const names = isOfAgents ? agentNames(chats, await desk.archive.agents.all()) : new Map<ProgramText, OwnText>();
    const rows = groups.map((group) => ({
      group,
      label: labelOf(group, groupings, names),
      metrics: measured(group.chats, measure, agentIn(group, groupings) ?? agentId, areGroupsCut),
    }));

    const offline = args.offline_messages
      ? await partOf(readOfflineReplies(period, time, desk, question), question)
      : undefined;

    const isRunning = period.end > now;
    // What was read of two periods says nothing of how they differ before both are whole.
    const isComparable = before !== undefined && isWhole && isComplete(before.coverage);
    const change = earlier && isComparable ? changeBetween(earlier, overall) : undefined;
    const isAgents = (group: Group<ChatFigures>) => agentIn(group, groupings) !== undefined;
    const table = groupTable(rows.map(({ metrics }) => metrics));
    const head = paragraphs(
      safe`**${periodWords(period)}${workingTimeWords(time)}${agent === undefined ? safe`` : safe`, ${agentName(agent) ?? safe`agent ${agent.agentId}`}`}**: ${figureWords(overall, selected, zone, book, isCut)}`,
      unsettledWords([...unsettledCodes(chats, book), ...unsettledSides(chats, book)], book),
      sampleWords(measure.responses, book),
      measure.areMissedNamed || !(agent !== undefined || groups.some(isAgents)) ? undefined : MISSED_NAME_NO_AGENT,
      compared &&
        before &&
        earlier &&
        comparisonWords(compared, figureWords(earlier, before, zone, book, isCut), change),
      compared && isRunning
        ? safe`The period is still running: both are cut at the same moment, the earlier one at ${timeWords(zone, compared.end)}.`
        : undefined,
      offline &&
        (offline instanceof ChatOperationsError
          ? safe`Offline messages are left out. ${renderError(offline)}`
          : offlineWords(offline, zone)),
      groups.length > 0 && !isWhole ? UNREAD_GROUPS : undefined,
      groups.some(isAgents) ? TRANSFERRED_TO : undefined,
    );
    const codes = codesWords(book, chats.length === 0 ? [] : codesOfMetrics(overall));
    const foot = paragraphs(
      groups.length === 0 ? undefined : table.legend,
      definitionWords(overall),
      codes,
      coverageWords(coverage, question, zone),
      before && safe`Compared period: ${coverageWords(before.coverage, undefined, zone)}`,
    );
    const begin = beginOf(rows, position);
    const page = await pageOf(
      rows.slice(begin),
      rows.length,
      [head, table.head, foot],
      ({ label, metrics }) => table.row(label, metrics),
      ({ group }, index) =>
        writeCursor(args, { after: [begin + index, 0], group: nameOf(group), days: [period.from, period.to] }),
    );
    return {
      text: paragraphs(
        head,
        page.lines.length === 0 ? undefined : joinSafe([table.head, ...page.lines], '\n'),
        page.moreWords,
        foot,
      ),
      data: () => ({
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
              ...(isRunning && { cut_at: isoTime(zone, compared.end) }),
              coverage: coverageData(before.coverage, question, zone, compared),
            },
          }),
        ...(offline !== undefined &&
          !(offline instanceof ChatOperationsError) && { offline: offlineData(offline, question, zone) }),
        definitions: definitionsOf(overall, offline),
        ...(codes !== undefined && { codes }),
        coverage: coverageData(coverage, question, zone, period),
      }),
    };
  },
});

function during(time: WorkingTime, { chats, coverage }: SelectedChats, zone: Zone): SelectedChats {
  return { chats: chats.filter(({ requestedAt }) => isWithin(time, requestedAt, zone)), coverage };
}

/** A part of an answer, or why it is left out: the other parts are answered all the same. */
async function partOf<Part>(part: Promise<Part>, { signal }: AskedQuestion): Promise<Part | ChatOperationsError> {
  try {
    return await part;
  } catch (error) {
    if (signal.aborted || !(error instanceof ChatOperationsError)) throw error;
    return error;
  }
}

/** Whose group it is; undefined for chats that name no agent, and for groups of everybody. */
function agentIn({ keys }: Group<ChatFigures>, groupings: readonly Grouping[]): AgentId | undefined {
  const key = keys[groupings.indexOf('agent')];
  return key === undefined || key === NO_AGENT ? undefined : AgentId.parse(Number(key));
}

/** Where a page of groups begins: after the group that was shown last, or at its place if it is gone. */
function beginOf(rows: readonly { readonly group: Group<ChatFigures> }[], position: Position | undefined): number {
  if (position === undefined) return 0;
  const last = rows.findIndex(({ group }) => nameOf(group) === position.group);
  return last === -1 ? position.after[0] : last + 1;
}

function periodData({ from, to, zone }: Period): z.input<typeof PeriodShape> {
  return { from: ownWord(from), to: ownWord(to), timezone: ownWord(zone.id) };
}

function definitionsOf(metrics: Metrics, offline: object = {}): Record<string, OwnText> {
  const names = [...Object.keys(metrics), ...Object.keys(offline)].filter(
    (name): name is MetricName => name in DEFINITIONS,
  );
  return Object.fromEntries(names.map((name) => [name, ownWord(DEFINITIONS[name])]));
}
