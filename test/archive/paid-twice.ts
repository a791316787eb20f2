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

/** The walk of a list that goes on: of the service's side, the pages of one list and filter that were given. */
interface Walk {
  readonly began: number;
  readonly pages: Map<number, number>;
  /** Whether it has come to the end of the list. */
  isOver: boolean;
}

/**
 * Answers the paths of requests whose earlier answer was still good: a single record again while it is, a page again in
 * the same walk (page 1 is read twice, at its ends), and a walk of what was read until just now.
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
      isBegun || (known !== undefined && isAgain) ? known : { began: at, pages: new Map(), isOver: false };
    walks.set(list, walk);
    const times = (walk.pages.get(page) ?? 0) + 1;
    walk.pages.set(page, times);
    // Past the end there is no record that could be paid for.
    if (rows === 0) walk.isOver = true;
    else if (times > (page === 1 ? 2 : 1)) twice.push(path);
  }
  return twice;
}
