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
    if ((this.#taken.get(caller) ?? 0) + count > this.#limits.each) return { full: 'own' };
    if (this.#all + count > this.#limits.all) return { full: 'all' };
    this.#change(caller, count);
    let isTaken = true;
    const leave = (): void => {
      if (isTaken) this.#change(caller, -count);
      isTaken = false;
    };
    return { leave };
  }

  #change(caller: PlaceOwner, by: number): void {
    this.#all += by;
    const taken = (this.#taken.get(caller) ?? 0) + by;
    if (taken === 0) this.#taken.delete(caller);
    else this.#taken.set(caller, taken);
  }
}
