import { z } from 'zod';
import { commonestOf, meaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import { agentAt, type ChatSelection } from '../../model/chat-columns.ts';
import { weakerBasis } from '../../model/coverage.ts';
import type { AgentId } from '../../model/ids.ts';
import { resolvePeriod, utcDaysOf } from '../../model/calendar/period.ts';
import type { Agent } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { joinSafe, safe, OwnText } from '../../privacy/safe-text.ts';
import { codeFilterOf, codesArgument } from '../../answers/selection/code-filter.ts';
import { pageArguments } from '../../answers/selection/arguments.ts';
import { readCursor, writeCursor } from '../../answers/cursor.ts';
import { codebookOf } from '../../answers/desk.ts';
import { pageOf } from '../../answers/paging.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { codesWords, countsByValueWords, type CodeCounts } from '../../answers/words/code-words.ts';
import { closingLine } from '../../answers/closing.ts';
import { CoverageShape, coverageData } from '../../answers/coverage-data.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted, isoTime, periodWords } from '../../answers/words/quantities.ts';
import { agentFacts, agentLine } from './agent-words.ts';
import { coverPart } from '../../answers/selection/selected-chats.ts';
import { defineTool, READ_ONLY, spelledOutElsewhere } from '../../answers/tool.ts';

/** One agent of the answer. */
const AgentShape = z.strictObject({
  agent_id: z.number(),
  name: OwnText.optional(),
  email: OwnText.optional(),
  role: OwnText.optional(),
  status: OwnText.optional(),
  enabled: z.boolean().optional(),
  last_login_at: OwnText.optional(),
  concurrent_chat_limit: z.number().optional(),
  chats_last_7_days: z.number().optional(),
});

export const listSupportAgents = defineTool({
  name: 'list_support_agents',
  title: 'List support agents',
  description:
    'The agents of the support desk, who are people: role, status, last login, concurrent chat limit, and chats in the last 7 days (ending yesterday); who had none.',
  input: z.strictObject({
    status: z.string().min(1).max(40).optional().describe('For instance Online or Offline.'),
    query: z.string().min(1).max(100).optional().describe('Part of a name, email or role.'),
    codes: codesArgument.describe('By raw value, such as enabled=1.'),
    cursor: pageArguments.cursor,
  }),
  output: z.strictObject({
    total: z.number(),
    agents: z.array(AgentShape),
    next_cursor: OwnText.optional(),
    codes: OwnText.optional(),
    coverage: spelledOutElsewhere(CoverageShape),
    chats_coverage: spelledOutElsewhere(CoverageShape),
  }),
  annotations: READ_ONLY,
  answer: async (args, desk, question) => {
    const { zone } = desk;
    const { redactor } = question;
    const enabledCodes = codeFilterOf(args.codes, ['enabled']).get('enabled');
    const { chats: archived } = desk.archive;
    const position = readCursor(args);
    const coverage = await desk.archive.agents.cover(question);
    const agents = await desk.archive.agents.all();
    const matching = agents.filter(
      (agent) =>
        (args.status === undefined || agent.status?.toLowerCase() === args.status.toLowerCase()) &&
        (args.query === undefined || mentions(agent, args.query)) &&
        (enabledCodes === undefined || (agent.enabledCode !== undefined && enabledCodes.has(agent.enabledCode))),
    );
    const week = resolvePeriod({ period: 'last_7_days' }, zone, desk.clock());
    const days = utcDaysOf(week, desk.clock());
    const chatsCoverage = await coverPart(
      archived.cover(days, undefined, question),
      () => archived.coverageOf(days),
      question,
    );
    const counts = await chatsByAgent(archived.columns({ start: week.start, end: week.end }));
    const book = await codebookOf(desk);
    // Figures from days that are missing would be too low without saying so.
    const isCounted =
      weakerBasis(chatsCoverage.basis, 'stale') === 'stale' && chatsCoverage.covered === chatsCoverage.asked;
    const chatsOfAgent = ({ agentId }: Agent) => (isCounted ? (counts.byAgent.get(agentId) ?? 0) : undefined);
    const rest = matching.filter(({ agentId }) => position === undefined || agentId > position.after[0]);
    const rows = rest.map((agent) => ({
      agent,
      line: agentLine(agent, zone, redactor, chatsOfAgent(agent), enabledWords(agent, book)),
    }));
    const open = openEnabled(matching, book);
    const head = paragraphs(
      safe`**${counted(matching.length, 'agent')}**${matching.length === agents.length ? safe`` : safe` of ${agents.length}`}${statusWords(matching, redactor)}`,
      isCounted && position === undefined && matching.length > 0
        ? safe`Chats requested ${periodWords(week)}; without any: ${idleWords(matching.filter((agent) => chatsOfAgent(agent) === 0))}.`
        : undefined,
      countsByValueWords(open, book, safe`agents`),
    );
    const codes = codesWords(book, matching.length === 0 ? [] : ['enabled'], open.keys());
    const closing = closingLine(
      [
        { what: 'agents', coverage, count: agents.length },
        { what: 'chats', coverage: chatsCoverage, count: counts.chats, period: week },
      ],
      question,
      zone,
      desk.clock(),
    );
    const page = await pageOf(
      rows,
      Infinity,
      [head, codes ?? safe``, closing],
      ({ line }) => line,
      ({ agent: { agentId } }) => writeCursor(args, { after: [agentId, agentId] }),
    );
    return {
      text: paragraphs(
        head,
        page.lines.length > 0
          ? joinSafe(page.lines, '\n')
          : noneWords(
              safe`agent that matches`,
              safe`No agent matches. Leave out status or query to see all ${agents.length}.`,
              coverage,
            ),
        page.moreWords,
        codes,
      ),
      closing,
      data: () =>
        omitUndefined({
          total: matching.length,
          agents: page.rows.map(({ agent }) => agentData(agent, book, zone, redactor, chatsOfAgent(agent))),
          next_cursor: page.nextCursor,
          codes,
          coverage: coverageData(coverage, question, zone),
          chats_coverage: coverageData(chatsCoverage, question, zone, week),
        }),
    };
  },
});

/** How many have each status: `: 5 Online, 25 Offline`. */
function statusWords(agents: readonly Agent[], { deskField }: Redactor): OwnText {
  const by = Map.groupBy(agents, ({ status }) => status);
  const parts = [...by]
    .sort(([, some], [, others]) => others.length - some.length)
    .slice(0, MAX_STATUSES)
    .map(
      ([status, some]) => safe`${some.length} ${status === undefined ? safe`without a status` : deskField(status, 40)}`,
    );
  return parts.length === 0 ? safe`` : safe`: ${joinSafe(parts, ', ')}`;
}

/** A service may put anything into a status. */
const MAX_STATUSES = 6;

/** Those whom no chat of the week names. */
function idleWords(agents: readonly Agent[]): OwnText {
  const names = agents
    .slice(0, MAX_NAMED)
    .map((agent) => safe`${agentName(agent) ?? safe`(no name)`} (${agent.agentId})`);
  const left = agents.length - names.length;
  const all = [...names, ...(left === 0 ? [] : [safe`${left} more`])];
  return all.length === 0 ? safe`nobody` : joinSafe(all, ', ');
}

const MAX_NAMED = 20;

/** Counts all chats, and those of each agent. */
async function chatsByAgent(
  days: AsyncIterable<ChatSelection>,
): Promise<{ readonly chats: number; readonly byAgent: ReadonlyMap<AgentId, number> }> {
  const counts = new Map<AgentId, number>();
  let chats = 0;
  for await (const { columns, rows } of days) {
    chats += rows.length;
    for (const row of rows) {
      const agent = agentAt(columns, row);
      if (agent !== undefined) counts.set(agent.agentId, (counts.get(agent.agentId) ?? 0) + 1);
    }
  }
  return { chats, byAgent: counts };
}

function mentions({ firstName, lastName, email, role }: Agent, query: string): boolean {
  return [firstName, lastName, email, role].join(' ').toLowerCase().includes(query.toLowerCase());
}

function isEnabled({ enabledCode }: Agent, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'enabled', enabledCode);
  return meaning === undefined ? undefined : meaning === 'enabled';
}

