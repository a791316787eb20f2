// What a desk paid for twice, by the service's own account of what it answered: it knows nothing of archives and claims.

/** A request that the service has answered with a record or a page. */
export interface Answered {
  readonly path: string;
  readonly at: number;
  /** How many rows a page has; undefined for a single record. */
  readonly rows: number | undefined;
}

const MINUTE = 60_000;
/** An age counts from when a request was sent, and here from when the service had it. */
const ON_ITS_WAY = 1000;

/** How long a record is answered from, unless it is a transcript that is whole; and a list, from its first page on. */
const GOOD_FOR: Readonly<Record<string, number>> = {
  chats: MINUTE - ON_ITS_WAY,
  visitors: 60 * MINUTE - ON_ITS_WAY,
  agents: 5 * MINUTE - ON_ITS_WAY,
  offlinemessages: 5 * MINUTE - ON_ITS_WAY,
};

/** So many pages are read before the last page is looked for, and that begins at twice as many. */
const FEW_PAGES = 3;
/** So many pages of a walk are under way at once. */
const TOGETHER = 4;

/** The walk of a list that goes on: of the service's side, the pages of one list and filter that were given. */
interface Walk {
  readonly began: number;
  /** How often each page with rows was asked for. */
  readonly pages: Map<number, number>;
  /** Those that were asked for before their turn, when the last page was looked for. */
  readonly early: Set<number>;
  /** The last page that was asked for in its turn since page 1 was. */
  turn: number;
  /** Whether it has come to the end of the list. */
  isOver: boolean;
}

/**
 * Answers the paths of requests whose earlier answer was still good: a single record again while it is, a walk of what was read
 * until just now, and a page again in the same walk. The first few pages, the last one, and those at which it was looked for
 * are read twice in a walk.
 */
export function paidTwice(log: readonly Answered[], isWhole: (chatId: number, at: number) => boolean): string[] {
  const twice: string[] = [];
  const records = new Map<string, number>();
  const walks = new Map<string, Walk>();
  for (const { path, at, rows } of log) {
    const { pathname, searchParams } = new URL(path, 'https://desk.example.com');
    const [, , kind = '', id = ''] = pathname.split('/');
    if (rows === undefined) {
      const before = records.get(pathname);
      const goodFor =
        kind === 'chats' && before !== undefined && isWhole(Number(id), before) ? Infinity : GOOD_FOR[kind];
      if (before !== undefined && at - before < (goodFor ?? 0)) twice.push(path);
      records.set(pathname, at);
      continue;
    }
    const page = Number(searchParams.get('page_no'));
    searchParams.delete('page_no');
    const list = `${pathname}?${searchParams.toString()}`;
    const known = walks.get(list);
    const isBegun = known !== undefined && !(known.isOver && at - known.began > (GOOD_FOR[kind] ?? 0));
    const isAgain = page === 1 && (known?.pages.get(1) ?? 0) === 1;
    const walk: Walk =
      isBegun || (known !== undefined && isAgain)
        ? known
        : { began: at, pages: new Map(), early: new Set(), turn: 0, isOver: false };
    walks.set(list, walk);
    const isEarly = page > walk.turn + TOGETHER;
    if (isEarly) walk.early.add(page);
    else walk.turn = page === 1 ? 1 : Math.max(walk.turn, page);
    // Past the end there is no record that could be paid for.
    if (rows === 0) {
      walk.isOver ||= !isEarly;
      continue;
    }
    const times = (walk.pages.get(page) ?? 0) + 1;
    walk.pages.set(page, times);
    const isLast = page === Math.max(...walk.pages.keys());
    if (times > (page <= 2 * FEW_PAGES || isLast || walk.early.has(page) ? 2 : 1)) twice.push(path);
  }
  return twice;
}
