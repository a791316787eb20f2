import type { CodeName } from '../model/codes.ts';
import type { ChatCodes, ChatFigures } from '../model/records.ts';
import { secondsBetween, type Seconds } from '../model/units.ts';
import { meaningOf, type Codebook } from './codebook.ts';
import type { RepeatContact } from './repeat-contact.ts';
import type { ResponseTimes } from './response-times.ts';
import type { ServiceLevel } from './service-level.ts';
import { spreadOf, type Spread } from './statistics.ts';
import type { Concurrency } from './workload.ts';

/**
 * The metrics of some chats (insights/definitions.ts). An absent key rests on an unsettled code, or was not asked for:
 * computeMetrics makes what the rows of any selection allow.
 */
export interface Metrics extends Partial<ResponseTimes> {
  readonly chats: number;
  readonly missed?: number;
  readonly served?: number;
  /** Chats that are neither, because their row does not say; absent where there are none. */
  readonly missed_unknown?: number;
  readonly missed_rate?: number;
  readonly wait_seconds?: Spread;
  readonly duration_seconds?: Spread;
  readonly transfer_rate?: number;
  /** Served chats outside the transfer rate, because their row does not say; absent where there are none. */
  readonly transferred_unknown?: number;
  readonly rating?: Rating;
  /** Shares of the chats of which it is known. */
  readonly started_by?: Sides;
  readonly ended_by?: Sides;
  readonly service_level?: ServiceLevel;
  readonly concurrency?: Concurrency;
  readonly chats_per_engaged_hour?: number;
  readonly repeat_contact?: RepeatContact;
}

/** Shares of the two who can do something to a chat; they add up to one. */
export interface Sides {
  readonly visitor: number;
  readonly agent: number;
}

export interface Rating {
  readonly n: number;
  readonly mean?: number;
  readonly distribution: Readonly<Record<string, number>>;
  readonly response_rate?: number;
}

/** Computes the metrics of a selection of chats. A rate without a denominator is absent. */
export function computeMetrics(chats: readonly ChatFigures[], book: Codebook): Metrics {
  const kinds = kindsOf(chats);
  const missed = numberOf(kinds, (codes) => isMissed(codes, book) === true);
  const missedUnknown = numberOf(kinds, ({ missedCode }) => missedCode === undefined);
  const served: Kinds = new Map([...kinds].filter(([codes]) => isMissed(codes, book) === false));
  return {
    chats: chats.length,
    ...count('missed_unknown', missedUnknown),
    ...(isReadable(kinds, 'is_missed', book) &&
      !(chats.length > 0 && missedUnknown === chats.length) && {
        missed,
        served: numberOf(served),
        ...rate('missed_rate', missed, chats.length - missedUnknown),
        wait_seconds: spreadOf(durationsIn(chats, served, waitOf)),
        duration_seconds: spreadOf(durationsIn(chats, served, durationOf)),
        ...transfersOf(served, book),
        ...(isReadable(served, 'rating', book) && { rating: ratingOf(served, book) }),
      }),
  };
}

/** How many chats have which codes: a period has many chats, and few kinds of them. */
type Kinds = ReadonlyMap<ChatCodes, number>;

function kindsOf(chats: readonly ChatFigures[]): Kinds {
  const kinds = new Map<ChatCodes, { count: number }>();
  for (const { codes } of chats) {
    const kind = kinds.get(codes);
    if (kind === undefined) kinds.set(codes, { count: 1 });
    else kind.count += 1;
  }
  return new Map([...kinds].map(([codes, { count }]) => [codes, count]));
}

function numberOf(kinds: Kinds, isMeant: (codes: ChatCodes) => boolean = () => true): number {
  let sum = 0;
  for (const [codes, count] of kinds) sum += isMeant(codes) ? count : 0;
  return sum;
}

