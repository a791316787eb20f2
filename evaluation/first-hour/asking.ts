import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { callAgainAfter, isComplete, judged, type Verdict } from './answer.ts';
import type { DrawnDesk } from './drawn-desk.ts';
import { firstQuestions, type FirstQuestion } from './questions.ts';

const APART_MILLIS = 20_000;
/** When nothing more is asked. */
const HOUR_SECONDS = 3600;
/** An answer that names no time is asked for again after this. */
const USUAL_SECONDS = 20;

/** A question, its first and its last answer. Seconds count from the first question of all. */
export interface Asked {
  readonly question: FirstQuestion;
  readonly first: Verdict;
  readonly last: Verdict;
  readonly calls: number;
  /** How long the first answer took. */
  readonly firstSeconds: number;
  /** How long after the question was first asked the last answer was there. */
  readonly seconds: number;
  /** When it was first asked. */
  readonly askedAt: number;
  /** How long the first answer said that the rest takes, where it did. */
  readonly foretold?: number;
  /** The text of the last answer. */
  readonly text: string;
}

/** Asks ten questions 20 seconds apart, and then each that was not whole as its answers say, for an hour at most. */
export async function firstHour({ world, sandbox }: DrawnDesk, client: Client) {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const asked: Asked[] = [];
  for (const [place, question] of firstQuestions(world).entries()) {
    await sleep(Math.max(0, place * APART_MILLIS - since() * 1000));
    const at = since();
    const text = await ask(client, question);
    const verdict = judged(question, text);
    const [seconds, foretold] = [since() - at, callAgainAfter(text)];
    const times = { firstSeconds: seconds, seconds, askedAt: at, ...(foretold !== undefined && { foretold }) };
    asked.push({ question, first: verdict, last: verdict, calls: 1, text, ...times });
  }
  const whole: Asked[] = [];
  for (const one of asked) whole.push(await askedAgain(one, client, since));
  return { asked: whole, requests: sandbox.requests.length, seconds: since() };
}

async function askedAgain(one: Asked, client: Client, since: () => number): Promise<Asked> {
  let now = one;
  while (!isComplete(now.text) && now.last === 'part, and says so' && since() < HOUR_SECONDS) {
    await sleep((callAgainAfter(now.text) ?? USUAL_SECONDS) * 1000);
    const text = await ask(client, one.question);
    now = {
      ...now,
      text,
      last: judged(one.question, text),
      calls: now.calls + 1,
      seconds: since() - one.askedAt,
    };
  }
  return now;
}

async function ask(client: Client, { tool, args }: FirstQuestion): Promise<string> {
  const { content } = await client.callTool({ name: tool, arguments: { ...args } }, { timeout: 120_000 });
  return content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}
