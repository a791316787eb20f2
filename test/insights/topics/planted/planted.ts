/** What the visitors of a language say, written by hand and by nobody who looked at a list of stop words meanwhile. */
export interface Planted {
  readonly greetings: readonly string[];
  /** What stands before or after a question, or in its place. */
  readonly small: readonly string[];
  readonly thanks: readonly string[];
  readonly subjects: readonly Subject[];
}

export interface Subject {
  /** Whether a term is of this subject. */
  readonly is: RegExp;
  readonly said: readonly string[];
}

/** So many of the subjects, the first ones, are topics; the others come up now and then. */
export const TOPICS = 8;
