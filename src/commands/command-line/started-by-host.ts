import { withoutUnseen } from '../../model/text/seen-text.ts';

// Hosts start this program without a terminal. Some name no command, and of one that ends they show the last line of its
// standard error, if anything.

/** Asked of the program itself, not of a server. */
const OF_PROGRAM = new Set(['-h', '--help', '-V', '--version']);

/** The arguments, with the command `stdio` first where whoever has no terminal names none. */
export function withCommand(args: readonly string[], hasTerminal: boolean): string[] {
  const [first] = args;
  const namesOne = first !== undefined && (!first.startsWith('-') || OF_PROGRAM.has(first));
  return hasTerminal || namesOne ? [...args] : ['stdio', ...args];
}

/** What went wrong and what to do: in lines for a person at a terminal, else in one. The terminal gets no commands. */
export function endWords(parts: readonly string[], isTerminal: boolean): string {
  const lines = parts.flatMap((part) => withoutUnseen(part).split('\n')).filter((line) => line.trim() !== '');
  return `${lines.join(isTerminal ? '\n' : ' ')}\n`;
}
