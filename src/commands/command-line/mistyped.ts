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

/** Has a command, and those that were added to it, throw Mistyped instead of ending the process. */
export function throwingMistyped(command: Command): Command {
  for (const one of command.commands) throwingMistyped(one);
  return command.configureOutput({ outputError: () => {} }).exitOverride((error) => {
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw new Mistyped(command, error);
  });
}
