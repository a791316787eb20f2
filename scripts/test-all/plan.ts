import type { Part } from './parts.ts';
import type { Run, Runs } from './record.ts';

/** An issue that moved a room may be closed when the room's parts passed within this many commits. */
const COMMITS = 20;

/** More commits than a history has. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Counts the commits since a commit; undefined where the history does not have it. */
export type CommitsSince = (commit: string) => number | undefined;

/** What the last run of a part says about the present commit. */
export interface State {
  readonly words: string;
  readonly isRed: boolean;
  /** Whether it passed recently enough for an issue to be closed. */
  readonly counts: boolean;
  /** The commits since it passed; NEVER where it did not pass, or where that is not known. */
  readonly age: number;
}

/** Judges the last run of a part. */
export function stateOf(run: Run | undefined, commitsSince: CommitsSince): State {
  const never = { isRed: false, counts: false, age: NEVER };
  if (run === undefined) return { ...never, words: 'never run' };
  const commits = commitsSince(run.commit);
  const at = commits === undefined ? 'at a commit that is not in this history' : ago(commits);
  if (!run.passed) return { ...never, isRed: true, words: `red ${at}: repeat it with --seed ${run.seed}` };
  if (run.dirty) return { ...never, words: `passed ${at}, with uncommitted changes: does not count` };
  if (commits === undefined) return { ...never, words: `passed ${at}: does not count` };
  const counts = commits <= COMMITS;
  return { isRed: false, counts, age: commits, words: `passed ${at}${counts ? '' : ': too long ago'}` };
}

function ago(commits: number): string {
  if (commits === 0) return 'at this commit';
  return commits === 1 ? '1 commit ago' : `${commits} commits ago`;
}

/** Returns the parts that have not passed at this commit: the red ones first, then by the age of the last pass, oldest first. */
export function partsToRun(parts: readonly Part[], runs: Runs, commitsSince: CommitsSince): Part[] {
  return parts
    .map((part) => ({ part, state: stateOf(runs[part.name], commitsSince) }))
    .filter(({ state }) => state.age > 0)
    .sort((one, other) => Number(other.state.isRed) - Number(one.state.isRed) || other.state.age - one.state.age)
    .map(({ part }) => part);
}

/** Writes the plan: a line for each part, and whether an issue that moved their rooms may be closed. */
export function planWords(parts: readonly Part[], runs: Runs, commitsSince: CommitsSince): string {
  const states = parts.map(({ name }) => stateOf(runs[name], commitsSince));
  const rows = parts.map(({ name, files }, index) => [
    name,
    minutesOf(runs[name]),
    String(files.length),
    states[index]?.words ?? '',
  ]);
  const recent = states.filter(({ counts }) => counts).length;
  const red = states.filter(({ isRed }) => isRed).length;
  const known = parts.flatMap(({ name }) => runs[name]?.seconds ?? []);
  const all = Math.round(known.reduce((sum, seconds) => sum + seconds, 0) / 60);
  return [
    ...table([['part', 'minutes', 'files', 'state'], ...rows]),
    '',
    `${parts.length} parts. ${known.length} have been measured: they take ${all} minutes.`,
    `${recent} passed within the last ${COMMITS} commits, ${red} ${red === 1 ? 'is' : 'are'} red. An issue may be closed when the parts of the rooms that it moved have passed within them, and no part is red.`,
    '',
  ].join('\n');
}

/** The minutes that a part takes by its record. */
export function minutesOf(run: Run | undefined): string {
  return run === undefined ? '?' : (run.seconds / 60).toFixed(1);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([name = '', minutes = '', files = '', state = '']) =>
    [name.padEnd(widths[0] ?? 0), minutes.padStart(widths[1] ?? 0), files.padStart(widths[2] ?? 0), state].join('  '),
  );
}
