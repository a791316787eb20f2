import { createInterface } from 'node:readline/promises';
import { InvalidArgument } from '../../model/errors.ts';
import type { Run } from '../run.ts';
import { Cancelled } from './dialogue.ts';
import { setup, type SetupFlags } from './setup.ts';
import { TerminalDialogue } from './terminal-dialogue.ts';
import { UnattendedDialogue } from './unattended-dialogue.ts';

/** Runs the set-up: with the person at the terminal, or with nobody. Sets the exit code. */
export async function runSetup(flags: SetupFlags, run: Run): Promise<void> {
  const { input, output } = run;
  const isUnattended = flags.yes === true;
  if (!isUnattended && (input.isTTY !== true || output.isTTY !== true)) {
    throw new InvalidArgument(
      'There is no terminal to ask in.',
      'Run setup in a terminal, or give everything as flags and add --yes; --help tells them.',
    );
  }
  if (!isUnattended && flags.passwordStdin === true) {
    throw new InvalidArgument('Standard input is the terminal.', 'Leave out --password-stdin, or add --yes.');
  }
  const dialogue = isUnattended ? new UnattendedDialogue(output) : new TerminalDialogue({ input, output });
  try {
    await setup(flags, { ...run, dialogue, isUnattended, readLine: () => firstLine(input) });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    run.errors.write('Cancelled. Only the files listed above were written.\n');
    run.exitCode = 130;
  }
}

async function firstLine(input: Run['input']): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
