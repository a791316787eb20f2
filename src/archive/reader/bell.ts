/** Wakes those who wait. */
export class Bell {
  readonly #waiting = new Set<() => void>();
  #rings = 0;

  /** How often it has rung: whoever looks for something notes this first, so that no ring between is missed. */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when it rings, at once if it has rung since `heard`, after `millis`, or on abort. Never throws. */
  wait(millis: number, heard: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, millis));
      signal?.addEventListener('abort', wake);
      this.#waiting.add(wake);
      if (signal?.aborted === true || heard !== this.#rings) wake();
    });
  }
}
