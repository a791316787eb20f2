import { createCodebook, type Codebook } from '../insights/codes/codebook.ts';
import type { CodeObservations, CodeSettings } from '../model/codes.ts';
import { emailIdentity } from '../model/person.ts';
import type { Agent } from '../model/records.ts';
import { KeptRankings } from './offline-messages/kept-rankings.ts';
import { KeptFigures } from './figures/kept-figures.ts';
import { AskedQuestions, type CallResult } from './protocol/asked-questions.ts';

/** State of a desk between questions. It lives as long as the desk is open, and can be lost: all of it is made anew. */
export class DeskMemory {
  readonly figures = new KeptFigures();
  readonly rankings = new KeptRankings();
  readonly askedQuestions = new AskedQuestions<CallResult>();
  /** The number of readings that go on behind answers. */
  readingsBehind = 0;
  /** The setting `codes`. */
  readonly codes: CodeSettings;
  /** The codebook of what was observed. */
  readonly codebookOf: (observed: CodeObservations) => Codebook;
  /** The email addresses of agents, in lower case. */
  readonly addressesOf = ofLatest(
    (agents: readonly Agent[]): ReadonlySet<string> =>
      new Set(agents.flatMap(({ email }) => emailIdentity(email) ?? [])),
  );

  constructor(codes: CodeSettings) {
    this.codes = codes;
    this.codebookOf = ofLatest((observed) => createCodebook(observed, codes));
  }
}

/** Keeps the latest result of a function. The archive gives the same object for as long as nothing in it changes. */
function ofLatest<Input extends object, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let latest: { readonly input: Input; readonly result: Result } | undefined;
  return (input) => {
    if (latest?.input !== input) latest = { input, result: compute(input) };
    return latest.result;
  };
}
