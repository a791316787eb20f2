// `npm run check`: format, lint, types and unused code, all at once, with the output of what fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check', '.'],
  // The linter works out all types anyway, each file's by the nearest tsconfig.json: it tells what is wrong with them, too.
  ['lint and types', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['unused code', 'knip'],
  ['words', process.execPath, 'scripts/words.ts'],
];

/** The linter needs nearly all of its memory to the end: collecting garbage takes a third of its time, and frees little. */
const env = { GOGC: 'off', GOMEMLIMIT: '4GiB', ...process.env };

const results = await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    try {
      await run(command, args, { env, maxBuffer: 2 ** 26, shell: process.platform === 'win32' });
      return true;
    } catch (error) {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
      process.stderr.write(`\n${name} failed (${[command, ...args].join(' ')}):\n${output}\n`);
      return false;
    }
  }),
);
if (results.includes(false)) process.exit(1);
process.stderr.write(`check: ${checks.map(([name]) => name).join(', ')} passed\n`);
