import { z } from 'zod';
import type { Codebook } from '../../insights/codebook.ts';
import { computeMetrics, isMissed, isTransferred, ratingValueOf, unsettledCodes } from '../../insights/metrics.ts';
import type { CodeName } from '../../model/codes.ts';
import { InvalidArgument } from '../../model/errors.ts';
import type { Period } from '../../model/period.ts';
import type { Chat } from '../../model/records.ts';
import { joinSafe, ownWord, safe, safeLine, SafeText } from '../../privacy/safe-text.ts';
import { agentArgument, pageArguments, periodArguments, periodOf, visitorArgument } from '../arguments.ts';
import { readCursor, writeCursor, type Position } from '../cursor.ts';
import { codebookOf, type Desk } from '../desk.ts';
import { findVisitors, severalVisitors, visitorIdIn } from '../lookup.ts';
import { ANSWER_TOKENS, estimatedTokens, paragraphs, rowsThatFit } from '../render/budget.ts';
import { ChatShape, chatData, chatLine } from '../render/chats.ts';
import { CoverageShape, coverageData, coverageWords } from '../render/coverage.ts';
import { MetricsShape, metricsData, metricsWords, unsettledCodeWords, unsettledWords } from '../render/metrics.ts';
import { agentOf, chatsOf } from '../selection.ts';
import { defineTool, READ_ONLY, spelledOutElsewhere } from '../tool.ts';

const input = z.strictObject({
  ...periodArguments,
  agent: agentArgument,
  visitor: visitorArgument.optional(),
  missed: z.boolean().optional(),
  transferred: z.boolean().optional(),
  rated: z.boolean().optional(),
  min_rating: z.number().optional(),
  max_rating: z.number().optional(),
  ...pageArguments,
});
type Arguments = z.output<typeof input>;

export const listChats = defineTool({
  name: 'list_chats',
  title: 'List chats',
  description:
    'Which chats took place: newest first, after a summary of the whole selection. A chat belongs to the agent its row names (the last one when transferred).',
  input,
  output: z.strictObject({
    total: z.number(),
    summary: spelledOutElsewhere(MetricsShape),
    chats: z.array(ChatShape),
    next_cursor: SafeText.optional(),
    coverage: CoverageShape,
  }),
  annotations: READ_ONLY,
  answer: async (args, desk, question) => {
    const position = readCursor(args, args.cursor);
    const period = periodAt(args, position, desk);
    const agent = await agentOf(args.agent, desk, question);
    const { chats, coverage } = await chatsOf(period, agent, desk, question);
    const book = await codebookOf(desk);
    const selected = await ofVisitor(matching(chats, args, book), args.visitor, desk);
    const rest = position === undefined ? selected : selected.filter((chat) => isAfter(chat, position));
    const page = rest.slice(0, args.limit);

    const { zone } = period;
    const summary = computeMetrics(selected, book);
    const head = paragraphs(
      safe`**${metricsWords(summary)}**, ${ownWord(period.from)} to ${ownWord(period.to)} (${ownWord(zone.id)})${filterWords(args)}`,
      unsettledWords(selected, book),
    );
    const foot = coverageWords(coverage, question, zone);
    const rows = page.map((chat) => chatLine(chat, book, zone));
    const shown = rowsThatFit(rows, ANSWER_TOKENS - estimatedTokens(head) - estimatedTokens(foot));
    const last = page[shown - 1];
    const nextCursor =
      last !== undefined && shown < rest.length
        ? writeCursor(args, { after: [last.requestedAt, last.chatId], days: [period.from, period.to] })
        : undefined;
    return {
      text: paragraphs(
        head,
        rows.length > 0 ? joinSafe(rows.slice(0, shown), '\n') : nothingFound(chats.length, period),
        nextCursor && safe`${rest.length - shown} more; the next page has cursor ${nextCursor}`,
        foot,
      ),
      data: {
        total: selected.length,
        summary: metricsData(summary),
        chats: page.slice(0, shown).map((chat) => chatData(chat, book, zone)),
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        coverage: coverageData(coverage, question, zone, period),
      },
    };
  },
});