/** In one piece of memory: there may be hundreds of thousands. */
function durationsIn(
  chats: readonly ChatFigures[],
  kinds: Kinds,
  lengthOf: (chat: ChatFigures) => Seconds | undefined,
): Float64Array {
  const durations = new Float64Array(chats.length);
  let count = 0;
  for (const chat of chats) {
    const duration = kinds.has(chat.codes) ? lengthOf(chat) : undefined;
    if (duration === undefined) continue;
    durations[count] = duration;
    count += 1;
  }
  return durations.subarray(0, count);
}

/**
 * The metrics of one agent's chats on a desk whose missed chats name no agent: that none of the agent's chats was
 * missed says nothing then, so nothing is said of missed ones.
 */
export function withoutMissed({ missed: _, missed_rate: __, service_level, ...metrics }: Metrics): Metrics {
  if (service_level === undefined) return metrics;
  const { rate: ___, ...ofServed } = service_level;
  return { ...metrics, service_level: ofServed };
}

/** Whether a missed chat among these names its agent, so that agents have missed chats at all on this desk. */
export function missedNameAgents(chats: readonly ChatFigures[], book: Codebook): boolean {
  const missed = new Set([...kindsOf(chats).keys()].filter((codes) => isMissed(codes, book) === true));
  return chats.some(({ codes, agent }) => missed.has(codes) && agent !== undefined);
}

function transfersOf(served: Kinds, book: Codebook): Pick<Metrics, 'transfer_rate' | 'transferred_unknown'> {
  const unknown = numberOf(served, ({ transferredCode }) => transferredCode === undefined);
  const transferred = numberOf(served, (codes) => isTransferred(codes, book) === true);
  return {
    ...count('transferred_unknown', unknown),
    ...(isReadable(served, 'is_chat_transferred', book) &&
      rate('transfer_rate', transferred, numberOf(served) - unknown)),
  };
}

/** Who began and who ended some chats: shares of those whose row tells, absent where a value has no settled meaning. */
export function sidesOf(chats: readonly ChatFigures[], book: Codebook): Pick<Metrics, 'started_by' | 'ended_by'> {
  const kinds = kindsOf(chats);
  const served: Kinds = new Map([...kinds].filter(([codes]) => isMissed(codes, book) === false));
  const startedBy = sharesOf(
    kinds,
    ({ startedByCode }) => startedByCode,
    (code) => meaningOf(book, 'chat_started_by', code),
  );
  const endedBy = sharesOf(
    served,
    ({ endedByCode }) => endedByCode,
    (code) => meaningOf(book, 'chat_ended_by', code),
  );
  return {
    ...(startedBy !== undefined && { started_by: startedBy }),
    ...(endedBy !== undefined && { ended_by: endedBy }),
  };
}

/** The codes on which these shares would rest but that are not settled. */
export function unsettledSides(chats: readonly ChatFigures[], book: Codebook): CodeName[] {
  const kinds = [...kindsOf(chats).keys()];
  const isUnsettled = (name: 'chat_started_by' | 'chat_ended_by', code: number | undefined) =>
    code !== undefined && meaningOf(book, name, code) === undefined;
  return [
    ...(kinds.some(({ startedByCode }) => isUnsettled('chat_started_by', startedByCode))
      ? ['chat_started_by' as const]
      : []),
    ...(kinds.some((codes) => isMissed(codes, book) === false && isUnsettled('chat_ended_by', codes.endedByCode))
      ? ['chat_ended_by' as const]
      : []),
  ];
}

/** Undefined where a value has no settled meaning, and where nobody did it. */
function sharesOf(
  kinds: Kinds,
  codeOf: (codes: ChatCodes) => number | undefined,
  meaningOfCode: (code: number) => 'visitor' | 'agent' | 'nobody' | undefined,
): Sides | undefined {
  const counts = { visitor: 0, agent: 0, nobody: 0 };
  for (const [codes, count] of kinds) {
    const code = codeOf(codes);
    if (code === undefined) continue;
    const side = meaningOfCode(code);
    if (side === undefined) return undefined;
    counts[side] += count;
  }
  const known = counts.visitor + counts.agent;
  return known === 0 ? undefined : { visitor: counts.visitor / known, agent: counts.agent / known };
}

