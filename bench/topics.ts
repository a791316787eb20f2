// `node bench/topics.ts [CHATS] [TRANSCRIPTS]`: what the topics of a large desk take, in time, memory and delay of the event
// loop; and of chats that were written to be hard. The built program, on an archive that has what it needs.
import { Foreign } from '../src/model/foreign.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageDetector } from '../src/insights/language.ts';
import { foundTopics } from '../src/insights/topics/found-topics.ts';
import { SpokenChats } from '../src/insights/topics/spoken-chats.ts';
import { ChatId, VisitorId } from '../src/model/ids.ts';
import { eachInSlices } from '../src/model/slices.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess } from '../test/support/session.ts';
import { fill } from './archive-fill.ts';
import { record, residentMebibytes, spread, startDesk } from './machine.ts';

const CHATS = Number(process.argv[2] ?? 1_000_000);
const TRANSCRIPTS = Number(process.argv[3] ?? 50_000);
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const PRELOAD = fileURLToPath(new URL('loop-delay.ts', import.meta.url));
const RUNS = 5;

const WEEK = { from: '2026-11-11', to: '2026-11-17' };
const QUESTIONS: Readonly<Record<string, object>> = {
  a_week: WEEK,
  a_week_against_the_one_before: { ...WEEK, compare_to: 'previous_period' },
  thirty_days: { from: '2026-10-19', to: '2026-11-17' },
  a_year: { from: '2025-11-18', to: '2026-11-17' },
};

/** What somebody may write so that it is hard to read: one chat's text, for each of many chats. */
const HARD: Readonly<Record<string, (chat: number) => string>> = {
  one_word_again_and_again: () => 'refund '.repeat(2_000),
  no_spaces: (chat) => `a${chat}b`.repeat(2_000),
  only_letters: () => 'x'.repeat(10_000),
  unspaced_script: () => '返金の手続きを教えてください'.repeat(700),
  different_words: (chat) => Array.from({ length: 2_000 }, (_, word) => letters(chat * 2_000 + word)).join(' '),
  the_same_many_words: () => Array.from({ length: 1_500 }, (_, word) => letters(word)).join(' '),
};

function letters(number: number): string {
  return `w${number.toString(36).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x61 + Number(digit)))}`;
}

const world = createWorld({ seed: 1, size: 'large', now: NOW });
await using desk = await startDesk({ world, clock: () => NOW });
const archive = join(desk.folder, 'desk.sqlite');
const filled = await fill(archive, desk.sandbox, { chats: CHATS, transcripts: TRANSCRIPTS });
const config = await desk.configure({ archive, read_ahead_days: 0 });
const questions: Record<string, object> = {};
for (const [name, args] of Object.entries(QUESTIONS)) questions[name] = await asked(args);
const hard: Record<string, object> = {};
for (const [name, text] of Object.entries(HARD)) hard[name] = await read(text);
await record('topics', { filled, questions, hard_texts_of_1000_chats: hard });

/** One question, the first time and again, in a program of its own. */
async function asked(args: object): Promise<object> {
  const environment = { ...desk.environment, NODE_OPTIONS: `--import=${PRELOAD}` };
  await using session = await startSessionProcess(['--config', config], environment);
  await session.call('list_chats', { ...args, limit: 1 });
  const before = await residentMebibytes(session.program);
  const times: number[] = [];
  let told = {};
  for (let run = 0; run <= RUNS; run += 1) {
    // What is loaded and compiled once is not what an answer takes.
    if (run === 1) {
      session.program.kill('SIGUSR2');
      await session.program.said(/measuring/);
    }
    const began = performance.now();
    const { data } = await session.call('list_topics', args);
    times.push(performance.now() - began);
    told = { looked_at: data?.['looked_at'], of: data?.['of'] };
  }
  const most = await residentMebibytes(session.program, 'most');
  await session.finish();
  const [, worst, computed] = /worst delay ([\d.]+) ms, computed ([\d.]+) ms/.exec(session.program.err()) ?? [];
  return {
    ...told,
    millis: { first: Math.round(times[0] ?? 0), again: spread(times.slice(1)).median },
    resident_mebibytes: { before, most },
    worst_delay_millis: Math.round(Number(worst)),
    worst_computing_millis: Math.round(Number(computed)),
  };
}

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A thousand chats of one text each, and the most that was computed in one turn of the loop. */
async function read(text: (chat: number) => string): Promise<object> {
  const spoken = new SpokenChats(await languageDetector());
  // What this thread computes between two turns of the loop, whoever else has the machine.
  let [longest, last] = [0, computed()];
  const timer = setInterval(() => {
    const now = computed();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const began = computed();
  await eachInSlices(Array.from({ length: 1000 }).keys(), (chat) => {
    const texts = { said: [new Foreign(text(chat))], names: [] };
    const ids = { chatId: ChatId.parse(chat + 1), visitorId: VisitorId.parse(chat + 1) };
    spoken.add({ ...ids, ...texts, isBefore: chat % 2 === 1, weight: 1, requestedAt: epochMillis(NOW) });
  });
  await foundTopics(spoken, 10, true);
  const millis = Math.round(computed() - began);
  clearInterval(timer);
  return {
    millis,
    worst_computing_millis: Math.round(longest),
    heap_mebibytes: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
  };
}
