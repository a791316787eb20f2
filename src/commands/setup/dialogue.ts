/** One of several answers. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/** A question whose answer is a line of text. */
export interface TextQuestion {
  readonly message: string;
  /** The flag that gives the same without a question. */
  readonly flag: string;
  /** What is there already, to be kept with the return key. */
  readonly initial?: string | undefined;
  readonly placeholder?: string;
  /** What is wrong with an answer; undefined for a good one. */
  readonly flaw: (answer: string) => string | undefined;
}

/** How a set-up talks with the user. Each question throws Cancelled when the user stops it. */
export interface Dialogue {
  text(question: TextQuestion): Promise<string>;
  /** A line that is not shown. */
  secret(question: Pick<TextQuestion, 'message' | 'flag' | 'flaw'>): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  /** The first choice is the usual one. */
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
  several(message: string, choices: readonly Choice<string>[]): Promise<readonly string[]>;
  good(words: string): void;
  bad(words: string, advice?: string): void;
  warn(words: string, advice?: string): void;
  tell(words: string): void;
  /** Text that is to be copied: nothing is put before its lines. */
  show(title: string, text: string): void;
  /** Says what goes on until the work is done. */
  during<Result>(words: string, work: () => Promise<Result>): Promise<Result>;
}

/** The user stopped it. */
export class Cancelled extends Error {}
