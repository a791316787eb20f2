import { constantFrom, integer, oneof, record, array, constant, type Arbitrary } from 'fast-check';
import { expect, vi } from 'vitest';
import { createArchive, type Archive } from '../../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../../src/archive/walking/freshness.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { isComplete, type Coverage } from '../../../src/model/coverage.ts';
import { addDays, utcDayOf } from '../../../src/model/time/day.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { ChatOperationsError } from '../../../src/model/errors.ts';
import type { Question } from '../../../src/model/progress.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { after, epochMillis, seconds, type Clock } from '../../../src/model/time/units.ts';
import type { DialectOptions } from '../../../src/sandbox/dialects.ts';
import { byRate, isSocketFault, type FaultName, type FaultPlan } from '../../../src/sandbox/faults/faults.ts';
import { createService, type Service } from '../../../src/sandbox/service.ts';
import { createWorld, type World } from '../../../src/sandbox/world/world.ts';
import type { Answer } from '../../../src/upstream/answers/answer-content.ts';
import { createUpstream } from '../../../src/upstream/client.ts';
import { NetworkFailure } from '../../../src/upstream/transport/network-failure.ts';
import type { Transport } from '../../../src/upstream/transport/transport.ts';
import { answered } from '../../upstream/answered.ts';
import { abandoned } from '../../support/archive/archive-work.ts';
import { lendArchive } from '../../support/archive/archive-location.ts';
import { passTime } from '../../support/faked-time.ts';

// A desk to which everything happens that may: the service fails in every way it can, the clock jumps, the process is
// killed and started again, questions come, wait and are cancelled. Time is that of fake timers.

/** A Wednesday afternoon, UTC. */
export const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MINUTE = 60_000;
const DAYS = 5;

type Event =
  | {
      readonly kind: 'ask';
      readonly about: Subject;
      readonly within: number;
      readonly cancelledAfter: number | undefined;
    }
  | { readonly kind: 'pass'; readonly millis: number }
  | { readonly kind: 'kill' }
  | { readonly kind: 'jump'; readonly millis: number };

const SUBJECTS = ['chats', 'offlineMessages', 'visitors', 'agents', 'transcript'] as const;
type Subject = (typeof SUBJECTS)[number];

/** Faults that end, after which everything can be read. */
const FAULTS = [
  '429_retry_after_seconds',
  '429_retry_after_date',
  '429_ratelimit',
  '429_ratelimit_older',
  '429_ratelimit_reset',
  '429_x_ratelimit_reset_delta',
  '429_x_ratelimit_reset_epoch',
  '429_x_ratelimit_reset_epoch_ms',
  '429_body_json',
  '429_body_json_camel',
  '429_body_words',
  '429_body_words_minutes',
  '429_nothing',
  '429_hostile',
  '500',
  '502_html',
  '503',
  '503_retry_after',
  'redirect_302',
  'html_200',
  'wrong_content_type',
  'not_json_200',
  'wrong_shape_200',
  'empty_200',
  'bad_record',
  'rows_arrive',
  'reset',
  'half',
  'hang',
] as const satisfies readonly FaultName[];

