/** Prints the Markdown of an answer. */
export async function showAnswer(text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
}

/** Prints why there is no answer. */
export async function showError(text: string): Promise<void> {
  process.stderr.write(`${text}\n`);
}

/** Prints data as JSON. */
export function showData(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
}
