import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '../../../src/sandbox/world/world.ts';
import { ENGINE } from '../../support/archive/archive-location.ts';
import { smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { sayBesides, SOUGHT, SOUGHT_IN_VAIN, type Sought } from './search-set.ts';

// How well search finds what is there, against what a reader of the sandbox's transcripts finds by plain patterns.

const PERIOD = { from: '2026-10-01', to: '2026-11-18' };

let desk: Desk;
let world: World;
beforeAll(async () => {
  world = smallWorld();
  sayBesides(world);
  desk = await startDesk(world);
  await desk.ask('search_transcripts', { query: 'read all', ...PERIOD });
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The chats that a reader finds. */
function expected({ all, none = [] }: Sought): Set<number> {
  const found = world.chats.filter(({ messages }) => {
    const texts = messages.map(({ text }) => text.normalize('NFC'));
    const stands = (pattern: RegExp): boolean =>
      messages.some(({ text }) => pattern.test(text)) || texts.some((text) => pattern.test(text));
    return all.every(stands) && !none.some(stands);
  });
  return new Set(found.map(({ chatId }) => chatId));
}

/** All pages of what search finds, in order. */
async function found(query: string): Promise<number[]> {
  const chatIds: number[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const { data } = await desk.ask('search_transcripts', { query, ...PERIOD, limit: 100, ...(cursor && { cursor }) });
    chatIds.push(...data.hits.map(({ chat_id }) => chat_id));
    expect(data.total).toBeGreaterThanOrEqual(chatIds.length);
    cursor = data.next_cursor;
  }
  return chatIds;
}

test('search finds what is there, and nothing else', async () => {
  const wrong: string[] = [];
  const recalls: number[] = [];
  const precisions: number[] = [];
  for (const sought of SOUGHT) {
    const relevant = expected(sought);
    if (relevant.size === 0) wrong.push(`${sought.query}: is nowhere in the world`);
    const chatIds = await found(sought.query);
    expect(new Set(chatIds).size, sought.query).toBe(chatIds.length);
    const best = chatIds.slice(0, 10);
    const recall = chatIds.filter((id) => relevant.has(id)).length / Math.max(relevant.size, 1);
    const precision = best.length === 0 ? 0 : best.filter((id) => relevant.has(id)).length / best.length;
    recalls.push(recall);
    precisions.push(precision);
    if (recall < 1 || chatIds.some((id) => !relevant.has(id))) {
      wrong.push(`${sought.query}: found ${chatIds.length}, there are ${relevant.size}`);
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  process.stdout.write(
    `search on ${ENGINE}: ${SOUGHT.length} queries, recall ${mean(recalls).toFixed(3)}, precision at 10 ${mean(precisions).toFixed(3)}\n`,
  );
  expect(wrong).toEqual([]);
  expect(mean(recalls)).toBe(1);
  expect(mean(precisions)).toBe(1);
});

test.each(SOUGHT_IN_VAIN)('%s finds nothing, and says what to try', async (query) => {
  const { data, text } = await desk.ask('search_transcripts', { query, ...PERIOD });
  expect(data).toMatchObject({ total: 0, hits: [] });
  expect(text).toMatch(/ in 0 of \d[\d,]* chats.* Try fewer words/);
});
