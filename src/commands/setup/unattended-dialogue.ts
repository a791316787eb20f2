import { InvalidArgument } from '../../model/errors.ts';
import { DeskText, trusted } from '../../model/text/trusted-text.ts';
import type { Choice, Dialogue, TextQuestion } from './dialogue.ts';

/** The stream that lines are written to: standard output, or what stands in for it. */
interface Lines {
  write(text: string): unknown;
}

/** A set-up that nobody watches: each question is answered with what is there already, and what is not there ends it. */
export class UnattendedDialogue implements Dialogue {
  readonly #output: Lines;

  constructor(output: Lines) {
    this.#output = output;
  }

  text({ message, initial, flaw }: TextQuestion): Promise<string> {
    const found = initial === undefined ? 'is missing' : flaw(initial);
    if (initial !== undefined && found === undefined) return Promise.resolve(initial);
    return Promise.reject(
      new InvalidArgument(
        trusted`Nobody is there to be asked: ${DeskText.parse(message)} (${DeskText.parse(found ?? '')})`,
        'Give it as a flag or in the environment, or run setup in a terminal without --yes. --help tells their names. Nothing was written.',
      ),
    );
  }

  secret({ message, flaw }: Pick<TextQuestion, 'message' | 'flaw'>): Promise<string> {
    return this.text({ message, flaw });
  }

  confirm(_message: string, initial: boolean): Promise<boolean> {
    return Promise.resolve(initial);
  }

  choose<Value extends string>(_message: string, _choices: readonly Choice<Value>[], initial: Value): Promise<Value> {
    return Promise.resolve(initial);
  }

  find(_message: string, _choices: readonly string[], initial: string): Promise<string> {
    return Promise.resolve(initial);
  }

  several<Value extends string>(
    _message: string,
    _choices: readonly Choice<Value>[],
    initial: readonly Value[],
  ): Promise<readonly Value[]> {
    return Promise.resolve(initial);
  }

  begin(title: string): void {
    this.#line(title);
  }

  good(words: string): void {
    this.#line(`✓ ${words}`);
  }

  bad(words: string, advice?: string): void {
    this.#line(`✗ ${words}${advice === undefined ? '' : `\n  → ${advice}`}`);
  }

  warn(words: string, advice?: string): void {
    this.#line(`! ${words}${advice === undefined ? '' : `\n  → ${advice}`}`);
  }

  tell(words: string): void {
    this.#line(words);
  }

  show(title: string, content: string): void {
    this.#line(`${title}\n\n${content.trimEnd()}\n`);
  }

  during<Result>(_words: string, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  end(words: string): void {
    this.#line(words);
  }

  #line(text: string): void {
    this.#output.write(`${text}\n`);
  }
}
