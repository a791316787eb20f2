import { InvalidConfiguration } from '../model/errors.ts';
import { DeskText } from '../model/text/trusted-text.ts';
import { quotable } from '../model/text/quotable.ts';

/** The most characters of a message: it may name a path. */
const MAX_LENGTH = 2000;

/** Makes a problem. Names and paths in it are as they were given: what would change the look of a page is taken out here. */
export function problem(message: string, advice: string): InvalidConfiguration {
  return new InvalidConfiguration(cleaned(message), cleaned(advice));
}

/** Collects what is wrong with the settings: a server stops at the first problem, `doctor` shows all of them. */
export class Problems {
  readonly all: InvalidConfiguration[] = [];

  add(message: string, advice: string): void {
    this.all.push(problem(message, advice));
  }

  /** Adds to the same collection, and begins each message with a prefix. */
  under(prefix: string): Pick<Problems, 'add'> {
    return { add: (message, advice) => this.add(prefix + message, advice) };
  }
}

/** Returns what some work with settings comes to. Throws InvalidConfiguration: the first problem that it adds. */
export function withoutProblems<Result>(work: (problems: Problems) => Result): Result {
  const problems = new Problems();
  const result = work(problems);
  if (problems.all[0] !== undefined) throw problems.all[0];
  return result;
}

function cleaned(text: string): DeskText {
  return DeskText.parse(quotable(text, MAX_LENGTH));
}