function count<Key extends string>(key: Key, value: number): Partial<Record<Key, number>> {
  const entry: Partial<Record<string, number>> = value === 0 ? {} : { [key]: value };
  return entry;
}

/** The time from request to start; none for a chat that has not started, or whose times are reversed. */
export function waitOf({
  requestedAt,
  startedAt,
}: Pick<ChatFigures, 'requestedAt' | 'startedAt'>): Seconds | undefined {
  return startedAt === undefined || startedAt < requestedAt ? undefined : secondsBetween(requestedAt, startedAt);
}

/** The time from start to end; none for a chat that still runs, or whose times are reversed. */
export function durationOf({ startedAt, endedAt }: Pick<ChatFigures, 'startedAt' | 'endedAt'>): Seconds | undefined {
  return startedAt === undefined || endedAt === undefined || endedAt < startedAt
    ? undefined
    : secondsBetween(startedAt, endedAt);
}

/** Whether a chat was missed; undefined where the row does not say, or the code has no settled meaning. */
export function isMissed({ missedCode }: ChatCodes, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_missed', missedCode);
  return meaning === undefined ? undefined : meaning === 'missed';
}

/** Whether a chat was transferred; undefined where the row does not say, or the code has no settled meaning. */
export function isTransferred({ transferredCode }: ChatCodes, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_chat_transferred', transferredCode);
  return meaning === undefined ? undefined : meaning === 'transferred';
}

/** What the visitor gave, or undefined for a chat that was not rated. */
export function ratingValueOf({ ratingCode }: ChatCodes, book: Codebook): number | undefined {
  return ratingCode === undefined || meaningOf(book, 'rating', ratingCode) === 'not rated' ? undefined : ratingCode;
}

/**
 * Whether every value of a code that occurs in a selection has a meaning; a chat that has none occurs in no figure
 * that rests on it. Ratings are values of their own, so theirs is readable as soon as "not rated" is settled.
 */
function isReadable(kinds: Kinds, name: 'is_missed' | 'is_chat_transferred' | 'rating', book: Codebook): boolean {
  const codes = [...kinds.keys()].flatMap((kind) => kind[CODE_FIELDS[name]] ?? []);
  return codes.every((code) => (name === 'rating' ? book.rating.settled : meaningOf(book, name, code) !== undefined));
}

const CODE_FIELDS = { is_missed: 'missedCode', is_chat_transferred: 'transferredCode', rating: 'ratingCode' } as const;

/** The codes on which metrics of these chats would rest but that are not settled. */
export function unsettledCodes(chats: readonly ChatFigures[], book: Codebook): CodeName[] {
  const names = ['is_missed', 'is_chat_transferred', 'rating'] as const;
  const kinds = kindsOf(chats);
  return names.filter((name) => !isReadable(kinds, name, book));
}

function rate<Key extends string>(key: Key, part: number, whole: number): Partial<Record<Key, number>> {
  const entry: Partial<Record<string, number>> = whole === 0 ? {} : { [key]: part / whole };
  return entry;
}

function ratingOf(served: Kinds, book: Codebook): Rating {
  const counts = new Map<number, number>();
  for (const [codes, count] of served) {
    const value = ratingValueOf(codes, book);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const byValue = [...counts].sort(([one], [other]) => one - other);
  const n = byValue.reduce((total, [, count]) => total + count, 0);
  const sum = byValue.reduce((total, [value, count]) => total + value * count, 0);
  return {
    n,
    ...(n > 0 && { mean: sum / n }),
    distribution: Object.fromEntries(byValue),
    ...rate('response_rate', n, numberOf(served)),
  };
}
