import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createArchive } from '../../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../../src/archive/walking/freshness.ts';
import { openStore } from '../../../src/archive/store.ts';
import { sandboxConfiguration } from '../../../src/commands/sandbox/sandbox-configuration.ts';
import type { Question } from '../../../src/model/progress.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { after, seconds, systemClock } from '../../../src/model/time/units.ts';
import { codesOf } from '../../../src/sandbox/codes.ts';
import { USUAL_DIALECT } from '../../../src/sandbox/dialects.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createRandom } from '../../../src/sandbox/world/random.ts';
import { createWorld, type Chat, type Message, type World } from '../../../src/sandbox/world/world.ts';
import { createUpstream } from '../../../src/upstream/client.ts';
import { startProcess } from '../../support/program.ts';

// The real program fills an archive, and is killed at any moment, as often as chance wants it. The service is in this
// process, behind a real socket, and remembers what it was asked.

const DAY = 86_400_000;
/** A small page, so that there are some of everything. */
const PAGE_SIZE = 6;
const PER_MINUTE = 100_000;
/** Nothing is read again for being too old while a test lasts. */
const MAXIMUM_AGE = 86_400;
/** A number that is more than there are of anything. */
const MANY = 10_000;
const ENVIRONMENT = { SANDBOX_BOT_TOKEN: 'of-nobody' };

/**
 * The most that one kill may cost, in requests that are made a second time. Pages that the service has answered and the
 * program has not stored: a walk has up to four under way. Then the end of a walk, which is stored in one transaction
 * with what the walk covers: behind the last page, one that shows the end, and page 1 again. Of transcripts, four are
 * under way and nothing else. A last day that needs a wider margin is first asked for with the narrow one again, which
 * is a page, and no page of that walk is under way besides.
 */
const COST_OF_KILL = 4 + 2;
/** The most of these for one and the same page. */
const COST_OF_KILL_A_PAGE = 2;

interface Desk extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Called with each request, before it is answered. */
  onRequest: () => void;
  /** Starts a sync of this desk into an archive. */
  readonly startSync: (location: string) => ReturnType<typeof startProcess>;
}

function fewRecords(seed: number): World {
  const now = Date.now();
  const world = createWorld({ seed, size: 'small', now });
  // None of today: they are over, and their transcripts final.
  world.chats = world.chats.filter(({ requestedAt }) => requestedAt < now - 1.5 * DAY).slice(-20);
  world.visitors = world.visitors.slice(0, 15);
  world.offlineMessages = world.offlineMessages.slice(-10);
  return world;
}

async function startDesk(world: World): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-'));
  const desk = { onRequest: (): void => undefined };
  const sandbox = await startSandbox({
    world,
    pageSize: PAGE_SIZE,
    requestsPerMinute: 1_000_000,
    faults: () => {
      desk.onRequest();
      return undefined;
    },
  });
  const config = join(folder, 'settings.json');
  const age = MAXIMUM_AGE;
  const settings = {
    ...sandboxConfiguration(sandbox),
    requests_per_minute: PER_MINUTE,
    maximum_age_seconds: { today: age, agents: age, offline_messages: age, visitors: age },
  };
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
  // Of at least two months, whatever today is.
  const from = new Date(world.now - 32 * DAY).toISOString().slice(0, 10);
  return Object.assign(desk, {
    sandbox,
    startSync: (location: string) =>
      startProcess(['sync', '--config', config, '--from', from, '--transcripts', 'all'], {
        ...ENVIRONMENT,
        CHAT_OPERATIONS_ARCHIVE: location,
      }),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  });
}

async function syncToTheEnd(desk: Desk, location: string): Promise<void> {
  await using sync = desk.startSync(location);
  expect(await sync.ended, sync.err()).toStrictEqual({ code: 0, signal: null });
}

/** Returns what a sync asks for that nobody disturbs. */
export async function undisturbed(seed: number, location: string): Promise<readonly string[]> {
  await using desk = await startDesk(fewRecords(seed));
  await syncToTheEnd(desk, location);
  await expectTruth(desk.sandbox, location);
  return desk.sandbox.requests.map(({ path }) => path);
}

