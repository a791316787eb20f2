import { type Command, Help } from 'commander';
import type { Run } from '../run.ts';
import { isExplainedHere } from './flags.ts';
import { bold, wrapped } from './help-lines.ts';
import type { Typed } from './next-line.ts';
import { settingsHelp } from './settings-help.ts';

/** The width of a help text where nobody says how wide the terminal is. */
const USUAL_WIDTH = 80;

/** The commands by what they are for, as the help has them. One that is not here comes last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Set up': ['setup', 'doctor', 'hosts'],
  Serve: ['stdio', 'http', 'token'],
  Ask: ['call', 'report', 'tools', 'read'],
  Keep: ['sync', 'archive'],
  Try: ['demo', 'sandbox'],
  Help: ['help', 'settings'],
};

/** Has a program, and the commands that are added to it from now on, show a help that fits on a screen. */
export function withShortHelp(program: Command): Command {
  return program
    .enablePositionalOptions()
    .helpCommand(false)
    .helpOption('-h, --help', 'show this')
    .configureHelp({
      styleTitle: bold,
      optionDescription: (option) =>
        option.defaultValue === false ? option.description : Help.prototype.optionDescription(option),
      formatHelp: (command, help) => (command === program ? programHelp(program, help) : commandHelp(command, help)),
    });
}

/** Adds the commands that explain the others. */
export function addHelp(program: Command, run: Run): void {
  const settings = program
    .command('settings')
    .description('every setting, and where to put it')
    .action(() => settings.outputHelp());
  settings.configureHelp({ formatHelp: (_command, help) => settingsHelp(widthOf(help)) });

  program
    .command('help')
    .description('what a command takes: help sync, help archive audit')
    .argument('[COMMAND...]')
    .action(async (words: readonly string[]) => {
      const asked = await askedIn(words);
      if (asked === undefined) (await commandAt(program, words, run)).outputHelp();
      // A tool explains itself.
      else await program.parseAsync([...asked, '--help'], { from: 'user' });
    });
}

/** Returns arguments in which `--help` before a command asks for that, `--help settings`, and `version` and `-v` ask for the version. */
export function askedOfProgram(args: readonly string[]): string[] {
  const [first, second] = args;
  if (second === undefined && (first === 'version' || first === '-v')) return ['--version'];
  const isHelp = first === '--help' || first === '-h';
  return isHelp && second !== undefined && !second.startsWith('-') ? ['help', ...args.slice(1)] : [...args];
}

/** Returns the words that run the tool that these name, with or without its command: `call list_chats`; undefined for others. */
async function askedIn([first, second]: readonly string[]): Promise<readonly string[] | undefined> {
  if (first === undefined) return undefined;
  if (first === 'call') return second === undefined ? undefined : [first, second];
  const { CATALOGUE } = await import('../../mcp/catalogue.ts');
  return Object.hasOwn(CATALOGUE.tools, first) ? ['call', first] : undefined;
}

/** The command of these names. Throws InvalidArgument with the closest where there is none. */
async function commandAt(program: Command, names: readonly string[], line: Typed): Promise<Command> {
  let command = program;
  for (const name of names) {
    const found = command.commands.find((one) => one.name() === name);
    if (found === undefined) {
      const { unknownCommand } = await import('./guess.ts');
      throw unknownCommand(command, name, line, ['help']);
    }
    command = found;
  }
  return command;
}

function widthOf({ helpWidth }: Help): number {
  return helpWidth ?? USUAL_WIDTH;
}

/** The usual help, without the settings that have one of their own. */
function commandHelp(command: Command, help: Help): string {
  help.visibleOptions = (of) => Help.prototype.visibleOptions.call(help, of).filter(isExplainedHere);
  return Help.prototype.formatHelp.call(help, command, help);
}

/** All commands by what they are for, a line each. */
function programHelp(program: Command, help: Help): string {
  const commands = help.visibleCommands(program);
  const known = Object.values(GROUPS).flat();
  const groups = {
    ...GROUPS,
    Other: commands.map((command) => command.name()).filter((name) => !known.includes(name)),
  };
  const width = Math.max(...commands.map((command) => command.name().length)) + 2;
  const lines = Object.entries(groups).flatMap(([group, names]) =>
    names
      .flatMap((name) => commands.find((command) => command.name() === name) ?? [])
      .flatMap((command, index) => {
        const head = index === 0 ? bold(group.padEnd(8)) : ' '.repeat(8);
        const words = wrapped(command.summary() || command.description(), widthOf(help) - 8 - width);
        return words.map((line, row) =>
          row === 0 ? `${head}${command.name().padEnd(width)}${line}` : `${' '.repeat(8 + width)}${line}`,
        );
      }),
  );
  return [
    help.boxWrap(program.description(), widthOf(help)),
    '',
    `${bold('Usage:')} ${program.name()} COMMAND [options]     Version: --version`,
    '',
    ...lines,
    '',
    `${bold('To begin without an account:')} ${program.name()} demo`,
    '',
  ].join('\n');
}