/** The numbers of agents with each value, where one has a value without a meaning. */
function openEnabled(agents: readonly Agent[], book: Codebook): CodeCounts {
  const isTold = (agent: Agent) => agent.enabledCode === undefined || isEnabled(agent, book) !== undefined;
  if (agents.every(isTold)) return new Map();
  const counts = new Map<number, number>();
  for (const { enabledCode } of agents) {
    if (enabledCode !== undefined) counts.set(enabledCode, (counts.get(enabledCode) ?? 0) + 1);
  }
  return new Map([['enabled', counts]]);
}

/** What a line says of an account that is not known to be enabled. */
function enabledWords(agent: Agent, book: Codebook): OwnText | undefined {
  const { enabledCode } = agent;
  if (enabledCode === undefined) return undefined;
  const isSo = isEnabled(agent, book);
  if (isSo !== undefined) return isSo ? undefined : safe`disabled (code ${enabledCode})`;
  return enabledCode === commonestOf(book, 'enabled') ? undefined : safe`enabled code ${enabledCode}`;
}

function agentData(
  agent: Agent,
  book: Codebook,
  zone: Zone,
  redactor: Redactor,
  chats?: number,
): z.input<typeof AgentShape> {
  const name = agentName(agent);
  const enabled = isEnabled(agent, book);
  return omitUndefined({
    agent_id: agent.agentId,
    name,
    ...agentFacts(agent, redactor),
    enabled,
    last_login_at: mapKnown(agent.lastLoginAt, (lastLoginAt) => isoTime(zone, lastLoginAt)),
    concurrent_chat_limit: agent.concurrentChatLimit,
    chats_last_7_days: chats,
  });
}
