import type { Readable, Writable } from 'node:stream';
import { type CANCEL_SYMBOL, confirm, isCancel, log, multiselect, password, select, text } from '@clack/prompts';
import { ProgressLine } from '../shown/progress-line.ts';
import { columnsOf } from '../shown/terminal.ts';
import { wrapped } from '../shown/wrapped.ts';
import { Cancelled, type Choice, type Dialogue, type TextQuestion } from './dialogue.ts';

/** A terminal, or what stands in for it. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly isTTY?: boolean };
}

/** Wider lines are hard to read. */
const MOST_COLUMNS = 100;
/** Before the words of a line: the bar and two blanks. */
const INDENT = 3;

/** A dialogue with a user in front of a terminal. */
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

  async choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value> {
    const chosen = await answered(select<string>({ ...this.#terminal, message, options: [...choices] }));
    const found = choices.find(({ value }) => value === chosen);
    if (found === undefined) throw new TypeError('one of the choices is chosen');
    return found.value;
  }

  several(message: string, choices: readonly Choice<string>[]): Promise<readonly string[]> {
    return answered(multiselect<string>({ ...this.#terminal, message, options: [...choices], required: false }));
  }

  good(words: string): void {
    log.success(this.#lines(words), this.#terminal);
  }

  bad(words: string, advice?: string): void {
    log.error(this.#lines(words, advice), this.#terminal);
  }

  warn(words: string, advice?: string): void {
    log.warn(this.#lines(words, advice), this.#terminal);
  }

  tell(words: string): void {
    log.info(this.#lines(words), this.#terminal);
  }

  show(title: string, content: string): void {
    log.step(this.#lines(title), this.#terminal);
    this.#terminal.output.write(`\n${content.trimEnd()}\n\n`);
  }

  async during<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
    const progress = new ProgressLine(this.#terminal.output);
    progress.says(words);
    try {
      return await work();
    } finally {
      progress.end();
    }
  }

  #flawed(flaw: string | undefined): string | undefined {
    return flaw === undefined ? undefined : this.#lines(flaw).replaceAll('\n', '\n   ');
  }

  #lines(words: string, advice?: string): string {
    const columns = Math.min(columnsOf(this.#terminal.output), MOST_COLUMNS) - INDENT;
    const lines = advice === undefined ? [words] : [words, `→ ${advice}`];
    // What is laid out in columns stays so if it fits.
    return lines
      .flatMap((one) => one.split('\n'))
      .flatMap((line) => (line.length <= columns ? line : wrapped(line, columns)))
      .join('\n');
  }
}

async function answered<Answer>(asked: Promise<Answer | typeof CANCEL_SYMBOL>): Promise<Answer> {
  const answer = await asked;
  if (isCancel(answer)) throw new Cancelled();
  return answer;
}
