import { ArrivalOrder, isSame, rowsOn, type Look } from './look.ts';
import { findLastPage, type LastPageHints } from './last-page.ts';
import { Reading } from './reading.ts';

/** Rows may move under each reading: after this many, the walk ends without a proof. */
const MAX_READINGS = 3;
/** How often page 1 may move while the last page is looked for. */
const MAX_ANCHORS = 2;
/** After this many pages in a row without a readable row, nothing shows whether they repeat. */
const MAX_UNREADABLE = 3;
/** The most pages of a walk that are asked for together. */
const PAGES_TOGETHER = 4;
/** A page that shows the one before again is behind the end, unless as many rows came in between. */
const ROWS_AGAIN = 8;

export interface WalkHints extends LastPageHints {
  /** The rows of a full page, where known. */
  readonly pageSize?: number | undefined;
  /** Bounds a walk whose end cannot be recognised. */
  readonly pageCap: number;
  /** Told the last page, when it was found. */
  readonly found?: ((page: number) => void) | undefined;
}

export interface WalkResult {
  /**
   * `proven`: nothing slipped past, and the list ended in an empty page; `assumed`: the same, but it ended in another way
   * that the specification leaves open; `capped`: at the page cap; `partial`: rows moved under every reading.
   */
  readonly basis: 'proven' | 'assumed' | 'capped' | 'partial';
  /** When the reading that counts began, epoch ms: what it says is as old as that. */
  readonly lookedAt: number;
  /** Rows that could not be read. */
  readonly rejected: number;
  /** The rows of a full page, where the walk showed it. */
  readonly pageSize: number | undefined;
}

/** Why a reading ended: no rows, no such page, the last page again, the page cap, or because it has shown enough. */
type End = 'empty' | 'beyond' | 'repeat' | 'capped' | 'confirmed';

interface Read {
  readonly reading: Reading;
  readonly startedAt: number;
  readonly end: End;
  /** Whether this reading alone proves that nothing slipped past it. */
  readonly isWhole: boolean;
}

/** A walk through a list. It takes each page that was read, and yields the pages to read next. */
export type Walk = Generator<readonly number[], WalkResult, Look>;

/**
 * Walks a list, relying on no page size, no order and no form of its end (design, "What the specification does not say").
 * Takes the first of the pages that it yielded. Where it yields several, they may be read together; a page that is read early
 * and is then no longer among those yielded has to be dropped. The same looks make the same walk: one that was interrupted
 * is resumed by giving it the looks of its log.
 */
export function* walk(hints: WalkHints): Walk {
  let latest = yield* read(hints, undefined);
  for (let count = 1; ; count += 1) {
    if (latest.end === 'capped') return resultOf(latest, 'capped');
    if (latest.isWhole) return resultOf(latest, basisOf(latest.end));
    if (count === MAX_READINGS) return resultOf(latest, 'partial');
    const next = yield* read({ ...hints, pages: latest.reading.pages.length, isCounted: true }, latest.reading);
    if (next.end !== 'capped' && next.reading.confirms(latest.reading)) return resultOf(latest, basisOf(latest.end));
    latest = next;
  }
}

/** Returns the requests that it takes to walk a list of so many rows that stands still. */
export function requestsFor(rows: number, pageSize: number): number {
  // One page that is not full: itself and its end.
  if (rows < pageSize) return 2;
  const pages = Math.ceil(rows / pageSize);
  // Page 1 twice, and the end. Of several pages the last one twice, too, and the end twice where that one is full.
  return pages + (pages === 1 ? 2 : rows % pageSize === 0 ? 4 : 3);
}

/** Reads a list once, from its first page to its end. */
function* read(hints: WalkHints, earlier: Reading | undefined): Generator<readonly number[], Read, Look> {
  const reading = new Reading();
  let first = yield [1];
  let startedAt = first.at;
  let last: Look | undefined;
  if (rowsOn(first) === 0) return { reading, startedAt, end: first.end ?? 'empty', isWhole: true };
  // A page that is not full has all there is, at one moment.
  const isOnePage = rowsOn(first) < (hints.pageSize ?? 0);
  const mayStand = earlier === undefined || earlier.order.shown !== undefined;
  if (!isOnePage && mayStand && isOrderPossible(first)) {
    const anchor = yield* findAnchor(first, hints);
    ({ first, last, startedAt } = anchor);
    if (rowsOn(first) === 0) return { reading, startedAt, end: first.end ?? 'empty', isWhole: true };
    if (anchor.end !== undefined) {
      reading.take(first);
      return { reading, startedAt, end: anchor.end, isWhole: true };
    }
  }
  reading.take(first);
  const end = yield* readOn(reading, { last, pageCap: hints.pageCap, earlier });
  const isProven = (isOnePage && reading.pages.length === 1) || (last !== undefined && reading.standsWith(last));
  return { reading, startedAt, end, isWhole: isProven && end !== 'capped' && end !== 'confirmed' };
}

