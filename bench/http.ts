// `node bench/http.ts [SECONDS] [CALLS]`: what our server answers over HTTP, and in the same run what the SDK's own with twelve
// tools does, each in a process of its own and asked by another one; and whether our memory grows over many calls.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { z } from 'zod';
import { OPTIONS } from '../scripts/program.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startProgram, type Program } from '../test/support/program.ts';
import { record } from './machine.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const CALLS = Number(process.argv[3] ?? 100_000);
/** The calls before the measurement, until the archive has what is asked and what is called most is compiled. */
const WARM_UP_CALLS = 2000;
const CONNECTIONS = [16, 64] as const;
/** Memory is looked at as often while calls are made. */
const LOOKS = 20;

interface Question {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const REPORT: Question = { tool: 'get_support_performance', arguments: { period: 'last_week' } };
const LIST: Question = { tool: 'list_chats', arguments: { period: 'last_week' } };
const AGENTS: Question = { tool: 'list_support_agents', arguments: {} };
const ECHO: Question = { tool: 'tool_1', arguments: { query: 'refund' } };

const Loaded = z.strictObject({ answers: z.number(), seconds: z.number(), p50: z.number(), p99: z.number() });

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A server under load. */
class Measured {
  readonly #program: Program;
  readonly #url: string;

  private constructor(program: Program, url: string) {
    this.#program = program;
    this.#url = url;
  }

  static async of(program: Program): Promise<Measured> {
    const [, url = ''] = await program.said(/Listening on (\S+)/);
    return new Measured(program, url);
  }

  /** Asks one question for so many seconds or calls. */
  async ask(question: Question, load: { connections: number; seconds?: number; calls?: number }) {
    const before = await this.#cpuMillis();
    const { stdout } = await promisify(execFile)(process.execPath, [
      'bench/http-load.ts',
      JSON.stringify({ url: this.#url, ...question, ...load }),
    ]);
    const { answers, seconds, p50, p99 } = Loaded.parse(JSON.parse(stdout));
    return {
      per_second: Math.round(answers / seconds),
      p50_millis: tenths(p50),
      p99_millis: tenths(p99),
      cpu_millis_each: Math.round((((await this.#cpuMillis()) - before) / answers) * 1000) / 1000,
    };
  }

  async residentMebibytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#program.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
  }

  /** The computing time of its main thread: hardly more where the machine has other things to do. */
  async #cpuMillis(): Promise<number> {
    const schedule = await readFile(`/proc/${this.#program.pid}/task/${this.#program.pid}/schedstat`, 'utf8');
    return Number(schedule.split(' ')[0]) / 1e6;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-http-'));
const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000 });
try {
  const outfile = join(folder, 'minimal.mjs');
  await build({ ...OPTIONS, entryPoints: ['bench/minimal-http-server.ts'], outfile });
  const config = join(folder, 'sandbox.json');
  const settings = { ...sandboxConfiguration(sandbox), archive: join(folder, 'desk.sqlite') };
  await writeFile(config, JSON.stringify({ ...settings, requests_per_minute: 100_000 }), { mode: 0o600 });
  const environment = {
    [TOKEN_VARIABLE]: world.bots[0]?.token ?? '',
    // For a profile: SERVER_NODE_OPTIONS=--cpu-prof.
    NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '',
  };
  await using program = startProgram(['http', '--config', config, '--port', '0'], environment);
  await using minimal = startProgram([], {}, [process.execPath, outfile]);
  const ours = await Measured.of(program);
  const theirs = await Measured.of(minimal);

  const results: Record<string, object> = {};
  const warm = { connections: 16, calls: WARM_UP_CALLS };
  for (const question of [REPORT, LIST, AGENTS]) await ours.ask(question, warm);
  await theirs.ask(ECHO, warm);
  for (const connections of CONNECTIONS) {
    const load = { connections, seconds: SECONDS };
    results[`connections_${connections}`] = {
      sdk_with_twelve_tools: await theirs.ask(ECHO, load),
      report: await ours.ask(REPORT, load),
      list: await ours.ask(LIST, load),
      agents: await ours.ask(AGENTS, load),
    };
  }
  const resident = [await ours.residentMebibytes()];
  for (let look = 0; look < LOOKS; look += 1) {
    await ours.ask(look % 2 === 0 ? REPORT : LIST, { connections: 16, calls: Math.ceil(CALLS / LOOKS) });
    resident.push(await ours.residentMebibytes());
  }
  await record('http', {
    sandbox: { size: 'small', chats: world.chats.length },
    seconds: SECONDS,
    ...results,
    memory: { calls: CALLS, resident_mebibytes: resident },
  });
  program.kill('SIGTERM');
  await program.ended;
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
