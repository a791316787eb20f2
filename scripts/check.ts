// `npm run check`: format, lint, types and unused code, all at once, with the output of what fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Several at once would each work out anew what the others know, while all else waits for a processor. */
const types = (...project: readonly string[]) => ['tsc', '--checkers', '1', ...project] as const;

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', ...types()],
  // What runs in browsers has their types, and none of Node's.
  ["types of the chatbot's page", ...types('--project', 'src/sandbox/chatbot/browser')],
  ['types of the views', ...types('--project', 'src/views')],
  ["types of a host's page", ...types('--project', 'test/browser/views/host-page')],
  ['unused code', 'knip'],
];

const results = await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    try {
      await run(command, args, { maxBuffer: 2 ** 26, shell: process.platform === 'win32' });
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
