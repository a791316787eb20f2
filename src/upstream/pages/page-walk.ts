import { SharedTask } from '../shared-tasks.ts';
import { ArrivalOrder, type Page, type Place } from './pages-in-turn.ts';

/**
 * Why a walk ended: a page without rows; the service said that there is no such page; pages with no row that was
 * not seen before, as when the last page is given again; or the page cap.
 */
export type WalkEnd = 'empty' | 'beyond' | 'repeat' | 'capped';

/** The last thing that a walk yields. */
export interface WalkOver {
  readonly end: WalkEnd;
}

export interface WalkedPage<Row, Answer extends Page<Row> = Page<Row>> {
  readonly page: number;
  /** The answer of `fetchPage`. */
  readonly answer: Answer;
  /** Every row of the page in its order. */
  readonly rows: readonly Row[];
  /** Those of them that the walk had not seen before. */
  readonly newRows: readonly Row[];
  readonly rejected: number;
}

/** A list that can be walked. */
export interface PagedList<Row, Answer extends Page<Row> = Page<Row>> {
  /** Asks for a page. The signal is aborted when the page is not needed after all. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Answer>;
  readonly idOf: (row: Row) => number;
  /** Grows from each row to those that came into the list after it; undefined where the row does not say. */
  readonly arrivalOf: (row: Row) => number | undefined;
}

export interface WalkOptions {
  /** The page that a walk goes on with; 1 by default. */
  readonly startPage?: number;
  /** The rows of the pages before that. */
  readonly seen?: readonly Place[];
  /** The last page, as far as it is known: before it, rows that were all seen before are no end. */
  readonly lastPage?: number | undefined;
  /** The highest page number that is asked for. */
  readonly pageCap: number;
  /** The rows that there are at least, and those that fill a page. Where it is not known, one page is asked for at a time. */
  readonly expected?: { readonly rows: number; readonly pageSize: number } | undefined;
}

/** The most pages of a walk that are under way at once. */
export const PAGE_CONCURRENCY = 4;

/** After as many pages in a row that held rows and none readable, nothing tells whether they only repeat. */
const MAX_UNREADABLE_PAGES = 3;

/**
 * Walks a list page by page, relying on no page size and no order (design, "What the specification does not say").
 * Yields each page that brought something, in order, and last why the walk ended; what `fetchPage` throws passes
 * through when it is the turn of its page. Up to four pages are under way at once, where that wastes none and loses
 * none (see Outlook); what is under way is cancelled when the walk ends.
 */
export async function* walkPages<Row, Answer extends Page<Row>>(
  { fetchPage, idOf, arrivalOf }: PagedList<Row, Answer>,
  { startPage = 1, seen = [], lastPage = 0, pageCap, expected }: WalkOptions,
): AsyncGenerator<WalkedPage<Row, Answer> | WalkOver, void, undefined> {
  const known = new Set(seen.map(({ id }) => id));
  const outlook = new Outlook(expected, seen);
  const ahead = new ReadAhead(fetchPage);
  // Whoever reads the end may take its time: what was asked for ahead would go out meanwhile.
  const over = (end: WalkEnd): WalkOver => {
    ahead.keep(0);
    return { end };
  };
  let unreadable = 0;
  let repeated = 0;
  try {
    for (let page = startPage; page <= pageCap && unreadable < MAX_UNREADABLE_PAGES; page += 1) {
      const fetched = await ahead.take(page, Math.min(outlook.lastPage, page + PAGE_CONCURRENCY - 1, pageCap));
      if (fetched.kind === 'beyond') return yield over('beyond');
      const { rows, rejected } = fetched;
      if (rows.length === 0 && rejected === 0) return yield over('empty');
      const newRows = rows.filter((row) => known.size < known.add(idOf(row)).size);
      unreadable = rows.length === 0 ? unreadable + 1 : 0;
      repeated = rows.length > 0 && newRows.length === 0 ? repeated + 1 : 0;
      // Where rows come in anywhere, they may have pushed a whole page back: only the next page tells.
      if (page > lastPage && repeated >= (outlook.isOrderShown ? 1 : 2)) return yield over('repeat');
      outlook.see(newRows.map(arrivalOf), {
        rowsOnPage: rows.length + rejected,
        isRepeating: newRows.length < rows.length,
      });
      // Behind a page that is not full the next one still has to show that it is the end.
      if (!outlook.isClear) ahead.keep(outlook.isOrderly ? 1 : 0);
      yield { page, answer: fetched, rows, newRows, rejected };
    }
    yield over('capped');
  } finally {
    ahead.keep(0);
  }
}

/** The pages of a walk from the next one on, as far as they were asked for: the answers wait here for their turn. */
class ReadAhead<Answer> {
  readonly #fetchPage: (page: number, signal: AbortSignal) => Promise<Answer>;
  readonly #asked: SharedTask<Answer>[] = [];

  constructor(fetchPage: (page: number, signal: AbortSignal) => Promise<Answer>) {
    this.#fetchPage = fetchPage;
  }

  /** Returns the page whose turn it is; all up to `last` are asked for with it. */
  async take(page: number, last: number): Promise<Answer> {
    const ask = (page: number) => new SharedTask((signal) => this.#fetchPage(page, signal));
    const first = (this.#asked[0] ??= ask(page));
    for (let next = page + this.#asked.length; next <= last; next += 1) this.#asked.push(ask(next));
    const answer = await first.result;
    this.#asked.shift();
    return answer;
  }

  /** Keeps so many pages, and cancels the others. */
  keep(count: number): void {
    for (const page of this.#asked.splice(count)) page.abort(new Error('The page is not needed'));
  }
}

/**
 * Decides how far a walk may look ahead. Pages that are under way together are read by the service in any order. New rows are
 * then lost where they come into the middle of a list; where they come in at its front, the walk first meets rows that
 * it has seen, and what was asked for before that is asked for again. So it looks ahead in lists that are in the order
 * of arrival, one way or the other, until a row repeats; and no further than the last page that is expected, nor
 * behind a page that is not full.
 */
class Outlook {
  readonly #expectedRows: number;
  readonly #order = new ArrivalOrder();
  #pageSize: number;
  #isFull: boolean;
  #isRepeating = false;

  constructor(expected: WalkOptions['expected'], seen: readonly Place[]) {
    this.#isFull = expected !== undefined;
    this.#expectedRows = expected?.rows ?? 0;
    this.#pageSize = expected?.pageSize ?? 1;
    this.#order.see(seen.map(({ arrival }) => arrival));
  }

  /** Whether the rows came in order so far, and each once. */
  get isOrderly(): boolean {
    return !this.#isRepeating && this.#order.isPossible;
  }

  /** Whether nothing speaks against looking ahead yet. */
  get isClear(): boolean {
    return this.#isFull && this.isOrderly;
  }

  /** Whether the list is in the order of arrival, as far as it was seen. */
  get isOrderShown(): boolean {
    return this.#order.shown !== undefined;
  }

  /** The last page that may be asked for before its turn; 0 for none. */
  get lastPage(): number {
    return this.isClear && this.isOrderShown ? Math.ceil(this.#expectedRows / this.#pageSize) : 0;
  }

  see(
    arrivals: readonly (number | undefined)[],
    { rowsOnPage, isRepeating }: { readonly rowsOnPage: number; readonly isRepeating: boolean },
  ): void {
    this.#order.see(arrivals);
    this.#isRepeating ||= isRepeating;
    this.#isFull &&= rowsOnPage >= this.#pageSize;
    this.#pageSize = Math.max(this.#pageSize, rowsOnPage);
  }
}
