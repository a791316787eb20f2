import { ArrivalOrder, isSame, rowsOn, type SeenPage } from './pages-in-turn.ts';

/** The facts known of a list before its last page is looked for. */
export interface LastPageHints {
  /** The pages that it may have. */
  readonly pages?: number | undefined;
  /** Whether that was counted, and does not rest on what other lists have. */
  readonly isCounted?: boolean;
  /** The times between which its rows came in. */
  readonly span?: { readonly from: number; readonly to: number } | undefined;
}

/** The tries in which the place of the last page is judged by when rows came in. After them, halves are taken. */
const MAX_JUDGED = 8;
/** The most pages looked at: a list that moves under the search may send it round and round. */
const MAX_LOOKS = 40;

/**
 * The page to look at next when the last page of a list is looked for; or that page, when it is found. `looks` are the
 * latest at each page, page 1 among them. Undefined where it cannot be found.
 */
export function nextLook(
  looks: ReadonlyMap<number, SeenPage>,
  hints: LastPageHints,
  pageCap: number,
): { readonly ask: number } | { readonly last: SeenPage } | undefined {
  const first = looks.get(1);
  if (first === undefined) return { ask: 1 };
  const size = rowsOn(first);
  const { least, most } = boundsOf(looks, size);
  if (looks.size > MAX_LOOKS || least >= pageCap) return undefined;
  const last = looks.get(most);
  if (last !== undefined && rowsOn(last) > 0) {
    const before = looks.get(most - 1);
    // Some services give the last page again for every page behind it.
    const isItself = before !== undefined && rowsOn(before) > 0 && !isSame(before, last);
    const isCounted = hints.isCounted === true && hints.pages === most;
    if (most === 1 || isItself || isCounted || saysBeyond(looks)) return { last };
    if (!looks.has(most - 1) && !repeats(looks)) return { ask: most - 1 };
  }
  if (least >= most) return undefined;
  const guess = guessOf(looks, least, most, hints);
  const highest = Math.min(last === undefined ? most : most - 1, pageCap);
  return { ask: Math.max(least + 1, Math.min(guess, highest)) };
}

/** The last page is not before `least`, and not behind `most`. */
function boundsOf(
  looks: ReadonlyMap<number, SeenPage>,
  size: number,
): { readonly least: number; readonly most: number } {
  const pages = [...looks.values()].sort((one, other) => one.page - other.page);
  let most = Infinity;
  for (const look of pages) {
    const rows = rowsOn(look);
    if (rows === 0) most = Math.min(most, look.page - 1);
    else if (rows < size || isRepeated(look, looks)) most = Math.min(most, look.page);
  }
  const full = pages.filter((look) => look.page < most && rowsOn(look) >= size);
  return { least: Math.max(1, ...full.map(({ page }) => page)), most };
}

/** Whether a later page has the same rows: then it is behind the last page, and this one is not before it. */
function isRepeated(look: SeenPage, looks: ReadonlyMap<number, SeenPage>): boolean {
  return rowsOn(look) > 0 && [...looks.values()].some((other) => other.page > look.page && isSame(look, other));
}

function repeats(looks: ReadonlyMap<number, SeenPage>): boolean {
  return [...looks.values()].some((look) => isRepeated(look, looks));
}

function saysBeyond(looks: ReadonlyMap<number, SeenPage>): boolean {
  return [...looks.values()].some((look) => rowsOn(look) === 0);
}

function guessOf(
  looks: ReadonlyMap<number, SeenPage>,
  least: number,
  most: number,
  { pages, span }: LastPageHints,
): number {
  const tries = looks.size - 1;
  if (pages !== undefined && !looks.has(pages) && pages > least && pages <= most) return pages;
  const judged = span && tries < MAX_JUDGED ? judgedByArrival(looks, least, span) : undefined;
  if (judged !== undefined && judged < most) return judged;
  if (most === Infinity) return pages === undefined ? 2 * least : least + 2 ** Math.max(0, tries - 1);
  return pages !== undefined && tries <= 2 ? most : Math.ceil((least + most) / 2);
}

/** Returns the last page if rows came in as they did on the pages until `least`. */
export function judgedByArrival(
  looks: ReadonlyMap<number, SeenPage>,
  least: number,
  { from, to }: NonNullable<LastPageHints['span']>,
): number | undefined {
  const order = new ArrivalOrder();
  const arrivals = [...new Set([1, least])].flatMap((page) => looks.get(page)?.places ?? []).map((row) => row.arrival);
  order.see(arrivals);
  const begin = looks.get(1)?.places[0]?.arrival;
  const end = looks.get(least)?.places.at(-1)?.arrival;
  if (begin === undefined || end === undefined || begin === end || !order.isPossible) return undefined;
  const rest = end < begin ? end - from : to - end;
  const judged = least + Math.max(1, Math.ceil((rest * least) / Math.abs(end - begin)));
  // A few rows of a list without order may look as if nothing had come in for ages.
  return Math.min(judged, least * arrivals.length ** 2);
}
