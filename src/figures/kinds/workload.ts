import { z } from 'zod';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { AgentId } from '../../model/ids.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { keysOfMetric } from './keys.ts';
import { GroupedList } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { Figure, Kind, Sums } from './figure.ts';

const MILLIS_PER_HOUR = 3_600_000;

/** The number of chats that one agent had at the same time. */
export const CONCURRENCY: Kind = {
  name: 'concurrency',
  unit: 'number',
  main: 'mean',
  decimals: 2,
  columns: () => ': mean/peak',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z
      .strictObject({
        mean: z.number(),
        peak: z.number(),
        limit: z.number().optional(),
        at_limit: z.number().optional(),
      })
      .optional(),
  }),
};

/** Chats divided by the hours in which at least one went on. */
export const HOURLY: Kind = {
  name: 'hourly',
  unit: 'number',
  main: '',
  decimals: 2,
  columns: () => '',
  shape: (metric) => ({ [keysOfMetric(metric).figure]: z.number().optional() }),
};

function hourlyFigure(rate: number): Figure {
  const words = groupedText(rounded(rate, 1));
  return {
    main: { value: rate, words, n: Number.POSITIVE_INFINITY },
    words: () => words,
    cell: () => words,
    data: (metric) => ({ [keysOfMetric(metric).figure]: rounded(rate, 2) }),
  };
}

/** A conversation, from its start until just before its end. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the conversations of each group, and makes a figure of them. One that has no end goes on, unless it began more than a day ago. */
export class SpanSums implements Sums {
  readonly #certainty = new Certainty();
  readonly #starts = new GroupedList();
  readonly #ends = new GroupedList();
  readonly #now: EpochMillis;
  readonly #figureOf: (spans: readonly Span[], agentId: AgentId | undefined) => Figure | undefined;

  /** @param figureOf makes a figure of conversations in the order of their starts */
  constructor(
    now: EpochMillis,
    figureOf: (spans: readonly Span[], agentId: AgentId | undefined) => Figure | undefined,
  ) {
    [this.#now, this.#figureOf] = [now, figureOf];
  }

  /** `starts`: when the served ones began. */
  add(starts: Float64Array, { columns, rows }: ChatSelection, groups: Uint32Array): void {
    const now = this.#now;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const start = starts[row] ?? Number.NaN;
      const ended = columns.ends[row] ?? Number.NaN;
      const end = Number.isNaN(ended) ? now : ended;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, start) || Number.isNaN(start) || end < start) continue;
      if (Number.isNaN(ended) && now - start > MILLIS_PER_DAY) continue;
      this.#starts.push(group, start);
      this.#ends.push(group, end);
    }
  }

  of(group: number, agentId: AgentId | undefined): Figure | undefined {
    if (!this.#certainty.has(group)) return undefined;
    const ends = this.#ends.of(group);
    const spans = Array.from(this.#starts.of(group), (start, index) => ({ start, end: ends[index] ?? start }));
    return this.#figureOf(
      spans.sort((one, other) => one.start - other.start),
      agentId,
    );
  }
}

/**
 * How many conversations an agent had at once, over the time with at least one, and for which part of that time as many as the
 * service allows, or more. Undefined without any.
 * @param limit the number that the service allows; undefined where that is not known
 */
export function concurrencyOf(spans: readonly Span[], limit: number | undefined): Figure | undefined {
  const changes = spans
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    // One that ends as another begins does not overlap it.
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let [open, peak, since, engaged, weighted, full] = [0, 0, 0, 0, 0, 0];
  for (const { at, by } of changes) {
    if (open > 0) {
      engaged += at - since;
      weighted += open * (at - since);
      if (limit !== undefined && open >= limit) full += at - since;
    }
    since = at;
    open += by;
    peak = Math.max(peak, open);
  }
  if (engaged === 0) return undefined;
  const [mean, part] = [weighted / engaged, full / engaged];
  const atLimit = mapKnown(limit, (known) => ({ value: rounded(part, 4), words: shareText(part, 1), limit: known }));
  const reached = part === 0 ? 'never reached' : `reached ${shareText(part, 1)} of the time`;
  const beside = limit === undefined ? '' : ` (limit ${limit}, ${reached})`;
  return {
    atLimit,
    // Not of so many chats, but of time.
    main: { value: mean, words: `${rounded(mean, 1)}`, n: Number.POSITIVE_INFINITY },
    words: () => `${rounded(mean, 1)} on average, ${peak} at most${beside}`,
    cell: () => `${rounded(mean, 1)}/${peak}${beside}`,
    data: (metric) => ({
      [keysOfMetric(metric).figure]: omitUndefined({ mean: rounded(mean, 2), peak, limit, at_limit: atLimit?.value }),
    }),
  };
}

/** The conversations that an agent had in an hour of the clock in which at least one went on; undefined without any. */
export function chatsAnHour(spans: readonly Span[], zone: Zone): Figure | undefined {
  return spans.length === 0 ? undefined : hourlyFigure(spans.length / engagedHours(spans, zone));
}

/** Returns how many hours of the clock at least one conversation touches. */
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
