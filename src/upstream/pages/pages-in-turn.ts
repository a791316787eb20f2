/** One page of a list. `beyond` is the service's way to say that the list has no such page. */
export type Page<Row> =
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly rejected: number }
  | { readonly kind: 'beyond' };

/** The id of a row, and the time at which it came into its list, where that is known. */
export interface Place {
  readonly id: number;
  readonly arrival?: number | undefined;
}

/** A page as it was seen: the places of its readable rows, and the number of others. One without any is beyond the last. */
export interface SeenPage {
  readonly page: number;
  readonly places: readonly Place[];
  readonly rejected: number;
}

/** Counts the rows of a page. */
export function rowsOn({ places, rejected }: Omit<SeenPage, 'page'>): number {
  return places.length + rejected;
}

/** Whether two looks met the same rows in the same order. */
export function isSame(one: SeenPage, other: SeenPage): boolean {
  return rowsOn(one) === rowsOn(other) && one.places.every(({ id }, index) => id === other.places[index]?.id);
}

/** Notes what a page that the service answered shows. */
export function seenPage<Row>(page: number, answer: Page<Row>, placeOf: (row: Row) => Place): SeenPage {
  return answer.kind === 'beyond'
    ? { page, places: [], rejected: 0 }
    : { page, places: answer.rows.map(placeOf), rejected: answer.rejected };
}

/** Fewer rows may be in order by chance. */
const MIN_ROWS_FOR_ORDER = 8;

/** Whether rows come in the order of their arrival, as far as they were seen. */
export class ArrivalOrder {
  #isRising = true;
  #isFalling = true;
  #previous: number | undefined;
  #count = 0;

  see(arrivals: Iterable<number | undefined>): void {
    for (const arrival of arrivals) {
      if (arrival === undefined) continue;
      if (this.#previous !== undefined && arrival < this.#previous) this.#isRising = false;
      if (this.#previous !== undefined && arrival > this.#previous) this.#isFalling = false;
      this.#previous = arrival;
      this.#count += 1;
    }
  }

  /** Whether nothing speaks against an order yet. */
  get isPossible(): boolean {
    return this.#isRising || this.#isFalling;
  }

  /** The order that enough rows show. */
  get shown(): 'newest first' | 'oldest first' | undefined {
    if (this.#count < MIN_ROWS_FOR_ORDER || this.#isRising === this.#isFalling) return undefined;
    return this.#isFalling ? 'newest first' : 'oldest first';
  }
}

/** The place where a row was met last, and the rows that had been met for a second time until then. */
interface Meeting {
  readonly page: number;
  readonly index: number;
  readonly repeats: number;
}

/**
 * The pages of a list, one after the other from page 1 on. While they are read, rows that come in push others on to the
 * next page, where they are met once more; rows that vanish pull others up to a page that was read already, where they
 * are not met at all. What shows the latter is below.
 */
export class PagesInTurn {
  readonly #pages: SeenPage[] = [];
  readonly #order = new ArrivalOrder();
  readonly #met = new Map<number, Meeting>();
  #repeats = 0;
  #isInStep = true;
  #newest = -Infinity;

  see(seen: SeenPage): void {
    const isNew = ({ id }: Place): boolean => !this.#met.has(id);
    this.#order.see(seen.places.filter(isNew).map(({ arrival }) => arrival));
    const again = seen.places.filter((place) => !isNew(place));
    const pushed = this.#pages.at(-1)?.places.slice(-again.length) ?? [];
    this.#isInStep &&= again.every(({ id }, index) => id === pushed[index]?.id);
    for (const [index, { id, arrival = -Infinity }] of seen.places.entries()) {
      if (this.#met.has(id)) this.#repeats += 1;
      this.#met.set(id, { page: seen.page, index, repeats: this.#repeats });
      this.#newest = Math.max(this.#newest, arrival);
    }
    this.#pages.push(seen);
  }

  get pages(): readonly SeenPage[] {
    return this.#pages;
  }

  /**
   * Whether the rows that were met again were those that others had pushed on: the last of the page before, in their order.
   * Another one went to another place.
   */
  get isInStep(): boolean {
    return this.#isInStep;
  }

  get order(): Pick<ArrivalOrder, 'isPossible' | 'shown'> {
    return this.#order;
  }

  has(id: number): boolean {
    return this.#met.has(id);
  }

  /** The rows that a page has: as many as page 1, when others follow it. */
  get pageSize(): number {
    const [first] = this.#pages;
    return first === undefined ? 0 : rowsOn(first);
  }

  /**
   * Whether nothing slipped past, shown by what was the last page before page 1 was read. Between two pages, so many rows
   * moved on as were met twice, less those that slipped past; and the rows of the last page moved by all of it. In an order
   * of arrival rows come in at one end alone, so nothing slipped past when each of them moved exactly as far as rows were
   * met twice before it. Rows behind them are new ones where the oldest come first.
   */
  standsWith(last: SeenPage): boolean {
    const { shown } = this.#order;
    const { pageSize } = this;
    const isEven = this.#pages.slice(0, -1).every((page) => rowsOn(page) === pageSize);
    if (shown === undefined || !isEven || !this.#isInStep || last.places.length === 0) return false;
    const hasMovedAlong = last.places.every(({ id }, index) => {
      const met = this.#met.get(id);
      return met !== undefined && (met.page - last.page) * pageSize + met.index - index === met.repeats;
    });
    return (
      hasMovedAlong && (shown === 'oldest first' || this.#pages.at(-1)?.places.at(-1)?.id === last.places.at(-1)?.id)
    );
  }

  /** Every row that was met. */
  get ids(): Iterable<number> {
    return this.#met.keys();
  }

  /** The time at which the newest row came in that was met. */
  get newest(): number {
    return this.#newest;
  }

  /** Whether the last page may have others behind it: only their absence shows that it has none. */
  get isLastFull(): boolean {
    const last = this.#pages.at(-1);
    return last !== undefined && rowsOn(last) >= this.pageSize;
  }

  /** The rows whose vanishing may have pulled others past: of all pages that others may have followed, when read. */
  pullers(): number[] {
    const last = this.#pages.at(-1);
    if (last === undefined) return [];
    if (this.isLastFull) return this.#pages.flatMap(({ places }) => places.map(({ id }) => id));
    const again = new Set(last.places.map(({ id }) => id));
    return this.#pages.flatMap(({ places }) => places.map(({ id }) => id)).filter((id) => !again.has(id));
  }
}
