import { Command } from 'commander';
import type { ServerSettings } from '../../config/read.ts';
import { settingFlags, settingsOfAnswer, withSettings } from '../command-line/flags.ts';
import { throwingMistyped } from '../command-line/mistyped.ts';
import type { Run } from '../run.ts';
import { argumentsIn, withToolFlags, type ToolFlag } from './tool-flags.ts';

/** A tool as a command: its arguments are flags. */
export interface AskedCommand {
  readonly command: Command;
  /** The arguments that were given as flags, by their names. */
  readonly args: () => Record<string, unknown>;
  /** The settings of its server, where `more` flags win. Throws InvalidConfiguration when something is wrong with them. */
  readonly settings: (more?: Readonly<Record<string, unknown>>) => Promise<ServerSettings>;
}

/**
 * Returns the command for one tool of `parent`. Its own flags come first: a setting that has the name of one can be
 * given before the name of the tool, in the environment or in the file. One `isOfAccounts` asks about all accounts of the settings.
 */
export function askedCommand(
  parent: Command,
  name: string,
  flags: readonly ToolFlag[],
  run: Run,
  { isOfAccounts = false }: { readonly isOfAccounts?: boolean } = {},
): AskedCommand {
  const command = new Command(`${parent.name()} ${name}`).copyInheritedSettings(parent);
  // For its usage.
  command.parent = parent.parent;
  command.optionsGroup('As flags:');
  withToolFlags(command, flags, run);
  command.optionsGroup('Options:');
  withSettings(command);
  throwingMistyped(command);
  const own = flags.map(({ flag }) => flag.slice(2));
  return {
    command,
    args: () => argumentsIn(command, flags),
    settings: (more = {}) => {
      const given = { ...settingFlags(parent), ...settingFlags(command, own), ...more };
      return settingsOfAnswer(given, run, { isOfAccounts });
    },
  };
}
