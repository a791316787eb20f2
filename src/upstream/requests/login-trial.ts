/** Whether a login is good, which one request at a time tries, so that a wrong password is tried once. */
export class LoginTrial {
  #isPassed = false;
  #underWay: Promise<void> | undefined;

  /** Resolves when the trial under way is over; undefined where there is none. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Begins a trial unless one was passed. Returns what ends it. */
  begin(): () => void {
    if (this.#isPassed) return () => {};
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay = promise;
    return () => {
      if (this.#underWay === promise) this.#underWay = undefined;
      resolve();
    };
  }

  pass(): void {
    this.#isPassed = true;
  }
}
