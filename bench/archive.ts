// `node bench/archive.ts sqlite|postgres [CHATS] [TRANSCRIPTS]`: what it takes to fill an archive with a large desk, and
// what questions to it take then.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox-configuration.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { fill } from './archive-fill.ts';
import { record } from './machine.ts';

const ENGINE = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite';
const CHATS = Number(process.argv[3] ?? 1_000_000);
const TRANSCRIPTS = Number(process.argv[4] ?? 100_000);
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MOST_OUTPUT = 10_000_000;

const world = createWorld({ seed: 1, size: 'large', now: NOW });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000, clock: () => NOW });
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
await using postgres = await startPostgres();

/** Asks in a process of its own, which holds nothing of the world. */
async function measure(location: string, days: number): Promise<object> {
  const settings = join(folder, 'settings.json');
  const configuration = { ...sandboxConfiguration(sandbox), archive: location, requests_per_minute: 100_000 };
  await writeFile(settings, JSON.stringify(configuration), { mode: 0o600 });
  const [bot] = world.bots;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/archive-questions.ts', String(NOW), String(days)],
    {
      maxBuffer: MOST_OUTPUT,
      env: { ...process.env, CHAT_OPERATIONS_CONFIG: settings, [TOKEN_VARIABLE]: bot?.token },
    },
  );
  const measured: unknown = JSON.parse(stdout);
  return { ...(typeof measured === 'object' && measured) };
}

try {
  const location = ENGINE === 'postgres' ? postgres.address : join(folder, 'desk.sqlite');
  const filled = await fill(location, sandbox, { chats: CHATS, transcripts: TRANSCRIPTS });
  process.stderr.write(`${JSON.stringify(filled)}\n`);
  await record(`archive-${ENGINE}`, { filled, ...(await measure(location, filled.days)) });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
