// `npm run bench`: what a host waits for with every session. Ours, installed from the package, and the SDK's minimal server,
// bundled in the same way, in turns on the same machine.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { z } from 'zod';
import { omitUndefined } from '../src/model/omit-undefined.ts';
import { packBundle } from '../scripts/mcpb.ts';
import { OPTIONS } from '../scripts/program.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { VERSION } from '../src/model/version.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { record } from './machine.ts';

const TURNS = 20;
/** The starts before the measurement, until what was compiled is kept and the archive has what is asked. */
const WARM_UPS = 3;

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-start-up-'));

interface Started {
  readonly tools_list_millis: number;
  /** Of its main thread: hardly more where the machine has other things to do. */
  readonly main_thread_cpu_millis: number;
  readonly resident_mebibytes: number;
  readonly first_question_millis?: number;
}

const Response = z.looseObject({ id: z.number(), result: z.looseObject({ isError: z.literal(false).optional() }) });

/** Starts a server as a host does, over the bare wire, and ends it by the end of its input. */
async function started(args: readonly string[], env: NodeJS.ProcessEnv, question?: object): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (id: number, method: string, params: object): Promise<void> => {
    tell({ id, method, params });
    const { value } = await lines.next();
    if (Response.parse(JSON.parse(String(value))).id !== id) throw new Error(`not the answer to ${method}`);
  };
  const clientInfo = { name: 'bench', version: VERSION };
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  tell({ method: 'notifications/initialized' });
  await ask(2, 'tools/list', {});
  const listed = performance.now();
  const [status, schedule] = await Promise.all(
    ['status', `task/${child.pid}/schedstat`].map((file) => readFile(`/proc/${child.pid}/${file}`, 'utf8')),
  );
  const asked = performance.now();
  if (question !== undefined) await ask(3, 'tools/call', question);
  const answered = performance.now();
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
  return omitUndefined({
    tools_list_millis: listed - began,
    main_thread_cpu_millis: Number(schedule?.split(' ')[0]) / 1e6,
    resident_mebibytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1]) / 1024,
    first_question_millis: question && answered - asked,
  });
}

function inRange(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  const tenths = (value = Number.NaN) => Math.round(value * 10) / 10;
  return { min: tenths(sorted[0]), median: tenths(sorted[Math.floor(sorted.length / 2)]), max: tenths(sorted.at(-1)) };
}

function summary(runs: readonly Started[]) {
  return {
    tools_list_millis: inRange(runs.map((one) => one.tools_list_millis)),
    main_thread_cpu_millis: inRange(runs.map((one) => one.main_thread_cpu_millis)),
    resident_mebibytes: inRange(runs.map((one) => one.resident_mebibytes)),
  };
}

async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Packs and installs the package as npm does, without a registry. */
async function install() {
  await run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const tarball = join(folder, `chat-operations-mcp-${VERSION}.tgz`);
  const prefix = join(folder, 'prefix');
  await run('npm', ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball]);
  const packages = join(prefix, 'lib', 'node_modules');
  const installed = join(packages, 'chat-operations-mcp');
  return {
    program: join(installed, 'bin', 'chat-operations-mcp.mjs'),
    sizes: {
      installed_packages: (await readdir(packages)).length,
      installed_bytes: await sizeOf(packages),
      tarball_bytes: (await stat(tarball)).size,
      mcpb_bytes: await packBundle(installed, join(folder, 'chat-operations-mcp.mcpb')),
    },
  };
}

/** The minimal server in the place of our program, behind the same first file: it keeps what was compiled. */
async function minimalServer(): Promise<string> {
  const minimal = join(folder, 'minimal');
  await mkdir(minimal);
  await cp('bin', join(minimal, 'bin'), { recursive: true });
  await writeFile(join(minimal, 'package.json'), '{ "type": "module" }');
  await build({
    ...OPTIONS,
    entryPoints: { main: 'bench/minimal-server.ts' },
    outdir: join(minimal, 'dist'),
    splitting: true,
  });
  return join(minimal, 'bin', 'chat-operations-mcp.mjs');
}

const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000 });
try {
  const { program, sizes } = await install();
  const minimal = await minimalServer();
  const config = join(folder, 'sandbox.json');
  await writeFile(config, JSON.stringify(sandboxConfiguration(sandbox)), { mode: 0o600 });
  const env = { PATH: process.env['PATH'], HOME: folder, [TOKEN_VARIABLE]: world.bots[0]?.token };
  const archive = join(folder, 'archive.sqlite');
  const question = { name: 'get_support_performance', arguments: { period: 'last_7_days' } };
  const ours: Started[] = [];
  const theirs: Started[] = [];
  for (let turn = -WARM_UPS; turn < TURNS; turn += 1) {
    const one = await started([minimal], env);
    const other = await started(
      [program, 'stdio', '--config', config, '--archive', archive, '--requests-per-minute', '100000'],
      env,
      question,
    );
    if (turn < 0) continue;
    theirs.push(one);
    ours.push(other);
  }
  const first = { ...question, millis: inRange(ours.flatMap(({ first_question_millis: millis }) => millis ?? [])) };
  await record('start-up', {
    turns: TURNS,
    minimal_server: { tools: 12, ...summary(theirs) },
    ours: { ...summary(ours), first_question: first },
    ...sizes,
  });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
