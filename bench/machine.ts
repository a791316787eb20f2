// What measurements have in common: a desk in the sandbox, what a process takes, and one way to record.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { VERSION } from '../src/model/version.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox/sandbox.ts';
import type { AnyWorld } from '../src/sandbox/world/world-records.ts';
import type { Environment } from '../test/support/program.ts';

/** Writes measurements to bench/results/ with what they were measured on, and prints them. */
export async function record(name: string, measured: object): Promise<void> {
  const results = {
    version: VERSION,
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memory_gib: Math.round(totalmem() / 2 ** 30),
      platform: process.platform,
    },
    node: process.versions.node,
    packages: manifest.devDependencies,
    ...measured,
  };
  const text = `${JSON.stringify(results, null, 2)}\n`;
  await writeFile(`bench/results/${name}.json`, text);
  process.stdout.write(text);
}

/** A desk in the sandbox, and what a server needs to be connected to it. */
export interface Desk<W extends AnyWorld> extends AsyncDisposable {
  readonly sandbox: Sandbox<W>;
  /** A folder that is removed with the desk. */
  readonly folder: string;
  readonly environment: Environment;
  /** Writes settings that differ in these. Resolves with the path of the file. */
  readonly configure: (changes?: object) => Promise<string>;
}

/** Starts a desk of a world; unless told otherwise, its service allows as many requests as anybody can send. */
export async function startDesk<W extends AnyWorld>(options: SandboxOptions<W>): Promise<Desk<W>> {
  const sandbox = await startSandbox({ requestsPerMinute: 1_000_000, ...options });
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
  let files = 0;
  return {
    sandbox,
    folder,
    environment: { [TOKEN_VARIABLE]: options.world.bots[0]?.token ?? '' },
    configure: async (changes) => {
      files += 1;
      const file = join(folder, `settings-${files}.json`);
      const archive = join(folder, `desk-${files}.sqlite`);
      const settings = { ...sandboxConfiguration(sandbox), archive, requests_per_minute: 100_000, ...changes };
      await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
      return file;
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Some values in order: their number, median, 99th percentile and largest one, to a tenth. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) * 10) / 10;
  return { n: sorted.length, median: at(0.5), p99: at(0.99), max: at(1) };
}

/** The milliseconds that some work takes. */
export async function millisOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Pid {
  readonly pid: number | undefined;
}

/** The memory of a process: now, or the most that it ever had. */
export async function residentMebibytes({ pid }: Pid, when: 'now' | 'most' = 'now'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const line = when === 'now' ? /^VmRSS:\s+(\d+) kB/m : /^VmHWM:\s+(\d+) kB/m;
  return Math.round(Number(line.exec(status)?.[1]) / 1024);
}

/** The computing time of a process's main thread: hardly more where the machine has other things to do. */
export async function mainThreadMillis({ pid }: Pid): Promise<number> {
  const schedule = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
  return Number(schedule.split(' ')[0]) / 1e6;
}
