import { freePort } from '../support/free-port.ts';
import { startProcess, type Environment, type ProgramProcess } from '../support/program.ts';

/** The program as an HTTP server, which is ended and started again at the same address. */
export class Node implements AsyncDisposable {
  readonly #flags: readonly string[];
  readonly #environment: Environment;
  #program: ProgramProcess | undefined;
  #url: URL | undefined;

  constructor(flags: readonly string[], environment: Environment) {
    this.#flags = flags;
    this.#environment = environment;
  }

  /** Its address, from its first start on. */
  get url(): URL {
    if (this.#url === undefined) throw new Error('The node was not started yet');
    return this.#url;
  }

  /** What it has written since its last start. */
  get said(): string {
    return this.#program?.err() ?? '';
  }

  /** Starts it where it does not run; from the second time on at the port of the first. */
  async start(): Promise<void> {
    if (this.#program !== undefined) return;
    const port = this.#url?.port ?? String(await freePort());
    this.#program = startProcess(['http', '--port', port, ...this.#flags], this.#environment);
    const [, url = ''] = await this.#program.said(/^Listening on (\S+)$/m);
    this.#url = new URL(url);
  }

  /** Ends it by a signal, and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#program?.kill(signal);
    await this.#program?.ended;
    this.#program = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]();
  }
}
