import { main } from './commands/program.ts';
import { waitForSignal } from './commands/wait-for-signal.ts';
import { systemClock } from './model/time/units.ts';

// Node.js 22 warns on standard error that its SQLite is experimental, which says nothing to the people who read it.
process.removeAllListeners('warning').on('warning', (warning) => {
  const isKnown = warning.name === 'ExperimentalWarning' && /SQLite|Type Stripping/i.test(warning.message);
  if (!isKnown) process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

// A report of a crash, where somebody asks Node.js for one, would list the environment, and with it the password.
process.report.excludeEnv = true;

const [, program, ...words] = process.argv;
const exitCode = await main(words, {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
  clock: systemClock,
  program,
  untilSignal: waitForSignal,
});

// What a command leaves behind must not keep the process.
process.exit(exitCode);
