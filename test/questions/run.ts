import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';
import { omitUndefined } from '../../src/model/omit-undefined.ts';
import { zoneNameOf } from '../../src/model/calendar/zone-name.ts';
import { openServer, startService, type Desk } from '../mcp/desk.ts';
import { withoutBoundaries } from '../support/boundaries.ts';
import { agentQuestions } from './agents.ts';
import { causeQuestions } from './causes.ts';
import { chosenQuestions } from './chosen.ts';
import { comparisonQuestions } from './comparisons.ts';
import { digestQuestions } from './digests.ts';
import { factsOf } from './facts.ts';
import { goingOnQuestions } from './going-on.ts';
import { listQuestions } from './lists.ts';
import { mentionQuestions } from './mentions.ts';
import { operationQuestions } from './operations.ts';
import { performanceQuestions } from './performance.ts';
import type { Asking, Question } from './question.ts';
import { responseQuestions } from './responses.ts';
import { regularQuestions } from './regulars.ts';
import { topicQuestions } from './topics.ts';
import { triageQuestions } from './triage.ts';
import { waitingTimeQuestions } from './waiting-times.ts';
import { workloadQuestions } from './workload.ts';

/** The result of one question. */
export interface Outcome {
  readonly asks: string;
  /** The error in the answer; absent where it is right. */
  readonly wrong?: string;
  readonly calls: number;
  /** The requests to the service: at first, and when the same is asked again at once. */
  readonly requests: { readonly cold: number; readonly warm: number };
  /** Tokens of the text of all answers, and of the longest one. */
  readonly tokens: number;
  readonly longest: number;
}

/** Whom the questions are asked: a server that knows nothing yet, for each of them, or one after the other the same. */
export type Asked = 'new servers' | 'one server';

/** Whether answers are as they are, or without what protects from strangers' text: no redaction, and no boundaries. */
export type Protection = 'as it is' | 'none';

/** Asks all questions about one world in one zone, each twice. */
export async function askAll(
  seed: number,
  zone: string,
  asked: Asked,
  protection: Protection = 'as it is',
): Promise<Outcome[]> {
  const facts = factsOf(seed, zone);
  await using service = startService(facts.world);
  const open = () =>
    openServer(service, { timezone: zoneNameOf(zone), redact: protection === 'none' ? 'none' : 'contacts' });
  const questions = KINDS.flatMap((questionsOf) => questionsOf(facts));
  const outcomes: Outcome[] = [];
  if (asked === 'one server') {
    await using desk = await open();
    for (const question of questions) outcomes.push(await outcomeOf(question, desk, protection));
  } else {
    for (const question of questions) {
      await using desk = await open();
      outcomes.push(await outcomeOf(question, desk, protection));
    }
  }
  return outcomes;
}

const KINDS = [
  performanceQuestions,
  comparisonQuestions,
  workloadQuestions,
  responseQuestions,
  agentQuestions,
  digestQuestions,
  triageQuestions,
  chosenQuestions,
  operationQuestions,
  listQuestions,
  goingOnQuestions,
  mentionQuestions,
  causeQuestions,
  waitingTimeQuestions,
  regularQuestions,
  topicQuestions,
];

async function outcomeOf(question: Question, desk: Desk, protection: Protection): Promise<Outcome> {
  const cold = await answered(question, desk, protection);
  const warm = await answered(question, desk, protection);
  const wrong = cold.wrong ?? warm.wrong;
  return omitUndefined({
    asks: question.asks,
    wrong,
    calls: cold.tokens.length,
    requests: { cold: cold.requests, warm: warm.requests },
    tokens: cold.tokens.reduce((sum, tokens) => sum + tokens, 0),
    longest: Math.max(...cold.tokens),
  });
}

interface Answered {
  readonly wrong?: string;
  readonly requests: number;
  /** Of the text of each answer. */
  readonly tokens: readonly number[];
}

async function answered(question: Question, desk: Desk, protection: Protection): Promise<Answered> {
  const tokens: number[] = [];
  const ask: Asking = async (tool, args) => {
    const answer = await desk.ask(tool, args);
    const text = protection === 'none' ? withoutBoundaries(answer.text) : answer.text;
    tokens.push(encode(text).length);
    return answer;
  };
  const { result: wrong, requests } = await desk.spentOn(async () => {
    try {
      expect(await question.ask(ask)).toEqual(question.expected);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
  return omitUndefined({ wrong, requests, tokens });
}

/** A line a question: right or wrong, calls, requests cold and warm, tokens. */
export function tableOf(outcomes: readonly Outcome[]): string {
  return outcomes
    .map(({ asks, wrong, calls, requests: { cold, warm }, tokens }) => {
      const figures = [`${calls} calls`, `${cold}/${warm} requests`, `${tokens} tokens`].join(', ');
      return `${wrong === undefined ? 'right' : 'WRONG'}  ${asks}  (${figures})\n`;
    })
    .join('');
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The figures for which there is a goal. */
export function summaryOf(outcomes: readonly Outcome[]) {
  return {
    questions: outcomes.length,
    wrong: outcomes.filter(({ wrong }) => wrong !== undefined).length,
    median_calls: middle(outcomes.map(({ calls }) => calls)),
    median_tokens: middle(outcomes.map(({ tokens }) => tokens)),
    longest_answer_tokens: Math.max(...outcomes.map(({ longest }) => longest)),
    median_cold_requests: middle(outcomes.map(({ requests }) => requests.cold)),
    most_cold_requests: Math.max(...outcomes.map(({ requests }) => requests.cold)),
    warm_requests: outcomes.reduce((sum, { requests }) => sum + requests.warm, 0),
  };
}

/** Holds where the goals are reached. */
export function expectGoals(outcomes: readonly Outcome[]): void {
  const summary = summaryOf(outcomes);
  expect(outcomes.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  expect(summary.questions).toBeGreaterThanOrEqual(160);
  expect(summary.median_calls).toBeLessThanOrEqual(2);
  expect(summary.median_tokens).toBeLessThanOrEqual(1500);
  expect(summary.longest_answer_tokens).toBeLessThanOrEqual(2500);
  expect(summary.warm_requests).toBe(0);
}
