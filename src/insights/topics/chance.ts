/** Of some members of two groups, how many have a mark. */
export interface Marked {
  readonly here: number;
  readonly there: number;
}

/** The chance that is taken of finding any difference where there is none. */
const RISK = 0.05;

/** What does not change a sum any more. */
const NOTHING = 1e-9;

/**
 * Fisher's exact test of the shares of marked members in two groups, for many marks. The chances are two-sided: twice
 * that of the smaller tail.
 */
export class ExactTest {
  readonly #here: number;
  readonly #there: number;
  readonly #logFactorials: Float64Array;

  constructor(here: number, there: number) {
    [this.#here, this.#there] = [here, there];
    this.#logFactorials = new Float64Array(here + there + 1);
    for (let n = 2; n < this.#logFactorials.length; n += 1) {
      this.#logFactorials[n] = (this.#logFactorials[n - 1] ?? 0) + Math.log(n);
    }
  }

  /** The chance of a difference as large as this where chance alone decides. */
  chanceOf({ here, there }: Marked): number {
    const marked = here + there;
    const step = here * this.#there >= there * this.#here ? 1 : -1;
    const end = step > 0 ? Math.min(marked, this.#here) : Math.max(0, marked - this.#there);
    let chance = 0;
    for (let count = here; step * count <= step * end; count += step) {
      const next = this.#chanceOf(count, marked);
      chance += next;
      // The tail falls ever faster.
      if (next < chance * NOTHING) break;
    }
    return Math.min(1, 2 * chance);
  }

  /** The least chance that any difference of so many marked members has. */
  leastChanceOf(marked: number): number {
    const [least, most] = [Math.max(0, marked - this.#there), Math.min(marked, this.#here)];
    return Math.min(1, 2 * Math.min(this.#chanceOf(least, marked), this.#chanceOf(most, marked)));
  }

  #chanceOf(here: number, marked: number): number {
    const choose = (n: number, k: number): number => this.#log(n) - this.#log(k) - this.#log(n - k);
    return Math.exp(
      choose(this.#here, here) + choose(this.#there, marked - here) - choose(this.#here + this.#there, marked),
    );
  }

  #log(n: number): number {
    return this.#logFactorials[n] ?? 0;
  }
}

/**
 * The chance up to which a difference is none of chance, where so many are tested: in 95 of 100 worlds without any, none is found.
 * A difference that chance alone makes often, however large it is, needs no correction (Tarone).
 * @param least the least chance that each could have had
 */
export function chanceLimit(least: readonly number[]): number {
  const ordered = least.toSorted((one, other) => one - other);
  let count = 1;
  while (count < ordered.length && (ordered[count] ?? 1) <= RISK / count) count += 1;
  return RISK / count;
}
