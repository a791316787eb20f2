/** What is allowed between the end of the input and the end of the process. */
const GONE_WITHIN_MILLIS = 2000;

/** A machine that has nothing else to do makes more than so many starts in that time. One that is busy takes longer for both. */
const STARTS = 5;

/** Something that was started, and the time in which it has to be gone once it is told to end. */
export interface Timed<Started> {
  readonly started: Started;
  readonly goneWithin: number;
}

/** Starts something on a machine that may be busy: its end may take as much longer as its start did. */
export async function timed<Started>(start: () => Promise<Started>): Promise<Timed<Started>> {
  const began = performance.now();
  const started = await start();
  return { started, goneWithin: Math.max(GONE_WITHIN_MILLIS, STARTS * (performance.now() - began)) };
}
