import type { Grouping, GroupingContext, Keys } from '../../figures/groupings/grouping.ts';
import { hour as byHour } from '../../figures/groupings/hour.ts';
import type { ChatValues } from '../../figures/chat-values.ts';
import { missedState, YES } from '../../model/codebook/code-states.ts';
import { portionsOf, type ChatSelection } from '../../model/chat-columns.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { Steps } from '../../model/slices.ts';
import { epochMillis } from '../../model/time/units.ts';
import { FACETS, NONE, type ChatTable, type Facet } from './chat-table.ts';

/** More values of a facet, or rarer ones, tell nothing: they are left out of comparisons, and one part of the parts. */
const MOST_KEYS = 32;
const LEAST_ROWS = 20;

/** Collects chats into a table, in steps. */
export class ChatRows {
  readonly #context: GroupingContext;
  readonly #firstDay: number;
  readonly #keys: ReadonlyMap<Facet, Keys>;
  readonly #facets: ReadonlyMap<Facet, number[]>;
  readonly #columns: Readonly<
    Record<'ids' | 'day' | 'hour' | 'start' | 'end' | 'missed' | 'values' | 'weights', number[]>
  > = { ids: [], day: [], hour: [], start: [], end: [], missed: [], values: [], weights: [] };
  #isUnsettled = false;

  /** @param firstDay the number of the local day that is day 0, since 1970 */
  constructor(groupings: readonly Grouping[], context: GroupingContext, firstDay: number) {
    this.#context = context;
    this.#firstDay = firstDay;
    const facets = FACETS.flatMap((facet) =>
      groupings.filter(({ name }) => name === facet).map((one) => ({ facet, one })),
    );
    this.#keys = new Map(facets.map(({ facet, one }) => [facet, one.keys(context)]));
    this.#facets = new Map(facets.map(({ facet }) => [facet, []]));
  }

  /** Whether a chat that was added has a code whose meaning is not settled, so that the figure is not known. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /**
   * Adds chats, with their values as `told` reads them. `place` gives their day, by their moment (epoch milliseconds) and local day,
   * or undefined where they are left out.
   */
  *add(
    selection: ChatSelection,
    told: (portion: ChatSelection) => ChatValues,
    place: (moment: number, day: number) => number | undefined,
  ): Steps<void> {
    const { zone } = this.#context.period;
    const { columns, book } = { ...selection, book: this.#context.book };
    const areMissed = columns.codeSets.map((codes) => missedState(codes, book) === YES);
    for (const portion of portionsOf(selection)) {
      const values = told(portion);
      const facets = [...this.#facets].map(([facet, own]) => [own, this.#keys.get(facet)?.of(portion)] as const);
      const hours = byHour.keys(this.#context).of(portion);
      const own = this.#columns;
      for (let index = 0; index < portion.rows.length; index += 1) {
        const row = portion.rows[index] ?? 0;
        const moment = epochMillis(columns.requests[row] ?? Number.NaN);
        const day = place(moment, Math.floor((moment + zone.offsetAt(moment)) / MILLIS_PER_DAY) - this.#firstDay);
        if (day === undefined) continue;
        own.ids.push(columns.ids[row] ?? Number.NaN);
        own.day.push(day);
        own.hour.push(hours[index] ?? 0);
        own.start.push((columns.starts[row] ?? Number.NaN) / 1000);
        own.end.push((columns.ends[row] ?? Number.NaN) / 1000);
        own.missed.push(Number(areMissed[columns.codes[row] ?? 0] ?? false));
        const weight = values.weights[index] ?? 0;
        own.weights.push(weight);
        own.values.push(weight === 0 ? Number.NaN : (values.sums[index] ?? 0) / weight);
        for (const [list, keys] of facets) list.push(keys?.[index] ?? Number.NaN);
      }
      this.#isUnsettled ||= values.isUnsettled;
      yield;
    }
  }

  /** The table, and what the keys of its facets stand for. */
  table(): { readonly table: ChatTable; readonly named: NamedKeys } {
    const { ids, day, hour, start, end, missed, values, weights } = this.#columns;
    const named = new Map<Facet, { readonly keys: Keys; readonly originals: readonly number[] }>();
    const columnOf = (facet: Facet): Int32Array => {
      const [own, keys] = [this.#facets.get(facet), this.#keys.get(facet)];
      if (own === undefined || keys === undefined) return new Int32Array(ids.length).fill(NONE);
      const counts = new Map<number, number>();
      for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
      const originals = [...counts]
        .filter(([key, count]) => count >= LEAST_ROWS && keys.isNone?.(key) !== true)
        .sort(([one, count], [two, other]) => other - count || one - two)
        .slice(0, MOST_KEYS)
        .map(([key]) => key);
      named.set(facet, { keys, originals });
      const places = new Map(originals.map((key, place) => [key, place + 1]));
      return Int32Array.from(own, (key) => places.get(key) ?? NONE);
    };
    const table: ChatTable = {
      ids: Float64Array.from(ids),
      day: Int32Array.from(day),
      hour: Uint8Array.from(hour),
      by: {
        agent: columnOf('agent'),
        country: columnOf('country'),
        started_by: columnOf('started_by'),
        ended_by: columnOf('ended_by'),
      },
      start: Float64Array.from(start),
      end: Float64Array.from(end),
      missed: Uint8Array.from(missed),
      values: Float64Array.from(values),
      weights: Float64Array.from(weights),
    };
    return { table, named };
  }
}

/** What the keys of each facet stand for: key 1 is the first of the originals. */
export type NamedKeys = ReadonlyMap<Facet, { readonly keys: Keys; readonly originals: readonly number[] }>;
