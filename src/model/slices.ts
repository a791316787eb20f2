import { setImmediate } from 'node:timers';

/** The time after which work lets everything else have its turn: timers, cancellations, the end of the input. */
const SLICE_MILLIS = 10;

/** The way in which work on what strangers send, of which there may be any amount, shares the event loop with everything else. */
export interface Slices {
  /** Whether the work of this turn of the loop has gone on for long enough. */
  isOver(): boolean;
  /** Resolves when it is this work's turn again. Throws the reason of an aborted signal. */
  next(signal?: AbortSignal): Promise<void>;
}

/**
 * Work that goes on for long asks now and then: `if (slices.isOver()) await slices.next(signal)`. Of all that waits, one
 * goes on in each turn of the loop, in the order in which they came, so that many at once hold it up no longer than one.
 * @param now steady milliseconds
 * @param inNextTurn calls back in the next turn of the event loop
 */
export function createSlices(now: () => number, inNextTurn: (work: () => void) => void): Slices {
  const waiting: (() => void)[] = [];
  /** The moment at which the work of this turn began; undefined before there is any. */
  let began: number | undefined;

  function begin(): void {
    began = now();
    inNextTurn(() => (began = undefined));
  }

  function goOn(): void {
    const work = waiting.shift();
    if (waiting.length > 0) inNextTurn(goOn);
    begin();
    work?.();
  }

  return {
    isOver: () => {
      if (began === undefined) begin();
      return began !== undefined && now() - began >= SLICE_MILLIS;
    },
    next: async (signal) => {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) inNextTurn(goOn);
      });
      signal?.throwIfAborted();
    },
  };
}

// Of the machine, also where a test has another time: what is computed takes what it takes.
const now = performance.now.bind(performance);

/** Those of this process, which has one event loop. */
export const slices: Slices = createSlices(now, (work) => void setImmediate(work));

/** Does something with each value in turn, in slices. Throws the reason of an aborted signal. */
export async function eachInSlices<Value>(
  values: Iterable<Value>,
  work: (value: Value) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let isFirst = true;
  for (const value of values) {
    if (!isFirst && slices.isOver()) await slices.next(signal);
    isFirst = false;
    const done = work(value);
    if (done !== undefined) await done;
  }
}

/** Makes something of each value in turn, in slices. Throws the reason of an aborted signal. */
export async function mapInSlices<Value, Made>(
  values: Iterable<Value>,
  make: (value: Value, index: number) => Made | Promise<Made>,
  signal?: AbortSignal,
): Promise<Made[]> {
  const made: Made[] = [];
  const keep = (one: Made): void => void made.push(one);
  const work = (value: Value): void | Promise<void> => {
    const one = make(value, made.length);
    return one instanceof Promise ? one.then(keep) : keep(one);
  };
  await eachInSlices(values, work, signal);
  return made;
}

/** Makes one thing that may take a slice by itself. */
export async function inOwnSlice<Made>(make: () => Made): Promise<Made> {
  if (slices.isOver()) await slices.next();
  return make();
}

/** A long computation that yields after each of its steps, and so need not know who else wants to go on. */
export type Steps<Result> = Generator<void, Result, undefined>;

/** Goes through a computation in slices. Throws the reason of an aborted signal. */
export async function inSlices<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (slices.isOver()) await slices.next(signal);
  }
}

/** The number of values that are sorted, or merged, in one step. */
const SORT_BATCH_SIZE = 4096;

/** Sorts values, in steps: parts first, then these into each other. What is equal stays in its order. */
export function* sorted<Value>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  let runs: Value[][] = [];
  for (let start = 0; start < values.length; start += SORT_BATCH_SIZE) {
    runs.push(values.slice(start, start + SORT_BATCH_SIZE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Value[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* mergedRuns(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<Value>(
  one: readonly Value[],
  other: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  const merged: Value[] = [];
  let place = 0;
  for (const value of one) {
    for (let next = other[place]; next !== undefined && compare(value, next) > 0; next = other[place]) {
      merged.push(next);
      place += 1;
    }
    merged.push(value);
    if (merged.length % SORT_BATCH_SIZE === 0) yield;
  }
  for (; place < other.length; place += 1) {
    const next = other[place];
    if (next !== undefined) merged.push(next);
  }
  return merged;
}

/** Goes through a computation at once, for what is known to be short. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
