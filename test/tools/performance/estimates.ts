import { z } from 'zod';
import { smallWorld, startDesk } from '../../mcp/desk.ts';
import { dropped, medianFirstResponse, medianResponse } from './expected-performance.ts';
import { chatsOn } from '../../oracle/calendar.ts';

// Whether the truth lies in the intervals that answers give: each world is asked through a real client, by a server that
// reads a sample of its transcripts.

const MONTH = { from: '2026-10-19', to: '2026-11-17' };

const Interval = z.tuple([z.number(), z.number()]);
const Estimates = z.object({
  first_response_seconds: z.object({ estimated: z.literal(true), sampled: z.number(), ci95: Interval }),
  response_seconds: z.object({ ci95: Interval }),
  dropped: z.object({ ci95: Interval }),
});

/** Of how many worlds the truth lies in the interval, for each estimate. */
export interface Hits {
  readonly worlds: number;
  readonly firstResponse: number;
  readonly response: number;
  readonly dropped: number;
}

/** Asks about the worlds with some seeds. */
export async function hitsIn(seeds: readonly number[]): Promise<Hits> {
  const hits = { worlds: 0, firstResponse: 0, response: 0, dropped: 0 };
  for (const seed of seeds) {
    const world = smallWorld(seed);
    await using desk = await startDesk(world);
    const { data } = await desk.ask('get_support_performance', MONTH);
    const estimates = Estimates.parse(data.overall);
    const over = chatsOn(world.chats, MONTH, 'UTC').filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
    const share = over.filter(dropped).length / over.length;
    hits.worlds += 1;
    if (isIn(medianFirstResponse(over), estimates.first_response_seconds.ci95, 0.05)) hits.firstResponse += 1;
    if (isIn(medianResponse(over), estimates.response_seconds.ci95, 0.05)) hits.response += 1;
    if (isIn(share, estimates.dropped.ci95, 0.000_05)) hits.dropped += 1;
  }
  return hits;
}

/** Bounds are rounded. */
function isIn(value: number | undefined, [low, high]: readonly [number, number], rounding: number): boolean {
  return value !== undefined && value >= low - rounding && value <= high + rounding;
}

export function hitWords({ worlds, firstResponse, response, dropped }: Hits): string {
  const share = (hits: number) => `${hits} of ${worlds} (${((100 * hits) / worlds).toFixed(1)} %)`;
  return `median first response ${share(firstResponse)}; median response ${share(response)}; dropped ${share(dropped)}`;
}
