/** The places of a text at which something was left out, told in their order: the way back from what remains to the original. */
export class LeftOut {
  readonly #places: number[] = [];
  readonly #shifts: number[] = [];

  /** The length of all of it, in characters. */
  get length(): number {
    return this.#shifts.at(-1) ?? 0;
  }

  /** Notes that `length` characters of the original are missing at a place of what remains. */
  at(place: number, length: number): void {
    const shift = this.length + length;
    this.#places.push(place);
    this.#shifts.push(shift);
  }

  /** Returns the number of characters that are missing before a place of what remains, and at it. */
  upTo(place: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return this.#shifts[low - 1] ?? 0;
  }
}
