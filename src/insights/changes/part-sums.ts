import type { Steps } from '../../model/slices.ts';
import type { ChatValues } from '../../figures/chat-values.ts';

/** Which of the two periods: the earlier one, or the one that is asked about. */
export const BEFORE = 0;
export const NOW = 1;
export type Which = typeof BEFORE | typeof NOW;

/** Chats of one grouping that have the same key, or of OTHERS those of all small parts together. */
export const OTHERS = Number.NEGATIVE_INFINITY;

/** The sums of a period by block of time and by part: of values and weights, and over the period of their products. */
export interface PeriodTable {
  readonly blocks: number;
  /** That of a part in a block stands at `block * parts + part`. */
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  /** By part. */
  readonly squares: Float64Array;
  readonly products: Float64Array;
  readonly weightSquares: Float64Array;
}

/** The parts of a grouping in both periods. */
export interface PartTable {
  readonly keys: readonly number[];
  readonly periods: readonly [PeriodTable, PeriodTable];
}

/** A part that weighs less in both periods together says nothing by itself. */
export const LEAST_WEIGHT = 20;
/** More parts are looked at together: each of them costs all others certainty. */
const MOST_PARTS = 32;

/** The sums of a part in a block. */
interface Cell {
  sum: number;
  weight: number;
}

/** The sums of chats that have the same part and block, and those of their products. */
export interface Totals {
  sum: number;
  weight: number;
  squares: number;
  products: number;
  weightSquares: number;
}

/** Sums up the chats of two periods by one grouping and by block of time. */
export class PartSums {
  readonly #places = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #weights: number[] = [];
  /** By block, then by the place of the part: there may be as many parts as chats, of which a block has few. */
  readonly #blocks: readonly [Map<number, Map<number, Cell>>, Map<number, Map<number, Cell>>] = [new Map(), new Map()];
  /** Of each part: squares, products, squares of weights. */
  readonly #products: readonly [number[], number[]] = [[], []];

  /** Adds chats of a period, with their keys and the numbers of their blocks from 0. */
  add(period: Which, keys: Float64Array, blocks: Uint32Array, { sums, weights }: ChatValues): void {
    const products = this.#products[period];
    let [lastKey, place, lastBlock] = [Number.NaN, 0, -1];
    let cell: Cell = { sum: 0, weight: 0 };
    for (let index = 0; index < sums.length; index += 1) {
      const weight = weights[index] ?? 0;
      if (weight === 0) continue;
      const key = keys[index] ?? 0;
      const block = blocks[index] ?? 0;
      if (key !== lastKey || block !== lastBlock) {
        if (key !== lastKey) place = this.#placeOf(key);
        cell = this.#cellOf(period, block, place);
        [lastKey, lastBlock] = [key, block];
      }
      const sum = sums[index] ?? 0;
      cell.sum += sum;
      cell.weight += weight;
      this.#weights[place] = (this.#weights[place] ?? 0) + weight;
      products[3 * place] = (products[3 * place] ?? 0) + sum * sum;
      products[3 * place + 1] = (products[3 * place + 1] ?? 0) + sum * weight;
      products[3 * place + 2] = (products[3 * place + 2] ?? 0) + weight * weight;
    }
  }

  /** Adds chats of a period that all have the same key and block. */
  addTotals(period: Which, key: number, block: number, totals: Totals): void {
    if (totals.weight === 0) return;
    const place = this.#placeOf(key);
    const cell = this.#cellOf(period, block, place);
    cell.sum += totals.sum;
    cell.weight += totals.weight;
    this.#weights[place] = (this.#weights[place] ?? 0) + totals.weight;
    const products = this.#products[period];
    for (const [index, more] of [totals.squares, totals.products, totals.weightSquares].entries()) {
      products[3 * place + index] = (products[3 * place + index] ?? 0) + more;
    }
  }

  /** The parts, the small ones together, of periods that have so many blocks. */
  *table(blocks: readonly [number, number]): Steps<PartTable> {
    const weights = this.#weights;
    const kept = [...this.#keys.keys()]
      .filter((place) => (weights[place] ?? 0) >= LEAST_WEIGHT)
      .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
      .slice(0, MOST_PARTS)
      .sort((one, other) => (this.#keys[one] ?? 0) - (this.#keys[other] ?? 0));
    const isSmall = kept.length < this.#keys.length;
    const target = new Map(kept.map((place, index) => [place, index]));
    const keys = [...kept.map((place) => this.#keys[place] ?? OTHERS), ...(isSmall ? [OTHERS] : [])];
    const before = yield* this.#periodTable(BEFORE, blocks[BEFORE], keys.length, target);
    const now = yield* this.#periodTable(NOW, blocks[NOW], keys.length, target);
    return { keys, periods: [before, now] };
  }

  *#periodTable(period: Which, blocks: number, parts: number, target: ReadonlyMap<number, number>): Steps<PeriodTable> {
    const sums = new Float64Array(blocks * parts);
    const weights = new Float64Array(blocks * parts);
    const squares = new Float64Array(parts);
    const products = new Float64Array(parts);
    const weightSquares = new Float64Array(parts);
    const partOf = (place: number) => target.get(place) ?? parts - 1;
    for (const [block, cells] of this.#blocks[period]) {
      for (const [place, { sum, weight }] of cells) {
        const at = block * parts + partOf(place);
        sums[at] = (sums[at] ?? 0) + sum;
        weights[at] = (weights[at] ?? 0) + weight;
      }
      yield;
    }
    const own = this.#products[period];
    for (let place = 0; 3 * place < own.length; place += 1) {
      const at = partOf(place);
      squares[at] = (squares[at] ?? 0) + (own[3 * place] ?? 0);
      products[at] = (products[at] ?? 0) + (own[3 * place + 1] ?? 0);
      weightSquares[at] = (weightSquares[at] ?? 0) + (own[3 * place + 2] ?? 0);
    }
    return { blocks, sums, weights, squares, products, weightSquares };
  }

  #placeOf(key: number): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#keys.push(key) - 1;
    this.#places.set(key, place);
    return place;
  }

  #cellOf(period: Which, block: number, place: number): Cell {
    const cells = this.#blocks[period].get(block) ?? new Map<number, Cell>();
    this.#blocks[period].set(block, cells);
    const cell = cells.get(place) ?? { sum: 0, weight: 0 };
    cells.set(place, cell);
    return cell;
  }
}

/** The same parts without one block of a period. */
export function withoutBlock({ keys, periods }: PartTable, which: Which, block: number): PartTable {
  const parts = keys.length;
  const cut = (period: PeriodTable): PeriodTable => {
    const [sums, weights] = [period.sums.slice(), period.weights.slice()];
    sums.fill(0, block * parts, (block + 1) * parts);
    weights.fill(0, block * parts, (block + 1) * parts);
    return { ...period, sums, weights };
  };
  const [before, now] = periods;
  return { keys, periods: which === BEFORE ? [cut(before), now] : [before, cut(now)] };
}
