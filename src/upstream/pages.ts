/** One page of a list. `beyond` is the service's way to say that the list has no such page. */
export type Page<Row> =
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly rejected: number }
  | { readonly kind: 'beyond' };

/**
 * Why a walk ended: a page without rows; the service said that there is no such page; a page with no row that was
 * not seen before, as when the last page is given again; or the page cap.
 */
export type WalkEnd = 'empty' | 'beyond' | 'repeat' | 'capped';

export interface WalkedPage<Row> {
  readonly page: number;
  /** Every row of the page in its order; of page 1 they tell at the end whether it has moved. */
  readonly rows: readonly Row[];
  /** Those of them that the walk had not seen before. */
  readonly newRows: readonly Row[];
  readonly rejected: number;
}

export interface WalkOptions {
  /** Where an interrupted walk goes on; 1 by default. */
  readonly startPage?: number;
  /** The ids of rows that the walk already had when it was interrupted. */
  readonly seen?: Iterable<number>;
  /** The highest page number that is asked for. */
  readonly pageCap: number;
}

/** After so many pages in a row that held rows and none readable, nothing tells whether they only repeat. */
const UNREADABLE_PAGES = 3;

/**
 * Walks a list page by page, one request at a time, relying on no page size and no order (design, "What the
 * specification does not say"). Yields each page that brought something and returns why the walk ended; what
 * `fetchPage` throws passes through.
 */
export async function* walkPages<Row>(
  fetchPage: (page: number) => Promise<Page<Row>>,
  idOf: (row: Row) => number,
  { startPage = 1, seen = [], pageCap }: WalkOptions,
): AsyncGenerator<WalkedPage<Row>, WalkEnd, undefined> {
  const known = new Set(seen);
  let unreadable = 0;
  for (let page = startPage; page <= pageCap && unreadable < UNREADABLE_PAGES; page += 1) {
    const fetched = await fetchPage(page);
    if (fetched.kind === 'beyond') return 'beyond';
    const { rows, rejected } = fetched;
    if (rows.length === 0 && rejected === 0) return 'empty';
    const newRows = rows.filter((row) => known.size < known.add(idOf(row)).size);
    if (rows.length > 0 && newRows.length === 0) return 'repeat';
    unreadable = rows.length === 0 ? unreadable + 1 : 0;
    yield { page, rows, newRows, rejected };
  }
  return 'capped';
}

/**
 * Whether rows of page 1 moved while the list was walked, so that others may have slipped past the walk. Rows that
 * came in while it went on do not count: they push the old ones back, and a row is then seen twice, never missed.
 */
export function pageOneMoved(before: readonly number[], after: readonly number[]): boolean {
  const old = new Set(before);
  const remaining = after.filter((id) => old.has(id));
  return after.length < before.length || remaining.some((id, place) => id !== before[place]);
}
