// `npm test`: the check and all tests at once. Many tests wait for a process or a server: the check works meanwhile.
import { spawn, type StdioOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a command to its end. Answers whether it went well, with what it told on standard error where that is not shown. */
async function run(command: string, args: readonly string[], stdio: StdioOptions) {
  const child = spawn(command, args, { stdio, shell: process.platform === 'win32' && command !== process.execPath });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });
  return { told: child.stderr === null ? '' : await text(child.stderr), isRight: await ended };
}

const [check, tests] = await Promise.all([
  run(process.execPath, ['scripts/check.ts'], ['ignore', 'inherit', 'pipe']),
  run('vitest', ['run', ...process.argv.slice(2)], 'inherit'),
]);
// The last words are those about what is wrong, or that nothing is.
process.stderr.write(check.told);
process.exitCode = check.isRight && tests.isRight ? 0 : 1;
