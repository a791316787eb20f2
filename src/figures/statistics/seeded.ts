import { mixBits } from '../../model/sampling.ts';

const TWO_TO_32 = 2 ** 32;

/** Chance that is the same each time: the same seed draws the same numbers. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = mixBits(seed);
  }

  /** 32 bits. */
  bits(): number {
    this.#state = (this.#state + 0x9e37_79b9) >>> 0;
    return mixBits(this.#state);
  }

  /** A number from 0 up to but not including 1. */
  share(): number {
    return this.bits() / TWO_TO_32;
  }

  /** A number of the standard normal distribution. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log((this.bits() + 1) / TWO_TO_32));
    return radius * Math.cos(2 * Math.PI * this.share());
  }
}
