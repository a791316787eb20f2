import { exceeded, type JsonBounds } from '../model/json-bounds.ts';

/** Answers of tools are small, and so are their arguments: the webhook's data is the largest. */
export const MAX_MESSAGE_BYTES = 256 * 1024;

/**
 * The 8 KiB of the webhook's data hold no more than 1,400 keys and 4,100 values, and nothing else that a client sends has half of
 * either. What checks a message, and what words its slips, goes through all of it in one turn of the event loop: 3,900 keys took
 * 20 ms of computing and more, 125,000 numbers took 76. What goes from level to level runs out of stack at some thousand.
 */
const BOUNDS: JsonBounds = { levels: 64, keys: 2000, values: 10_000 };

const WORDS: Readonly<Record<keyof JsonBounds, string>> = {
  levels: `is nested more than ${BOUNDS.levels} levels deep`,
  keys: `has more than ${BOUNDS.keys} keys`,
  values: `has more than ${BOUNDS.values} values`,
};

/** Says which bound a message exceeds that has not been parsed yet, in words that go on behind its name; undefined where it exceeds none. */
export function tooMuchIn(json: string): string | undefined {
  const bound = exceeded(json, BOUNDS);
  return bound && WORDS[bound];
}
