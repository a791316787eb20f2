import { createInterface } from 'node:readline/promises';
import { InvalidArgument } from '../../model/errors.ts';
import { Cancelled } from './dialogue.ts';
import { setup, type SetupFlags } from './setup.ts';
import { TerminalDialogue } from './terminal-dialogue.ts';
import { UnattendedDialogue } from './unattended-dialogue.ts';

/** Runs the set-up of this process: with the person at its terminal, or with nobody. Sets the exit code. */
export async function runSetup(flags: SetupFlags): Promise<void> {
  const { stdin, stdout, env: environment } = process;
  const isUnattended = flags.yes === true;
  if (!isUnattended && (!stdin.isTTY || !stdout.isTTY)) {
    throw new InvalidArgument(
      'There is no terminal to ask in.',
      'Run setup in a terminal, or give everything as flags and add --yes; --help tells them.',
    );
  }
  if (!isUnattended && flags.passwordStdin === true) {
    throw new InvalidArgument('Standard input is the terminal.', 'Leave out --password-stdin, or add --yes.');
  }
  const dialogue = isUnattended
    ? new UnattendedDialogue(stdout)
    : new TerminalDialogue({ input: stdin, output: stdout });
  try {
    await setup(flags, { dialogue, environment, isUnattended, program: process.argv[1], readLine: firstLine });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    process.stderr.write('Cancelled. Only the files listed above were written.\n');
    process.exitCode = 130;
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
