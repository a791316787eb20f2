// `node bench/archive.ts sqlite|postgres [CHATS] [TRANSCRIPTS]`: what it takes to fill an archive with a large desk, and
// what questions to it take then. With BEFORE=CHECKOUT, another checkout of this project fills it and is asked first.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { fill } from './archive-fill.ts';
import { questionsAt, type Asked } from './archive-question-list.ts';
import { measureProgram } from './archive-start.ts';
import { record } from './machine.ts';

const ENGINE = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite';
const CHATS = Number(process.argv[3] ?? 1_000_000);
const TRANSCRIPTS = Number(process.argv[4] ?? 50_000);
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MAX_OUTPUT_BYTES = 10_000_000;

const run = promisify(execFile);

const OURS = process.cwd();
const BEFORE = process.env['BEFORE'];
/** The files that have to be there of an SQLite archive. */
const FILES = ['desk.sqlite', 'desk.sqlite-decisions'];

const world = createWorld({ seed: 1, size: 'large', now: NOW });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000, clock: () => NOW });
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
await using postgres = await startPostgres();

const Filling = z.object({ fill: z.custom<typeof fill>((value) => typeof value === 'function') });

/** Returns the `fill` of a checkout: that of another one makes the tables that it has. */
async function fillOf(checkout: string): Promise<typeof fill> {
  if (checkout === OURS) return fill;
  return Filling.parse(await import(pathToFileURL(join(resolve(checkout), 'bench/archive-fill.ts')).href)).fill;
}

/** Has a checkout ask in a process of its own, which holds nothing of the world; and then its program, as it is built. */
async function measure(checkout: string, location: string, days: number): Promise<object> {
  const settings = join(folder, 'settings.json');
  const configuration = { ...sandboxConfiguration(sandbox), archive: location, requests_per_minute: 100_000 };
  await writeFile(settings, JSON.stringify(configuration), { mode: 0o600 });
  const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' };
  const { stdout } = await run(process.execPath, ['bench/archive-questions.ts', String(NOW), String(days)], {
    cwd: checkout,
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { ...process.env, ...environment, CHAT_OPERATIONS_CONFIG: settings, CHAT_OPERATIONS_READ_AHEAD_DAYS: '0' },
  });
  await run(process.execPath, ['scripts/build.ts'], { cwd: checkout });
  const { last_week: week, ...rest } = questionsAt(NOW, days);
  const others: Asked[] = Object.values(rest);
  const measured: unknown = JSON.parse(stdout);
  return {
    ...(typeof measured === 'object' && measured),
    program: await measureProgram(checkout, settings, environment, [week, ...others]),
  };
}

/** The archive for a checkout that is asked before another: an SQLite file that the later one does not get. */
async function copied(location: string): Promise<string> {
  if (ENGINE === 'postgres') return location;
  const copy = join(folder, 'before');
  await mkdir(copy);
  for (const file of FILES) await copyFile(join(folder, file), join(copy, file));
  return join(copy, 'desk.sqlite');
}

try {
  const location = ENGINE === 'postgres' ? postgres.address : join(folder, 'desk.sqlite');
  const fillFirst = await fillOf(BEFORE ?? OURS);
  const filled = await fillFirst(location, sandbox, { chats: CHATS, transcripts: TRANSCRIPTS });
  process.stderr.write(`${JSON.stringify(filled)}\n`);
  const before = BEFORE === undefined ? undefined : await measure(BEFORE, await copied(location), filled.days);
  await record(`archive-${ENGINE}`, {
    filled,
    before,
    after: await measure(OURS, location, filled.days),
  });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
