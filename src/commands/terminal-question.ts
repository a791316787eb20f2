import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { InvalidArgument } from '../model/errors.ts';
import type { Trusted } from '../model/text/trusted-text.ts';
import type { Run } from './run.ts';

/** A place for somebody to read and type. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Returns the terminal where a person can be asked, if the run has one. Standard output may be redirected. */
export function terminalOf({ input, errors: output }: Pick<Run, 'input' | 'errors'>): Terminal | undefined {
  return input.isTTY === true && output.isTTY === true ? { input, output } : undefined;
}

/**
 * Asks for a yes: a number that only this question shows, because what was typed or pasted before it would be read as its
 * answer. Any other line is a no; the end of the input, Ctrl-C, and the signal are no reply.
 */
export async function askOn(
  { input, output }: Terminal,
  message: string,
  signal: AbortSignal,
): Promise<'accept' | 'decline' | 'cancel'> {
  output.write(`${message}\n\n`);
  const lines = createInterface({ input, output });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    const number = String(randomInt(1000, 10_000));
    const reply = await lines.question(`Do you agree? Type ${number} for yes, anything else for no: `, {
      signal: AbortSignal.any([signal, closed.signal]),
    });
    return reply.trim() === number ? 'accept' : 'decline';
  } catch {
    return 'cancel';
  } finally {
    lines.close();
  }
}

/** Asks the person who started a command for a yes. Throws InvalidArgument, with `nothing` done, where nobody can be asked. */
export async function confirm<Nothing extends string>(
  question: string,
  nothing: Trusted<Nothing>,
  { input, output }: Run,
): Promise<boolean> {
  if (input.isTTY !== true || output.isTTY !== true) {
    throw new InvalidArgument(nothing, 'Add --yes when it is meant.');
  }
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${question}Go on? [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
