import { DeadlinePassed, PermissionDenied } from '../model/errors.ts';
import type { Coverage } from '../model/coverage.ts';
import { utcDaysOf, type Period } from '../model/period.ts';
import type { Agent, Chat } from '../model/records.ts';
import type { Desk } from './desk.ts';
import { agentIdIn, findAgent } from './lookup.ts';
import type { AskedQuestion } from './question.ts';

/** The chats that a question is about, and what is covered of its period. */
export interface SelectedChats {
  readonly chats: readonly Chat[];
  readonly coverage: Coverage;
}

/** The chats of a period, of all agents or of one, newest first, after reading what is missing. */
export async function chatsOf(
  period: Period,
  agent: Agent | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<SelectedChats> {
  const coverage = await desk.archive.chats.cover(utcDaysOf(period, desk.clock()), agent?.agentId, question);
  const { start, end } = period;
  return { chats: await desk.archive.chats.find({ start, end, agentId: agent?.agentId }), coverage };
}

/**
 * The agent that an argument names. A login that may not list agents can still name one by id. Throws
 * InvalidArgument with candidates, and DeadlinePassed where the list was not read in time to know them.
 */
export async function agentOf(
  wanted: string | undefined,
  desk: Desk,
  question: AskedQuestion,
): Promise<Agent | undefined> {
  if (wanted === undefined) return undefined;
  try {
    const { covered } = await desk.archive.agents.cover(question);
    if (covered === 0) throw new DeadlinePassed();
  } catch (error) {
    const agentId = agentIdIn(wanted);
    if (!(error instanceof PermissionDenied) || agentId === undefined) throw error;
    return (await desk.archive.agents.read(agentId, question)).record;
  }
  return findAgent(wanted, await desk.archive.agents.all());
}
