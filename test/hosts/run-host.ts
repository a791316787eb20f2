import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Host, ServerStart } from '../../src/commands/hosts/host.ts';
import { HOSTS } from '../../src/commands/hosts/hosts.ts';
import { isJsonObject } from '../../src/model/json.ts';
import { MAIN } from '../support/program.ts';
import type { HostUnderTest } from './hosts-under-test.ts';
import { startStandIn, type Asked, type Step } from './stand-in.ts';

const run = promisify(execFile);
const TAP = fileURLToPath(new URL('tap.ts', import.meta.url));

/** Where packages and homes are kept, outside of the repository: they are some 1.5 GB. */
const CACHE = process.env['HOSTS_CACHE'] ?? join(homedir(), '.cache', 'chat-operations-hosts');

const PATIENCE_MILLIS = 120_000;

/** What the host sent to the server and what came back, line by line, and how the server began and ended. */
const Tapped = z.object({
  at: z.number(),
  started: z.number().optional(),
  environment: z.array(z.string()).optional(),
  server: z.number().optional(),
  host: z.string().optional(),
  answer: z.string().optional(),
  closed: z.object({ code: z.number().nullable(), signal: z.string().nullable() }).optional(),
});
export type Tapped = z.infer<typeof Tapped>;

export interface HostRun {
  readonly asked: readonly Asked[];
  readonly strays: readonly string[];
  readonly tapped: readonly Tapped[];
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
  /** Processes of the server that outlived the host by two seconds. */
  readonly leftBehind: readonly number[];
}

export function tableEntry(id: string): Host {
  const host = HOSTS.find((one) => one.id === id);
  if (host === undefined) throw new Error(`no host ${id}`);
  return host;
}

/** Installs a host from the registry, once. Resolves with its program; throws with what npm says where there is no registry. */
export async function installed({ id, program, package: name, version }: HostUnderTest): Promise<string> {
  const folder = join(CACHE, `${id}-${version}`);
  const path = join(folder, 'node_modules', '.bin', program);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const npm = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`];
  await run('npm', npm, { cwd: folder, timeout: 600_000 });
  return path;
}

/** What a run may have otherwise than usual. */
export interface RunOptions {
  readonly args: readonly string[];
  readonly script: readonly Step[];
  /** How the host starts the server; by default as its page says, with the settings of a file. */
  readonly start: ServerStart & { readonly environment: Readonly<Record<string, string>> };
}

/** Runs a host once, in an empty environment and a home of its own, with the entry of its page. */
export async function runHost(host: HostUnderTest, { args, script, start }: RunOptions): Promise<HostRun> {
  const program = await installed(host);
  const home = join(CACHE, 'homes', `${host.id}-${process.pid}`);
  await rm(home, { recursive: true, force: true });
  const project = join(home, 'project');
  await mkdir(project, { recursive: true });
  const log = join(home, 'tapped.jsonl');
  await writeFile(log, '');
  await using standIn = await startStandIn(script);
  await host.prepare(home, standIn.url);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TERM: 'dumb',
    CANARY_PLAIN: '1',
    CANARY_PASSWORD: '1',
    // Nothing leaves the machine.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    ...host.environment(home, standIn.url),
  };
  // Some hosts do not pass on variables of their own environment.
  const variables = Object.entries(start.environment).map(([name, value]) => `${name}=${value}`);
  await addServer(host, program, home, environment, {
    command: '/usr/bin/env',
    args: [...variables, process.execPath, TAP, log, start.command, ...start.args],
  });

  const child = spawn(program, args, {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLIS);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(timer);
  const tappedUntil = async (): Promise<Tapped[]> =>
    (await readFile(log, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => Tapped.parse(JSON.parse(line)));
  const pids = (await tappedUntil()).flatMap(({ started, server }) => [started ?? [], server ?? []].flat());
  const leftBehind = await stillThere(pids);
  for (const pid of leftBehind) process.kill(pid, 'SIGKILL');
  return { asked: standIn.asked, strays: standIn.strays, tapped: await tappedUntil(), out, err, code, leftBehind };
}

/** Adds the server to a host in a home: by the host's own command, as `setup` does, or by the text that `setup` shows. */
async function addServer(
  { id }: HostUnderTest,
  program: string,
  home: string,
  environment: Readonly<Record<string, string>>,
  start: ServerStart,
): Promise<void> {
  const { addCommand, byHand } = tableEntry(id);
  if (addCommand !== undefined) {
    const [, ...args] = addCommand(start);
    await run(program, args, { cwd: home, env: environment });
    return;
  }
  if (byHand === undefined) throw new Error(`${id} has no way in which the server is added`);
  await appendFile(byHand.where.replace('~', home), `${byHand.text(start)}\n`, { mode: 0o600 });
}

/** Which of these processes are there after two seconds at most. */
async function stillThere(pids: readonly number[]): Promise<number[]> {
  const until = Date.now() + 2000;
  for (;;) {
    const alive = pids.filter((pid) => existsSync(`/proc/${pid}`));
    if (alive.length === 0 || Date.now() > until) return alive;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The messages of one side, parsed. */
export function messages(tapped: readonly Tapped[], side: 'host' | 'answer'): Readonly<Record<string, unknown>>[] {
  return tapped.flatMap((line) => {
    const text = line[side];
    const message: unknown = text === undefined ? undefined : JSON.parse(text);
    return isJsonObject(message) ? [message] : [];
  });
}

export { MAIN };
