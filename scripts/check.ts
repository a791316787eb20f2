// `npm run check`: format, lint, types and unused code, all at once, with the output of what fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc'],
  // What runs in browsers has their types, and none of Node's.
  ['types of the widget', 'tsc', '--project', 'src/sandbox/widget/browser'],
  ['types of the shop', 'tsc', '--project', 'src/sandbox/shop/browser'],
  ['types of the views', 'tsc', '--project', 'src/views'],
  ["types of a host's page", 'tsc', '--project', 'test/browser/views/host-page'],
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
