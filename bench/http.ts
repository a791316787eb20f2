// `node bench/http.ts [SECONDS] [CALLS]`: what one node answers over HTTP, and three on one PostgreSQL, and in the same run what the
// SDK's own server with twelve tools does; and whether a node's memory grows over many calls, of both revisions.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { OPTIONS } from '../scripts/program.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { withTokens } from '../src/commands/token/open-tokens.ts';
import { readArchivePlaces } from '../src/config/read.ts';
import { newTokenText, tokenHash } from '../src/http/identity/token-text.ts';
import { TokenName } from '../src/model/access-token.ts';
import { SCOPE_NAMES } from '../src/model/caller.ts';
import { epochMillis, systemClock } from '../src/model/time/units.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startProcess } from '../test/support/program.ts';
import { record } from './machine.ts';
import { Served, type Load, type Question } from './served.ts';

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

const REPORT: Question = { tool: 'get_support_performance', arguments: { period: 'last_week' } };
const LIST: Question = { tool: 'list_chats', arguments: { period: 'last_week' } };
const AGENTS: Question = { tool: 'list_support_agents', arguments: {} };
const ECHO: Question = { tool: 'tool_1', arguments: { query: 'refund' } };

async function warm(served: Served, questions: readonly Question[], nodes = 1): Promise<void> {
  for (const question of questions) await served.ask(question, { connections: 16, calls: WARM_UP_CALLS * nodes });
}

/** Asks every question at every number of connections. */
async function measured(served: Served, questions: Readonly<Record<string, Question>>) {
  const results: Record<string, object> = {};
  for (const connections of CONNECTIONS) {
    const answered: Record<string, object> = {};
    for (const [name, question] of Object.entries(questions)) {
      answered[name] = await served.ask(question, { connections, seconds: SECONDS });
    }
    results[`connections_${connections}`] = answered;
  }
  return results;
}

/** The memory of a server, at the start and after each part of the calls. */
async function memory(served: Served, load: Omit<Load, 'connections' | 'calls'>) {
  const resident = [await served.residentMebibytes()];
  for (let look = 0; look < LOOKS; look += 1) {
    await served.ask(look % 2 === 0 ? REPORT : LIST, { connections: 16, calls: Math.ceil(CALLS / LOOKS), ...load });
    resident.push(await served.residentMebibytes());
  }
  return { calls: CALLS, resident_mebibytes: resident };
}

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-http-'));
const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000 });
const environment = {
  [TOKEN_VARIABLE]: world.bots[0]?.token ?? '',
  // For a profile: SERVER_NODE_OPTIONS=--cpu-prof.
  NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '',
};
async function configured(name: string, archive: string): Promise<{ config: string; tokens: readonly string[] }> {
  const config = join(folder, name);
  const settings = {
    ...sandboxConfiguration(sandbox),
    archive,
    requests_per_minute: 100_000,
    calls_per_minute: 1_000_000,
  };
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
  const [place] = readArchivePlaces({ flags: { config }, environment });
  const tokens = await withTokens(
    place,
    { isMade: true },
    { errors: process.stderr, clock: systemClock },
    async (register) => {
      const made = Array.from({ length: CALLERS }, newTokenText);
      for (const [index, token] of made.entries()) {
        await register.create({
          name: TokenName.parse(`caller-${index}`),
          hash: tokenHash(token),
          scopes: new Set(SCOPE_NAMES),
          createdAt: epochMillis(Date.now()),
        });
      }
      return made;
    },
  );
  return { config, tokens };
}

try {
  const outfile = join(folder, 'minimal.mjs');
  await build({ ...OPTIONS, entryPoints: ['bench/minimal-http-server.ts'], outfile });
  await using postgres = await startPostgres();
  const onFile = await configured('file.json', join(folder, 'desk.sqlite'));
  const onPostgres = await configured('postgres.json', postgres.address);
  const questions = { report: REPORT, list: LIST, agents: AGENTS };
  const results: Record<string, object> = {};
  {
    await using minimal = await Served.of([startProcess([], {}, [process.execPath, outfile])]);
    await warm(minimal, [ECHO]);
    results['sdk_with_twelve_tools'] = await measured(minimal, { echo: ECHO });
  }
  {
    await using node = await Served.start(1, onFile.config, environment, onFile.tokens);
    await warm(node, Object.values(questions));
    results['one_node_on_sqlite'] = await measured(node, questions);
    results['memory_2026_07_28'] = await memory(node, {});
    results['memory_2025_11_25'] = {
      calls_per_session: CALLS_PER_SESSION,
      ...(await memory(node, { callsPerSession: CALLS_PER_SESSION })),
    };
  }
  for (const [name, count] of [['one_node_on_postgresql', 1] as const, ['three_nodes_on_postgresql', 3] as const]) {
    await using nodes = await Served.start(count, onPostgres.config, environment, onPostgres.tokens);
    await warm(nodes, Object.values(questions), count);
    results[name] = await measured(nodes, questions);
  }
  await record('http', {
    sandbox: { size: 'small', chats: world.chats.length },
    seconds: SECONDS,
    callers: CALLERS,
    ...results,
  });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
