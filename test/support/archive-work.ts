import { setImmediate } from 'node:timers';

/** What the archives of this process have asked their server for and not been told yet. */
const underWay = new Set<object>();
let counts = false;

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
  }
}

/** To be called when every archive has been closed: who still stood in line for a connection never gets one. */
export function abandoned(): void {
  underWay.clear();
}

// Before anybody fakes it.
const really = setImmediate;

/** Resolves when no archive waits for its server, nor is about to ask it for something. */
export async function quiet(): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      really(resolve);
    });
  } while (underWay.size > 0);
}
