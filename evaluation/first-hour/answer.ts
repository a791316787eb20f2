import type { FirstQuestion } from './questions.ts';

/** How an answer went, by the world's own data. `assumed` rests on the likely meaning of a code. */
export const VERDICTS = ['right', 'right, assumed', 'part, and says so', 'no answer, and says why', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Whether an answer says that all it rests on was loaded. */
export const isComplete = (text: string): boolean => /^Data complete/m.test(text);

/** Judges the text of an answer. Wrong is only what claims to be complete and is not so, or fails without saying that it may work later. */
export function judged({ holds }: Pick<FirstQuestion, 'holds'>, text: string): Verdict {
  const isRight = holds.every((expected) => expected.test(text));
  if (isRight && isComplete(text)) return /assumed/i.test(text) ? 'right, assumed' : 'right';
  if (/^Data incomplete/m.test(text)) return 'part, and says so';
  return /meaning (is )?unknown|record_code_meaning/i.test(text) ? 'no answer, and says why' : 'wrong';
}

/** The seconds after which an answer says to call again; undefined where it names none. */
export function callAgainAfter(text: string): number | undefined {
  const [, amount, unit] = /call again in about ([\d.,]+) (s|min|h)\b/.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount.replaceAll(',', '')) * { s: 1, min: 60, h: 3600 }[unit === 'min' || unit === 'h' ? unit : 's'];
}
