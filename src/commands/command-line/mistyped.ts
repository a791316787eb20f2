import type { Command, CommanderError } from 'commander';

/** The error for a line that a command cannot make sense of. `guess.ts` says what may be meant. */
export class Mistyped extends Error {
  readonly command: Command;
  override readonly cause: CommanderError;
  constructor(command: Command, cause: CommanderError) {
    super(cause.message);
    this.command = command;
    this.cause = cause;
  }
}

/** Makes a command and its subcommands throw instead of ending the process: Mistyped, or CommanderError after a help text. */
export function throwingMistyped(command: Command): Command {
  for (const one of command.commands) throwingMistyped(one);
  return command.configureOutput({ outputError: () => {} }).exitOverride((error) => {
    throw error.exitCode === 0 || error.code === 'commander.help' ? error : new Mistyped(command, error);
  });
}
