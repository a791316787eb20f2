import { uptime } from '../../upstream/requests/uptime.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * Milliseconds that all processes count alike who share an archive: the machine's steady ones, where they are all on
 * one machine, else those of the server that they share, counted on steadily between two looks at its clock.
 */
export class SharedTime {
  #offset: number | undefined;

  readonly now = (): number => Math.round(uptime() + (this.#offset ?? 0));

  /**
   * Looks at the server's clock again, where there is one. When it was read is known as well as asking was quick: of what fits, a slow
   * look changes nothing, and a quick one mends what slow ones have left open.
   */
  async adjust(tables: Pick<Tables, 'serverTime'>): Promise<void> {
    const before = uptime();
    const time = await tables.serverTime();
    if (time === undefined) return;
    const [least, most] = [time - uptime(), time - before];
    this.#offset = Math.min(Math.max(this.#offset ?? (least + most) / 2, least), most);
  }
}
