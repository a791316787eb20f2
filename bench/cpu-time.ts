/** What work returns, and the CPU time that it takes in this process, in ms: the clock counts what other processes do meanwhile, too. */
export function onCpu<T>(work: () => T): { readonly result: T; readonly millis: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, millis: (user + system) / 1000 };
}
