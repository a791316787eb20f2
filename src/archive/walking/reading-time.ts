import { seconds, type Seconds } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { PAGE_CONCURRENCY } from '../../upstream/pages/page-walk.ts';
import type { ListTable } from '../tables/changed-rows.ts';

/** The assumed time of a page before one was read, in seconds. */
const USUAL = 0.25;
/** The weight of the latest page in the average. */
const WEIGHT = 0.2;

/** Estimates the time that reading pages takes: the service's for each, and the budget's. */
export class ReadingTime {
  readonly #upstream: Pick<Upstream, 'timeFor'>;
  #secondsPerPage = USUAL;

  constructor(upstream: Pick<Upstream, 'timeFor'>) {
    this.#upstream = upstream;
  }

  /** Learns from a page that was answered after so long. */
  answered(after: Seconds): void {
    this.#secondsPerPage += WEIGHT * (after - this.#secondsPerPage);
  }

  /**
   * Estimates the time from now until some pages of a list have been read, if nobody else asks: several at once where a
   * walk `looksAhead`, else one by one.
   */
  async of(list: ListTable, pages: number, looksAhead: boolean): Promise<Seconds> {
    const wait = await this.#upstream.timeFor({ endpoint: list, priority: 'person' }, pages);
    const perPage = this.#secondsPerPage / (looksAhead ? PAGE_CONCURRENCY : 1);
    return seconds(Math.max(wait + this.#secondsPerPage, pages * perPage));
  }
}