/**
 * Kills the syncs of a new archive, each at a moment that chance chooses, and lets the last one come to its end. Fails
 * when the archive then does not hold what is true, when it is damaged, and when more was asked twice than what was
 * under way.
 */
export async function survive(
  seed: number,
  location: string,
  usual: readonly string[],
  worldSeed = seed,
): Promise<void> {
  const random = createRandom('kill', String(seed));
  await using desk = await startDesk(fewRecords(worldSeed));
  const { requests } = desk.sandbox;
  const kills = random.integer(1, 2);
  for (let kill = 0; kill < kills; kill += 1) {
    await using sync = desk.startSync(location);
    // One in six while it starts: the archive is made, or migrated, or opened.
    const most = random.integer(0, 5) === 0 ? 0 : random.integer(1, usual.length - 1);
    const reached = Promise.withResolvers<void>();
    const limit = requests.length + most;
    desk.onRequest = () => {
      if (requests.length >= limit) reached.resolve();
    };
    const wait = random.integer(0, most === 0 ? 900 : 20);
    if (most > 0) await Promise.race([reached.promise, sync.ended]);
    await sleep(wait);
    sync.kill('SIGKILL');
    await sync.ended;
  }
  await syncToTheEnd(desk, location);
  await expectTruth(desk.sandbox, location);

  const asked = requests.map(({ path }) => path);
  expect(asked.length).toBeLessThanOrEqual(usual.length + kills * COST_OF_KILL);
  const timesUsually = Map.groupBy(usual, (path) => withoutDays(path));
  for (const [path, times] of Map.groupBy(asked, (path) => withoutDays(path))) {
    expect(times.length, path).toBeLessThanOrEqual((timesUsually.get(path)?.length ?? 0) + kills * COST_OF_KILL_A_PAGE);
  }
}

/** Two worlds may begin on two days. */
function withoutDays(path: string): string {
  return path.replaceAll(/\d{4}-(\d\d)-\d\d/g, '$1');
}

/** Whether the archive holds the world, in every field that the lists and the transcripts have. */
async function expectTruth({ world, url }: Sandbox, location: string): Promise<void> {
  const store = await openStore(location, { origin: new URL(url).origin, login: world.account.superAdmin.email });
  const upstream = createUpstream({
    email: world.account.superAdmin.email,
    password: new Secret(world.account.superAdmin.password),
    baseUrl: new URL(url),
    requestsPerMinute: PER_MINUTE,
    transport: {
      get: () => Promise.reject(new Error('Everything is at hand')),
      post: () => Promise.reject(new Error('Everything is at hand')),
      close: () => Promise.resolve(),
    },
  });
  const settings = { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute: PER_MINUTE };
  const archive = createArchive(store, settings, upstream, systemClock);
  const question: Question = {
    signal: new AbortController().signal,
    deadline: after(systemClock(), seconds(60)),
    spent: () => {
      throw new Error('Everything is at hand');
    },
    progressed: () => undefined,
  };
  try {
    const byId = (one: { readonly chatId: number }, other: { readonly chatId: number }) => one.chatId - other.chatId;
    expect((await archive.chats.newest(MANY)).sort(byId)).toStrictEqual(
      world.chats.toSorted(byId).map((chat) => chatOf(chat, world)),
    );
    for (const chat of world.chats) {
      const { record } = await archive.transcripts.read(ChatId.parse(chat.chatId), question);
      expect(record).toStrictEqual(transcriptOf(chat, world));
    }
    expect(await archive.agents.all()).toStrictEqual(world.agents.map(agentOf));
    const offline = world.offlineMessages.toSorted((one, other) => other.receivedAt - one.receivedAt);
    expect(await archive.offlineMessages.find()).toStrictEqual(offline.map(offlineMessageOf));
    const visitors = await store.tables
      .visitors()
      .select(['visitor_id', 'name', 'email', 'phone', 'first_visit_at', 'context'])
      .orderBy('visitor_id')
      .execute();
    expect(visitors.map((row) => ({ ...row, context: contextOf(JSON.parse(row.context)) }))).toEqual(
      world.visitors
        .toSorted((one, other) => one.visitorId - other.visitorId)
        .map((visitor) => {
          const latest = visitor.records.at(-1);
          return {
            visitor_id: visitor.visitorId,
            name: latest?.contact.name || null,
            email: latest?.contact.email || null,
            phone: latest?.contact.phone || null,
            first_visit_at: visitor.firstVisitAt,
            context: latest && contextOf(latest.whereabouts),
          };
        }),
    );
    expect(await store.tables.unfinishedWalks().select('walk').execute()).toEqual([]);
  } finally {
    await archive.close();
  }
  if (location.startsWith('postgres')) return;
  const database = new DatabaseSync(location, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
}

const codes = codesOf(USUAL_DIALECT);

/** The values that the service writes for nothing, or that stand for it. */
const NOTHING: readonly unknown[] = [undefined, '', 'Not set', 'null'];

/** An object without the keys of which nothing is known, as records are. */
function known(entries: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => !NOTHING.includes(value)));
}