const event: Arbitrary<Event> = oneof(
  {
    weight: 6,
    arbitrary: record({
      kind: constant('ask' as const),
      about: constantFrom(...SUBJECTS),
      within: integer({ min: 1, max: 60 }),
      cancelledAfter: oneof(constant(undefined), constant(undefined), integer({ min: 0, max: 20_000 })),
    }),
  },
  { weight: 4, arbitrary: record({ kind: constant('pass' as const), millis: integer({ min: 0, max: 180_000 }) }) },
  { weight: 1, arbitrary: record({ kind: constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: record({ kind: constant('jump' as const), millis: integer({ min: -3_600_000, max: 3_600_000 }) }),
  },
);

/** A scenario: a desk, its service, and the events that happen to them. */
export const scenario = record({
  seed: integer({ min: 1, max: 20 }),
  dialect: record({
    page_size: constantFrom(2, 5, 9),
    order: constantFrom('newest', 'oldest', 'shuffled'),
    past_end: constantFrom('empty', '404', '400', 'last_page'),
    limit_scope: constantFrom('account', 'endpoint'),
    limit_form: constantFrom('retry_after', 'retry_after_date', 'ratelimit', 'x_ratelimit', 'body', 'nothing'),
  }) satisfies Arbitrary<DialectOptions>,
  limit: integer({ min: 8, max: 60 }),
  ceiling: integer({ min: 8, max: 60 }),
  faults: array(constantFrom(...FAULTS), { minLength: 1, maxLength: 5 }),
  share: constantFrom(0.05, 0.15, 0.3),
  events: array(event, { minLength: 3, maxLength: 20 }),
});
type Scenario = typeof scenario extends Arbitrary<infer Value> ? Value : never;

/** A few days of a small desk. */
function fewDays(seed: number): World {
  const world = createWorld({ seed, size: 'small', now: NOW });
  world.chats = world.chats.filter(({ requestedAt }) => requestedAt > NOW - (DAYS - 1) * 86_400_000).slice(-40);
  world.offlineMessages = world.offlineMessages.slice(-15);
  world.visitors = world.visitors.slice(-15);
  return world;
}

interface Process {
  readonly store: Store;
  readonly archive: Archive;
  readonly kill: () => Promise<void>;
}

async function startProcess(location: string, transport: Transport, ceiling: number, clock: Clock): Promise<Process> {
  const account = {
    email: 'ann@example.com',
    password: new Secret('secret'),
    baseUrl: new URL('https://desk.example.com'),
  };
  const store = await openStore(location, { origin: account.baseUrl.origin, login: account.email });
  const upstream = createUpstream({
    ...account,
    requestsPerMinute: ceiling,
    clock,
    ledger: store.ledger,
    transport,
    chance: () => 0.5,
  });
  const settings = { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute: ceiling };
  const archive = createArchive(store, settings, upstream, clock);
  return {
    store,
    archive,
    // Nothing is said goodbye to: the database is gone under whatever goes on.
    kill: async () => {
      await store.close();
      abandoned();
      await upstream.close();
      await archive.close().catch(() => undefined);
    },
  };
}

/** Requests of the service as a transport: what only a socket can suffer happens here. */
function transportTo(service: Service, world: World): Transport {
  const authorization = `Basic ${Buffer.from(`${world.account.superAdmin.email}:${world.account.superAdmin.password}`).toString('base64')}`;
  return {
    get: (address, _headers, signal) =>
      new Promise((resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        const answer = async (): Promise<void> => {
          const { response, fault } = await service.answer(new Request(address, { headers: { authorization } }));
          if (fault !== undefined && isSocketFault(fault)) {
            setTimeout(
              () => reject(new NetworkFailure(trusted`the connection was lost`, { neverSent: false, passing: true })),
              fault === 'hang' ? 20_000 : 50,
            );
          } else {
            const answer = await answered(response);
            setTimeout(() => resolve(answer), 50);
          }
        };
        setTimeout(() => void answer(), 50);
      }),
    post: () => Promise.reject(new Error('read only')),
    close: () => Promise.resolve(),
  };
}

/** The milliseconds that a refusal asks to wait, where it says them plainly. */
function waitIn({ headers }: Answer): number {
  const retryAfter = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return retryAfter === undefined ? 0 : Math.min(Math.max(Number(retryAfter), 1), 900) * 1000;
}

/** Reads what the archive holds of the lists, and of the transcripts it has. */
async function heldBy({ tables }: Store) {
  const chats = await tables
    .chats()
    .select(['chat_id', 'requested_at', 'agent_id', 'rating_code'])
    .orderBy('chat_id')
    .execute();
  const messages = await tables.messages().select(['chat_id']).execute();
  const transcripts = await tables.transcripts().select(['chat_id']).orderBy('chat_id').execute();
  const offline = await tables
    .offlineMessages()
    .select(['offline_message_id', 'reply_count'])
    .orderBy('offline_message_id')
    .execute();
  const visitors = await tables.visitors().select('visitor_id').orderBy('visitor_id').execute();
  const agents = await tables.agents().select('agent_id').orderBy('agent_id').execute();
  return {
    chats: chats.map((row) => [row.chat_id, row.requested_at, row.agent_id, row.rating_code]),
    transcripts: transcripts.map((row) => [
      row.chat_id,
      messages.filter((message) => message.chat_id === row.chat_id).length,
    ]),
    offlineMessages: offline.map((row) => [row.offline_message_id, row.reply_count]),
    visitors: visitors.map((row): number => row.visitor_id),
    agents: agents.map((row): number => row.agent_id),
  };
}

function truthOf(world: World, transcripts: ReadonlySet<number>): Awaited<ReturnType<typeof heldBy>> {
  const chats = world.chats.toSorted((one, other) => one.chatId - other.chatId);
  return {
    chats: chats.map((chat) => [chat.chatId, chat.requestedAt, chat.agentId ?? null, chat.rating ?? 0]),
    transcripts: chats
      .filter(({ chatId }) => transcripts.has(chatId))
      .map((chat) => [chat.chatId, chat.messages.length]),
    offlineMessages: world.offlineMessages
      .toSorted((one, other) => one.offlineMessageId - other.offlineMessageId)
      .map((message) => [message.offlineMessageId, message.replies.length]),
    visitors: world.visitors.map(({ visitorId }) => visitorId).sort((one, other) => one - other),
    agents: world.agents.map(({ agentId }) => agentId).sort((one, other) => one - other),
  };
}

/** Lets time pass until something has come to its end. */
async function passUntil(work: Promise<unknown>): Promise<void> {
  const ends: unknown[] = [];
  void work.finally(() => ends.push('end'));
  for (let step = 0; step < 1000 && ends.length === 0; step += 1) await passTime(1000);
}

function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + MINUTE).length));
}

