/**
 * What is the same in every answer, said once: what its last line means, which times it speaks of, and how sure its figures
 * are. `get_service_status` with `about` explains it.
 */
const OF_ALL_ANSWERS = [
  'Data complete: every list was loaded to its end, and a second look found nothing moved. It says nothing of the rows shown. "(end of list assumed)": it ended in an undocumented way.',
  'Data incomplete: how much is loaded, why the rest is missing, and when to call again. Loading continues for two minutes after an answer.',
  'As of: when the oldest data that can still change was loaded. Days older than the setting look_back are not loaded again.',
  'A chat counts on the day and hour it was requested, in the zone of the answer, and for its last agent.',
  'n: the number of values behind a figure. ~: an estimate from a random sample. *: few values. Beyond chance: days differ as much by themselves in fewer than 5 of 100 cases.',
  'Codes of the service have no documented meaning. Known: set, confirmed or proven by data. Assumed: likely. Unknown: counted by value.',
] as const;

/** What is said of all answers, a line each. */
export function answerWords(): string {
  return OF_ALL_ANSWERS.map((line) => `- ${line}`).join('\n');
}
