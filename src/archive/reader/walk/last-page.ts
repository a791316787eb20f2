import { ArrivalOrder, isSame, rowsOn, type Look } from './look.ts';

/** The tries in which the last page is judged by when rows came in. After them, halves are taken. */
const MAX_JUDGED = 8;
/** The most pages looked at: a list that moves under the search may send it round and round. */
const MAX_LOOKS = 40;

/** What is known of a list before its last page is looked for. */
export interface LastPageHints {
  /** The pages that it probably has. */
  readonly pages?: number | undefined;
  /** Whether those were counted, and do not rest on what other lists have. */
  readonly isCounted?: boolean | undefined;
  /** The times (epoch ms) between which its rows came in. */
  readonly span?: { readonly from: number; readonly to: number } | undefined;
}

interface FoundPage {
  readonly last: Look;
  /** The page behind it, where that was looked at. */
  readonly behind: Look | undefined;
}

/** Looks for the last page that has rows. Yields the page to read next. Returns undefined where it cannot be found. */
export function* findLastPage(
  first: Look,
  hints: LastPageHints,
  pageCap: number,
): Generator<readonly number[], FoundPage | undefined, Look> {
  const looks = new Map([[1, first]]);
  while (looks.size < MAX_LOOKS) {
    const { least, most } = boundsOf(looks);
    const last = looks.get(most);
    if (last !== undefined && rowsOn(last) > 0) {
      // Some services give the last page again for every page behind it: the page before shows which one this is.
      const before = looks.get(most - 1);
      const isItself = before !== undefined && rowsOn(before) > 0 && !isSame(before, last);
      const saysEmpty = [...looks.values()].some((look) => rowsOn(look) === 0);
      const isCounted = hints.isCounted === true && hints.pages === most;
      if (most === 1 || isItself || isCounted || saysEmpty) return { last, behind: looks.get(most + 1) };
      if (before === undefined && !isRepeated(last, looks)) {
        looks.set(most - 1, yield [most - 1]);
        continue;
      }
    }
    if (least >= most || least >= pageCap) return undefined;
    const highest = Math.min(last === undefined ? most : most - 1, pageCap);
    const page = Math.max(least + 1, Math.min(guess(looks, { least, most }, hints), highest));
    looks.set(page, yield [page]);
  }
  return undefined;
}

/** The last page is not before `least`, and not behind `most`. */
function boundsOf(looks: ReadonlyMap<number, Look>): { readonly least: number; readonly most: number } {
  const size = rowsOn(looks.get(1) ?? { at: 0, page: 1, rows: [], rejected: 0 });
  let least = 1;
  let most = Infinity;
  for (const look of [...looks.values()].sort((one, other) => one.page - other.page)) {
    const rows = rowsOn(look);
    if (rows === 0) most = Math.min(most, look.page - 1);
    else if (rows < size || isRepeated(look, looks)) most = Math.min(most, look.page);
    else if (look.page < most) least = look.page;
  }
  return { least, most };
}

/** Whether a later page has the same rows: then that one is behind the last page. */
function isRepeated(look: Look, looks: ReadonlyMap<number, Look>): boolean {
  return [...looks.values()].some((other) => other.page > look.page && isSame(look, other));
}

function guess(
  looks: ReadonlyMap<number, Look>,
  { least, most }: { readonly least: number; readonly most: number },
  { pages, span }: LastPageHints,
): number {
  if (pages !== undefined && !looks.has(pages) && pages > least && pages <= most) return pages;
  const judged = span !== undefined && looks.size <= MAX_JUDGED ? judgeByArrival(looks, least, span) : undefined;
  if (judged !== undefined && judged < most) return judged;
  const tries = looks.size - 1;
  // Where the pages were known, the last one is near; else it may be anywhere.
  if (most === Infinity) return pages === undefined ? 2 * least : least + 2 ** Math.max(0, tries - 1);
  return pages !== undefined && tries <= 2 ? most : Math.ceil((least + most) / 2);
}

/** Returns the last page if rows kept coming in as they did on the pages until `least`. */
function judgeByArrival(
  looks: ReadonlyMap<number, Look>,
  least: number,
  { from, to }: NonNullable<LastPageHints['span']>,
): number | undefined {
  const rows = [...new Set([1, least])].flatMap((page) => looks.get(page)?.rows ?? []);
  const order = new ArrivalOrder();
  order.take(rows);
  const begin = looks.get(1)?.rows[0]?.arrival;
  const end = looks.get(least)?.rows.at(-1)?.arrival;
  if (begin === undefined || end === undefined || begin === end || !order.isPossible) return undefined;
  const rest = end < begin ? end - from : to - end;
  const judged = least + Math.max(1, Math.ceil((rest * least) / Math.abs(end - begin)));
  // A few rows of a list without order may look as if nothing had come in for ages.
  return Math.min(judged, least * rows.length ** 2);
}
