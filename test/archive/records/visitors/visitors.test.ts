import { describe, expect, test } from 'vitest';
import type { Visitor, World } from '../../../../src/sandbox/world/world.ts';
import { first, HOUR, smallWorld, startDesk, type Desk } from '../../../mcp/desk.ts';
import { isoTime, startOfDay } from '../../../oracle/calendar.ts';
import { nameOf, sameLetters } from '../../../oracle/rows.ts';

// Which visitors are found, and in which order: on each engine as the world has them.

/** Returns what a visitor's latest session told of them, which the list shows. */
function latestOf({ records }: Visitor): { name: string; email: string; phone: string; country: string; city: string } {
  const { contact, whereabouts } = first(records.slice(-1));
  return { ...contact, country: whereabouts.country, city: whereabouts.city };
}

const newestFirst = ({ visitors }: World): Visitor[] =>
  visitors.toSorted((one, other) => other.firstVisitAt - one.firstVisitAt || other.visitorId - one.visitorId);

const lineOf = (text: string): unknown => (text.trim() === '' ? undefined : sameLetters(text));

function rowOf(visitor: Visitor, zone = 'UTC'): unknown {
  const { name, email, phone, country, city } = latestOf(visitor);
  return {
    visitor_id: visitor.visitorId,
    name: lineOf(nameOf({ visitorName: name, visitorEmail: '', visitorPhone: '' }) ?? ''),
    email: lineOf(email),
    phone: lineOf(phone),
    first_visit_at: visitor.firstVisitAt === 0 ? undefined : isoTime(zone, visitor.firstVisitAt),
    country: lineOf(country),
    city: lineOf(city),
  };
}

/** All pages of an answer. Every page has the same total, and only the first one is paid for. */
async function listed(desk: Desk, args: object, limit = 100) {
  const { data } = await desk.ask('list_visitors', { ...args, limit });
  const visitors = [...data.visitors];
  for (let cursor = data.next_cursor; cursor !== undefined;) {
    const { result, requests } = await desk.spentOn(() => desk.ask('list_visitors', { ...args, limit, cursor }));
    expect(result.data.total).toBe(data.total);
    expect(result.data.visitors.length).toBeGreaterThan(0);
    expect(requests).toBe(0);
    visitors.push(...result.data.visitors);
    cursor = result.data.next_cursor;
  }
  expect(data.total).toBe(visitors.length);
  return visitors;
}

const idsOf = (visitors: readonly { readonly visitor_id: number }[]) => visitors.map(({ visitor_id }) => visitor_id);

/** Gives the newest visitors of a world what they are called. */
function withNames(names: readonly string[]): World {
  const world = smallWorld();
  for (const [index, name] of names.entries()) {
    const visitor = world.visitors.at(-1 - index);
    if (visitor !== undefined) first(visitor.records.slice(-1)).contact.name = name;
  }
  return world;
}

describe('without a filter', () => {
  test.each([1, 7, 100])('all are listed, the newest first, %d a page', async (limit) => {
    const world = smallWorld();
    world.visitors = world.visitors.slice(0, 45);
    // Several who came at once, and two of whom nothing tells when they came.
    for (const visitor of world.visitors.slice(20, 30))
      visitor.firstVisitAt = first(world.visitors.slice(30)).firstVisitAt;
    for (const visitor of world.visitors.slice(5, 7)) visitor.firstVisitAt = 0;
    await using desk = await startDesk(world);
    const rows = await listed(desk, {}, limit);
    expect(rows).toEqual(newestFirst(world).map((visitor) => rowOf(visitor)));
  });

  test('who is not in the list any more is not shown', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    await listed(desk, {});
    world.visitors.splice(10, 3);
    clock.now += 2 * HOUR;
    expect(idsOf(await listed(desk, {}))).toEqual(newestFirst(world).map(({ visitorId }) => visitorId));
  });
});

