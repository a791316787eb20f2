// Runs a command under a Node.js that is new enough for this project.
//
// Plain JavaScript without dependencies, because it has to start on the old Node that it replaces. Where the
// installed Node fits, the command runs on it directly; elsewhere a pinned one is taken from the npm registry
// (npx keeps it, so only the first run downloads). Never falls back to the old Node.
//
// Usage: node scripts/with-node.mjs COMMAND [ARGUMENT ...]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FLOOR = [22, 19];
const PINNED = '24.21.0';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const remembered = join(root, 'node_modules', '.cache', `node-${PINNED}-${process.platform}-${process.arch}`);

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function pinnedNode() {
  if (existsSync(remembered)) {
    const path = readFileSync(remembered, 'utf8');
    if (existsSync(path)) return path;
  }
  const found = spawnSync('npx', ['-y', '-p', `node@${PINNED}`, 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const path = found.stdout?.trim().split('\n').at(-1) ?? '';
  if (found.status !== 0 || !existsSync(path)) {
    fail(
      `This needs Node.js ${FLOOR.join('.')} or newer; here is ${process.versions.node}, and node@${PINNED} could not be ` +
        `had from the npm registry. Install a newer Node.js, or check the network.\n${found.stderr ?? ''}`,
    );
  }
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(remembered, path);
  return path;
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail('Usage: node scripts/with-node.mjs COMMAND [ARGUMENT ...]');

const node = isNewEnough(process.versions.node) ? process.execPath : pinnedNode();
const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
const child = spawn(command === 'node' ? node : command, args, {
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
  shell: process.platform === 'win32' && command !== 'node',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
