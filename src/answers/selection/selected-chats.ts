import type { Codebook } from '../../model/codebook/codebook.ts';
import { missedNamesAgent } from '../../model/codebook/code-states.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import { addDays, contiguousRanges, daysOf, type DayRange } from '../../model/time/day.ts';
import { isComplete, remainingOf, togetherOf, type Coverage } from '../../model/coverage.ts';
import { DeadlinePassed, InvalidArgument, PermissionDenied } from '../../model/errors.ts';
import { comparedPeriods, utcDaysOf, type Comparison, type Period } from '../../model/calendar/period.ts';
import type { Agent } from '../../model/records.ts';
import { slices } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { CallerText } from '../../model/text/trusted-text.ts';
import type { Desk } from '../desk.ts';
import { agentIdIn, findAgent, ownAgentCalled } from './lookup.ts';
import type { AskedQuestion } from '../question.ts';

/** The chats that a question is about, and what is covered of its period. */
export interface SelectedChats {
  /** Reads them anew, newest first, a day or a few at a time. */
  readonly days: () => AsyncIterable<ChatSelection>;
  readonly coverage: Coverage;
  /** Whether no chat of the period is missing; of a period that is still running, until the last look at it. */
  readonly isWhole: boolean;
  /** The moment before which they were requested: the end of the period, or where a comparison cuts it. */
  readonly end: EpochMillis;
}

