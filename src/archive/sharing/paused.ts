/** Does something at once, and after a pause once more where it was asked for meanwhile. */
export class Paused {
  readonly #work: () => void;
  readonly #pauseMillis: number;
  #pause: NodeJS.Timeout | undefined;
  #isAskedFor = false;

  constructor(work: () => void, pauseMillis: number) {
    this.#work = work;
    this.#pauseMillis = pauseMillis;
  }

  ask(): void {
    if (this.#pause === undefined) this.#go();
    else this.#isAskedFor = true;
  }

  /** Ends the pause. Answers whether something was asked for that is not done. */
  stop(): boolean {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const isLeft = this.#isAskedFor;
    this.#isAskedFor = false;
    return isLeft;
  }

  #go(): void {
    this.#isAskedFor = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isAskedFor) this.#go();
    }, this.#pauseMillis).unref();
    this.#work();
  }
}
