import type { OutputStream, Run } from '../run.ts';
import { columnsOf, showsColours } from './terminal.ts';

/** Prints the Markdown of an answer: laid out on a terminal, elsewhere as it is. */
export async function showAnswer(text: string, { output, environment }: Run): Promise<void> {
  await show(output, text, environment);
}

/** Prints why there is no answer, likewise. */
export async function showError(text: string, { errors, environment }: Run): Promise<void> {
  await show(errors, text, environment);
}

/** Prints data as JSON. */
export function showData(data: unknown, { output }: Run): void {
  const json = JSON.stringify(data, null, 2);
  // Of what a terminal acts on, JSON leaves these as they are.
  const shown = output.isTTY === true ? json.replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped) : json;
  output.write(`${shown}\n`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

async function show(stream: OutputStream, text: string, environment: Run['environment']): Promise<void> {
  if (stream.isTTY !== true) {
    stream.write(`${text}\n`);
    return;
  }
  const { laidOut } = await import('./answer.ts');
  const { paintFor } = await import('./paint.ts');
  stream.write(laidOut(text, columnsOf(stream), paintFor(showsColours(stream, environment))));
}
