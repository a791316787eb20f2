import { PERIOD_NAMES } from '../../model/calendar/period.ts';
import { withClient } from '../ask/one-client.ts';
import { unknownName } from '../ask/unknown-name.ts';
import { showAnswer, showData, showError } from '../shown/show.ts';
import { GroupsData, PerformanceData, WaitingData } from './report-data.ts';
import { notWhole, reportWords, type Part, type ReportData } from './report-words.ts';
import { NotAnswered, WholeAnswers, type ToolAnswer } from './whole-answers.ts';

export interface ReportFlags {
  readonly period: string;
  readonly compareTo?: string;
  readonly format: 'md' | 'json';
  /** Seconds after which it tells what is there. */
  readonly within: number;
}

/** The exit code of a report that has not all it is to have. */
const NOT_WHOLE = 2;

const MESSAGES = 'list_offline_messages';
const MOST_GROUPS = 100;
const MOST_MESSAGES = 20;

/**
 * Prints the figures of a period as one document. Waits until what it needs is read, or the time is over. Sets the exit code:
 * 1 when there is no answer, 2 when a part is not whole. Throws InvalidArgument for an unknown period.
 */
export async function report(flags: ReportFlags, settings: readonly string[]): Promise<void> {
  if (!PERIOD_NAMES.some((name) => name === flags.period)) throw unknownName('period', flags.period, PERIOD_NAMES);
  try {
    // The last of two flags counts.
    const data = await withClient(
      [...settings, '--structured-content', 'on', '--tools', 'all'],
      async ({ client, progress }) => gathered(new WholeAnswers(client, progress, flags.within), flags),
    );
    if (flags.format === 'md') await showAnswer(reportWords(data));
    else showData(reportJson(data));
    process.exitCode = notWhole(data).length === 0 ? 0 : NOT_WHOLE;
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    await showError(error.message);
    process.exitCode = 1;
  }
}

async function gathered(answers: WholeAnswers, { period, compareTo }: ReportFlags): Promise<ReportData> {
  const tool = 'get_support_performance';
  const compared = compareTo === undefined ? {} : { compare_to: compareTo };
  const overall = await answers.ask('The figures', tool, { period, ...compared, offline_messages: true });
  const groups = { period, limit: MOST_GROUPS };
  const agents = answers.pages('The agents', tool, { ...groups, group_by: ['agent'] }, MOST_GROUPS);
  const byAgent = await partOf(agents, groupsIn);
  const days = answers.pages('The days', tool, { ...groups, group_by: ['day'] }, MOST_GROUPS);
  const byDay = await partOf(days, groupsIn);
  const messages = answers.pages('The offline messages', MESSAGES, { limit: MOST_MESSAGES }, MOST_MESSAGES);
  const waiting = await partOf(messages, messagesIn);
  return { performance: PerformanceData.parse(overall.data), byAgent, byDay, waiting };
}

/** A part of a report. One that is refused leaves the others as they are. */
async function partOf<Data>(
  asked: Promise<readonly ToolAnswer[]>,
  partIn: (pages: readonly ToolAnswer[]) => Part<Data>,
): Promise<Part<Data>> {
  try {
    return partIn(await asked);
  } catch (error) {
    if (error instanceof NotAnswered) return { data: undefined, notes: [error.message] };
    throw error;
  }
}

function groupsIn(pages: readonly ToolAnswer[]): Part<GroupsData> {
  const parsed = pages.map(({ data }) => GroupsData.parse(data));
  const last = GroupsData.parse(pages.at(-1)?.data);
  return { data: { ...last, groups: parsed.flatMap(({ groups }) => groups) }, notes: parsed[0]?.notes ?? [] };
}

function messagesIn(pages: readonly ToolAnswer[]): Part<WaitingData> {
  const parsed = pages.map(({ data }) => WaitingData.parse(data));
  const last = WaitingData.parse(pages.at(-1)?.data);
  const messages = parsed.flatMap(({ messages }) => messages).slice(0, MOST_MESSAGES);
  return { data: { ...last, messages }, notes: parsed[0]?.notes ?? [] };
}

function reportJson(data: ReportData): unknown {
  const { performance, byAgent, byDay, waiting } = data;
  return {
    complete: notWhole(data).length === 0,
    ...performance,
    by_agent: byAgent.data,
    by_day: byDay.data,
    waiting: waiting.data,
  };
}
