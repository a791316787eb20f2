import { omitUndefined } from '../../model/omit-undefined.ts';
import { Agreement } from './agreement.ts';
import { judgedByArrival, nextLook, type LastPageHints } from './last-page.ts';
import { walkPages, type PagedList, type WalkEnd } from './page-walk.ts';
import { isSame, PagesInTurn, rowsOn, seenPage, type Place, type SeenPage, type Page } from './pages-in-turn.ts';

/** The pages that are read in turn, and once more, before the last one is looked for where nothing tells that there are more. */
const FEW_PAGES = 3;
/** The times that page 1 is read again to see that it stood still while the last page was looked at. */
const MAX_BRACKETS = 2;

/** A page that was looked at: in the order of the looks they are what a reading that was interrupted goes on from. */
export interface LoggedPage extends SeenPage {
  /** The way in which the list ended, where this look showed it. */
  readonly end?: WalkEnd | undefined;
}

/** A page as it came from the service. */
export interface ReadPage<Row, Answer extends Page<Row>> {
  readonly answer: Answer | undefined;
  readonly logged: LoggedPage;
  /** The rows of a full page, as far as this one shows it: a page is full when another one follows it. */
  readonly pageSize: number | undefined;
  /** The last page, where it is known. */
  readonly lastPage: number | undefined;
}

export interface ReadingOptions extends LastPageHints {
  readonly pageCap: number;
  /** The rows of a full page, where that is known. */
  readonly pageSize?: number | undefined;
  /** The pages that an interrupted reading has looked at already. */
  readonly log?: readonly LoggedPage[];
  /** An earlier reading: this one ends as soon as it shows that nothing slipped past that. */
  readonly earlier?: Reading | undefined;
}

/** One reading of a list. */
export interface Reading {
  readonly inTurn: PagesInTurn;
  /** Why it ended; undefined where it had shown what it was to show before. */
  readonly end: WalkEnd | undefined;
  /** Whether the last page was looked at before page 1, so that the reading may stand by itself. */
  readonly isAnchored: boolean;
  /** Whether nothing slipped past it. */
  readonly isWhole: boolean;
  /** Whether it shows that nothing slipped past the earlier one. */
  readonly confirmsEarlier: boolean;
  /** The ids of all rows that it met. */
  readonly ids: ReadonlySet<number>;
}

/**
 * Reads a list from its first page to its end, so that it shows whether rows slipped past. Where there may be more than a
 * few pages in an order of arrival, the last page is looked for first, and page 1 read before and after that: when page 1
 * stood still, what the last page had tells at the end whether all others moved as they should (PagesInTurn.standsWith).
 * Other lists need a second reading, which meets the same rows again. Yields each page that was looked at, and last what
 * the reading showed; what `fetchPage` throws passes through.
 */
export async function* readPages<Row, Answer extends Page<Row>>(
  list: PagedList<Row, Answer>,
  options: ReadingOptions,
): AsyncGenerator<ReadPage<Row, Answer> | { readonly reading: Reading }, void, undefined> {
  const reading = new ListReading(list, options);
  const end = yield* reading.pages();
  yield { reading: reading.shown(end) };
}

/** Returns the requests that it takes to read `pages` pages that stand still, with the second look at them. */
export function requestsFor(pages: number, isOneMoment: boolean): number {
  // A list of few pages is read twice, and its end looked at once; another one has its first page and its last looked at
  // before. Both of them cost the same for one page and for two, and the former costs more for three.
  return pages <= 1 && isOneMoment ? 2 : Math.max(pages, 1) + 3;
}

/** Returns the pages of a list, as far as the looks of a reading tell: found, or judged by when its rows came in. */
export function pagesSeenBy(
  log: readonly LoggedPage[],
  hints: LastPageHints,
  pageCap: number,
): { readonly pages: number; readonly isFound: boolean } | undefined {
  const next = nextLook(new Map(log.map((look) => [look.page, look])), hints, pageCap);
  if (next === undefined || log.length === 0) return undefined;
  if ('last' in next) return { pages: next.last.page, isFound: true };
  return hints.span === undefined ? undefined : { pages: next.ask, isFound: false };
}

