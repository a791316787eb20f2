let read: (foreign: Foreign) => string;

/**
 * Text that a stranger wrote. Each way to make a string of it throws, so that none can reach an answer unless it has passed a redactor
 * (`privacy/redactor.ts`). All other strings of the program are its own, or those of the desk's people.
 */
export class Foreign {
  readonly #text: string;

  static {
    read = (foreign) => foreign.#text;
  }

  constructor(text: string) {
    this.#text = text;
  }

  /** In UTF-16 units. */
  get length(): number {
    return this.#text.length;
  }

  toString(): never {
    throw new TypeError('text of a stranger has to pass a redactor');
  }

  toJSON(): never {
    return this.toString();
  }
}

/** Opens a stranger's text. The linter lets `privacy/`, `archive/` and `insights/` import this, and no other room. */
export function textOf(foreign: Foreign): string;
export function textOf(foreign: Foreign | undefined): string | undefined;
export function textOf(foreign: Foreign | undefined): string | undefined {
  return foreign && read(foreign);
}
