/** One of several answers. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** A question whose answer is a line of text. */
export interface TextQuestion {
  readonly message: string;
  /** What is there already, to be kept with the return key. */
  readonly initial?: string | undefined;
  readonly placeholder?: string | undefined;
  /** What is wrong with an answer; undefined for a good one. */
  readonly flaw: (answer: string) => string | undefined;
}

/** The way in which a set-up talks with whoever set it off. Each question throws Cancelled when they stop it. */
export interface Dialogue {
  text(question: TextQuestion): Promise<string>;
  /** A line that is not shown. */
  secret(question: Pick<TextQuestion, 'message' | 'flaw'>): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[], initial: Value): Promise<Value>;
  /** A choice out of so many that it is looked for by typing. */
  find(message: string, choices: readonly string[], initial: string): Promise<string>;
  several<Value extends string>(
    message: string,
    choices: readonly Choice<Value>[],
    initial: readonly Value[],
  ): Promise<readonly Value[]>;
  begin(title: string): void;
  good(words: string): void;
  bad(words: string, advice?: string): void;
  warn(words: string, advice?: string): void;
  tell(words: string): void;
  /** Text that is to be copied: nothing is put before its lines. */
  show(title: string, text: string): void;
  /** Says what goes on until the work is done. */
  during<Result>(words: string, work: () => Promise<Result>): Promise<Result>;
  end(words: string): void;
}

/** The person stopped it. */
export class Cancelled extends Error {}
