/**
 * The most CPU time, in ms, that this process takes in one turn of the event loop during some work: the least of three runs, since
 * garbage is collected anywhere.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 3; run += 1) runs.push(await longestTurnOnce(work));
  return Math.min(...runs);
}

async function longestTurnOnce(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}

/** What work returns, and the CPU time that it takes in this process, in ms: the clock counts what other processes do meanwhile, too. */
export function onCpu<T>(work: () => T): { readonly result: T; readonly millis: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, millis: (user + system) / 1000 };
}
