import { parseArgs } from 'node:util';
import { ACCOUNT, CONFIG, SETTINGS } from '../../config/names.ts';

/** Asked of the program itself, not of a server. */
const OF_PROGRAM = new Set(['-h', '--help', '-V', '--version']);

/** Returns arguments in which `--help` before a command asks for that, `--help settings`, and `version` and `-v` ask for the version. */
export function askedOfProgram(args: readonly string[]): string[] {
  const [first, second] = args;
  if (second === undefined && (first === 'version' || first === '-v')) return ['--version'];
  const isHelp = first === '--help' || first === '-h';
  return isHelp && second !== undefined && !second.startsWith('-') ? ['help', ...args.slice(1)] : [...args];
}

/** The arguments, with the command `stdio` first where whoever has no terminal names none: so do some hosts. */
export function withCommand(args: readonly string[], hasTerminal: boolean): readonly string[] {
  const [first] = args;
  const namesOne = first !== undefined && (!first.startsWith('-') || OF_PROGRAM.has(first));
  return hasTerminal || namesOne ? args : ['stdio', ...args];
}

/**
 * Returns the flags of `stdio`, as hosts start it with every session: with settings and nothing else. The command line, which knows all
 * commands, is loaded for anything else: undefined then.
 */
export function flagsOfServer([command, ...args]: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (command !== 'stdio') return undefined;
  const named = [{ ...CONFIG }, { ...ACCOUNT }, ...SETTINGS].flatMap(({ flag, value }) =>
    flag === undefined ? [] : [[flag, { type: value === undefined ? 'boolean' : 'string' } as const] as const],
  );
  try {
    return { ...parseArgs({ args, options: Object.fromEntries(named) }).values };
  } catch {
    return undefined;
  }
}