function periodAt(args: Arguments, position: Position | undefined, desk: Desk): Period {
  if (position?.days === undefined) return periodOf(args, desk, desk.clock());
  const [from, to] = position.days;
  return periodOf({ from, to, timezone: args.timezone }, desk, desk.clock());
}

function isAfter(chat: Chat, { after: [requestedAt, chatId] }: Position): boolean {
  return chat.requestedAt < requestedAt || (chat.requestedAt === requestedAt && chat.chatId < chatId);
}

function matching(chats: readonly Chat[], args: Arguments, book: Codebook): readonly Chat[] {
  const { missed, transferred, rated, min_rating: least, max_rating: most } = args;
  const unsettled = unsettledCodes(chats, book);
  const requireSettled = (name: (typeof unsettled)[number], ...filters: unknown[]) => {
    if (unsettled.includes(name) && filters.some((filter) => filter !== undefined)) throw unsettledFilter(name, book);
  };
  requireSettled('is_missed', missed);
  requireSettled('is_chat_transferred', transferred);
  requireSettled('rating', rated, least, most);
  return chats.filter((chat) => {
    const rating = ratingValueOf(chat, book);
    return (
      (missed === undefined || isMissed(chat, book) === missed) &&
      (transferred === undefined || isTransferred(chat, book) === transferred) &&
      (rated === undefined || (rating !== undefined) === rated) &&
      (least === undefined || (rating !== undefined && rating >= least)) &&
      (most === undefined || (rating !== undefined && rating <= most))
    );
  });
}

function unsettledFilter(name: CodeName, book: Codebook): InvalidArgument {
  return new InvalidArgument(
    `A filter rests on ${unsettledCodeWords(name, book)}`,
    'Ask without this filter, or have the setting made.',
  );
}

async function ofVisitor(chats: readonly Chat[], wanted: string | undefined, desk: Desk): Promise<readonly Chat[]> {
  if (wanted === undefined) return chats;
  const id = visitorIdIn(wanted);
  if (id !== undefined) return chats.filter(({ visitor }) => visitor.visitorId === id);
  const matches = findVisitors(wanted, await desk.archive.visitors.contacts());
  if (matches.length > 1) throw severalVisitors(matches);
  return chats.filter(({ visitor }) => visitor.visitorId !== undefined && visitor.visitorId === matches[0]?.visitorId);
}

/** Which filters made the selection, so that "100 % missed" is not read as a rate of the desk. */
function filterWords(args: Arguments): SafeText {
  const { agent, visitor, missed, transferred, rated, min_rating: least, max_rating: most } = args;
  const flag = (name: SafeText, value: boolean | undefined) =>
    value === undefined ? [] : [value ? name : safe`not ${name}`];
  const filters = [
    ...(agent === undefined ? [] : [safe`agent ${safeLine(agent, 60)}`]),
    ...(visitor === undefined ? [] : [safe`visitor ${safeLine(visitor, 60)}`]),
    ...flag(safe`missed`, missed),
    ...flag(safe`transferred`, transferred),
    ...flag(safe`rated`, rated),
    ...(least === undefined ? [] : [safe`rating at least ${least}`]),
    ...(most === undefined ? [] : [safe`rating at most ${most}`]),
  ];
  return filters.length === 0 ? safe`` : safe`; only ${joinSafe(filters, ', ')}`;
}

function nothingFound(inPeriod: number, period: Period): SafeText {
  return inPeriod === 0
    ? safe`No chat was requested in this period. Try a longer one, or check the time zone (${ownWord(period.zone.id)}).`
    : safe`None of the ${inPeriod} chats of this period and agent matches the other filters. Leave one out to see more.`;
}
