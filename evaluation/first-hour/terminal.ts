import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';

/** What is typed when a question stands on the terminal. */
export type Typed = readonly [question: string, keys: string];

/** The return key, and what selects the entry of a list that the cursor is on. */
export const RETURN = '\r';
export const SELECT = ' ';

/** Nothing that is asked takes longer. */
const PATIENCE_MILLIS = 300_000;

/**
 * Runs a program on a terminal of its own, and types each answer once its question is there. Throws with what was on the terminal when
 * the program ends with a question open or with another exit code than 0, or takes more than five minutes.
 */
export async function typeAnswers(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
  answers: readonly Typed[],
): Promise<void> {
  const terminal = spawn(file, args, { cwd, env, cols: 100, rows: 40 });
  const open = [...answers];
  let [output, read] = ['', 0];
  const ended = Promise.withResolvers<number>();
  const timer = setTimeout(() => terminal.kill(), PATIENCE_MILLIS);
  terminal.onData((data) => {
    output += data;
    const [next] = open;
    if (next === undefined) return;
    const [question, keys] = next;
    const at = stripVTControlCharacters(output).indexOf(question, read);
    if (at < 0) return;
    read = at + question.length;
    open.shift();
    terminal.write(keys);
  });
  terminal.onExit(({ exitCode, signal }) => ended.resolve(signal ? -1 : exitCode));
  const code = await ended.promise;
  clearTimeout(timer);
  if (code === 0 && open.length === 0) return;
  const shown = stripVTControlCharacters(output);
  throw new Error(`${file} ${args.join(' ')} ended with ${code}, ${open.length} questions not asked:\n${shown}`);
}
