// `npm run bench`: four servers that answer out of one archive file while a sync fills it, for a minute, each in a process
// of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startProcess } from '../test/support/program.ts';
import { startSessionProcess } from '../test/support/session.ts';
import { record } from './machine.ts';

const SERVERS = 4;
const MILLIS = 60_000;
/** So that the sync lasts as long. */
const PER_MINUTE = 6000;

const QUESTIONS = [
  ['get_support_performance', { period: 'last_week' }],
  ['get_support_performance', { period: 'last_30_days', group_by: ['agent'] }],
  ['list_chats', { period: 'last_week' }],
  ['get_service_status', {}],
  ['list_visitors', {}],
] as const;

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
const world = createWorld({ seed: 1, size: 'medium', now: Date.now() });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000 });
try {
  const file = join(folder, 'settings.json');
  const settings = {
    ...sandboxConfiguration(sandbox),
    archive: join(folder, 'desk.sqlite'),
    requests_per_minute: PER_MINUTE,
    maximum_age_seconds: { today: 86_400, agents: 86_400, offline_messages: 86_400, visitors: 86_400 },
  };
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' };
  const sync = (transcripts: string) =>
    startProcess(['sync', '--config', file, '--transcripts', transcripts], environment);
  await sync('none').ended;

  const requestsBefore = sandbox.requests.length;
  const syncing = sync('all');
  const sessions = await Promise.all(
    Array.from({ length: SERVERS }, () => startSessionProcess(['--config', file], environment)),
  );
  const began = performance.now();
  const millis: number[] = [];
  let errors = 0;
  await Promise.all(
    sessions.map(async (session) => {
      for (let asked = 0; performance.now() - began < MILLIS; asked += 1) {
        const [tool, args] = QUESTIONS[asked % QUESTIONS.length] ?? QUESTIONS[0];
        const at = performance.now();
        const { isError } = await session.call(tool, args);
        millis.push(performance.now() - at);
        if (isError) errors += 1;
      }
    }),
  );
  const transcriptsSynced = sandbox.requests.length - requestsBefore;
  syncing.kill('SIGTERM');
  const { code } = await syncing.ended;
  await Promise.all(sessions.map((session) => session.finish()));
  const sorted = millis.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  await record('readers', {
    servers: SERVERS,
    seconds: MILLIS / 1000,
    answers: sorted.length,
    errors,
    millis: { median: at(0.5), p99: at(0.99), max: at(1) },
    requests_of_sync: transcriptsSynced,
    exit_code_of_sync: code,
  });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