class ListReading<Row, Answer extends Page<Row>> {
  readonly #list: PagedList<Row, Answer>;
  readonly #options: ReadingOptions;
  readonly #log: LoggedPage[];
  readonly #looks = new Map<number, SeenPage>();
  readonly #ids = new Set<number>();
  #inTurn = new PagesInTurn();
  #agreement: Agreement | undefined;
  /** The last page before page 1 was read, while that stood still. */
  #last: SeenPage | undefined;
  /** The last page in any case. */
  #lastPage: number | undefined;

  constructor(list: PagedList<Row, Answer>, options: ReadingOptions) {
    this.#list = list;
    this.#options = options;
    this.#log = [...(options.log ?? [])];
    this.#begin();
  }

  /** Reads to the end. Returns why it ended; undefined where it had shown before what it was to show. */
  async *pages(): AsyncGenerator<ReadPage<Row, Answer>, WalkEnd | undefined, undefined> {
    const first = yield* this.#look(1);
    if (rowsOn(first) === 0) return first.end ?? 'empty';
    this.#see(first);
    if (!this.#hasMany(first)) {
      const end = yield* this.#walkOn(Math.min(FEW_PAGES, this.#options.pageCap));
      if (end !== 'capped' || this.#options.pageCap <= FEW_PAGES) return end;
      // Behind a page that is not full the next one should show the end.
      const last = this.#inTurn.pages.at(-1);
      if (last !== undefined && rowsOn(last) < this.#inTurn.pageSize) {
        return yield* this.#walkOn(this.#options.pageCap);
      }
    }
    const { earlier } = this.#options;
    // Where the first reading has shown no order, this one shows none alone: it has to agree, which takes less.
    const mayStand = earlier === undefined || earlier.inTurn.order.shown !== undefined;
    if (mayStand && this.#inTurn.order.isPossible) yield* this.#anchor();
    return yield* this.#walkOn(this.#options.pageCap);
  }

  /** Whether it pays to look for the last page first, as far as page 1 and what is known tell. */
  #hasMany(first: SeenPage): boolean {
    const { pageSize, pages, span, earlier } = this.#options;
    if (rowsOn(first) < (pageSize ?? 0)) return false;
    // Whether page 1 is full shows when its rows came in only where it is known how many fill a page.
    const judged = pages ?? (pageSize && span && judgedByArrival(this.#looks, 1, span));
    // To confirm an earlier reading of so many pages takes less than to begin with the last one.
    return judged !== undefined && (earlier === undefined ? judged >= FEW_PAGES : judged > FEW_PAGES);
  }

  /** Looks for the last page, between two looks at page 1 that are the same: from the second of them the reading goes on. */
  async *#anchor(): AsyncGenerator<ReadPage<Row, Answer>, void, undefined> {
    const { pageCap } = this.#options;
    for (let bracket = 0; bracket < MAX_BRACKETS; bracket += 1) {
      const first = this.#looks.get(1);
      let next = nextLook(this.#looks, this.#options, pageCap);
      // The page that was found before page 1 moved is looked at again.
      if (next !== undefined && 'last' in next && bracket > 0) next = { ask: next.last.page };
      while (next !== undefined && 'ask' in next) {
        yield* this.#look(next.ask);
        next = nextLook(this.#looks, this.#options, pageCap);
      }
      if (next === undefined) return;
      this.#lastPage = next.last.page;
      const again = yield* this.#look(1);
      this.#begin();
      if (rowsOn(again) === 0) return;
      this.#see(again);
      if (first === undefined || !isSame(first, again)) continue;
      this.#last = next.last;
      return;
    }
  }

  /** Looks at a page out of turn. */
  async *#look(page: number): AsyncGenerator<ReadPage<Row, Answer>, LoggedPage, undefined> {
    const logged = this.#log.shift();
    if (logged?.page === page) return this.#note(logged);
    // The next look of the interrupted reading does not fit to what is known now.
    this.#log.length = 0;
    const answer = await this.#list.fetchPage(page, new AbortController().signal);
    const seen = seenPage(page, answer, this.#placeOf);
    const isOver = page === 1 && rowsOn(seen) === 0;
    const look: LoggedPage = omitUndefined({ ...seen, end: isOver ? endShownBy(answer) : undefined });
    this.#note(look);
    yield { answer, logged: look, pageSize: this.#pageSizeShownBy(look), lastPage: this.#lastPage };
    return look;
  }

  /** Reads page after page from where the reading is. Answers why it ended; undefined where nothing more is to be shown. */
  async *#walkOn(pageCap: number): AsyncGenerator<ReadPage<Row, Answer>, WalkEnd | undefined, undefined> {
    while (this.#log.length > 0 && this.#nextPage <= pageCap) {
      const logged = this.#log.shift();
      if (logged?.page !== this.#nextPage) {
        this.#log.length = 0;
        break;
      }
      if (logged.end !== undefined) return logged.end;
      this.#see(this.#note(logged));
      if (this.#confirmsEarlier(undefined)) return undefined;
    }
    if (this.#confirmsEarlier(undefined)) return undefined;
    const { pageSize } = this.#inTurn;
    const lastPage = this.#lastPage;
    const walk = walkPages(this.#list, {
      startPage: this.#nextPage,
      seen: this.#inTurn.pages.flatMap(({ places }) => places),
      lastPage,
      pageCap,
      expected: lastPage === undefined ? undefined : { rows: lastPage * pageSize, pageSize },
    });
    let end: WalkEnd | undefined;
    for await (const step of walk) {
      if ('end' in step) {
        end = step.end;
        if (end === 'capped') break;
        const logged = { page: this.#nextPage, places: [], rejected: 0, end };
        yield { answer: undefined, logged, pageSize: undefined, lastPage };
      } else {
        const { page, answer } = step;
        const logged = this.#note(seenPage(page, answer, this.#placeOf));
        this.#see(logged);
        yield { answer, logged, pageSize: this.#pageSizeShownBy(logged), lastPage };
        if (this.#confirmsEarlier(undefined)) break;
      }
    }
    return end;
  }

  get #nextPage(): number {
    return this.#inTurn.pages.length + 1;
  }

  readonly #placeOf = (row: Row): Place => ({ id: this.#list.idOf(row), arrival: this.#list.arrivalOf(row) });

  #note(look: LoggedPage): LoggedPage {
    this.#looks.set(look.page, look);
    for (const { id } of look.places) this.#ids.add(id);
    return look;
  }

  #pageSizeShownBy(look: SeenPage): number | undefined {
    const first = this.#looks.get(1);
    if (first === undefined || look.page === 1) return undefined;
    const onFirst = new Set(first.places.map(({ id }) => id));
    return look.places.every(({ id }) => onFirst.has(id)) ? undefined : Math.max(rowsOn(first), rowsOn(look));
  }

  /** Begins to read the pages in turn. */
  #begin(): void {
    const { earlier } = this.#options;
    this.#inTurn = new PagesInTurn();
    this.#agreement = earlier && new Agreement(earlier.inTurn);
  }

  #see(page: SeenPage): void {
    this.#inTurn.see(page);
    this.#agreement?.see(page);
  }

  #confirmsEarlier(end: WalkEnd | undefined): boolean {
    const { earlier } = this.#options;
    if (earlier?.inTurn.isInStep !== true || !this.#inTurn.isInStep) return false;
    return this.#agreement?.isShown(end !== undefined && end !== 'capped') === true;
  }

  /** Returns what it shows, having ended so. */
  shown(end: WalkEnd | undefined): Reading {
    const { pages } = this.#inTurn;
    const [first] = pages;
    // A page that is not full has all there is, at one moment.
    const isOneMoment = first === undefined || (pages.length === 1 && rowsOn(first) < (this.#options.pageSize ?? 0));
    const stands = this.#last !== undefined && this.#inTurn.standsWith(this.#last);
    return {
      inTurn: this.#inTurn,
      end,
      isAnchored: this.#last !== undefined,
      isWhole: end !== undefined && end !== 'capped' && (isOneMoment || stands),
      confirmsEarlier: this.#confirmsEarlier(end),
      ids: this.#ids,
    };
  }
}

/** Returns why a list ends at a page without rows. */
function endShownBy({ kind }: Page<unknown>): WalkEnd {
  return kind === 'beyond' ? 'beyond' : 'empty';
}
