import { expect, test } from 'vitest';
import { chatsOn } from '../../oracle/calendar.ts';
import { DAY, monthWorld, sharedDesk, smallWorld, startDesk } from '../../mcp/desk.ts';
import type { World } from '../../../src/sandbox/world/world.ts';

/** A month in which visitors are displeased with one of the agents. */
function worldOfOneDispleasing(): World {
  const world = monthWorld();
  const [agent] = world.agents;
  for (const chat of world.chats) if (chat.agentId === agent?.agentId && chat.rating !== undefined) chat.rating = 1;
  return world;
}

const desk = sharedDesk(() => startDesk(worldOfOneDispleasing()));
const MONTH = { from: '2026-10-19', to: '2026-11-17' };
const QUESTION = { ...MONTH, group_by: ['agent'], metrics: ['rating'], transcripts: 'loaded' };

/** How many standard errors the mean rating of each agent is from that of all, if ratings were independent. */
async function scores(): Promise<ReadonlyMap<number, number>> {
  const { service } = await desk();
  const rated = chatsOn(service.world.chats, MONTH, 'UTC').flatMap(({ agentId, rating, missed }) =>
    missed || rating === undefined || agentId === undefined ? [] : [{ agentId, rating }],
  );
  const mean = rated.reduce((sum, { rating }) => sum + rating, 0) / rated.length;
  const variance = rated.reduce((sum, { rating }) => sum + (rating - mean) ** 2, 0) / rated.length;
  return new Map(
    [...Map.groupBy(rated, ({ agentId }) => agentId)].map(([agentId, own]) => {
      const shift = own.reduce((sum, { rating }) => sum + rating - mean, 0) / own.length;
      return [agentId, shift / Math.sqrt(variance / own.length)];
    }),
  );
}

test('agents whose ratings are far from all others are marked, and none who is near', async () => {
  const { data, text } = await (await desk()).ask('get_support_performance', { ...QUESTION, limit: 100 });
  const far = await scores();
  const marked = (data.groups ?? [])
    .filter(({ differs = [] }) => differs.includes('rating_mean'))
    .map(({ key }) => Number(key));
  const farther = (score: number) => [...far].filter(([, own]) => Math.abs(own) > score).map(([agentId]) => agentId);
  expect(farther(7).length).toBeGreaterThan(0);
  expect(marked).toEqual(expect.arrayContaining(farther(7)));
  expect(farther(3)).toEqual(expect.arrayContaining(marked));
  expect(text.match(/\)! \|/g)).toHaveLength(marked.length);
  expect(text).toMatch(/^! Differs from all others beyond chance \(corrected for \d+ figures\)\.$/m);
});

test('a page of groups says that others may differ, too, or change', async () => {
  const page = { ...QUESTION, order_by: 'rating', limit: 5 };
  const { text } = await (await desk()).ask('get_support_performance', page);
  expect(text).toMatch(/^! Differs .* figures; other pages may have more\)\.$/m);
  const week = { ...QUESTION, from: '2026-11-09', to: '2026-11-15', metrics: ['wait'] };
  const compared = { ...week, compare_to: 'previous_period', limit: 5 };
  const { text: changes } = await (await desk()).ask('get_support_performance', compared);
  expect(changes).toMatch(/^No change on this page is beyond chance \(corrected for \d+ figures\)\.$/m);
});

test('periods of more than a month are not tested, and the answer says so', async () => {
  const world = smallWorld();
  // Two weeks, again and again for eighteen.
  world.chats = Array.from({ length: 9 }, (_, times) =>
    world.chats.map((chat) => ({
      ...chat,
      chatId: chat.chatId + times * 10_000,
      requestedAt: chat.requestedAt - times * 14 * DAY,
      ...(chat.startedAt !== undefined && { startedAt: chat.startedAt - times * 14 * DAY }),
      ...(chat.endedAt !== undefined && { endedAt: chat.endedAt - times * 14 * DAY }),
    })),
  )
    .flat()
    .toSorted((one, other) => one.requestedAt - other.requestedAt);
  await using long = await startDesk(world);
  const quarter = { from: '2026-09-15', to: '2026-11-15', metrics: ['rating'], transcripts: 'loaded' };
  const compared = await long.ask('get_support_performance', { ...quarter, compare_to: 'previous_period' });
  expect(compared.text).toContain('Not tested against chance (more than 31 days): rating.');
  const byAgent = await long.ask('get_support_performance', { ...quarter, group_by: ['agent'] });
  expect(byAgent.text).not.toContain('!');
});
