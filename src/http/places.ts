/**
 * Whose something is, for counting. Callers are not identified here: one is a connection, or a session once it has begun. Where
 * they are, it is their name.
 */
export type Caller = string;

export interface Limits {
  /** For each caller. */
  readonly each: number;
  /** For all of them together. */
  readonly all: number;
}

/** A place that was taken, until it is left; or whose limit is in the way. */
export type Place =
  | { readonly leave: () => void; readonly full?: never }
  | { readonly full: 'own' | 'all'; readonly leave?: never };

/** Places that callers share. Whoever wants more than there are gets none: nobody loses one to somebody else. */
export class Places {
  readonly #limits: Limits;
  readonly #taken = new Map<Caller, number>();
  #all = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  take(caller: Caller): Place {
    const own = this.#taken.get(caller) ?? 0;
    if (own >= this.#limits.each) return { full: 'own' };
    if (this.#all >= this.#limits.all) return { full: 'all' };
    this.#taken.set(caller, own + 1);
    this.#all += 1;
    let isTaken = true;
    return {
      leave: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#all -= 1;
        const left = (this.#taken.get(caller) ?? 1) - 1;
        if (left === 0) this.#taken.delete(caller);
        else this.#taken.set(caller, left);
      },
    };
  }
}
