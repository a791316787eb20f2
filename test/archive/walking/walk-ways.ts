import { expect, onTestFinished } from 'vitest';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import { openServer, smallWorld, startService, type Desk, type Service } from '../../mcp/desk.ts';
import { type Days, chatsOn } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { thinWorld } from './thin-world.ts';

// How services may list their rows, and what reading some days costs with each.

export const ORDERS = ['newest', 'oldest', 'shuffled'] as const;
export const PAST_ENDS = ['empty', '404', '400', 'last_page'] as const;
export const PAGE_SIZES = [1, 7, 50] as const;

export const KNOWN = { from: '2026-11-12', to: '2026-11-17' };
export const ASKED = { from: '2026-11-05', to: '2026-11-11' };

/** A desk on a service of its own, to the end of the test. */
export async function openDesk(...service: Parameters<typeof startService>): Promise<Desk> {
  const started = startService(...service);
  const desk = await openServer(started);
  onTestFinished(async () => {
    await desk.close();
    await started.close();
  });
  return desk;
}

export const rowsOf = ({ world }: Service, days: Days): Chat[] => chatsOn(world.chats, days, 'UTC');

/** Fails unless the answer for some days is the truth. */
export async function expectTruth(desk: Desk, asked: Days, complete = true): Promise<void> {
  const { data } = await desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
  expect(ofRows(data.overall)).toEqual(metricsOf(rowsOf(desk.service, asked)));
  expect(data.coverage).toMatchObject({ complete, rejected_records: 0 });
}

/** Fails unless the days before those that are known are read whole, and with next to no request too many. */
export async function expectThrift(
  order: (typeof ORDERS)[number],
  past_end: (typeof PAST_ENDS)[number],
  pageSize: number,
): Promise<void> {
  // A page for each row of a whole world takes longest, and shows no more.
  const desk = await openDesk(pageSize === 1 ? thinWorld() : smallWorld(), pageSize, { order, past_end });
  await expectTruth(desk, KNOWN);
  const { requests } = await desk.spentOn(() => expectTruth(desk, ASKED));
  const pages = Math.ceil(rowsOf(desk.service, { ...ASKED, to: '2026-11-12' }).length / pageSize);
  // The pages, the end, and page 1 again; a few to find the last page, whose place is guessed at; and, without an
  // order, all but the last page once more.
  const most = order === 'shuffled' ? 2 * pages + 2 + 12 : pages + 2 + 6;
  expect(requests).toBeLessThanOrEqual(most + (past_end === 'last_page' ? 2 : 0));
}
