import { EXPLAINED_METRICS } from '../../insights/changes/facets.ts';
import { METRICS_OF_OVERVIEW } from '../../figures/metrics/catalogue.ts';
import type { Clock } from '../../model/time/units.ts';
import { ChangeData, HoursData, TopicsData, type ChangePart, type PageData } from './page/page-data.ts';
import { pictured } from './page/pictured-change.ts';
import { GroupsData, PerformanceData, WaitingData } from './report-data.ts';
import type { Part, ReportData } from './report-words.ts';
import { NotAnswered, type ToolAnswer, type WholeAnswers } from './whole-answers.ts';

// What is in a report, and what is asked for it.

/** The period of a report. */
export interface Asked {
  readonly period: string;
  readonly compareTo?: string | undefined;
}

const PERFORMANCE = 'get_support_performance';
const MESSAGES = 'list_offline_messages';
const MOST_GROUPS = 100;
const MOST_MESSAGES = 20;
const MOST_TOPICS = 8;

/** The figures of which a page tells why they changed: those that are asked for first, as far as a change of them can be split. */
const EXPLAINED = EXPLAINED_METRICS.filter(
  ({ name }) => name !== 'service_level' && METRICS_OF_OVERVIEW.some((one) => one === name),
);

/** Asks for what every report has. */
export async function gathered(answers: WholeAnswers, asked: Asked): Promise<ReportData> {
  const { report } = await figuresOf(answers, asked, {});
  return report;
}

/** Asks for what a page has: the same, and pictures, hours, reasons and topics. */
export async function gatheredForPage(answers: WholeAnswers, asked: Required<Asked>, clock: Clock): Promise<PageData> {
  const { period } = asked;
  const askedAt = new Date(clock());
  const compared = { period, compare_to: asked.compareTo };
  const { report, picture } = await figuresOf(answers, asked, { chart: true });
  const hours = { period, metrics: ['chats'], group_by: ['weekday', 'hour'], limit: MOST_GROUPS, chart: true };
  const byHour = await partOf(answers.ask('The hours', PERFORMANCE, hours), ({ shown, picture }) => ({
    data: HoursData.parse(shown),
    notes: [],
    picture,
  }));
  const changes: ChangePart[] = [];
  for (const metric of EXPLAINED) {
    const what = { ...compared, metric: metric.name };
    const part = await partOf(answers.ask('The changes', 'explain_change', what), changeIn);
    changes.push({ ...part, metric });
  }
  const asksPicture = pictured(changes);
  const withPicture = await Promise.all(
    changes.map(async (change) => {
      if (change !== asksPicture) return change;
      const what = { ...compared, metric: change.metric.name, chart: true };
      const part = await partOf(answers.ask('The changes', 'explain_change', what), changeIn);
      return { ...part, metric: change.metric };
    }),
  );
  const said = answers.ask('The topics', 'list_topics', { ...compared, limit: MOST_TOPICS });
  const topics = await partOf(said, ({ shown }) => {
    const data = TopicsData.parse(shown);
    return { data, notes: data.notes };
  });
  return { ...report, askedAt, trend: picture, byHour, changes: withPicture, topics };
}

/** What every report has. `drawn` asks for a picture of it. */
async function figuresOf(
  answers: WholeAnswers,
  { period, compareTo }: Asked,
  drawn: { readonly chart?: true },
): Promise<{ readonly report: ReportData; readonly picture: string | undefined }> {
  const compared = compareTo === undefined ? {} : { compare_to: compareTo };
  const whole = { period, ...compared, offline_messages: true, ...drawn };
  const overall = await answers.ask('The figures', PERFORMANCE, whole);
  const groups = { period, limit: MOST_GROUPS };
  const byAgent = await partOf(answers.ask('The agents', PERFORMANCE, { ...groups, group_by: ['agent'] }), groupsIn);
  const byDay = await partOf(answers.ask('The days', PERFORMANCE, { ...groups, group_by: ['day'] }), groupsIn);
  const messages = answers.pages('The offline messages', MESSAGES, { limit: MOST_MESSAGES }, MOST_MESSAGES);
  const waiting = await partOf(messages, messagesIn);
  const report = { performance: PerformanceData.parse(overall.shown), byAgent, byDay, waiting };
  return { report, picture: overall.picture };
}

/** A part of a report. One that is refused leaves the others as they are. */
async function partOf<Answered, Data>(
  asked: Promise<Answered>,
  partIn: (answered: Answered) => Part<Data>,
): Promise<Part<Data>> {
  try {
    return partIn(await asked);
  } catch (error) {
    if (error instanceof NotAnswered) return { data: undefined, notes: [error.message] };
    throw error;
  }
}

function changeIn({ shown, picture }: ToolAnswer): Part<ChangeData> {
  const data = ChangeData.parse(shown);
  return { data, notes: data.notes, picture };
}

/** A view is given all groups at once. */
function groupsIn({ shown }: ToolAnswer): Part<GroupsData> {
  const data = GroupsData.parse(shown);
  return { data, notes: data.notes };
}

function messagesIn(pages: readonly ToolAnswer[]): Part<WaitingData> {
  const parsed = pages.map(({ data }) => WaitingData.parse(data));
  const last = WaitingData.parse(pages.at(-1)?.data);
  const messages = parsed.flatMap(({ messages }) => messages).slice(0, MOST_MESSAGES);
  return { data: { ...last, messages }, notes: parsed[0]?.notes ?? [] };
}
