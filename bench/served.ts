import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startProcess, type Environment, type ProgramProcess } from '../test/support/program.ts';

export interface Question {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Load {
  readonly connections: number;
  readonly seconds?: number;
  readonly calls?: number;
  readonly callsPerSession?: number;
}

const Loaded = z.strictObject({ answers: z.number(), seconds: z.number(), p50: z.number(), p99: z.number() });

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Servers under load, each a process of its own, asked by another one. */
export class Served implements AsyncDisposable {
  readonly #programs: readonly ProgramProcess[];
  readonly #urls: readonly string[];
  readonly #tokens: readonly string[];

  private constructor(programs: readonly ProgramProcess[], urls: readonly string[], tokens: readonly string[]) {
    this.#programs = programs;
    this.#urls = urls;
    this.#tokens = tokens;
  }

  static async of(programs: readonly ProgramProcess[], tokens: readonly string[] = []): Promise<Served> {
    const said = await Promise.all(programs.map((program) => program.said(/Listening on (\S+)/)));
    return new Served(
      programs,
      said.map(([, url = '']) => url),
      tokens,
    );
  }

  /** Starts so many nodes with the same settings. */
  static start(count: number, config: string, environment: Environment, tokens?: readonly string[]): Promise<Served> {
    const args = ['http', '--config', config, '--port', '0'];
    return Served.of(
      Array.from({ length: count }, () => startProcess(args, environment)),
      tokens,
    );
  }

  /** Asks one question for so many seconds or calls. */
  async ask(question: Question, load: Load) {
    const before = await this.#cpuMillis();
    const tokens = this.#tokens.length > 0 ? { tokens: this.#tokens } : {};
    const { stdout } = await promisify(execFile)(process.execPath, [
      'bench/http-load.ts',
      JSON.stringify({ urls: this.#urls, ...tokens, ...question, ...load }),
    ]);
    const { answers, seconds, p50, p99 } = Loaded.parse(JSON.parse(stdout));
    return {
      per_second: Math.round(answers / seconds),
      p50_millis: tenths(p50),
      p99_millis: tenths(p99),
      cpu_millis_each: Math.round((((await this.#cpuMillis()) - before) / answers) * 1000) / 1000,
    };
  }

  /** The memory of all of them together. */
  async residentMebibytes(): Promise<number> {
    const each = await Promise.all(
      this.#programs.map(async ({ pid }) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
      }),
    );
    return Math.round(each.reduce((sum, one) => sum + one, 0));
  }

  /** The computing time of their main threads: hardly more where the machine has other things to do. */
  async #cpuMillis(): Promise<number> {
    const each = await Promise.all(
      this.#programs.map(async ({ pid }) => {
        const schedule = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
        return Number(schedule.split(' ')[0]) / 1e6;
      }),
    );
    return each.reduce((sum, one) => sum + one, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) program.kill('SIGTERM');
    await Promise.all(this.#programs.map(({ ended }) => ended));
  }
}
