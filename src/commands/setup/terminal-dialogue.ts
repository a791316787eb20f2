import type { Readable, Writable } from 'node:stream';
import {
  autocomplete,
  type CANCEL_SYMBOL,
  confirm,
  intro,
  isCancel,
  log,
  multiselect,
  outro,
  password,
  select,
  text,
} from '@clack/prompts';
import { wrapped } from '../command-line/help-lines.ts';
import { CLEARED } from '../shown/terminal.ts';
import { Cancelled, type Choice, type Dialogue, type TextQuestion } from './dialogue.ts';

/** A terminal, or what stands in for it. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number };
}

/** Wider lines are hard to read. */
const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 10;
/** Before the words of a line: the bar and two blanks. */
const INDENT = 3;

/** A dialogue with a person in front of a terminal. */
export class TerminalDialogue implements Dialogue {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  text({ message, initial, placeholder, flaw }: TextQuestion): Promise<string> {
    return answered(
      text({
        ...this.#terminal,
        message,
        ...(initial === undefined ? {} : { initialValue: initial }),
        ...(placeholder === undefined ? {} : { placeholder }),
        validate: (answer = '') => this.#flawed(flaw(answer.trim())),
      }),
    ).then((answer) => answer.trim());
  }

  secret({ message, flaw }: Pick<TextQuestion, 'message' | 'flaw'>): Promise<string> {
    return answered(password({ ...this.#terminal, message, validate: (answer = '') => this.#flawed(flaw(answer)) }));
  }

  confirm(message: string, initial: boolean): Promise<boolean> {
    return answered(confirm({ ...this.#terminal, message, initialValue: initial }));
  }

  async choose<Value extends string>(
    message: string,
    choices: readonly Choice<Value>[],
    initial: Value,
  ): Promise<Value> {
    const chosen = await answered(
      select<string>({ ...this.#terminal, message, options: [...choices], initialValue: initial }),
    );
    return choices.find(({ value }) => value === chosen)?.value ?? initial;
  }

  find(message: string, choices: readonly string[], initial: string): Promise<string> {
    return answered(
      autocomplete<string>({
        ...this.#terminal,
        message,
        options: choices.map((value) => ({ value })),
        initialValue: initial,
        maxItems: 6,
        placeholder: 'type to search',
      }),
    );
  }

  async several<Value extends string>(
    message: string,
    choices: readonly Choice<Value>[],
    initial: readonly Value[],
  ): Promise<readonly Value[]> {
    const chosen = await answered(
      multiselect<string>({
        ...this.#terminal,
        message,
        options: [...choices],
        initialValues: [...initial],
        required: false,
      }),
    );
    return choices.filter(({ value }) => chosen.includes(value)).map(({ value }) => value);
  }

  begin(title: string): void {
    intro(title, this.#terminal);
  }

  good(words: string): void {
    log.success(this.#wrapped(words), this.#terminal);
  }

  bad(words: string, advice?: string): void {
    log.error(this.#advised(words, advice), this.#terminal);
  }

  warn(words: string, advice?: string): void {
    log.warn(this.#advised(words, advice), this.#terminal);
  }

  tell(words: string): void {
    log.info(this.#wrapped(words), this.#terminal);
  }

  show(title: string, content: string): void {
    log.step(title, this.#terminal);
    this.#terminal.output.write(`\n${content.trimEnd()}\n\n`);
  }

  async during<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
    this.#terminal.output.write(`${CLEARED}…  ${words}`);
    try {
      return await work();
    } finally {
      this.#terminal.output.write(CLEARED);
    }
  }

  end(words: string): void {
    outro(this.#wrapped(words).replaceAll('\n', '\n   '), this.#terminal);
  }

  #flawed(flaw: string | undefined): string | undefined {
    return flaw === undefined ? undefined : this.#wrapped(flaw).replaceAll('\n', '\n   ');
  }

  #advised(words: string, advice: string | undefined): string {
    return advice === undefined ? this.#wrapped(words) : `${this.#wrapped(words)}\n${this.#wrapped(`→ ${advice}`)}`;
  }

  /** Breaks lines at blanks. */
  #wrapped(words: string): string {
    const { columns: told = 0 } = this.#terminal.output;
    // Some terminals say that they have none.
    const columns = Math.max(LEAST_COLUMNS, Math.min(told > 0 ? told : 80, MOST_COLUMNS) - INDENT);
    return (
      words
        .split('\n')
        // What is laid out in columns stays so where it fits.
        .flatMap((line) => (line.length <= columns ? line : wrapped(line, columns)))
        .join('\n')
    );
  }
}

async function answered<Answer>(asked: Promise<Answer | typeof CANCEL_SYMBOL>): Promise<Answer> {
  const answer = await asked;
  if (isCancel(answer)) throw new Cancelled();
  return answer;
}
