import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/**
 * What is the same in every answer, said once: what its line of coverage means, which times it speaks of, and how sure its figures
 * are. `get_service_status` with `about` tells it.
 */
const OF_ALL_ANSWERS = [
  '**Complete** names what was read to its end: all chats of some days, or a whole list. It is proven: two readings agreed, or nothing moved between two looks at the last page. (assumed): the list ended in a way that the service does not document.',
  '**Incomplete** says what is at hand, what the rest takes, and whether asking again helps. Where reading goes on behind an answer, it does for two minutes.',
  '**as of** is the oldest look at what may still change. Settled days are over, were read once more some days later, and are not read again.',
  'Periods, days and hours are those of the request of a chat, not of its start, in the zone of the answer. Waited: from request to start. Lasted: from start to end.',
  'A chat belongs to the agent that its row names: the last one, where it was transferred.',
  'n is the number of values behind a figure; "9 of 120" has the whole that a share is of.',
  'Estimates, marked ~ in tables, rest on a random sample of transcripts or replies; the 95 % interval says how far off chance may put them. Marked *: few values. Marked (?): chance alone may explain it.',
  'Not settled: nobody has said, and nothing proves, what the values of a code of the service mean; figures on it are counts by value.',
] as const;

/** What is said of all answers, a line each. */
export function answerWords(): OwnText {
  return joinSafe(
    OF_ALL_ANSWERS.map((line) => safe`- ${ownWord(line)}`),
    '\n',
  );
}
