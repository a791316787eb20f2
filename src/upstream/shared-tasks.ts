/** Work that several may wait for. It is aborted when the last of them has left before its end. */
export class SharedTask<Result> {
  readonly result: Promise<Result>;
  readonly #abort = new AbortController();
  #waiting = 0;

  /** Runs it at once. */
  constructor(run: (signal: AbortSignal) => Promise<Result>) {
    this.result = run(this.#abort.signal);
    // Those who have left are not told how it ended.
    this.result.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Waits for the result. Throws what the work throws, and the signal's reason when it is aborted. */
  async wait(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    this.#waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.abort(signal.reason);
      left.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([this.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Aborts it for all who wait. */
  abort(reason: unknown): void {
    this.#abort.abort(reason);
  }
}

/** Shared tasks under way, by their key. */
export class TasksUnderWay<Task extends SharedTask<unknown>> {
  /** The tasks that may be waited for. */
  readonly #joinable = new Map<string, Task>();
  /** Those as well that were aborted, and have yet to stop. */
  readonly #unfinished = new Set<Task>();

  /** Returns the task of that key; undefined where none is under way. */
  get(key: string): Task | undefined {
    return this.#joinable.get(key);
  }

  /** Keeps a task until it ends or is aborted, and returns it. */
  add(key: string, task: Task): Task {
    // An aborted one is forgotten before it has stopped: who comes meanwhile starts afresh instead of failing with it.
    const forget = (): void => {
      if (this.#joinable.get(key) === task) this.#joinable.delete(key);
    };
    const end = (): void => {
      forget();
      this.#unfinished.delete(task);
    };
    task.signal.addEventListener('abort', forget, { once: true });
    task.result.then(end, end);
    this.#joinable.set(key, task);
    this.#unfinished.add(task);
    return task;
  }

  /** Aborts all tasks. Resolves when they have stopped. */
  async close(reason: Error): Promise<void> {
    const unfinished = [...this.#unfinished];
    for (const task of unfinished) task.abort(reason);
    await Promise.allSettled(unfinished.map(({ result }) => result));
  }
}
