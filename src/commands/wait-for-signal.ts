import type { EndingSignal } from './run.ts';

/** A terminal sends Ctrl-C to npm and to this program, and npm passes its own on: within this time, that is one. */
const SAME_MILLIS = 1000;

/** Resolves at the first SIGTERM or SIGINT, with which it was. Another one, later, ends the process at once. */
export function waitForSignal(): Promise<EndingSignal> {
  return new Promise((resolve) => {
    const came = (signal: EndingSignal): void => {
      resolve(signal);
      setTimeout(() => process.off('SIGTERM', came).off('SIGINT', came), SAME_MILLIS).unref();
    };
    process.on('SIGTERM', came).on('SIGINT', came);
  });
}
