import { uptime } from '../../upstream/requests/uptime.ts';
import type { Tables } from '../tables/tables.ts';

/** Asking a server takes time itself: only a larger difference is one of the clocks. */
const NOTICEABLE_MILLIS = 250;

/**
 * Milliseconds that all processes count alike who share an archive: the machine's steady ones, where they are all on
 * one machine, else those of the server that they share, counted on steadily between two looks at its clock.
 */
export class SharedTime {
  #offset: number | undefined;

  readonly now = (): number => Math.round(uptime() + (this.#offset ?? 0));

  /** Looks at the server's clock again, where there is one. */
  async adjust(tables: Pick<Tables, 'serverTime'>): Promise<void> {
    const before = uptime();
    const time = await tables.serverTime();
    if (time === undefined) return;
    const offset = time - (before + uptime()) / 2;
    if (this.#offset === undefined || Math.abs(offset - this.#offset) > NOTICEABLE_MILLIS) this.#offset = offset;
  }
}
