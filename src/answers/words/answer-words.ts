import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/**
 * What is the same in every answer, said once: what its last line means, which times it speaks of, and how sure its figures
 * are. `get_service_status` with `about` explains it.
 */
const OF_ALL_ANSWERS = [
  'Data complete: every list was loaded to its end, and a second look found nothing moved. It says nothing of the rows shown. "(end of list assumed)": it ended in an undocumented way.',
  'Data incomplete: how much is loaded, why the rest is missing, and when to make the same call again. Loading continues for two minutes after an answer.',
  'As of: when the oldest data that can still change was loaded. Days older than the setting look_back are not loaded again.',
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
