import { Secret } from '../../../src/model/text/secret.ts';
import { Beside } from '../../../src/archive/reader/beside.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { createUpstream } from '../../../src/upstream/client.ts';
import type { SimulatedService } from './simulated-service.ts';

const MINUTE = 60_000;

interface SimulatedWalk {
  readonly service: SimulatedService;
  readonly requestsPerMinute: number;
  readonly pages: number;
  /** The pages that are asked for at once. */
  readonly concurrency?: number;
  /** Lets time pass, at least until the next timer. */
  readonly pass: () => Promise<void>;
}

/** Reads so many pages of a simulated service. Answers the milliseconds until the last one was there. */
export async function walk({
  service,
  requestsPerMinute,
  pages,
  concurrency = 1,
  pass,
}: SimulatedWalk): Promise<number> {
  const read = await pagesOf(service, requestsPerMinute);
  const began = Date.now();
  const state = { page: 0, done: 0 };
  const walkOn = async (): Promise<void> => {
    while (state.page < pages) await read((state.page += 1));
    state.done += 1;
  };
  for (let lane = 0; lane < concurrency; lane += 1) void walkOn();
  while (state.done < concurrency) await pass();
  return Date.now() - began;
}

/** Asks a simulated service for pages, within its limit. */
async function pagesOf({ transport }: SimulatedService, requestsPerMinute: number) {
  const now = (): number => Date.now();
  const clock = () => epochMillis(now());
  const account = { baseUrl: new URL('https://desk.example.com'), email: 'ann@example.com' };
  const upstream = createUpstream({ ...account, password: new Secret('secret'), transport, clock });
  const beside = await Beside.begin({ tables: undefined, ceiling: requestsPerMinute, clock, now, chance: () => 0.5 });
  const patience = { signal: new AbortController().signal, deadline: epochMillis(Number.MAX_SAFE_INTEGER) };
  return (page: number) => beside.send('chats', patience, (signal) => upstream.listChats({ page }, signal));
}

/**
 * The milliseconds that a walk takes at least which never asks in vain, given how many requests the service takes in
 * any minute after so many, and how long one is on its way.
 */
export function idealMillis(pages: number, limit: (accepted: number) => number, latencyMillis: number): number {
  const sent: number[] = [];
  let now = 0;
  for (let page = 0; page < pages; page += 1) {
    const most = limit(page);
    const inWindow = sent.filter((at) => at > now - MINUTE);
    if (inWindow.length >= most) now = (inWindow.at(-most) ?? now) + MINUTE;
    sent.push(now);
    now += latencyMillis;
  }
  return now;
}

/** The share of requests that were refused. */
export function refusedShare({ arrivals }: SimulatedService): number {
  return arrivals.filter(({ status }) => status === 429).length / arrivals.length;
}

/** Limits a minute that a client does not know: steady ones, and such as change after half of the pages. */
export function unknownLimits(pages: number): readonly (readonly [string, (accepted: number) => number])[] {
  const limits = [7, 60, 600];
  const steady = limits.map((limit) => [String(limit), () => limit] as const);
  const changing = limits.flatMap((before) =>
    limits
      .filter((after) => after !== before)
      .map(
        (after) => [`${before}, then ${after}`, (accepted: number) => (accepted < pages / 2 ? before : after)] as const,
      ),
  );
  return [...steady, ...changing];
}
