import { CodeCounts } from '../../answers/codes.ts';
import { callerQuotation } from '../../privacy/cleaned-text.ts';
import { filter, outcomeOf } from '../../answers/rows/filters.ts';
import { listTool } from '../../answers/rows/list-tool.ts';
import type { Loaded, Summary } from '../../answers/rows/list.ts';
import { codesFilter } from '../../answers/selection/code-filter.ts';
import { coverChats } from '../../answers/cover-part.ts';
import type { Desk } from '../../answers/desk.ts';
import type { ToolQuestion } from '../../answers/tool.ts';
import { agentAt } from '../../model/chat-columns.ts';
import { resolvePeriod, utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { CallerText, trusted } from '../../model/text/trusted-text.ts';
import { counted } from '../../model/words/count.ts';
import { dayRangesText } from '../../model/words/time.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Agent } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import { AGENT, agentFacts, type AgentRow, type Load } from './agent-record.ts';

export const listSupportAgents = listTool<AgentRow, AgentRow, undefined>({
  name: 'list_support_agents',
  title: 'List support agents',
  description:
    'The agents (people) of the desk: role, status, open chats and chat limit, chats today and in the last 7 days, last login.',
  noun: 'agent',
  rows: 'agents',
  record: AGENT,
  filters: [
    filter(
      'status',
      CallerText.min(1).max(40),
      (status) => `with status ${callerQuotation(status)}`,
      ({ agent }, status) => outcomeOf(agent.status?.toLowerCase() === status.toLowerCase()),
    ),
    filter(
      'query',
      CallerText.min(1).max(100).describe('Part of a name, email or role.'),
      (query) => `with ${callerQuotation(query)} in name, email or role`,
      ({ agent }, query) => outcomeOf(mentions(agent, query)),
    ),
    codesFilter(['enabled'], ({ agent }) => agent.enabledCode, 'enabled=1'),
  ],
  orders: { id: { keys: ({ agent }) => [agent.agentId] } },
  usualLimit: 100,
  restsOn: ['chats_coverage'],
  load: loadAgents,
});

async function loadAgents(
  _: unknown,
  desk: Desk,
  question: ToolQuestion,
): Promise<Loaded<AgentRow, AgentRow, undefined>> {
  const { agents } = desk.archive;
  const coverage = await agents.cover(question);
  const week = resolvePeriod({ period: trusted`last_7_days` }, desk.zone, desk.clock());
  const today = resolvePeriod({ period: trusted`today` }, desk.zone, desk.clock());
  const period: Period = { ...week, to: today.to, end: today.end };
  const days = utcDaysOf(period, desk.clock());
  const chatsCoverage = await coverChats(days, desk, question);
  const isCounted = chatsCoverage.covered === chatsCoverage.asked && chatsCoverage.basis !== 'denied';
  const { loads, count } = await loadsOf(desk, period, today);
  const none: Load = { open: 0, today: 0, last7Days: 0 };
  const rows = await mapInSlices(
    await agents.all(),
    (agent): AgentRow => ({
      agent,
      ...agentFacts(agent, question.redactor),
      load: isCounted ? (loads.get(agent.agentId) ?? none) : undefined,
    }),
    question.signal,
  );
  return {
    rows,
    context: undefined,
    covers: {
      coverage: { what: 'agents', coverage, count: rows.length },
      chats_coverage: { what: 'chats', coverage: chatsCoverage, count, period },
    },
    show: (page) => page,
    codes: [new CodeCounts('enabled', ({ agent }) => agent.enabledCode)],
    summary: summaryOf(week),
    instead: ({ all }) =>
      all === 0 ? undefined : `Statuses: ${statusWords(rows, (status, count) => `${status} (${count})`).join(', ')}.`,
  };
}

/** Counts the chats of each agent, by the agent that a chat's row names, and all chats. */
async function loadsOf(desk: Desk, { start, end }: Period, today: Period) {
  const loads = new Map<AgentId, Load>();
  let count = 0;
  for await (const { columns, rows } of desk.archive.chats.columns({ start, end })) {
    count += rows.length;
    for (const row of rows) {
      const agentId = agentAt(columns, row)?.agentId;
      if (agentId === undefined) continue;
      const load = loads.get(agentId) ?? { open: 0, today: 0, last7Days: 0 };
      loads.set(agentId, load);
      if (!Number.isNaN(columns.starts[row]) && Number.isNaN(columns.ends[row])) load.open += 1;
      if ((columns.requests[row] ?? 0) >= today.start) load.today += 1;
      else load.last7Days += 1;
    }
  }
  return { loads, count };
}

/** How many have each status, and who had no chat in the week. */
function summaryOf(week: Period): Summary<AgentRow> {
  const rows: AgentRow[] = [];
  return {
    add: (row) => void rows.push(row),
    words: () => {
      const statuses = statusWords(rows, (status, count) => `${count} ${status.toLowerCase()}`).join(', ');
      return rows.some(({ load }) => load === undefined)
        ? `: ${statuses}`
        : `: ${statuses}. Agents without a chat on ${dayRangesText([week], week.to.slice(0, 4))}: ${idleWords(rows)}.`;
    },
  };
}

/** A service may put anything into a status. */
const MAX_STATUSES = 6;

/** The statuses of agents, the most frequent first, and how many agents have others: `2 others`. */
function statusWords(rows: readonly AgentRow[], words: (status: string, count: number) => string): string[] {
  const statuses = [...Map.groupBy(rows, ({ status }) => status ?? 'without a status')]
    .map(([status, { length: count }]) => ({ status, count }))
    .toSorted((one, other) => other.count - one.count);
  const named = statuses.slice(0, MAX_STATUSES);
  const others = named.reduce((rest, { count }) => rest - count, rows.length);
  return [
    ...named.map(({ status, count }) => words(status, count)),
    ...(others === 0 ? [] : [counted(others, 'other')]),
  ];
}

const MAX_NAMED = 20;

function idleWords(rows: readonly AgentRow[]): string {
  const idle = rows.filter(({ load }) => load?.last7Days === 0);
  const names = idle.slice(0, MAX_NAMED).map(({ name, agent }) => `${name ?? '(no name)'} (${agent.agentId})`);
  const more = idle.length > MAX_NAMED ? [`${idle.length - MAX_NAMED} more`] : [];
  return [...names, ...more].join(', ') || 'none';
}

function mentions({ firstName, lastName, email, role }: Agent, query: string): boolean {
  return [firstName, lastName, email, role].join(' ').toLowerCase().includes(query.toLowerCase());
}