interface Anchor {
  /** When page 1 was looked at before the last page: rows that came later are not in `last`. */
  readonly startedAt: number;
  /** Page 1, from which the reading goes on. */
  readonly first: Look;
  /** The last page as it was at that moment: page 1 was the same before and after. */
  readonly last: Look | undefined;
  /** How the list ended, where page 1 is all of it. */
  readonly end?: End;
}

/** Looks for the last page between two looks at page 1 that are the same. */
function* findAnchor(start: Look, hints: WalkHints): Generator<readonly number[], Anchor, Look> {
  let first = start;
  let { pages } = hints;
  for (let count = 0; count < MAX_ANCHORS; count += 1) {
    const found = yield* findLastPage(first, { ...hints, pages }, hints.pageCap);
    if (found === undefined) break;
    hints.found?.(found.last.page);
    const again = yield [1];
    if (isSame(first, again)) {
      const anchor = { startedAt: first.at, first: again, last: found.last };
      return found.last.page > 1 ? anchor : { ...anchor, end: found.behind?.end ?? 'repeat' };
    }
    first = again;
    pages = found.last.page;
    if (rowsOn(first) === 0) break;
  }
  return { startedAt: first.at, first, last: undefined };
}

interface ReadOnOptions {
  readonly last: Look | undefined;
  readonly pageCap: number;
  readonly earlier: Reading | undefined;
}

/** Reads the pages behind those of a reading, to the end. */
function* readOn(reading: Reading, { last, pageCap, earlier }: ReadOnOptions): Generator<readonly number[], End, Look> {
  let unreadable = 0;
  let rowsAgain = 0;
  for (;;) {
    if (earlier !== undefined && hasShownEnough(reading, earlier)) return 'confirmed';
    const page = reading.pages.length + 1;
    if (page > pageCap || unreadable === MAX_UNREADABLE) return 'capped';
    const together = last !== undefined && reading.mayReadAhead ? Math.min(PAGES_TOGETHER, last.page + 2 - page) : 1;
    const look = yield Array.from({ length: Math.max(1, together) }, (_, index) => page + index);
    if (rowsOn(look) === 0) return look.end ?? 'empty';
    unreadable = look.rows.length === 0 ? unreadable + 1 : 0;
    const before = reading.pages.at(-1);
    rowsAgain = before !== undefined && isSame(before, look) ? rowsAgain + look.rows.length : 0;
    const isEnd = rowsAgain >= ROWS_AGAIN || (rowsAgain > 0 && rowsOn(look) < reading.pageSize);
    if (isEnd && page > (last?.page ?? 0)) return 'repeat';
    reading.take(look);
  }
}

/** Whether a second reading that has not ended met everything that the first one met, up to a last page that is not full. */
function hasShownEnough(reading: Reading, earlier: Reading): boolean {
  const last = reading.pages.at(-1);
  if (last === undefined || reading.pages.length < earlier.pages.length) return false;
  return rowsOn(last) < reading.pageSize && reading.confirms(earlier);
}

function isOrderPossible({ rows }: Look): boolean {
  const order = new ArrivalOrder();
  order.take(rows);
  return order.isPossible;
}

function basisOf(end: End): WalkResult['basis'] {
  return end === 'empty' ? 'proven' : 'assumed';
}

function resultOf({ reading, startedAt }: Read, basis: WalkResult['basis']): WalkResult {
  const [first, second] = reading.pages;
  const isFull = first !== undefined && second?.rows.some(({ id }) => !first.rows.some((row) => row.id === id));
  return {
    basis,
    lookedAt: startedAt,
    rejected: reading.pages.reduce((sum, page) => sum + page.rejected, 0),
    pageSize: isFull === true ? reading.pageSize : undefined,
  };
}
