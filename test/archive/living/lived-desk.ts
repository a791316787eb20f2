import { redactorOf } from '../../../src/commands/desk-for.ts';
import { createArchive } from '../../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../../src/archive/walking/freshness.ts';
import { openStore } from '../../../src/archive/store.ts';
import { MILLIS_PER_DAY } from '../../../src/model/time/day.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis, seconds, type Clock } from '../../../src/model/time/units.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { createUpstream } from '../../../src/upstream/client.ts';
import { lendArchive, lendArchiveOfOne } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';
import { Course } from './course.ts';
import { deskName, Diary, type Tally } from './diary.ts';
import { PATIENTLY, type Life } from './life.ts';
import { ArchiveQuestions } from './archive-questions.ts';
import { Judge, LOOK_BACK_DAYS, type Asking, type Server } from './judging.ts';
import { ToolQuestions } from './tool-questions.ts';
import { AGENTS } from './moving-world.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { openDrawing } from '../../../src/charts/open-drawing.ts';
import { DeskMemory } from '../../../src/answers/desk-memory.ts';

// A desk that changes while it is asked: rows come, change, go on to another agent, vanish, return and move between the
// requests of a walk, and one server or three on one archive are asked all the while. Time is that of fake timers.

/** A Wednesday afternoon, UTC. */
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MINUTE = 60_000;
/** In vain, an answer is asked for so often when nothing happens any more. */
const PATIENCE = 5;

interface RunningServer extends Server {
  readonly close: () => Promise<void>;
}

/** As moving-service.ts writes them. */
const CODES = {
  is_missed: { 1: 'missed', 0: 'served' },
  chat_started_by: { 1: 'visitor' },
  is_chat_transferred: { 1: 'transferred', 0: 'not transferred' },
  chat_ended_by: { 1: 'visitor', 0: 'nobody' },
  unread: { 1: 'unread', 0: 'read' },
  enabled: { 1: 'enabled' },
  rating: { 0: 'not rated' },
} as const;

const clock: Clock = () => epochMillis(Date.now());

async function startServer(
  number: number,
  location: string,
  course: Course,
  asked: Life['asked'],
): Promise<RunningServer> {
  const account = {
    email: 'ann@example.com',
    password: new Secret('secret'),
    baseUrl: new URL('https://desk.example.com'),
  };
  const store = await openStore(location, { origin: account.baseUrl.origin, login: account.email });
  const requestsPerMinute = 1_000_000;
  const upstream = createUpstream({
    ...account,
    requestsPerMinute,
    clock,
    ledger: store.ledger,
    transport: course.service.transportOf(number),
    chance: () => 0.5,
  });
  const settings = { lookBackDays: LOOK_BACK_DAYS, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute };
  const archive = createArchive(store, settings, upstream, clock);
  const close = async () => {
    await archive.close();
    await upstream.close();
  };
  if (asked === 'as tools ask') {
    const questions = new ArchiveQuestions(course);
    return { number, close, ask: (asking, signal) => questions.ask(archive, asking, signal) };
  }
  const memory = new DeskMemory(CODES);
  const questions = new ToolQuestions(course);
  await questions.connect({
    archive,
    caller: LOCAL_CALLER,
    withArchive: (work) => work(),
    service: DeskText.parse(account.baseUrl.origin),
    clock,
    zone: zoneOf('UTC'),
    targets: {},
    answerWithin: seconds(60),
    archiveIsInMemory: false,
    redact: 'none',
    redactor: () => redactorOf('none', archive, memory),
    structuredContent: true,
    memory,
    drawing: openDrawing(),
    reportBug: (error) => {
      throw error;
    },
    budget: () => upstream.budget(),
  });
  return {
    number,
    ask: (asking, signal) => questions.ask(asking, signal),
    close: async () => {
      await questions.close();
      await close();
    },
  };
}

/** Lets time pass until something has come to its end. */
async function passUntil(work: Promise<unknown>): Promise<void> {
  const ends: unknown[] = [];
  void work.finally(() => ends.push('end')).catch(() => undefined);
  for (let step = 0; step < 5000 && ends.length === 0; step += 1) await passTime(250);
  await work;
}

/** Expects that what is old is read again, and is the truth, once nothing happens any more. */
async function heal(course: Course, judge: Judge, servers: readonly Server[]): Promise<void> {
  const insist = async (server: Server, step: Asking): Promise<void> => {
    for (let time = 0; time < PATIENCE; time += 1) {
      const asked = judge.ask(server, step);
      await passUntil(asked);
      if (await asked) return;
      await passTime(MINUTE);
    }
    judge.giveUp(server, step);
  };
  course.calm();
  // No walk that was interrupted is gone on with any more, either.
  await passTime(90 * MINUTE);
  for (const server of servers) {
    for (const about of ['visitors', 'messages', 'chats'] as const) await insist(server, { ...PATIENTLY, about });
    await insist(server, { ...PATIENTLY, about: 'chats of an agent', which: 1 });
  }
  await passTime((LOOK_BACK_DAYS + 1) * MILLIS_PER_DAY);
  for (const server of servers) {
    for (const which of AGENTS.keys()) {
      await insist(server, { ...PATIENTLY, about: 'chats of an agent', which, oldest: 4 + LOOK_BACK_DAYS });
    }
    for (const about of ['visitors', 'messages', 'chats'] as const) {
      await insist(server, { ...PATIENTLY, about, oldest: 4 + LOOK_BACK_DAYS });
    }
  }
}

/** Lives one life. Throws with all that went on when an answer was wrong. */
export async function live(life: Life, tally: Tally): Promise<void> {
  await using lent = await (life.servers === 1 ? lendArchiveOfOne() : lendArchive());
  fakeTime(NOW);
  try {
    const diary = new Diary();
    const course = new Course(life, NOW, tally, diary);
    const judge = new Judge(deskName(life), tally, diary);
    const servers: RunningServer[] = [];
    for (let number = 1; number <= life.servers; number += 1) {
      servers.push(await startServer(number, lent.location, course, life.asked));
    }
    let running: Promise<unknown>[] = [];
    for (const step of life.steps.flat()) {
      const server = servers[step.server % servers.length];
      if (server === undefined) continue;
      running.push(judge.ask(server, step));
      if (!step.isHasty) {
        await passUntil(Promise.all(running));
        running = [];
      }
      await passTime(step.isHasty ? Math.min(step.pass, 2000) : step.pass);
    }
    await passUntil(Promise.all(running));
    await heal(course, judge, servers);
    for (const server of servers) await server.close();
    tally.add('lives');
    if (judge.flaws.length > 0) throw new Error(`${judge.flaws.join('\n')}\n\n${diary.text()}`);
  } finally {
    realTime();
  }
}
