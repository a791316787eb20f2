// `node bench/http.ts [SECONDS] [CALLS]`: what one node answers over HTTP, and three on one PostgreSQL, and in the same run what the
// SDK's own server with twelve tools does; and whether a node's memory grows over many calls, of both revisions. For a profile:
// SERVER_NODE_OPTIONS=--cpu-prof.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { z } from 'zod';
import { OPTIONS } from '../scripts/program.ts';
import { withTokens } from '../src/commands/token/open-tokens.ts';
import { readArchivePlaces } from '../src/config/read.ts';
import { newTokenText, tokenHash } from '../src/http/identity/token-text.ts';
import { TokenName } from '../src/model/access-token.ts';
import { SCOPE_NAMES } from '../src/model/caller.ts';
import { epochMillis, systemClock } from '../src/model/time/units.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startProcess, type ProgramProcess } from '../test/support/program.ts';
import { mainThreadMillis, record, residentMebibytes, startDesk } from './machine.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const CALLS = Number(process.argv[3] ?? 100_000);
/** The calls of each node before the measurement, until the archive has what is asked and what is called most is compiled. */
const WARM_UP_CALLS = 2000;
const CONNECTIONS = [16, 64, 256] as const;
/** Memory is looked at as often while calls are made. */
const LOOKS = 20;
/** One may have 32 requests under way. */
const CALLERS = 16;
/** A client leaves, and another one comes. */
const CALLS_PER_SESSION = 50;

type Question = readonly [tool: string, args: object];
const REPORT: Question = ['get_support_performance', { period: 'last_week' }];
const LIST: Question = ['list_chats', { period: 'last_week' }];
const QUESTIONS = { report: REPORT, list: LIST, agents: ['list_support_agents', {}] } as const;
const ECHO = { echo: ['tool_1', { query: 'refund' }] } as const;

await using desk = await startDesk({ world: createWorld({ seed: 1, size: 'small', now: Date.now() }) });
const environment = { ...desk.environment, NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '' };

/** Servers under load, each a process of its own. */
interface Served {
  readonly programs: readonly ProgramProcess[];
  readonly tokens?: readonly string[];
}

interface Load {
  readonly connections: number;
  readonly seconds?: number;
  readonly calls?: number;
  readonly callsPerSession?: number;
}

const Loaded = z.strictObject({ answers: z.number(), seconds: z.number(), p50: z.number(), p99: z.number() });

async function sumOf(programs: readonly ProgramProcess[], look: (program: ProgramProcess) => Promise<number>) {
  return (await Promise.all(programs.map(look))).reduce((sum, one) => sum + one, 0);
}

/** Has another process ask one question over and over. */
async function ask({ programs, tokens }: Served, [tool, args]: Question, load: Load) {
  const said = await Promise.all(programs.map((program) => program.said(/Listening on (\S+)/)));
  const before = await sumOf(programs, mainThreadMillis);
  const asked = JSON.stringify({ urls: said.map(([, url]) => url), tokens, tool, arguments: args, ...load });
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/http-load.ts', asked]);
  const { answers, seconds, p50, p99 } = Loaded.parse(JSON.parse(stdout));
  const cpu = (await sumOf(programs, mainThreadMillis)) - before;
  return {
    per_second: Math.round(answers / seconds),
    p50_millis: Math.round(p50 * 10) / 10,
    p99_millis: Math.round(p99 * 10) / 10,
    cpu_millis_each: Math.round((cpu / answers) * 1000) / 1000,
  };
}

/** Asks every question at every number of connections, once all of them are warm. */
async function measured(served: Served, questions: Readonly<Record<string, Question>>) {
  const calls = WARM_UP_CALLS * served.programs.length;
  for (const question of Object.values(questions)) await ask(served, question, { connections: 16, calls });
  const results: Record<string, Record<string, object>> = {};
  for (const connections of CONNECTIONS) {
    const answered: Record<string, object> = {};
    for (const [name, question] of Object.entries(questions)) {
      answered[name] = await ask(served, question, { connections, seconds: SECONDS });
    }
    results[`connections_${connections}`] = answered;
  }
  return results;
}

/** The memory of a server, at the start and after each part of the calls. */
async function memory(served: Served, load: Pick<Load, 'callsPerSession'>) {
  const resident = [await sumOf(served.programs, residentMebibytes)];
  for (let look = 0; look < LOOKS; look += 1) {
    const calls = Math.ceil(CALLS / LOOKS);
    await ask(served, look % 2 === 0 ? REPORT : LIST, { connections: 16, calls, ...load });
    resident.push(await sumOf(served.programs, residentMebibytes));
  }
  return { calls: CALLS, ...load, resident_mebibytes: resident };
}

/** Ends servers when they have been measured. */
async function until<Result>(served: Served, measure: (served: Served) => Promise<Result>): Promise<Result> {
  try {
    return await measure(served);
  } finally {
    for (const program of served.programs) program.kill('SIGTERM');
    await Promise.all(served.programs.map(({ ended }) => ended));
  }
}

/** Starts so many nodes on an archive, with a token for each of the callers. */
async function nodes(count: number, archive: string): Promise<Served> {
  const config = await desk.configure({ archive, calls_per_minute: 1_000_000 });
  const [place] = readArchivePlaces({ flags: { config }, environment });
  const tokens = Array.from({ length: CALLERS }, newTokenText);
  await withTokens(place, { isMade: true }, { errors: process.stderr, clock: systemClock }, async (register) => {
    for (const token of tokens) {
      const name = TokenName.parse(`caller-${tokenHash(token).slice(0, 12)}`);
      const createdAt = epochMillis(Date.now());
      await register.create({ name, hash: tokenHash(token), scopes: new Set(SCOPE_NAMES), createdAt });
    }
  });
  const args = ['http', '--config', config, '--port', '0'];
  return { programs: Array.from({ length: count }, () => startProcess(args, environment)), tokens };
}

const minimal = join(desk.folder, 'minimal.mjs');
await build({ ...OPTIONS, entryPoints: ['bench/minimal-http-server.ts'], outfile: minimal });
await using postgres = await startPostgres();
await record('http', {
  sandbox: { size: 'small', chats: desk.sandbox.world.chats.length },
  seconds: SECONDS,
  callers: CALLERS,
  sdk_with_twelve_tools: await until({ programs: [startProcess([], {}, [process.execPath, minimal])] }, (served) =>
    measured(served, ECHO),
  ),
  ...(await until(await nodes(1, join(desk.folder, 'node.sqlite')), async (node) => ({
    one_node_on_sqlite: await measured(node, QUESTIONS),
    memory_2026_07_28: await memory(node, {}),
    memory_2025_11_25: await memory(node, { callsPerSession: CALLS_PER_SESSION }),
  }))),
  one_node_on_postgresql: await until(await nodes(1, postgres.address), (node) => measured(node, QUESTIONS)),
  three_nodes_on_postgresql: await until(await nodes(3, postgres.address), (all) => measured(all, QUESTIONS)),
});
