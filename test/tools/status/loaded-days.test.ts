import { expect, test } from 'vitest';
import { DAY, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { plusDays, wallTime } from '../../oracle/calendar.ts';

// Which days of chats are loaded, in words and as data, after a history of loading that the test knows.

const dayOf = (at: number): string => wallTime('UTC', at).day;

async function calendarOf(desk: Desk) {
  const { result, requests } = await desk.spentOn(() => desk.ask('get_service_status'));
  expect(requests).toBe(0);
  const { contents } = await desk.client.readResource({ uri: 'chat://status' });
  const resource = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
  const line = /^- Chats: .*$/m.exec(result.text)?.[0] ?? '';
  expect(resource).toContain(line);
  const { utc_days, transcripts_by_month } = result.data.archive.chats;
  return { line, text: result.text, utc_days, transcripts_by_month };
}

test('days that were read are told from those that are due again, and from those that are not read', async () => {
  await using desk = await startDesk();
  const { world, clock } = desk.service;
  const { chats } = world;
  await desk.ask('list_chats', { from: '2026-10-28', to: '2026-11-08' });
  await desk.ask('list_chats', { from: '2026-11-16', to: '2026-11-18' });
  for (const { chatId } of chats.slice(0, 3)) await desk.ask('get_chat_transcript', { chat_id: chatId });
  // The look-back of two days is over for the 16th and the 17th; the 18th was still running when it was read.
  clock.now += 3 * DAY;

  const { line, utc_days, transcripts_by_month } = await calendarOf(desk);
  // A day more is asked for than is meant, since nobody knows whether the service includes the last one.
  const loaded = chats.filter(
    ({ requestedAt }) => dayOf(requestedAt) <= '2026-11-09' || dayOf(requestedAt) >= '2026-11-16',
  );
  expect(line).toBe(
    `- Chats: 28 Oct – 8 Nov and 16–17 Nov fully loaded (16–17 Nov due again), ${loaded.length} chats, 3 transcripts, as of 18 Nov 15:30`,
  );
  expect(utc_days).toEqual([
    { from: '2026-10-28', to: '2026-11-08', state: 'read' },
    { from: '2026-11-09', to: '2026-11-15', state: 'unread' },
    { from: '2026-11-16', to: '2026-11-17', state: 'due' },
    { from: '2026-11-18', to: '2026-11-21', state: 'unread' },
  ]);
  expect(transcripts_by_month).toEqual([{ month: '2026-11', have: 3, of: loaded.length }]);
});

test('today is read as long as it is young, and due again after that', async () => {
  await using desk = await startDesk();
  await desk.ask('list_chats', { period: 'today' });
  expect((await calendarOf(desk)).utc_days).toEqual([{ from: '2026-11-18', to: '2026-11-18', state: 'read' }]);
  desk.service.clock.now += 61_000;
  expect((await calendarOf(desk)).utc_days).toEqual([{ from: '2026-11-18', to: '2026-11-18', state: 'due' }]);
});

test('what was loaded of one agent is no loaded day', async () => {
  await using desk = await startDesk();
  const [agent] = desk.service.world.agents;
  await desk.ask('list_chats', { agent: String(agent?.agentId), from: '2026-11-10', to: '2026-11-12' });
  const { utc_days, text } = await calendarOf(desk);
  expect(utc_days).toEqual([]);
  expect(text).toContain('- Chats: no day fully loaded, ');
});

test('few loaded days take few words', async () => {
  await using desk = await startDesk();
  expect((await desk.ask('get_service_status')).text).not.toContain('Chats:');
  await desk.ask('list_chats', { from: '2024-03-05', to: '2024-03-06' });
  await desk.ask('list_chats', { from: '2026-11-10', to: '2026-11-12' });
  const { line, utc_days } = await calendarOf(desk);
  expect(line).toContain('- Chats: 5–6 Mar 2024 and 10–12 Nov fully loaded, ');
  expect(utc_days.map(({ state }) => state)).toEqual(['read', 'unread', 'read', 'unread']);
});

test('of many ranges, the newest are named', async () => {
  await using desk = await startDesk();
  for (let day = 1; day < 18; day += 2) {
    const from = `2026-11-${String(day).padStart(2, '0')}`;
    await desk.ask('list_chats', { from, to: from });
  }
  const { line, utc_days } = await calendarOf(desk);
  expect(utc_days.filter(({ state }) => state === 'read')).toHaveLength(9);
  expect(line).toContain('- Chats: parts of the days since 1 Nov, and 7 Nov, 9 Nov, 11 Nov');
});

test('three years without a gap are one range', async () => {
  await using desk = await startDesk(smallWorld());
  const { world, clock } = desk.service;
  const from = '2023-12-01';
  await desk.ask('list_chats', { from, to: plusDays(dayOf(clock.now), -30) });
  await desk.ask('list_chats', { period: 'yesterday' });
  const { line, utc_days, transcripts_by_month } = await calendarOf(desk);
  expect(line).toContain('- Chats: 1 Dec 2023 – 19 Oct 2026 and 17 Nov fully loaded, ');
  expect(utc_days[0]).toEqual({ from, to: '2026-10-19', state: 'read' });
  const loaded = transcripts_by_month.reduce((sum, { of }) => sum + of, 0);
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThanOrEqual(world.chats.length);
});
