import { createCodebook } from '../insights/codes/create-codebook.ts';
import type { Codebook } from '../model/codebook/codebook.ts';
import { codebookOfSeen } from '../insights/codes/seen-codebook.ts';
import { shownKey, type Shown } from '../model/shown.ts';
import type { CodeObservations, CodeSettings } from '../model/codes.ts';
import { emailIdentity } from '../model/person.ts';
import type { Agent } from '../model/records.ts';
import { ShownTexts } from '../privacy/redaction/shown-texts.ts';
import { KeptFigures } from './kept-figures.ts';
import { AskedQuestions } from './asked-questions.ts';

/** The memories that are kept of who is shown some of the records only. */
const MAX_PARTS = 32;

/** State of a desk between questions. It lives as long as the desk is open, and can be lost: all of it is made anew. */
export class DeskMemory {
  readonly figures = new KeptFigures();
  readonly askedQuestions: AskedQuestions;
  /** How strangers' texts were shown. */
  readonly shownTexts = new ShownTexts();
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

  /** The codebook of what an agent's chats show of one: the latest. */
  #ownCodebook: { readonly whole: Codebook; readonly shown: CodeObservations; readonly own: Codebook } | undefined;
  /** Those of who is shown a part, the one that was asked for last at the end. */
  readonly #parts = new Map<string, DeskMemory>();

  constructor(codes: CodeSettings, shared?: DeskMemory) {
    this.codes = codes;
    this.askedQuestions = shared?.askedQuestions ?? new AskedQuestions();
    this.codebookOf = shared?.codebookOf ?? ofLatest((observed) => createCodebook(observed, codes));
  }

  /**
   * The memory of the same desk for who is shown some of the records only: what is made of these, such as figures, is not kept
   * together with what is made of others.
   */
  showing(shown: Shown): DeskMemory {
    const key = shownKey(shown);
    const memory = this.#parts.get(key) ?? new DeskMemory(this.codes, this);
    this.#parts.delete(key);
    this.#parts.set(key, memory);
    for (const oldest of this.#parts.keys()) {
      if (this.#parts.size <= MAX_PARTS) break;
      this.#parts.delete(oldest);
    }
    return memory;
  }

  /** The codebook for who sees some of the chats only: `shown` is what was observed of these. */
  ownCodebookOf(whole: Codebook, shown: CodeObservations): Codebook {
    const kept = this.#ownCodebook;
    if (kept?.whole === whole && kept.shown === shown) return kept.own;
    const own = codebookOfSeen(whole, createCodebook(shown, this.codes));
    this.#ownCodebook = { whole, shown, own };
    return own;
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
