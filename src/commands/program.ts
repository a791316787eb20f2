import { Command, CommanderError } from 'commander';
import { VERSION } from '../model/version.ts';
import { addArchive } from './command-line/archive.ts';
import { addAsk } from './command-line/ask.ts';
import { addDoctor } from './command-line/doctor.ts';
import { addHelp, askedOfProgram, withShortHelp } from './command-line/help.ts';
import { Mistyped, throwingMistyped } from './command-line/mistyped.ts';
import { addServe } from './command-line/serve.ts';
import { addSetup } from './command-line/setup.ts';
import { endWords, withCommand } from './command-line/started-by-host.ts';
import { addSync } from './command-line/sync.ts';
import { addToken } from './command-line/token.ts';
import { addDemo, addSandbox } from './command-line/try.ts';
import type { Io, OutputStream, Run } from './run.ts';
import { columnsOf, showsColours } from './shown/terminal.ts';

/** Runs the command that the words name, to its end. Resolves with the exit code; what went wrong is on standard error. */
export async function main(words: readonly string[], io: Io): Promise<number> {
  const run: Run = { ...io, words };
  // The reader of the output may stop before its end, as `head` does. The command still cleans up behind itself.
  let isRead = true;
  io.output.on('error', () => {
    isRead = false;
  });
  io.errors.on('error', () => {});
  try {
    const args = withCommand(askedOfProgram(words), io.input.isTTY === true);
    await programOf(run).parseAsync(args, { from: 'user' });
  } catch (thrown) {
    run.exitCode = await exitCodeOf(thrown, run);
  }
  if (run.leavesOutput !== true) await Promise.all([written(io.output), written(io.errors)]);
  return run.exitCode ?? (isRead ? 0 : 1);
}

/** Says what went wrong, if anything did: a help text ends with an error, too. Resolves with the exit code. */
async function exitCodeOf(thrown: unknown, run: Run): Promise<number> {
  if (thrown instanceof CommanderError) return thrown.exitCode;
  const { ChatOperationsError } = await import('../model/errors.ts');
  const error = thrown instanceof Mistyped ? (await import('./command-line/guess.ts')).guessOf(thrown, run) : thrown;
  const isOurs = error instanceof ChatOperationsError;
  const said = error instanceof Error ? error.message : String(error);
  run.errors.write(endWords(isOurs ? [said, error.advice] : [said], run.errors.isTTY === true));
  return 1;
}

/** Resolves when all that was given to a stream is written, or cannot be. */
async function written(stream: OutputStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve());
  });
}

function programOf(run: Run): Command {
  const { output, errors, environment } = run;
  const program = withShortHelp(new Command('chat-operations-mcp'))
    .usage('COMMAND [options]')
    .description('Connects an AI assistant to your live-chat support desk, over MCP.')
    .addHelpText('after', '\nFirst time? Run: chat-operations-mcp demo')
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errors.write(text),
      getOutHelpWidth: () => columnsOf(output),
      getErrHelpWidth: () => columnsOf(errors),
      getOutHasColors: () => showsColours(output, environment),
      getErrHasColors: () => showsColours(errors, environment),
    })
    .version(VERSION);
  const groups: Readonly<Record<string, readonly ((to: Command, of: Run) => void)[]>> = {
    'Get started': [addSetup, addDoctor, addDemo],
    Serve: [addServe, addToken],
    Ask: [addAsk],
    Maintain: [addSync, addArchive],
    Other: [addSandbox, addHelp],
  };
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, run);
  }
  return throwingMistyped(program);
}
