// What questions to a full archive take, in a process of their own; started by bench/archive.ts with the settings in the
// environment. `node bench/archive-questions.ts NOW DAYS`: it is NOW, and transcripts are at hand of the last DAYS days.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { omitUndefined } from '../src/model/omit-undefined.ts';
import { openStore } from '../src/archive/store.ts';
import { openAccount } from '../src/commands/account.ts';
import { readSettings, theOnly } from '../src/config/read.ts';
import { servedAlone } from '../src/answers/desk.ts';
import { createServer } from '../src/mcp/server.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { lastDays, questionsAt, type Asked } from './archive-question-list.ts';
import { forgetPages } from './page-cache.ts';

const RUNS = { warm: 30, cold: 5 };
const NOW = epochMillis(Number(process.argv[2]));
const DAYS = Number(process.argv[3]);
const settings = theOnly(readSettings({ flags: { 'structured-content': 'on' }, environment: process.env }));

async function connect() {
  const opened = await openAccount(settings, () => NOW);
  const client = new Client({ name: 'bench', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(servedAlone(opened.desk)).connect(theirs), client.connect(ours)]);
  return {
    ask: async (tool: string, args: Readonly<Record<string, unknown>>) => {
      const answer = await client.callTool({ name: tool, arguments: { ...args } });
      if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
      return z.record(z.string(), z.unknown()).parse(answer.structuredContent);
    },
    close: async () => {
      await client.close();
      await opened.close();
    },
  };
}
type Connected = Awaited<ReturnType<typeof connect>>;

/** A page of chats some pages into a period. */
async function middlePage({ ask }: Connected, days: number): Promise<Readonly<Record<string, unknown>>> {
  const args = { ...lastDays(NOW, days), limit: 20 };
  let cursor: unknown;
  for (let page = 0; page < 10; page += 1) {
    cursor = (await ask('list_chats', omitUndefined({ ...args, cursor })))['next_cursor'];
  }
  return { ...args, cursor };
}

async function questions(desk: Connected): Promise<Record<string, Asked>> {
  return {
    ...questionsAt(NOW, DAYS),
    a_page_of_last_week: ['list_chats', await middlePage(desk, 7)],
    a_page_of_30_days: ['list_chats', await middlePage(desk, 30)],
  };
}

const rounded = (millis: number): number => Math.round(millis * 10) / 10;

function spread(millis: readonly number[]) {
  const sorted = millis.toSorted((one, other) => one - other);
  const at = (share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { n: sorted.length, median: at(0.5), p99: at(0.99) };
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const { account } = settings;
if (account === undefined) throw new TypeError('no account is set');
const owner = { origin: account.baseUrl.origin, login: account.email };
const openAndClose = async (): Promise<number> => {
  const began = performance.now();
  const store = await openStore(settings.archive, owner, { tell: () => undefined, clock: () => NOW });
  const opened = performance.now() - began;
  await store.close();
  return opened;
};

const resident = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const results: Record<string, object> = {};
await openAndClose();
const openings: number[] = [];
for (let run = 0; run < RUNS.warm; run += 1) openings.push(await openAndClose());
results['opening'] = { warm: spread(openings) };

const desk = await connect();
const asked = Object.entries(await questions(desk));
for (const [name, [tool, args]] of asked) {
  const first = await millisOf(() => desk.ask(tool, args));
  const times: number[] = [];
  for (let run = 0; run < RUNS.warm; run += 1) times.push(await millisOf(() => desk.ask(tool, args)));
  results[name] = { first: rounded(first), warm: spread(times), resident_mebibytes: resident() };
}
const residentAfterAll = resident();
await desk.close();
for (const [name, [tool, args]] of asked) {
  const times: number[] = [];
  for (let run = 0; run < RUNS.cold && (await forgetPages()); run += 1) {
    const opened = await connect();
    times.push(await millisOf(() => opened.ask(tool, args)));
    await opened.close();
  }
  if (times.length > 0) results[name] = { ...results[name], cold: spread(times) };
}
process.stdout.write(JSON.stringify({ runs: RUNS, millis: results, resident_mebibytes_after_all: residentAfterAll }));
