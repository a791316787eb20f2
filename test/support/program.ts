import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/commands/program.ts';
import type { EndingSignal } from '../../src/commands/run.ts';
import { type Clock, systemClock } from '../../src/model/time/units.ts';
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

/** A run of this program that goes on. It is ended at the end of the block that holds it. */
export interface Program extends AsyncDisposable {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The output until now. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when it has written this on standard error; throws when it ends before. */
  said: (pattern: RegExp) => Promise<RegExpExecArray>;
  kill: (signal: EndingSignal) => void;
  /** Resolves when it has ended and all of its output is here. */
  readonly ended: Promise<Exit>;
}

/** This program as a process of its own, which is killed at the end of the block that holds it. */
export interface ProgramProcess extends Program {
  readonly pid: number | undefined;
  kill: (signal: NodeJS.Signals) => void;
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

/** Starts a command of this program in this process, by a clock of its own or the machine's. A signal reaches it as its process would pass it on. */
export function startProgram(args: readonly string[], own: Environment = {}, clock: Clock = systemClock): Program {
  const stdin = new PassThrough();
  const [stdout, errors] = [new PassThrough(), new PassThrough()];
  const signal = Promise.withResolvers<EndingSignal>();
  const output = outputOf(stdout, errors);
  const ended = (async (): Promise<Exit> => {
    const code = await main(args, {
      input: stdin,
      output: stdout,
      errors,
      environment: environmentOf(own),
      clock,
      program: MAIN,
      untilSignal: () => signal.promise,
    });
    stdin.end();
    await Promise.allSettled([stdout, errors].map((stream) => finished(stream.end())));
    keepOutputs(args, own, output.out(), output.err());
    return { code, signal: null };
  })();
  return {
    stdin,
    stdout,
    ...output,
    said: (pattern) => said(pattern, errors, output.err, ended),
    kill: signal.resolve,
    ended,
    async [Symbol.asyncDispose]() {
      stdin.end();
      signal.resolve('SIGTERM');
      await ended;
    },
  };
}

/** Starts this program as a process of its own, as a host would; or another copy of it, by the command that does. */
export function startProcess(
  args: readonly string[],
  environment: Environment = {},
  [command, ...first]: readonly [string, ...string[]] = [process.execPath, MAIN],
): ProgramProcess {
  const child = spawn(command, [...first, ...args], { env: environmentOf(environment) });
  const output = outputOf(child.stdout, child.stderr);
  // A process that ended before it read everything closes the pipe: its exit tells more.
  child.stdin.on('error', () => {});
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      keepOutputs(args, environment, output.out(), output.err());
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    ...output,
    said: (pattern) => said(pattern, child.stderr, output.err, ended),
    kill: (signal) => child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Keeps what two streams have said until now. */
function outputOf(output: Readable, errors: Readable): { readonly out: () => string; readonly err: () => string } {
  let out = '';
  let err = '';
  const [outputDecoder, errorsDecoder] = [new StringDecoder(), new StringDecoder()];
  output.on('data', (bytes: Buffer) => (out += outputDecoder.write(bytes)));
  errors.on('data', (bytes: Buffer) => (err += errorsDecoder.write(bytes)));
  return { out: () => out, err: () => err };
}

async function said(
  pattern: RegExp,
  errors: Readable,
  err: () => string,
  ended: Promise<unknown>,
): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(err());
    if (found !== null) return found;
    if (errors.readableEnded) throw new Error(`It ended without saying ${pattern}: ${err()}`);
    await Promise.race([once(errors, 'data'), ended]);
  }
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

/** Whether somebody asked for answers with contacts. An export is all of them. */
function contactsIn(args: readonly string[], environment: Environment): Contacts {
  if (args[0] === 'archive' && args[1] === 'export') return 'kept';
  const config = args[args.indexOf('--config') + 1];
  const hasConfig = args.includes('--config') && config !== undefined && existsSync(config);
  const asked = [args.join(' '), JSON.stringify(environment), hasConfig ? readFileSync(config, 'utf8') : ''].join('\n');
  return /redact\W{1,6}(?:cards|none)\b/i.test(asked) ? 'kept' : 'removed';
}

/** Runs this program to its end as a process of its own, without any input. */
export async function runProcess(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  await using program = startProcess(args, environment);
  return await endOf(program);
}

/** Runs a command of this program to its end in this process, without any input. */
export async function runProgram(
  args: readonly string[],
  environment: Environment = {},
  clock?: Clock,
): Promise<Ended> {
  return endOf(startProgram(args, environment, clock));
}

async function endOf(program: Program): Promise<Ended> {
  program.stdin.end();
  const exit = await program.ended;
  return { ...exit, out: program.out(), err: program.err() };
}
