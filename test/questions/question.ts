import type { Answer } from '../mcp/desk.ts';
import type { AnswerOf, ToolName } from '../mcp/protocol/shapes.ts';
import type { Facts } from './facts.ts';

/** Calls a tool as an assistant would. */
export type Asking = <Tool extends ToolName>(tool: Tool, args?: object) => Promise<Answer<AnswerOf<Tool>>>;

/** A question as a person asks it. */
export interface Question {
  readonly asks: string;
  /** Asks the tools, at most three times, and gives what the answers say about it. */
  readonly ask: (ask: Asking) => Promise<unknown>;
  /** The expected values, computed from the world and by plain code alone. */
  readonly expected: unknown;
}

/** The questions of one kind of person, once it is known of which world. */
export type QuestionsOf = (facts: Facts) => readonly Question[];

/** A question that one call answers. */
export function oneCall<Tool extends ToolName>(
  asks: string,
  tool: Tool,
  args: object,
  said: (data: AnswerOf<Tool>) => unknown,
  expected: unknown,
): Question {
  return { asks, ask: async (ask) => said((await ask(tool, args)).data), expected };
}
