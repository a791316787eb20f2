import { UNSETTLED, UNTOLD } from '../../model/codebook/code-states.ts';
import { Counts } from '../statistics/growing.ts';

/** Whether something can be said of the chats of each group at all. */
export class Certainty {
  readonly #all = new Counts();
  readonly #untold = new Counts();
  readonly #unsettled = new Counts();

  /** Takes a chat's value; answers whether it is one, or NONE. */
  takes(group: number, value: number): boolean {
    this.#all.add(group);
    if (value === UNTOLD) this.#untold.add(group);
    else if (value === UNSETTLED) this.#unsettled.add(group);
    else return true;
    return false;
  }

  /** Whether a group's figure is certain: not where a code is not settled, and not where no row says. */
  has(group: number): boolean {
    const [all, untold] = [this.#all.of(group), this.#untold.of(group)];
    return this.#unsettled.of(group) === 0 && (all === 0 || untold < all);
  }
}
