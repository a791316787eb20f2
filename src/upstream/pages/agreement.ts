import type { PagesInTurn, SeenPage } from './pages-in-turn.ts';

/**
 * Whether a later reading of a list shows that nothing slipped past an earlier one: every row that could have pulled others
 * past it is still there, in the same order, and nothing is there that it should have met. A row may have vanished and
 * returned while a page was read: the later reading therefore looks at every page again, behind all before it, and at the
 * end where the last page was full.
 */
export class Agreement {
  readonly #earlier: PagesInTurn;
  readonly #unmet: Set<number>;
  /** By where they came in the earlier reading. */
  readonly #unmetPullers: Map<number, number>;
  #lastPuller = -1;
  #pages = 0;
  #isExplained = true;

  constructor(earlier: PagesInTurn) {
    this.#earlier = earlier;
    this.#unmet = new Set(earlier.ids);
    this.#unmetPullers = new Map([...new Set(earlier.pullers())].map((id, place) => [id, place]));
  }

  /** Takes a page that the later reading looked at in turn. */
  see({ places }: SeenPage): void {
    this.#pages += 1;
    for (const { id, arrival = -Infinity } of places) {
      this.#unmet.delete(id);
      const place = this.#unmetPullers.get(id) ?? Infinity;
      // One that went to another place may have pulled others past both readings.
      const isInPlace = place > this.#lastPuller;
      if (this.#unmetPullers.delete(id)) this.#lastPuller = place;
      this.#isExplained &&= isInPlace && (this.#earlier.has(id) || arrival >= this.#earlier.newest);
    }
  }

  /** Whether that is shown, by a later reading that has come to its end or not yet. */
  isShown(hasEnded: boolean): boolean {
    if (!this.#isExplained || this.#unmetPullers.size > 0) return false;
    if (hasEnded) return true;
    return this.#unmet.size === 0 && this.#pages >= this.#earlier.pages.length && !this.#earlier.isLastFull;
  }
}
