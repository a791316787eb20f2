import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/commands/program.ts';
import { systemClock } from '../../src/model/time/units.ts';
import { keepOutput, type Contacts } from './canaries/run-folder.ts';

/** The program as it is published; `built-program.ts` has built it from the sources before the first test. */
export const MAIN = fileURLToPath(new URL('../../bin/chat-operations-mcp.mjs', import.meta.url));

/** The end of a process: by itself with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The end of a run, with all of its output. */
interface Ended extends Exit {
  readonly out: string;
  readonly err: string;
}

/** This program as a process of its own. It is killed at the end of the block that holds it. */
export interface Program extends AsyncDisposable {
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The output until now. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when it has written this on standard error; throws when it ends before. */
  said: (pattern: RegExp) => Promise<RegExpExecArray>;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves when it has ended and all of its output is here. */
  readonly ended: Promise<Exit>;
}

export type Environment = Readonly<Record<string, string>>;

/** Compiled once for all the processes of all the tests; the folder of the user who runs them stays as it is. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled-for-tests', import.meta.url));

/** The environment that a process needs of the machine, without the settings of the person who runs the tests. It reads nothing ahead: tests count requests. And it lets a caller call as often as a test does. */
export function environmentOf(own: Environment = {}): Record<string, string> {
  const folders = { XDG_CACHE_HOME: COMPILED, XDG_CONFIG_HOME: join(COMPILED, 'no-settings') };
  const defaults = { CHAT_OPERATIONS_READ_AHEAD_DAYS: '0', CHAT_OPERATIONS_CALLS_PER_MINUTE: '1000000' };
  return { PATH: process.env['PATH'] ?? '', ...folders, ...defaults, ...own };
}

/** Starts this program, as a host would; or another copy of it, by the command that does. */
export function startProgram(
  args: readonly string[],
  environment: Environment = {},
  [command, ...first]: readonly [string, ...string[]] = [process.execPath, MAIN],
): Program {
  const child = spawn(command, [...first, ...args], { env: environmentOf(environment) });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  // A process that ended before it read everything closes the pipe: its exit tells more.
  child.stdin.on('error', () => {});
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      keepOutputs(args, environment, out, err);
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    out: () => out,
    err: () => err,
    said: async (pattern) => {
      for (;;) {
        const found = pattern.exec(err);
        if (found !== null) return found;
        if (child.stderr.readableEnded) throw new Error(`It ended without saying ${pattern}: ${err}`);
        await Promise.race([once(child.stderr, 'data'), ended]);
      }
    },
    kill: (signal) => child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** For the scan at the end of the run. What is logged holds no contacts, whatever the answers do. */
function keepOutputs(args: readonly string[], environment: Environment, out: string, err: string): void {
  const [command = 'none'] = args;
  const name = command.replaceAll(/[^\w-]/g, '_');
  const forScan = command === 'sandbox' ? withoutLogins : (text: string) => text;
  keepOutput(`${name}.out`, contactsIn(args, environment), forScan(out));
  keepOutput(`${name}.err`, 'removed', forScan(err));
}

/** The sandbox prints a configuration, and the logins that are good for nothing else: just these lines are left out. */
function withoutLogins(text: string): string {
  return text.replaceAll(/^(?: {2}"password": |Super Admin |Admin |Agent |Bot token | {2}SANDBOX_BOT_TOKEN=).*$/gm, '');
}

/** Whether somebody asked for answers with contacts. */
function contactsIn(args: readonly string[], environment: Environment): Contacts {
  const config = args[args.indexOf('--config') + 1];
  const hasConfig = args.includes('--config') && config !== undefined && existsSync(config);
  const asked = [args.join(' '), JSON.stringify(environment), hasConfig ? readFileSync(config, 'utf8') : ''].join('\n');
  return /redact\W{1,6}(?:cards|none)\b/i.test(asked) ? 'kept' : 'removed';
}

/** Runs this program to its end as a process of its own, without any input. */
export async function runProcess(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  await using program = startProgram(args, environment);
  program.stdin.end();
  const exit = await program.ended;
  return { ...exit, out: program.out(), err: program.err() };
}

/** A stream that keeps what is written to it. */
class Kept extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command of this program to its end in this process, without any input. */
export async function runProgram(args: readonly string[], own: Environment = {}): Promise<Ended> {
  const [output, errors] = [new Kept(), new Kept()];
  const code = await main(args, {
    input: Readable.from([]),
    output,
    errors,
    environment: environmentOf(own),
    clock: systemClock,
    program: MAIN,
    untilSignal: () => new Promise(() => undefined),
  });
  keepOutputs(args, own, output.text, errors.text);
  return { code, signal: null, out: output.text, err: errors.text };
}
