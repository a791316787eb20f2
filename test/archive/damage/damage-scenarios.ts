import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openExistingStore, repair } from '../../../src/archive/store.ts';
import { ArchiveDamaged } from '../../../src/model/errors.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { first, NOW, openServer, type Desk } from '../../mcp/desk.ts';
import { filesOf } from '../../support/archive/archive-files.ts';
import { copyOf, decidedIn, shownAgain, toldOf, type DeskWithDecisions } from './desk-with-decisions.ts';
import { deskHash } from '../../../src/archive/account.ts';

// What chance does to the files of an archive, and what a person meets who goes on asking, and follows what answers advise.

/** The outcome of a scenario with one damaged archive. */
export interface Outcome {
  readonly damage: string;
  /** Erased visitors who were shown although nobody had said that they may be. */
  readonly shownAgain: readonly string[];
  /** Decisions that were lost, and of which nothing says that they may be. */
  readonly lostUnsaid: readonly string[];
  /** Answers that are called complete and are not what the undamaged archive answers. */
  readonly wrong: readonly string[];
  /** Questions that were not answered, even after what the answers advised was done. */
  readonly refused: readonly string[];
  /** Whether the server asked before it went on. */
  readonly asked: boolean;
  /** Decisions that were lost, and said to be. */
  readonly lost: number;
}

type Random = () => number;

function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Flips some bits of a part of a file, as a disk that fails does. */
function flip(bytes: Buffer, random: Random, from: number, to: number): void {
  if (to <= from) return;
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time += 1) {
    const at = from + Math.floor(random() * (to - from));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
}

const SCHEMA_WORDS = [
  'chat_id',
  'text',
  'bigint',
  'NOT NULL',
  'PRIMARY',
  ', ',
  'CREATE',
  'visitor_id',
  'account',
  'ON',
];

type Damage = (bytes: Buffer, random: Random) => Buffer | undefined;

