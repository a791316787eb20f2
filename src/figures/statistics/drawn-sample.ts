/** A record that stands for some of a population. */
export interface StandIn<Id> {
  readonly id: Id;
  /** The number of records that it stands for. */
  readonly weight: number;
}

/** The records that stand for a population. */
export interface StandIns<Id> {
  readonly all: readonly StandIn<Id>[];
  /** The number that had been loaded for other reasons, which stand for themselves. */
  readonly loaded: number;
  /** The number that was drawn at random from the others, and how many others there were. */
  readonly drawn: number;
  readonly rest: number;
}

/** A moment at which a sample may have begun: what was loaded before it stands for itself. */
interface Beginning {
  readonly before: number;
  /** The number of the drawn. */
  readonly drawn: number;
  readonly loaded: number;
  /** As many records of equal weight would say as much (Kish). */
  readonly size: number;
}

/**
 * A sample of a population of which some records were loaded for reasons of their own, such as a search: these stand for
 * themselves, and a random sample stands for the rest. Records are drawn in one random order, so at any moment the first ones
 * that had not been loaded by then are a random sample of the rest as it was at that moment. Of all moments the one counts at
 * which the sample says most, so nothing has to be remembered of who drew what.
 */
export class DrawnSample<Id> {
  readonly #ordered: readonly Id[];
  readonly #isLoaded: (place: number) => boolean;
  /** The places of the loaded records and the moments at which they were loaded, the first first. */
  readonly #loads: readonly { readonly place: number; readonly at: number }[];
  /** The place of the first record in the order that is not loaded. */
  readonly #begun: number;

  /**
   * @param ordered the population in its random order
   * @param loadedAt when each of the loaded records was loaded
   */
  constructor(ordered: readonly Id[], loadedAt: { get(id: Id): number | undefined }) {
    this.#ordered = ordered;
    const at = ordered.map((id) => loadedAt.get(id));
    this.#isLoaded = (place) => at[place] !== undefined;
    this.#loads = at
      .flatMap((moment, place) => (moment === undefined ? [] : [{ place, at: moment }]))
      .sort((one, other) => one.at - other.at);
    const hole = at.indexOf(undefined);
    this.#begun = hole === -1 ? ordered.length : hole;
  }

  /** The first records that are to be loaded so that the sample says as much as `size` records of equal weight, and how much it says then. */
  missingFor(size: number): { readonly ids: readonly Id[]; readonly size: number } {
    const wanted = Math.min(size, this.#ordered.length) - ROUNDING;
    let [least, most] = [this.#begun, this.#ordered.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if (this.#beginningWith(middle).size >= wanted) most = middle;
      else least = middle + 1;
    }
    const ids = this.#ordered.slice(0, least).filter((_, place) => !this.#isLoaded(place));
    return { ids, size: this.#beginningWith(least).size };
  }

  /** The records that stand for all, at most so many. */
  standIns(most: number): StandIns<Id> {
    const { length } = this.#ordered;
    const first = this.#begun;
    const { before, drawn, loaded } =
      first >= most || first === length
        ? { before: 0, drawn: Math.min(first, most), loaded: 0 }
        : this.#beginningWith(first);
    const early = new Set(this.#loads.flatMap(({ place, at }) => (at < before ? [place] : [])));
    const own = this.#ordered.filter((_, place) => early.has(place)).slice(0, most - drawn);
    const others = this.#ordered.slice(0, first).filter((_, place) => !early.has(place));
    const rest = length - loaded;
    return {
      all: [
        ...own.map((id) => ({ id, weight: loaded / own.length })),
        ...others.slice(0, drawn).map((id) => ({ id, weight: rest / drawn })),
      ],
      loaded: own.length,
      drawn,
      rest,
    };
  }

  /** The moment at which the sample says most, if the first `end` of the order are loaded. */
  #beginningWith(end: number): Beginning {
    const { length } = this.#ordered;
    let best: Beginning = { before: 0, drawn: end, loaded: 0, size: end };
    let drawn = end;
    for (const [index, { place, at }] of this.#loads.entries()) {
      if (place < end) drawn -= 1;
      const loaded = index + 1;
      // What was loaded at the same moment is on the same side of it.
      if (at === this.#loads[loaded]?.at || drawn === 0) continue;
      const size = length ** 2 / (loaded + (length - loaded) ** 2 / drawn);
      if (size > best.size) best = { before: at + 1, drawn, loaded, size };
    }
    return best;
  }
}

/** Sizes are quotients of whole numbers. */
const ROUNDING = 1e-6;
