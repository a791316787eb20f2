import { InvalidArgument } from '../../model/errors.ts';
import { DeskText, trusted } from '../../model/text/trusted-text.ts';
import type { Choice, Dialogue, TextQuestion } from './dialogue.ts';

/** A set-up that nobody watches: each question is answered with what is there already, and a missing value ends it. */
export class UnattendedDialogue implements Dialogue {
  readonly #output: { write(text: string): unknown };

  constructor(output: { write(text: string): unknown }) {
    this.#output = output;
  }

  text({ flag, initial, flaw }: Pick<TextQuestion, 'flag' | 'initial' | 'flaw'>): Promise<string> {
    const found = initial === undefined ? undefined : flaw(initial);
    if (initial !== undefined && found === undefined) return Promise.resolve(initial);
    const name = DeskText.parse(flag);
    return Promise.reject(
      new InvalidArgument(
        found === undefined
          ? trusted`Missing value: ${name}.`
          : trusted`Wrong value: ${name}. ${DeskText.parse(found)}`,
        'Nothing was written.',
      ),
    );
  }

  secret(question: Pick<TextQuestion, 'flag' | 'flaw'>): Promise<string> {
    return this.text(question);
  }

  confirm(_message: string, initial: boolean): Promise<boolean> {
    return Promise.resolve(initial);
  }

  choose<Value extends string>(_message: string, [first]: readonly Choice<Value>[]): Promise<Value> {
    return first === undefined ? Promise.reject(new TypeError('there is a choice')) : Promise.resolve(first.value);
  }

  several(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  good(words: string): void {
    this.tell(`✓ ${words}`);
  }

  bad(words: string, advice?: string): void {
    this.tell(`✗ ${words}${advice === undefined ? '' : `\n  → ${advice}`}`);
  }

  warn(words: string, advice?: string): void {
    this.tell(`! ${words}${advice === undefined ? '' : `\n  → ${advice}`}`);
  }

  tell(words: string): void {
    this.#output.write(`${words}\n`);
  }

  show(title: string, content: string): void {
    this.tell(`${title}\n\n${content.trimEnd()}\n`);
  }

  during<Result>(_words: string, work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}
