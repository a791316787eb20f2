import { InvalidConfiguration } from '../model/errors.ts';

/** What becomes of a flaw in the settings: who starts a server ends with the first, who examines them gathers them all. */
export type OnFlaw = (flaw: InvalidConfiguration) => void;

/** Ends with the first flaw. */
export const throwFlaw: OnFlaw = (flaw) => {
  throw flaw;
};

/** Returns the result of some reading; undefined where it met a flaw, which is handed on. */
export function unlessFlawed<Result>(onFlaw: OnFlaw, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!isFlaw(error)) throw error;
    onFlaw(error);
    return undefined;
  }
}

function isFlaw(error: unknown): error is InvalidConfiguration {
  return error instanceof InvalidConfiguration;
}
