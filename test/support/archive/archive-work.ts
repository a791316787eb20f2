import { setImmediate } from 'node:timers';

/** The requests of this process's archives that their server has not answered yet. */
const underWay = new Set<object>();
let counts = false;
/** Resolves when one of these has come to its end. */
let ending = Promise.withResolvers<void>();

function ended(): void {
  ending.resolve();
  ending = Promise.withResolvers();
}

/** Whether the archives of this process count what they wait for. */
export const isCounting = (): boolean => counts;

/** Does something for which an archive's server is asked. */
export async function counted<T>(work: () => Promise<T>): Promise<T> {
  const one = {};
  counts = true;
  underWay.add(one);
  try {
    return await work();
  } finally {
    underWay.delete(one);
    ended();
  }
}

/** To be called when every archive has been closed: who still stood in line for a connection never gets one. */
export function abandoned(): void {
  underWay.clear();
  ended();
}

// Before anybody fakes it.
const really = setImmediate;

/** Resolves when no archive waits for its server, nor is about to ask it for something. */
export async function quiet(): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      really(resolve);
    });
    if (underWay.size === 0) return;
    await ending.promise;
  }
}
