import type { Steps } from '../../model/slices.ts';
import type { ChatValues } from '../../figures/chat-values.ts';
import { BEFORE, NOW, PartSums, type PartTable, type Totals, type Which } from './part-sums.ts';

/** The chats of an hour of the clock, which all have the same load and lie in one block. */
interface Hour extends Totals {
  readonly block: number;
  chats: number;
}

/** So many hours are added up in one step. */
const HOURS_A_STEP = 1024;
/** The number of parts into which hours are put by their load. */
const PARTS = 4;

/**
 * Sums up chats by load: how many chats were requested in the same hour of the clock. It does not say how many agents were there to
 * take them, which no row tells: an agent without a chat is in none.
 */
export class LoadSums {
  readonly #hours: readonly [Map<number, Hour>, Map<number, Hour>] = [new Map(), new Map()];

  #knownBounds: readonly number[] | undefined;

  /** Adds chats with the number of their hour and of their block. */
  add(which: Which, hours: Float64Array, blocks: Uint32Array, { sums, weights }: ChatValues): void {
    this.#knownBounds = undefined;
    let [number, hour] = [Number.NaN, NO_HOUR];
    for (let index = 0; index < hours.length; index += 1) {
      // Chats come in the order of their times, so that many in a row have the same hour.
      if (hours[index] !== number) {
        number = hours[index] ?? 0;
        hour = this.#hours[which].get(number) ?? { ...NO_HOUR, block: blocks[index] ?? 0 };
        this.#hours[which].set(number, hour);
      }
      const [sum, weight] = [sums[index] ?? 0, weights[index] ?? 0];
      hour.chats += 1;
      hour.sum += sum;
      hour.weight += weight;
      hour.squares += sum * sum;
      hour.products += sum * weight;
      hour.weightSquares += weight * weight;
    }
  }

  /** The parts with the fewest chats an hour first; of each, `bounds` has the most chats an hour. */
  *table(blocks: readonly [number, number]): Steps<{ readonly table: PartTable; readonly bounds: readonly number[] }> {
    const bounds = this.#bounds();
    const parts = new PartSums();
    for (const which of [BEFORE, NOW] as const) {
      let added = 0;
      for (const hour of this.#hours[which].values()) {
        parts.addTotals(which, partOf(hour.chats, bounds), hour.block, hour);
        added += 1;
        if (added % HOURS_A_STEP === 0) yield;
      }
    }
    return { table: yield* parts.table(blocks), bounds };
  }

  /** The part of each of some hours. */
  partsOf(which: Which, hours: Float64Array): Float64Array {
    const bounds = this.#bounds();
    return hours.map((hour) => partOf(this.#hours[which].get(hour)?.chats ?? 0, bounds));
  }

  /** Bounds between which about as many chats lie. */
  #bounds(): readonly number[] {
    return (this.#knownBounds ??= this.#newBounds());
  }

  #newBounds(): number[] {
    const counts = this.#hours.flatMap((hours) => [...hours.values()].map(({ chats }) => chats));
    const sorted = Float64Array.from(counts).toSorted();
    const all = sorted.reduce((sum, chats) => sum + chats, 0);
    const bounds: number[] = [];
    let before = 0;
    for (const chats of sorted) {
      before += chats;
      if (before >= ((bounds.length + 1) * all) / PARTS && bounds.at(-1) !== chats) bounds.push(chats);
      if (bounds.length === PARTS - 1) break;
    }
    return [...bounds.filter((bound) => bound !== sorted.at(-1)), Number.POSITIVE_INFINITY];
  }
}

const NO_HOUR: Hour = { block: 0, chats: 0, sum: 0, weight: 0, squares: 0, products: 0, weightSquares: 0 };

function partOf(chats: number, bounds: readonly number[]): number {
  return bounds.findIndex((bound) => chats <= bound);
}
