// `npm run first-hour -- [SEED]…`: a new user's first hour with this server, on desks that each seed draws (`drawn-desk.ts`).
//
// The package is installed from its tarball into an empty folder, `setup` is answered on a terminal, and the entry that it writes for an
// assistant starts the server. Ten questions follow, 20 seconds apart, and what was not whole is asked again when its answer says so.
// Prints a page of results, with what is true of the desk beside each answer; `--write` makes it docs/first-hour.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { startDrawnDesk } from './first-hour/drawn-desk.ts';
import { firstHour } from './first-hour/asking.ts';
import { pageOf, type Hour } from './first-hour/page.ts';
import { RETURN, SELECT, typeAnswers } from './first-hour/terminal.ts';

const ROOT = dirname(import.meta.dirname);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const seeds = positionals.length > 0 ? positionals.map(Number) : [Math.floor(Math.random() * 1_000_000)];
if (!seeds.every(Number.isSafeInteger)) throw new TypeError('A seed is a whole number.');

const folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
try {
  const program = installed(folder);
  const hours: Hour[] = [];
  for (const seed of seeds) hours.push(await hourOn(seed, program));
  const page = pageOf(hours);
  if (values.write === true) writeFileSync(join(ROOT, 'docs', 'first-hour.md'), page);
  process.stdout.write(page);
} finally {
  rmSync(folder, { recursive: true });
}

/** Packs this checkout, and installs the tarball into a folder. Returns the program in it. */
function installed(into: string): string {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const packed = z.array(z.object({ filename: z.string() })).length(1);
  const [tarball] = packed.parse(JSON.parse(npm('pack', '--json', '--pack-destination', into)));
  npm('install', '--global', '--prefix', into, '--no-audit', '--no-fund', join(into, tarball?.filename ?? ''));
  return join(into, 'bin', 'chat-operations-mcp');
}

async function hourOn(seed: number, program: string): Promise<Hour> {
  const desk = await startDrawnDesk(seed, Date.now());
  const home = join(folder, `home-${seed}`);
  // An assistant that setup finds by its folder.
  mkdirSync(join(home, '.cursor'), { recursive: true });
  // Of this process, what finds programs and packages alone: nothing that the person who runs this has set for the server.
  const npm = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name));
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = {
    ...Object.fromEntries(npm.map(([name, value = '']) => [name, value])),
    HOME: home,
    PATH: path,
    TERM: 'xterm-256color',
    TZ: 'UTC',
  };
  try {
    const begun = performance.now();
    await typeAnswers([process.execPath, program, 'setup'], { cwd: home, env }, [
      ['Address of the REST API', `${desk.login.address}${RETURN}`],
      ['Login email', `${desk.login.email}${RETURN}`],
      ['Password', `${desk.login.password}${RETURN}`],
      ['Use this time zone', RETURN],
      ['Where should the password be stored?', RETURN],
      ['Save the settings', RETURN],
      ['Add the server to these assistants?', `${SELECT}${RETURN}`],
    ]);
    const setupSeconds = (performance.now() - begun) / 1000;
    const entry = entryIn(join(home, '.cursor', 'mcp.json'));
    const client = new Client({ name: 'first-hour', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ ...entry, env: { ...env, ...entry.env }, stderr: 'ignore' }));
    try {
      return { ...(await firstHour(desk, client)), desk, setupSeconds };
    } finally {
      await client.close();
    }
  } finally {
    await desk.sandbox.close();
  }
}

/** The command with which the file of an assistant starts the server. */
function entryIn(path: string) {
  const Entry = z.object({
    command: z.string(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()).optional(),
  });
  const { mcpServers } = z
    .object({ mcpServers: z.record(z.string(), Entry) })
    .parse(JSON.parse(readFileSync(path, 'utf8')));
  const { 'chat-operations': entry } = mcpServers;
  if (entry === undefined) throw new Error(`setup wrote no entry into ${path}`);
  const { command, args, env = {} } = entry;
  return { command, args, env };
}
