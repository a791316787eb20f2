/** Members of two groups that have a mark, of all members. */
export interface Marked {
  readonly own: number;
  readonly of: number;
  readonly other: number;
  readonly ofOther: number;
}

/** Fisher's exact test (mid-p) of whether a larger share of one group has a mark than of another. */
export class ExactTest {
  readonly #logFactorials: Float64Array;

  /** @param most the members of both groups, at most */
  constructor(most: number) {
    this.#logFactorials = new Float64Array(most + 1);
    for (let n = 2; n <= most; n += 1) this.#logFactorials[n] = this.#log(n - 1) + Math.log(n);
  }

  /** How often chance alone gives the first group as many of the marked ones, or more; half of what is as likely counts. */
  chanceOf({ own, of, other, ofOther }: Marked): number {
    const marked = own + other;
    let chance = 0;
    for (let count = own; count <= Math.min(of, marked); count += 1) {
      const one = Math.exp(
        this.#choose(of, count) + this.#choose(ofOther, marked - count) - this.#choose(of + ofOther, marked),
      );
      chance += count === own ? one / 2 : one;
      // The tail falls ever faster.
      if (one < chance * NOTHING) break;
    }
    return chance;
  }

  /** The least chance that as many marked members can have, however they are spread. */
  leastChanceOf({ own, of, other, ofOther }: Marked): number {
    const marked = own + other;
    const most = Math.min(of, marked);
    return this.chanceOf({ own: most, of, other: marked - most, ofOther });
  }

  #choose(all: number, some: number): number {
    return this.#log(all) - this.#log(some) - this.#log(all - some);
  }

  #log(n: number): number {
    return this.#logFactorials[n] ?? 0;
  }
}

/** What does not change a sum any more. */
const NOTHING = 1e-9;

/**
 * The chance up to which one of many differences counts, so that chance alone gives no more than `risk` of them on average. A
 * difference that cannot be beyond chance, however large it is, needs no correction (Tarone).
 * @param least the least chance that each could have had
 */
export function chanceLimit(least: readonly number[], risk: number): number {
  const ordered = least.toSorted((one, other) => one - other);
  let count = 1;
  while (count < ordered.length && (ordered[count] ?? 1) <= risk / count) count += 1;
  return risk / count;
}
