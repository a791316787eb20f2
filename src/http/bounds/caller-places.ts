/** Whoever places are counted for: an identity, or, where callers have none, a connection, or a session once it has begun. */
export type PlaceOwner = string;

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

/** Places that callers share. A caller who wants more than there are gets none: nobody loses one to somebody else. */
export class Places {
  readonly #limits: Limits;
  readonly #taken = new Map<PlaceOwner, number>();
  #all = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes `count` places, or none. */
  take(caller: PlaceOwner, count: number): Place {
    const own = this.#taken.get(caller) ?? 0;
    if (own + count > this.#limits.each) return { full: 'own' };
    if (this.#all + count > this.#limits.all) return { full: 'all' };
    this.#taken.set(caller, own + count);
    this.#all += count;
    let isTaken = true;
    return {
      leave: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#all -= count;
        const left = (this.#taken.get(caller) ?? count) - count;
        if (left === 0) this.#taken.delete(caller);
        else this.#taken.set(caller, left);
      },
    };
  }
}