/**
 * Lets all of it happen to a desk. Fails when more goes out than the budget allows or before
 * the gate opens, when a question is not answered in time, when anything but our own errors is thrown, and when the
 * archive does not end up holding what is true.
 */
export async function runScenario({ seed, dialect, limit, ceiling, faults, share, events }: Scenario): Promise<void> {
  await using lent = await lendArchive();
  vi.setSystemTime(NOW);
  const world = fewDays(seed);
  let skew = 0;
  const clock: Clock = () => epochMillis(Date.now() + skew);
  let isCalm = false;
  const plan = byRate(Object.fromEntries(faults.map((name) => [name, share])), seed);
  const calmPlan: FaultPlan = (request, n) => (isCalm ? undefined : plan(request, n));
  const service = createService({ world, dialect, requestsPerMinute: limit, clock: Date.now, faults: calmPlan });

  const sent: number[] = [];
  let refusedAt = 0;
  let closedUntil = 0;
  /** The moments of requests during a pause. What is thrown where they go out might be swallowed. */
  const tooEarly: number[] = [];
  const base = transportTo(service, world);
  const transport: Transport = {
    ...base,
    get: async (...request: Parameters<Transport['get']>) => {
      // What leaves in the same moment as a refusal arrives is not taken back.
      if (Date.now() > refusedAt + 20 && Date.now() < closedUntil) tooEarly.push(Date.now() - NOW);
      sent.push(Date.now());
      const answer = await base.get(...request);
      if (answer.status !== 429) return answer;
      refusedAt = Date.now();
      closedUntil = Math.max(closedUntil, refusedAt + waitIn(answer));
      return answer;
    },
  };

  let process = await startProcess(lent.location, transport, ceiling, clock);
  const running: Promise<void>[] = [];
  const killed = new Set<Process>();

  async function ask(about: Subject, within: number, cancelledAfter?: number): Promise<Coverage | undefined> {
    const asked = process;
    const wasKilled = (): boolean => killed.has(asked);
    const cancel = new AbortController();
    const reason = new Error('never mind');
    if (cancelledAfter !== undefined) setTimeout(() => cancel.abort(reason), cancelledAfter);
    const question: Question = {
      signal: cancel.signal,
      deadline: after(clock(), seconds(within)),
      spent: () => undefined,
      progressed: () => undefined,
    };
    const today = utcDayOf(clock());
    const began = Date.now();
    try {
      const { archive } = asked;
      if (about === 'transcript') {
        const chat = world.chats[within % world.chats.length];
        if (chat !== undefined) await archive.transcripts.read(ChatId.parse(chat.chatId), question);
        return undefined;
      }
      return about === 'chats'
        ? await archive.chats.cover(
            { from: addDays(utcDayOf(epochMillis(NOW)), 1 - DAYS), to: today },
            undefined,
            question,
          )
        : await archive[about].cover(question);
    } catch (error) {
      if (!wasKilled() && error !== reason && !(error instanceof ChatOperationsError)) throw error;
      return undefined;
    } finally {
      // The clock of the deadline may jump, too.
      if (!wasKilled() && !jumped) expect(Date.now() - began).toBeLessThanOrEqual(within * 1000 + 1000);
    }
  }

  let jumped = false;
  for (const happening of events) {
    switch (happening.kind) {
      case 'ask':
        running.push(ask(happening.about, happening.within, happening.cancelledAfter).then(() => undefined));
        break;
      case 'pass':
        await passTime(happening.millis);
        break;
      case 'jump':
        skew += happening.millis;
        jumped = true;
        break;
      case 'kill': {
        killed.add(process);
        skew = 0;
        await process.kill();
        process = await startProcess(lent.location, transport, ceiling, clock);
        break;
      }
    }
  }
  skew = 0;
  isCalm = true;
  await passTime(30 * MINUTE);
  await Promise.all(running);
  // A day on, also what was once unreadable is tried again.
  await passTime(25 * 60 * MINUTE);
  jumped = false;

  // Everything can be read now, and is asked for until it has been.
  for (const about of ['chats', 'offlineMessages', 'visitors', 'agents'] as const) {
    let coverage: Coverage | undefined;
    for (let attempt = 0; attempt < 8 && (coverage === undefined || !isComplete(coverage)); attempt += 1) {
      const asked = ask(about, 600);
      await passUntil(asked);
      coverage = await asked;
    }
    expect({ about, coverage: coverage && isComplete(coverage) }).toStrictEqual({ about, coverage: true });
  }
  const held = await heldBy(process.store);
  expect(held).toStrictEqual(truthOf(world, new Set(held.transcripts.map(([chatId]) => Number(chatId)))));
  expect(mostInAMinute(sent)).toBeLessThanOrEqual(ceiling);
  expect(tooEarly).toStrictEqual([]);
  await process.archive.close();
}
