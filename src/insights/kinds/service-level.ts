import type { Seconds } from '../../model/time/units.ts';
import { NONE, UNSETTLED, UNTOLD } from '../codes/code-states.ts';
import { Counts } from '../statistics/growing.ts';
import type { ServiceLevelFigure, Sums } from './figure.ts';

/** Stands in the column of waits for a missed chat: it is never answered in time. */
export const MISSED = -1;

/**
 * The service level within a time, with both treatments of missed chats. A chat that was served but shows no wait counts
 * as not answered in time. Undefined where it is not settled of every chat whether it was missed.
 */
export class ServiceLevelSums implements Sums<ServiceLevelFigure> {
  readonly #within: Seconds;
  readonly #answered = new Counts();
  readonly #served = new Counts();
  readonly #missed = new Counts();
  readonly #unsettled = new Counts();

  constructor(within: Seconds) {
    this.#within = within;
  }

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const wait = values[rows[index] ?? 0] ?? NONE;
      const group = groups[index] ?? 0;
      if (wait === UNSETTLED) this.#unsettled.add(group);
      else if (wait === MISSED) this.#missed.add(group);
      else if (wait !== UNTOLD) {
        this.#served.add(group);
        if (wait <= this.#within) this.#answered.add(group);
      }
    }
  }

  of(group: number): ServiceLevelFigure | undefined {
    if (this.#unsettled.of(group) > 0) return undefined;
    const served = this.#served.of(group);
    return {
      kind: 'service level',
      seconds: this.#within,
      answeredWithin: this.#answered.of(group),
      offered: served + this.#missed.of(group),
      served,
    };
  }
}
