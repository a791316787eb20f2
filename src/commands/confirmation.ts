import { createInterface } from 'node:readline/promises';
import { InvalidArgument } from '../model/errors.ts';
import type { Trusted } from '../model/text/trusted-text.ts';

/** Asks the person at the terminal for a yes. Throws InvalidArgument, with `nothing` done, where nobody can be asked. */
export async function isConfirmed<Nothing extends string>(
  question: string,
  nothing: Trusted<Nothing>,
): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new InvalidArgument(nothing, 'Add --yes when it is meant.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question}Go on? [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
