import { Command, CommanderError } from 'commander';
import { VERSION } from '../../model/version.ts';
import type { Run } from '../run.ts';
import { columnsOf, showsColours } from '../shown/terminal.ts';
import { addArchive } from './archive.ts';
import { addAsk } from './ask.ts';
import { addDoctor } from './doctor.ts';
import { addHelp, withShortHelp } from './help.ts';
import { Mistyped, throwingMistyped } from './mistyped.ts';
import { addServe } from './serve.ts';
import { addSetup } from './setup.ts';
import { addSync } from './sync.ts';
import { addToken } from './token.ts';
import { addDemo, addSandbox } from './try.ts';

/** Runs the command that the words name, to its end. Throws what goes wrong; for a line that makes no sense, with what may be meant. */
export async function runCommand(words: readonly string[], run: Run): Promise<void> {
  try {
    await programOf(run).parseAsync(words, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof Mistyped) throw (await import('./guess.ts')).guessOf(thrown, run);
    // A help text ends with an error, too.
    if (!(thrown instanceof CommanderError)) throw thrown;
    run.exitCode = thrown.exitCode;
  }
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
