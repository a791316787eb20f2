/** Milliseconds since the machine started: a clock that all its processes share, and that nobody can set. */
export function uptime(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
