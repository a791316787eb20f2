import { Command } from 'commander';
import { addArchive } from './commands/command-line/archive.ts';
import { addAsk } from './commands/command-line/ask.ts';
import { addDoctor } from './commands/command-line/doctor.ts';
import { addHelp, askedOfProgram, withShortHelp } from './commands/command-line/help.ts';
import { Mistyped, throwingMistyped } from './commands/command-line/mistyped.ts';
import { addServe } from './commands/command-line/serve.ts';
import { endWords, withCommand } from './commands/command-line/started-by-host.ts';
import { addSetup } from './commands/command-line/setup.ts';
import { addSync } from './commands/command-line/sync.ts';
import { addToken } from './commands/command-line/token.ts';
import { addTry } from './commands/command-line/try.ts';
import { VERSION } from './model/version.ts';

// Node.js 22 warns on standard error that its SQLite is experimental, which says nothing to the people who read it.
process.removeAllListeners('warning').on('warning', (warning) => {
  const isKnown = warning.name === 'ExperimentalWarning' && /SQLite|Type Stripping/i.test(warning.message);
  if (!isKnown) process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

// A report of a crash, where somebody asks Node.js for one, would list the environment, and with it the password.
process.report.excludeEnv = true;

// The reader of the output may stop before its end, as `head` does. The command still cleans up behind itself.
process.stdout.on('error', () => {
  process.exitCode = 1;
});
process.stderr.on('error', () => {});

const program = withShortHelp(new Command('chat-operations-mcp'))
  .description('Lets an AI assistant work with a live-chat support desk, over MCP.')
  .version(VERSION);

addSetup(program);
addDoctor(program);
addServe(program);
addSync(program);
addAsk(program);
addArchive(program);
addToken(program);
addTry(program);
addHelp(program);

throwingMistyped(program);

try {
  const args = askedOfProgram(process.argv.slice(2));
  await program.parseAsync(withCommand(args, process.stdin.isTTY), { from: 'user' });
} catch (thrown) {
  const { ChatOperationsError } = await import('./model/errors.ts');
  const error =
    thrown instanceof Mistyped ? (await import('./commands/command-line/guess.ts')).guessOf(thrown) : thrown;
  const isOurs = error instanceof ChatOperationsError;
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(endWords(isOurs ? [words, error.advice] : [words], process.stderr.isTTY));
  process.exitCode = 1;
}
