// `node bench/start-up.ts [TURNS]`: what a host waits for with every session. Ours, installed from the package, and the SDK's minimal
// server, bundled in the same way, in turns on the same machine.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { packBundle } from '../scripts/mcpb.ts';
import { OPTIONS } from '../scripts/program.ts';
import { VERSION } from '../src/model/version.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess } from '../test/support/session.ts';
import { mainThreadMillis, millisOf, record, residentMebibytes, spread, startDesk } from './machine.ts';

const TURNS = Number(process.argv[2] ?? 20);
/** The starts before the measurement, until what was compiled is kept and the archive has what is asked. */
const WARM_UPS = 3;
const QUESTION = ['get_support_performance', { period: 'last_7_days' }] as const;

const run = promisify(execFile);
await using desk = await startDesk({ world: createWorld({ seed: 1, size: 'small', now: Date.now() }) });
const { folder } = desk;

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
  const entryPoints = { main: 'bench/minimal-server.ts' };
  await build({ ...OPTIONS, entryPoints, outdir: join(minimal, 'dist'), splitting: true });
  return join(minimal, 'bin', 'chat-operations-mcp.mjs');
}

/** Starts a server as a host does, over the bare wire, and ends it by the end of its input. */
async function started(program: string, flags: readonly string[], question?: typeof QUESTION) {
  const began = performance.now();
  await using session = await startSessionProcess(flags, desk.environment, [process.execPath, program]);
  await session.response(session.send('tools/list'));
  const listed = performance.now() - began;
  const [cpu, resident] = await Promise.all([mainThreadMillis(session.program), residentMebibytes(session.program)]);
  const first = question === undefined ? [] : [await millisOf(() => session.call(...question))];
  await session.finish();
  return { listed, cpu, resident, first };
}

type Started = Awaited<ReturnType<typeof started>>;

const summary = (starts: readonly Started[]) => ({
  tools_list_millis: spread(starts.map(({ listed }) => listed)),
  main_thread_cpu_millis: spread(starts.map(({ cpu }) => cpu)),
  resident_mebibytes: spread(starts.map(({ resident }) => resident)),
});

const { program, sizes } = await install();
const minimal = await minimalServer();
const flags = ['--config', await desk.configure()];
const [ours, theirs]: [Started[], Started[]] = [[], []];
for (let turn = -WARM_UPS; turn < TURNS; turn += 1) {
  const one = await started(minimal, []);
  const other = await started(program, flags, QUESTION);
  if (turn < 0) continue;
  theirs.push(one);
  ours.push(other);
}
await record('start-up', {
  turns: TURNS,
  minimal_server: { tools: 12, ...summary(theirs) },
  ours: { ...summary(ours), first_question: { asked: QUESTION, millis: spread(ours.flatMap(({ first }) => first)) } },
  ...sizes,
});
