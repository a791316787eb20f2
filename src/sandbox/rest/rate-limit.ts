const WINDOW = 60_000;

/** Lets each caller through `perMinute` times in any sixty seconds; refused attempts do not count. */
export interface RateLimit {
  readonly perMinute: number;
  /** Counts a request of `caller` at `now` (epoch ms). Returns 0, or the whole seconds to wait when it is refused. */
  take: (caller: string, now: number) => number;
}

/** A sliding window for each caller (specification, section 8). */
export function createRateLimit(perMinute: number): RateLimit {
  const accepted = new Map<string, number[]>();
  return {
    perMinute,
    take: (caller, now) => {
      const recent = (accepted.get(caller) ?? []).filter((at) => at > now - WINDOW);
      accepted.set(caller, recent);
      const [oldest = now] = recent;
      if (recent.length >= perMinute) return Math.max(Math.ceil((oldest + WINDOW - now) / 1000), 1);
      recent.push(now);
      return 0;
    },
  };
}