/** The chats of a period, of all agents or of one, newest first, after reading what is missing. */
export async function chatsOf(
  period: Period,
  agent: Agent | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<SelectedChats> {
  const now = desk.clock();
  const coverage = await desk.archive.chats.cover(utcDaysOf(period, now), agent?.agentId, question);
  return selectedOf(period, coverage, wholeUntil(period, coverage, now) !== undefined, agent, desk);
}

function selectedOf(
  { start, end }: Pick<Period, 'start' | 'end'>,
  coverage: Coverage,
  isWhole: boolean,
  agent: Agent | undefined,
  { archive }: Desk,
): SelectedChats {
  return { days: () => archive.chats.columns({ start, end, agentId: agent?.agentId }), coverage, isWhole, end };
}

/** Until when no chat of a period is missing: its end, or the last look at one that is still running; undefined where one may be. */
function wholeUntil({ end, zone }: Period, coverage: Coverage, now: EpochMillis): EpochMillis | undefined {
  if (isComplete(coverage)) return end;
  const { wholeUntil: seen } = coverage;
  if (seen === undefined || seen >= end) return seen && end;
  return end > now && zone.dateOf(seen) === zone.dateOf(now) ? seen : undefined;
}

/** The chats of a period and of what it is compared with. */
export interface ComparedChats {
  readonly selected: SelectedChats;
  readonly before: SelectedChats;
  /** The period that it is compared with, cut at the same moment; of several, from the first day until the last. */
  readonly earlier: Period;
  /** The several periods with whose mean it is compared, the latest first; absent where it is one. */
  readonly weeks?: readonly Period[];
}

/**
 * The chats of a period and of what it is compared with. All are cut at the same moment: now, or, where what has
 * come since could not be loaded, at the last look. Where the rest of both is missing, what it takes is
 * said once for both, with the first: one question reads them together.
 */
export async function comparedChatsOf(
  period: Period,
  comparison: Comparison,
  agent: Agent | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<ComparedChats> {
  const now = desk.clock();
  const compared = comparedPeriods(period, comparison, now);
  const days = utcDaysOf(period, now);
  const daysBefore = runsOf(compared, now);
  const last = daysBefore.at(-1);
  if (last !== undefined && addDays(last.to, 1) >= days.from) {
    // Read as one run of days: two would each pay for their end.
    await desk.archive.chats.cover({ from: last.from, to: days.to }, agent?.agentId, question);
  }
  const whole = await chatsOf(period, agent, desk, question);
  const until = wholeUntil(period, whole.coverage, now) ?? period.end;
  const isCut = until < period.end;
  const selected = isCut ? selectedOf({ ...period, end: until }, whole.coverage, true, agent, desk) : whole;
  const weeks = isCut ? comparedPeriods(period, comparison, until) : compared;
  const [latest = period, first = latest] = [weeks[0], weeks.at(-1)];
  const earlier = { ...latest, from: first.from, start: first.start };
  const several = weeks.length > 1 && { weeks };
  const before = await chatsOfEach(weeks, agent, desk, question);
  const { remaining: rest, ...coverage } = before.coverage;
  if (rest === undefined || selected.coverage.remaining === undefined) return { selected, before, earlier, ...several };
  const plan = await desk.archive.chats.plan([days, ...daysBefore], agent?.agentId);
  const remaining = remainingOf(plan) ?? rest;
  return {
    selected: { ...selected, coverage: { ...selected.coverage, remaining } },
    before: { ...before, coverage },
    earlier,
    ...several,
  };
}

/** The UTC days of some periods, as the fewest runs. */
function runsOf(periods: readonly Period[], now: EpochMillis): DayRange[] {
  return contiguousRanges(periods.flatMap((period) => daysOf(utcDaysOf(period, now))));
}

/** The chats of several periods, the latest first, as those of one. */
async function chatsOfEach(
  periods: readonly Period[],
  agent: Agent | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<SelectedChats> {
  const now = desk.clock();
  const coverages: Coverage[] = [];
  const each: SelectedChats[] = [];
  for (const run of runsOf(periods, now).toReversed()) {
    const coverage = await desk.archive.chats.cover(run, agent?.agentId, question);
    coverages.push(coverage);
    for (const period of periods) {
      const { from } = utcDaysOf(period, now);
      if (from < run.from || from > run.to) continue;
      each.push(selectedOf(period, coverage, wholeUntil(period, coverage, now) !== undefined, agent, desk));
    }
  }
  const [latest, ...others] = each;
  const [coverage, ...more] = coverages;
  if (latest === undefined || coverage === undefined) throw new TypeError('a period is compared with none');
  return {
    days: async function* days() {
      for (const one of [latest, ...others]) yield* one.days();
    },
    coverage: togetherOf([coverage, ...more]),
    isWhole: each.every(({ isWhole }) => isWhole),
    end: latest.end,
  };
}

/** Whether missed chats of a period name their agents, so that agents have missed figures at all on this desk. */
export async function areMissedNamed({ start, end }: Period, book: Codebook, { archive }: Desk): Promise<boolean> {
  for await (const day of archive.chats.columns({ start, end })) {
    if (missedNamesAgent(day, book)) return true;
    if (slices.isOver()) await slices.next();
  }
  return false;
}

/** Why an agent has no missed figures. */
export const MISSED_NAME_NO_AGENT = 'No loaded missed chat names an agent, so missed chats cannot be counted by agent.';

/**
 * The agent that an argument names: one of the list, or one whom only chats at hand name, since the list forgets who
 * has left. A login that may not list agents can still name one by id. Throws InvalidArgument with candidates, and
 * DeadlinePassed where the list was not read in time to know them.
 */
export async function agentOf(
  wanted: CallerText | undefined,
  period: Period,
  desk: Desk,
  question: AskedQuestion,
): Promise<Agent | undefined> {
  const { own } = desk;
  // A caller bound to an agent's chats asks about that agent, named or not.
  if (own !== undefined) return wanted === undefined ? own : ownAgentCalled(wanted, own);
  if (wanted === undefined) return undefined;
  try {
    const { covered } = await desk.archive.agents.cover(question);
    if (covered === 0) throw new DeadlinePassed();
  } catch (error) {
    const agentId = agentIdIn(wanted);
    if (!(error instanceof PermissionDenied) || agentId === undefined) throw error;
    return (await desk.archive.agents.read(agentId, question)).record;
  }
  const listed = await desk.archive.agents.all();
  try {
    return findAgent(wanted, listed);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    // An id is exact enough to read the period for it; a name that no agent has is more likely a slip.
    if (agentIdIn(wanted) !== undefined) {
      await desk.archive.chats.cover(utcDaysOf(period, desk.clock()), undefined, question);
    }
    return findAgent(wanted, await withNamed(listed, desk));
  }
}

async function withNamed(listed: readonly Agent[], desk: Desk): Promise<Agent[]> {
  const named: readonly Agent[] = await desk.archive.chats.namedAgents();
  const byId = new Map([...named, ...listed].map((agent) => [agent.agentId, agent]));
  return [...byId.values()].sort((one, other) => one.agentId - other.agentId);
}