const contactOf = (of: Pick<Chat, 'visitorId' | 'visitorName' | 'visitorEmail' | 'visitorPhone'>): object =>
  known({ visitorId: of.visitorId, name: of.visitorName, email: of.visitorEmail, phone: of.visitorPhone });

const contextOf = (whereabouts: unknown): object =>
  known(typeof whereabouts === 'object' && whereabouts !== null ? { ...whereabouts } : {});

function chatOf(chat: Chat, world: World): object {
  const agent = world.agents.find(({ agentId }) => agentId === chat.agentId);
  return known({
    chatId: chat.chatId,
    requestedAt: chat.requestedAt,
    startedAt: chat.startedAt,
    endedAt: chat.endedAt,
    missedCode: chat.missed ? codes.is_missed.missed : codes.is_missed.served,
    startedByCode: codes.chat_started_by[chat.startedBy],
    transferredCode: codes.is_chat_transferred[chat.transferred ? 'yes' : 'no'],
    endedByCode: codes.chat_ended_by[chat.endedBy ?? 'none'],
    ratingCode: chat.rating === undefined ? codes.rating.none : chat.rating * codes.rating.star,
    visitor: contactOf(chat),
    agent:
      agent &&
      known({ agentId: agent.agentId, firstName: agent.firstName, lastName: agent.lastName, email: agent.email }),
  });
}

function transcriptOf(chat: Chat, world: World): object {
  return known({
    chat: chatOf(chat, world),
    context: contextOf(chat.whereabouts),
    // The few visitors of this world may not include who wrote.
    firstVisitAt: world.visitors.find(({ visitorId }) => visitorId === chat.visitorId)?.firstVisitAt,
    messages: chat.messages.map(messageOf),
  });
}

const messageOf = (message: Message): object => ({
  ...known({ authorName: message.authorName }),
  text: message.text,
  at: message.at,
  userTypeCode: codes.user_type[message.author],
  messageType: 'chat',
});

const agentOf = (agent: World['agents'][number]): object =>
  known({
    agentId: agent.agentId,
    firstName: agent.firstName,
    lastName: agent.lastName,
    email: agent.email,
    phone: agent.phone,
    role: agent.role,
    status: agent.status,
    lastLoginAt: agent.lastLoginAt,
    concurrentChatLimit: agent.concurrentChatLimit,
    createTime: String(agent.createdInYear),
    designation: agent.designation,
    additionalInfo: agent.additionalInfo,
    enabledCode: codes.enabled[agent.enabled ? 'yes' : 'no'],
  });

const offlineMessageOf = (message: World['offlineMessages'][number]): object =>
  known({
    offlineMessageId: message.offlineMessageId,
    visitor: contactOf(message),
    subject: message.subject,
    text: message.text,
    receivedAt: message.receivedAt,
    unreadCode: codes.unread[message.unread ? 'yes' : 'no'],
    replyCount: message.replies.length,
  });