const DAMAGES: Readonly<Record<string, Damage>> = {
  'a flip anywhere': (bytes, random) => {
    flip(bytes, random, 0, bytes.length);
    return bytes;
  },
  'a flip in the first page': (bytes, random) => {
    flip(bytes, random, 0, Math.min(4096, bytes.length));
    return bytes;
  },
  'another letter in the description of the tables': (bytes, random) => {
    const word = SCHEMA_WORDS[Math.floor(random() * SCHEMA_WORDS.length)] ?? '';
    const begin = bytes.indexOf('CREATE TABLE', Math.floor(random() * 8000));
    const at = bytes.indexOf(word, Math.max(begin, 0));
    if (at !== -1) bytes[at] = 32 + Math.floor(random() * 94);
    return bytes;
  },
  'a flip in a row': (bytes, random) => {
    // Most rows hold the address of an agent.
    const at = bytes.indexOf('@', Math.floor(random() * bytes.length));
    if (at !== -1) flip(bytes, random, Math.max(0, at - 60), Math.min(bytes.length, at + 20));
    return bytes;
  },
  'a page written over': (bytes, random) => {
    const page = 4096 * Math.floor(random() * Math.max(1, Math.floor(bytes.length / 4096)));
    return bytes.fill(Math.floor(random() * 256), page, page + 4096);
  },
  'cut off': (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  empty: () => Buffer.alloc(0),
  gone: () => undefined,
};

const OF_ARCHIVE = Object.entries(DAMAGES);
function damagePart(file: string, what: string, [name, damage]: [string, Damage], random: Random): string {
  const damaged = damage(readFileSync(file), random);
  if (damaged === undefined) rmSync(file);
  else writeFileSync(file, damaged);
  return `${what}: ${name}`;
}

/** Damages what a seed tells: the archive, its log, the decisions, their backup. Answers in words what that was. */
function damageOf(archive: string, seed: number): string {
  const random = randomOf(seed * 7919);
  const one = <T>(of: readonly T[]): T => first([...of].slice(Math.floor(random() * of.length)));
  const [file, log, decisions, backup] = filesOf(archive);
  const done: string[] = [];
  const hit = (part: string | undefined, what: string, likely: number): void => {
    if (part === undefined || !existsSync(part) || random() > likely) return;
    done.push(damagePart(part, what, one(OF_ARCHIVE), random));
  };
  hit(file, 'archive', 0.7);
  hit(log, 'log', 0.3);
  hit(decisions, 'decisions', 0.5);
  hit(backup, 'backup', 0.3);
  // Where none of them is there, nothing tells that there ever was an archive.
  if (!filesOf(archive).some((part) => existsSync(part))) writeFileSync(archive, '');
  return done.join(', ');
}

const QUESTIONS = [
  ['list_chats', { period: 'last_90_days', limit: 100 }],
  ['get_support_performance', { period: 'last_7_days' }],
  ['list_offline_messages', { state: 'all', limit: 100 }],
  ['list_visitors', { limit: 100 }],
  ['list_support_agents', {}],
  ['search_transcripts', { query: 'order', period: 'last_7_days' }],
  ['get_service_status', {}],
] as const;

/** Asks everything there is to ask. Answers what was not answered, in the words of the answer. */
async function refusals(desk: Desk): Promise<string[]> {
  const refused: string[] = [];
  for (const [tool, args] of QUESTIONS) {
    const { isError, text } = await desk.ask(tool, args);
    if (isError) refused.push(`${tool}: ${text}`);
  }
  return refused;
}

/** Damages a copy of an archive, asks, does what is advised, and asks again. */
export async function runDamage(
  { archive: closed, inUse, service, owner, decided, told }: DeskWithDecisions,
  seed: number,
): Promise<Outcome> {
  const source = seed % 2 === 0 ? closed : inUse;
  const archive = copyOf(source, `seed-${seed}`);
  const damage = damageOf(archive, seed);
  try {
    let desk = await openServer(service, { archive, log_level: 'silent' });
    let refused = await refusals(desk);
    if (refused.some((text) => text.includes('restart the server'))) {
      await desk.close();
      desk = await openServer(service, { archive, log_level: 'silent' });
      refused = await refusals(desk);
    }
    const shown = refused.length === 0 ? await shownAgain(desk) : [];
    const asked = refused.some((text) => text.includes('archive start-anew'));
    if (asked) {
      await startAnew(archive, owner);
      refused = await refusals(desk);
      if (refused.some((text) => text.includes('restart the server'))) {
        await desk.close();
        desk = await openServer(service, { archive, log_level: 'silent' });
        refused = await refusals(desk);
      }
    }
    // A person who agreed was told that those who were erased may be shown.
    const wrong = asked ? [] : (await toldOf(desk)).filter((line) => !told.includes(line));
    // What is met by these questions alone is mended by the next start, too.
    await desk.close();
    desk = await openServer(service, { archive, log_level: 'silent' });
    const { data } = await desk.ask('get_service_status');
    await desk.close();
    const after = new Set(await decidedIn(archive, owner));
    const doubted = new Set((data.archive.recoveries ?? []).flatMap(({ may_be_lost: tables }) => tables));
    const lost = decided.filter((line) => !after.has(line));
    const lostUnsaid = lost.filter((line) => ![...doubted].some((table) => line.includes(`"table":"${table}"`)));
    return { damage, shownAgain: shown, lostUnsaid, wrong, refused, asked, lost: lost.length - lostUnsaid.length };
  } finally {
    rmSync(dirname(archive), { recursive: true });
  }
}

/** Does what the command `archive start-anew` does once a person has agreed. */
export async function startAnew(archive: string, owner: DeskWithDecisions['owner']): Promise<void> {
  const telling = { tell: () => undefined, clock: () => epochMillis(NOW) };
  const wanted = { desk: deskHash(owner), agreed: true };
  try {
    await (await openExistingStore(archive, owner)).close();
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    await repair(archive, error, wanted, telling);
  }
}

/** The outcomes in words: how many, and the sum of each figure. */
export function figuresOf(outcomes: readonly Outcome[]): string {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return [
    `${outcomes.length} damaged archives`,
    `${sum((outcome) => outcome.shownAgain.length)} erased visitors shown again`,
    `${sum((outcome) => outcome.lostUnsaid.length)} decisions lost unsaid`,
    `${sum((outcome) => outcome.wrong.length)} complete answers that are wrong`,
    `${sum((outcome) => outcome.refused.length)} questions refused for good`,
    `${sum((outcome) => Number(outcome.asked))} asked before they went on`,
    `${sum((outcome) => outcome.lost)} decisions lost and said to be`,
  ].join(', ');
}
