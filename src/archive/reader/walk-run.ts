import type { EpochMillis } from '../../model/time/units.ts';
import type { ListWalk, ReadPage } from './list-walk.ts';
import type { Look } from './walk/look.ts';
import { walk, type Walk, type WalkResult } from './walk/walk.ts';
import type { Hints, LoggedWalk } from './walk-log.ts';

/** Bounds a walk whose end cannot be recognised. */
const PAGE_CAP = 20_000;

/** A page whose turn has come: to be stored together with its look. */
export interface Turn {
  readonly entry: number;
  readonly look: Look;
  readonly page: ReadPage;
  /** The result of the walk, where this page ended it. */
  readonly result: WalkResult | undefined;
}

/** A walk that is under way: which pages were asked for, and which answers wait for their turn. */
export class WalkRun {
  readonly list: ListWalk;
  readonly startedAt: EpochMillis;
  readonly hints: Hints;
  readonly #walk: Walk;
  readonly #underWay = new Map<number, AbortController>();
  readonly #early = new Map<number, { readonly look: Look; readonly page: ReadPage }>();
  readonly #looks: Look[] = [];
  /** The end of a walk that met nothing, and the rows whose records have to say that they are gone before it is believed. */
  doubt: { readonly turn: Turn; readonly ids: readonly number[] } | undefined;
  #next: readonly number[] = [];
  #lastPage: number | undefined;

  /** Begins a walk, or goes on where its log ends. */
  constructor(list: ListWalk, { startedAt, hints, looks }: Omit<LoggedWalk, 'key'>) {
    this.list = list;
    this.startedAt = startedAt;
    this.hints = hints;
    const found = (page: number): void => {
      this.#lastPage = page;
    };
    this.#walk = walk({ ...hints, pageCap: PAGE_CAP, found });
    const begun = this.#walk.next();
    if (begun.done !== true) this.#next = begun.value;
    for (const look of looks) this.#feed(look);
  }

  /** The pages that it has read. */
  get done(): number {
    return this.#looks.length;
  }

  /** The last page of the list, once it was found. */
  get lastPage(): number | undefined {
    return this.#lastPage;
  }

  /** The last page, as far as it can be judged while it is looked for. */
  get judgedPage(): number | undefined {
    return this.#lastPage === undefined && this.done > 0 && this.hints.span !== undefined ? this.#next[0] : undefined;
  }

  /** The part of the walk that is still to be read, from 0 to 1, as far as it is known. */
  get left(): number {
    const pages = this.#lastPage ?? this.hints.pages;
    return pages === undefined ? 1 : Math.max(0.05, 1 - this.done / (pages + 3));
  }

  /** The next page to ask for; undefined while all that may be asked for are under way. */
  get nextPage(): number | undefined {
    return this.#next.find((page) => !this.#underWay.has(page) && !this.#early.has(page));
  }

  /** Whether a page of it is under way. */
  get isAsking(): boolean {
    return this.#underWay.size > 0;
  }

  /** The ids of the rows that it has met since a moment at which one of its looks was. */
  metSince(moment: number): ReadonlySet<number> {
    const from = this.#looks.findIndex(({ at }) => at === moment);
    return new Set(this.#looks.slice(Math.max(0, from)).flatMap(({ rows }) => rows.map(({ id }) => id)));
  }

  /** Notes that a page is asked for. The signal is aborted when it is not needed any more. */
  ask(page: number): AbortSignal {
    const controller = new AbortController();
    this.#underWay.set(page, controller);
    return controller.signal;
  }

  /** Notes that a page did not come. Returns whether it was still needed. */
  end(page: number, signal: AbortSignal): boolean {
    return this.#underWay.get(page)?.signal === signal && this.#underWay.delete(page);
  }

  /** Takes a page that was asked for at a moment. Returns those whose turn has come by it, in their order. */
  take(number: number, page: ReadPage, at: EpochMillis): readonly Turn[] {
    const { rows, rejected, end } = page;
    const look: Look = { at, page: number, rows: [...rows], rejected, ...(end !== undefined && { end }) };
    this.#early.set(number, { look, page });
    const turns: Turn[] = [];
    for (;;) {
      const [next] = this.#next;
      const answer = next === undefined ? undefined : this.#early.get(next);
      if (next === undefined || answer === undefined) return turns;
      this.#early.delete(next);
      const entry = this.done;
      turns.push({ ...answer, entry, result: this.#feed(answer.look) });
    }
  }

  /** Stops asking; what is under way is given up. */
  stop(): void {
    for (const request of this.#underWay.values()) request.abort(new Error('The page is not needed any more'));
    this.#underWay.clear();
    this.#early.clear();
  }

  #feed(look: Look): WalkResult | undefined {
    const [, ...rest] = this.#next;
    this.#looks.push(look);
    const step = this.#walk.next(look);
    this.#next = step.done === true ? [] : step.value;
    // Pages that were read together hold only as long as no row moved (walk.ts).
    if (rest.some((page) => !this.#next.includes(page))) this.stop();
    return step.done === true ? step.value : undefined;
  }
}
