/** The first in an order of the values that are added, at most `most` (1 or more): of very many, few are ever sorted. */
export class FirstInOrder<Value> {
  readonly #compare: (one: Value, other: Value) => number;
  readonly #most: number;
  #first: Value[] = [];
  /** The last of the first, once there are so many. */
  #last: Value | undefined;

  constructor(compare: (one: Value, other: Value) => number, most: number) {
    this.#compare = compare;
    this.#most = most;
  }

  add(value: Value): void {
    if (this.#last !== undefined && this.#compare(value, this.#last) >= 0) return;
    this.#first.push(value);
    if (this.#first.length < 2 * this.#most) return;
    this.#first = this.values();
    this.#last = this.#first.at(-1);
  }

  /** The first values, in their order. */
  values(): Value[] {
    return this.#first.toSorted(this.#compare).slice(0, this.#most);
  }
}
