// `node bench/archive.ts [CHATS] [TRANSCRIPTS]`: what it takes to fill an archive with a large desk, on SQLite and on PostgreSQL, and
// what the program's answers from it take then: the first one with nothing in the machine's page cache, and later ones.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startPostgres } from '../test/support/archive/postgres.ts';
import { startSessionProcess, type SessionProcess } from '../test/support/session.ts';
import { fill } from './archive-fill.ts';
import { mainThreadMillis, millisOf, record, residentMebibytes, spread, startDesk } from './machine.ts';

const CHATS = Number(process.argv[2] ?? 1_000_000);
const TRANSCRIPTS = Number(process.argv[3] ?? 50_000);
const RUNS = 30;
const COLD_STARTS = 5;
const DAY = 86_400_000;

await using desk = await startDesk({ world: createWorld({ seed: 1, size: 'large', now: Date.now() }) });

/** The days that the last so many end with, yesterday. */
function lastDays(days: number): { readonly from: string; readonly to: string } {
  const dayBefore = (count: number) => new Date(desk.sandbox.world.now - count * DAY).toISOString().slice(0, 10);
  return { from: dayBefore(days), to: dayBefore(1) };
}

type Filled = Awaited<ReturnType<typeof fill>>;
type Asked = readonly [tool: string, args: object];
const REPORT = 'get_support_performance';
const FIRST: Asked = [REPORT, lastDays(7)];

/** Questions by what they ask, about the days that are there. */
const questions = (days: Filled['days']): Readonly<Record<string, Asked>> => ({
  seven_days: FIRST,
  seven_days_by_agent: [REPORT, { ...lastDays(7), group_by: ['agent'] }],
  thirty_days: [REPORT, lastDays(Math.min(30, days.chats))],
  thirty_days_by_agent: [REPORT, { ...lastDays(Math.min(30, days.chats)), group_by: ['agent'] }],
  a_year_by_month: [REPORT, { ...lastDays(Math.min(365, days.chats)), group_by: ['month'] }],
  a_page_of_seven_days: ['list_chats', { ...lastDays(7), limit: 20 }],
  two_words_in_seven_days: ['search_transcripts', { query: 'refund order', ...lastDays(7) }],
  two_words_in_all: ['search_transcripts', { query: 'refund order', ...lastDays(days.transcripts) }],
  status: ['get_service_status', {}],
});

/** Makes the machine forget what it has read from its disks. Answers whether it may be told to. */
async function forgetPages(): Promise<boolean> {
  return writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  );
}

async function answer(session: SessionProcess, [tool, args]: Asked): Promise<void> {
  const { isError, text } = await session.call(tool, args);
  if (isError) throw new Error(text);
}

/** What answers take on the clock, and of the computing time of the program. */
async function warm(session: SessionProcess, asked: Asked): Promise<object> {
  const first = await millisOf(() => answer(session, asked));
  const before = await mainThreadMillis(session.program);
  const millis: number[] = [];
  for (let run = 0; run < RUNS; run += 1) millis.push(await millisOf(() => answer(session, asked)));
  const cpu = ((await mainThreadMillis(session.program)) - before) / RUNS;
  return { first: Math.round(first), warm: spread(millis), cpu_millis_each: Math.round(cpu * 10) / 10 };
}

async function measured(archive: string): Promise<object> {
  const filled = await fill(archive, desk.sandbox, { chats: CHATS, transcripts: TRANSCRIPTS });
  process.stderr.write(`${JSON.stringify(filled)}\n`);
  const flags = ['--config', await desk.configure({ archive })];
  const cold: number[] = [];
  for (let run = 0; run < COLD_STARTS && (await forgetPages()); run += 1) {
    const began = performance.now();
    await using session = await startSessionProcess(flags, desk.environment);
    await answer(session, FIRST);
    cold.push(performance.now() - began);
  }
  await using session = await startSessionProcess(flags, desk.environment);
  const answers: Record<string, object> = {};
  for (const [name, asked] of Object.entries(questions(filled.days))) {
    answers[name] = { ...(await warm(session, asked)), resident_mebibytes: await residentMebibytes(session.program) };
  }
  return { filled, cold_start_to_first_answer_millis: spread(cold), runs: RUNS, answers };
}

await record('archive-sqlite', await measured(join(desk.folder, 'large.sqlite')));
await using postgres = await startPostgres();
await record('archive-postgres', await measured(postgres.address));
