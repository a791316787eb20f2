import { Secret } from '../../../src/model/text/secret.ts';
import { createUpstream, type RequestContext } from '../../../src/upstream/client.ts';
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
  const upstream = upstreamOf(service, requestsPerMinute);
  const began = Date.now();
  const state = { page: 0, done: 0 };
  const walkOn = async (): Promise<void> => {
    while (state.page < pages) await upstream.listChats({ page: (state.page += 1) }, patient());
    state.done += 1;
  };
  for (let lane = 0; lane < concurrency; lane += 1) void walkOn();
  while (state.done < concurrency) await pass();
  return Date.now() - began;
}

/** A client of a simulated service. */
export function upstreamOf({ transport }: SimulatedService, requestsPerMinute: number) {
  return createUpstream({
    baseUrl: new URL('https://desk.example.com'),
    email: 'ann@example.com',
    password: new Secret('secret'),
    requestsPerMinute,
    transport,
    now: () => Date.now(),
    chance: () => 0.5,
  });
}

const patient = (): RequestContext => ({ signal: new AbortController().signal });

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
