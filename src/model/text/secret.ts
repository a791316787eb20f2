import { inspect } from 'node:util';

const INSTEAD = '[redacted]';

/** A password or a token. Whatever prints, logs, serializes or copies it finds nothing; `reveal` is for the header alone. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return INSTEAD;
  }

  toJSON(): string {
    return INSTEAD;
  }

  [Symbol.toPrimitive](): string {
    return INSTEAD;
  }

  [inspect.custom](): string {
    return INSTEAD;
  }
}
