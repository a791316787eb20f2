import { expect, test } from 'vitest';
import { first, startDesk } from '../../mcp/desk.ts';

// Countries are found by statements of the engine: of chats, and of groups of them, on each as the world has them.

test('chats of a country are those of visitors whose latest record names it', async () => {
  await using desk = await startDesk();
  const { world } = desk.service;
  const countries = new Map(world.visitors.map((one) => [one.visitorId, one.records.at(-1)?.whereabouts.country]));
  const month = { from: '2026-10-19', to: '2026-11-17' };
  const chats = world.chats.filter(({ requestedAt }) => {
    const day = new Date(requestedAt).toISOString().slice(0, 10);
    return day >= month.from && day <= month.to;
  });
  const byCountry = Map.groupBy(chats, ({ visitorId }) => countries.get(visitorId));
  const [country = '', theirs] = first([...byCountry].sort(([, some], [, others]) => others.length - some.length));
  const { data } = await desk.ask('list_chats', { ...month, country: country.toUpperCase(), limit: 1 });
  expect(data.total).toBe(theirs.length);
  const { data: grouped } = await desk.ask('get_support_performance', { ...month, group_by: ['country'], limit: 100 });
  expect(grouped.groups?.map(({ metrics }) => metrics['chats'])).toEqual(
    [...byCountry.values()].map((some) => some.length).sort((one, other) => other - one),
  );
});
