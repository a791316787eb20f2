import { setImmediate } from 'node:timers/promises';

/** The width of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

/** Prints the Markdown of an answer: laid out on a terminal, elsewhere as it is. */
export async function showAnswer(text: string): Promise<void> {
  await show(process.stdout, text);
}

/** Prints why there is no answer, likewise. */
export async function showError(text: string): Promise<void> {
  await show(process.stderr, text);
}

/** Prints data as JSON. */
export function showData(data: unknown): void {
  const json = JSON.stringify(data, null, 2);
  // Of what a terminal acts on, JSON leaves these as they are.
  const shown = process.stdout.isTTY ? json.replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped) : json;
  process.stdout.write(`${shown}\n`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

async function show(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.isTTY) {
    stream.write(`${text}\n`);
    return;
  }
  const { laidOut } = await import('./layout.ts');
  const { paintFor } = await import('./paint.ts');
  for await (const piece of laidOut(text, stream.columns ?? USUAL_WIDTH, paintFor(stream))) {
    stream.write(piece);
    await setImmediate();
  }
}
