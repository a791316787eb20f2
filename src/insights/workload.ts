import { MILLIS_PER_DAY } from '../model/day.ts';
import type { ChatFigures } from '../model/records.ts';
import { epochMillis, type EpochMillis } from '../model/units.ts';
import type { Zone } from '../model/zone.ts';
import type { Codebook } from './codebook.ts';
import { isMissed } from './metrics.ts';

const MILLIS_PER_HOUR = 3_600_000;

/** How many chats one agent had at the same time. */
export interface Concurrency {
  /** Time-weighted, over the time with at least one chat. */
  readonly mean: number;
  readonly peak: number;
  /** How many the service allows, where it is known, and the share of that time with so many or more. */
  readonly limit?: number;
  readonly at_limit?: number;
}

/** A conversation, from its start until just before its end. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** How much one agent had to do at once. */
export interface Workload {
  readonly concurrency?: Concurrency;
  /** Chats divided by the hours of the clock in which at least one of them went on; hours worked are unknown. */
  readonly chats_per_engaged_hour?: number;
}

/** The workload that the chats of one agent make, who may have `limit` at once; without a conversation, none. */
export function workloadOf(
  chats: readonly ChatFigures[],
  limit: number | undefined,
  zone: Zone,
  now: EpochMillis,
  book: Codebook,
): Workload {
  const spans = spansOf(chats, now, book);
  if (spans.length === 0) return {};
  const concurrency = concurrencyOf(spans, limit);
  return {
    ...(concurrency !== undefined && { concurrency }),
    chats_per_engaged_hour: spans.length / engagedHours(spans, zone),
  };
}

/** The conversations, by their start. One that has no end goes on, unless it began more than a day ago. */
function spansOf(chats: readonly ChatFigures[], now: EpochMillis, book: Codebook): Span[] {
  const spans = chats.flatMap(({ startedAt, endedAt, codes }): Span[] => {
    if (startedAt === undefined || isMissed(codes, book) !== false) return [];
    const end = endedAt ?? now;
    return end < startedAt || (endedAt === undefined && now - startedAt > MILLIS_PER_DAY)
      ? []
      : [{ start: startedAt, end }];
  });
  return spans.sort((one, other) => one.start - other.start);
}

function concurrencyOf(spans: readonly Span[], limit: number | undefined): Concurrency | undefined {
  const changes = spans
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    // One that ends as another begins does not overlap it.
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let open = 0;
  let peak = 0;
  let since = 0;
  let engaged = 0;
  let weighted = 0;
  let atLimit = 0;
  for (const { at, by } of changes) {
    if (open > 0) {
      engaged += at - since;
      weighted += open * (at - since);
      if (limit !== undefined && open >= limit) atLimit += at - since;
    }
    since = at;
    open += by;
    peak = Math.max(peak, open);
  }
  if (engaged === 0) return undefined;
  return { mean: weighted / engaged, peak, ...(limit !== undefined && { limit, at_limit: atLimit / engaged }) };
}

/** How many hours on the wall at least one conversation touches. */
function engagedHours(spans: readonly Span[], zone: Zone): number {
  let hours = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, end } of spans) {
    const first = hourOf(start, zone);
    // What ends on the hour does not touch the next one.
    const final = Math.max(first, hourOf(Math.max(start, end - 1), zone));
    hours += Math.max(0, final - Math.max(first, last + 1) + 1);
    last = Math.max(last, final);
  }
  return hours;
}

/** Numbers the hours as the clocks of a zone begin them: in some at half past. Putting a clock back repeats none. */
function hourOf(moment: number, zone: Zone): number {
  const offset = zone.offsetAt(epochMillis(moment));
  return Math.floor((moment + (offset % MILLIS_PER_HOUR)) / MILLIS_PER_HOUR);
}