describe('a query', () => {
  /** Each with what those who are meant have, in the world's own letters. */
  const QUERIES: readonly (readonly [query: string, has: (visitor: ReturnType<typeof latestOf>) => boolean])[] = [
    ['jurgen', ({ name, email }) => name.includes('Jürgen') || email.includes('jurgen')],
    ['MÜLLER', ({ name, email }) => name.includes('Müller') || email.includes('muller')],
    ['lucia garcia', ({ name }) => name.includes('Lucía') && name.includes('García')],
    ['Walker', ({ name, email }) => name.includes('Walker') || email.includes('walker')],
    ['EXAMPLE.net', ({ email }) => email.endsWith('example.net')],
  ];

  test.each(QUERIES)('%s finds all who are meant, without case and accents', async (query, has) => {
    const world = withNames(['Lucía García Ortega']);
    await using desk = await startDesk(world);
    const expected = newestFirst(world).filter((visitor) => has(latestOf(visitor)));
    expect(expected.length).toBeGreaterThan(0);
    expect(await listed(desk, { query }, 7)).toEqual(expected.map((visitor) => rowOf(visitor)));
  });

  test.each([
    ['istanbul', 'İSTANBUL'],
    ['ΟΔΥΣ', 'Οδυσσεύς'],
    ['οδυσσευς', 'ΟΔΥΣΣΕΎΣ'],
    ['tm', 'Acme™'],
    ['юрий', 'ЮРИЙ'],
    ['full width', 'ｆｕｌｌ　ｗｉｄｔｈ'],
    ['anna', 'A\u200Bn\u00ADn\u202Ea'],
    ['山田', '山田 花子'],
    ['%', '100% sure'],
    ['100%', '100% sure'],
    ['_', 'under_score'],
    ['d%s', 'd%s'],
    ['\\', 'back\\slash'],
    ["o'neill", "O'Neill"],
    ["'; drop table visitors; --", "Robert'; DROP TABLE visitors; --"],
  ])('%s finds %s, and nobody else', async (query, name) => {
    // Others that a pattern or a sloppy search would find.
    const world = withNames([name, '100 sure', 'underXscore', 'dXs', 'backslash', 'ONeill', 'Robert']);
    world.visitors = world.visitors.slice(-20);
    for (const [index, { records }] of world.visitors.entries()) {
      const { contact } = first(records.slice(-1));
      Object.assign(contact, { email: '', phone: '', ...(index < world.visitors.length - 7 && { name: 'Zoë' }) });
    }
    await using desk = await startDesk(world);
    const meant = first(world.visitors.slice(-1));
    expect(idsOf(await listed(desk, { query }))).toEqual([meant.visitorId]);
  });

  test('finds a phone however its digits are parted, and an id only as a whole', async () => {
    const world = withNames([]);
    const [caller, other] = world.visitors.toReversed();
    if (caller === undefined || other === undefined) throw new Error('there are too few visitors');
    first(caller.records.slice(-1)).contact.phone = '+44 20 7946 0958';
    await using desk = await startDesk(world);
    for (const query of ['+44 20 7946 0958', '442079460958', '(020) 7946-0958', '0044 20 79460958', '7946 0958']) {
      expect(idsOf(await listed(desk, { query })), query).toEqual([caller.visitorId]);
    }
    // Fewer digits are found only as they are written: parted in another way, they would be in many phones.
    expect(await listed(desk, { query: '946-095' })).toEqual([]);
    expect(idsOf(await listed(desk, { query: String(other.visitorId) }))).toEqual([other.visitorId]);
    expect(await listed(desk, { query: String(other.visitorId).slice(0, -1) })).toEqual([]);
  });

  test('of one person is not found in the name of one field and the address of another put together', async () => {
    const world = withNames(['Ann']);
    const visitor = first(world.visitors.slice(-1));
    first(visitor.records.slice(-1)).contact.email = 'zq@example.com';
    await using desk = await startDesk(world);
    expect(await listed(desk, { query: 'annzq' })).toEqual([]);
    expect(idsOf(await listed(desk, { query: 'zq ANN' }))).toContain(visitor.visitorId);
  });
});

test.each(['Germany', 'GERMANY', 'germany '])('the country %s is that of the latest record', async (country) => {
  await using desk = await startDesk();
  const expected = newestFirst(desk.service.world).filter((visitor) => latestOf(visitor).country === 'Germany');
  expect(expected.length).toBeGreaterThan(0);
  expect(idsOf(await listed(desk, { country }))).toEqual(expected.map(({ visitorId }) => visitorId));
});

test.each(['UTC', 'Asia/Kolkata', 'America/New_York'])('a period is that of the first visit, in %s', async (zone) => {
  const world = smallWorld();
  for (const visitor of world.visitors.slice(5, 7)) visitor.firstVisitAt = 0;
  await using desk = await startDesk(world);
  const [start, end] = [startOfDay(zone, '2026-10-01'), startOfDay(zone, '2026-10-16')];
  const expected = newestFirst(world).filter(({ firstVisitAt }) => firstVisitAt >= start && firstVisitAt < end);
  expect(expected.length).toBeGreaterThan(3);
  const asked = { from: '2026-10-01', to: '2026-10-15', timezone: zone };
  expect(await listed(desk, asked, 4)).toEqual(expected.map((visitor) => rowOf(visitor, zone)));
  expect((await desk.ask('list_visitors', asked)).text).toContain(
    'Not counted: 2 visitors ("period" cannot be judged).',
  );
  const all = await listed(desk, { from: '1970-01-01', timezone: zone });
  expect(all).toHaveLength(world.visitors.length - 2);
});
