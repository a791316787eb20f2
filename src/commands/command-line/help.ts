import { styleText } from 'node:util';
import { type Command, Help } from 'commander';
import type { Run } from '../run.ts';
import { isExplainedHere } from './flags.ts';
import type { Typed } from './next-line.ts';
import { settingsHelp } from './settings-help.ts';

/** Has a program, and the commands that are added to it from now on, show a short help, without the settings that have one of their own. */
export function withShortHelp(program: Command): Command {
  return program
    .enablePositionalOptions()
    .helpCommand(false)
    .helpOption('-h, --help', 'show this')
    .configureHelp({
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
      subcommandTerm: (command) => command.name(),
      visibleOptions: (command) => new Help().visibleOptions(command).filter(isExplainedHere),
      optionDescription: (option) =>
        option.defaultValue === false ? option.description : Help.prototype.optionDescription(option),
    });
}

/** Adds the commands that explain the others. */
export function addHelp(program: Command, run: Run): void {
  const settings = program
    .command('settings')
    .description('list every setting and where to put it')
    .action(() => settings.outputHelp());
  settings.configureHelp({ formatHelp: (_command, help) => settingsHelp(help) });

  program
    .command('help')
    .description('show help: help sync, help archive audit')
    .argument('[COMMAND...]')
    .action(async (words: readonly string[]) => {
      const asked = await askedIn(words);
      if (asked === undefined) (await commandAt(program, words, run)).outputHelp();
      // A tool explains itself.
      else await program.parseAsync([...asked, '--help'], { from: 'user' });
    });
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
