import { expect, test } from 'vitest';
import { estimatedTokens } from '../../../src/answers/token-budget.ts';
import { DAY, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { plusDays, wallTime } from '../../oracle/calendar.ts';

// Which days of chats are at hand, by day and by month, after a reading history that the test knows.

const dayOf = (at: number): string => wallTime('UTC', at).day;

async function calendarOf(desk: Desk) {
  const { result, requests } = await desk.spentOn(() => desk.ask('get_service_status'));
  expect(requests).toBe(0);
  const { contents } = await desk.client.readResource({ uri: 'chat://status' });
  const resource = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
  const rows = result.text.split('\n').filter((line) => /^- \d{4}-\d{2} /.test(line));
  for (const row of rows) expect(resource).toContain(row);
  const { utc_days, transcripts_by_month } = result.data.archive.chats;
  return { rows, text: result.text, utc_days, transcripts_by_month };
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

  const { rows, utc_days, transcripts_by_month } = await calendarOf(desk);
  // A day more is asked for than is meant, since nobody knows whether the service includes the last one.
  const atHand = chats.filter(
    ({ requestedAt }) => dayOf(requestedAt) <= '2026-11-09' || dayOf(requestedAt) >= '2026-11-16',
  );
  expect(rows).toEqual([
    `- 2026-11 ########.......++.... 3/${atHand.length}`,
    '- 2026-10 ...........................#### 0/0',
  ]);
  expect(utc_days).toEqual([
    { from: '2026-10-28', to: '2026-11-08', state: 'read' },
    { from: '2026-11-09', to: '2026-11-15', state: 'unread' },
    { from: '2026-11-16', to: '2026-11-17', state: 'due' },
    { from: '2026-11-18', to: '2026-11-21', state: 'unread' },
  ]);
  expect(transcripts_by_month).toEqual([{ month: '2026-11', have: 3, of: atHand.length }]);
});

test('today is read as long as it is young, and due again after that', async () => {
  await using desk = await startDesk();
  await desk.ask('list_chats', { period: 'today' });
  expect((await calendarOf(desk)).utc_days).toEqual([{ from: '2026-11-18', to: '2026-11-18', state: 'read' }]);
  desk.service.clock.now += 61_000;
  expect((await calendarOf(desk)).utc_days).toEqual([{ from: '2026-11-18', to: '2026-11-18', state: 'due' }]);
});

test('what was read of one agent is no day that is at hand', async () => {
  await using desk = await startDesk();
  const [agent] = desk.service.world.agents;
  await desk.ask('list_chats', { agent: String(agent?.agentId), from: '2026-11-10', to: '2026-11-12' });
  const { utc_days, text } = await calendarOf(desk);
  expect(utc_days).toEqual([]);
  expect(text).not.toContain('Chats by UTC day');
});

test('little at hand takes few words', async () => {
  await using desk = await startDesk();
  const before = (await desk.ask('get_service_status')).text;
  expect(before).not.toContain('Chats by UTC day');
  await desk.ask('list_chats', { from: '2024-03-05', to: '2024-03-06' });
  await desk.ask('list_chats', { from: '2026-11-10', to: '2026-11-12' });
  const { text, rows, utc_days } = await calendarOf(desk);
  const words = text.slice(text.indexOf('Chats by UTC day'), text.indexOf('Codes of the service'));
  expect(estimatedTokens(words)).toBeLessThan(160);
  // Nothing but three months has anything to tell.
  expect(rows.map((row) => row.slice(0, 12))).toEqual(['- 2026-11 ..', '- 2024-04 to', '- 2024-03 ..']);
  expect(text).toContain('- 2024-04 to 2026-10 nothing read');
  expect(utc_days.map(({ state }) => state)).toEqual(['read', 'unread', 'read', 'unread']);
});

test('of three years, the newest months are shown, and the others summed up', async () => {
  await using desk = await startDesk(smallWorld());
  const { world, clock } = desk.service;
  const from = '2023-12-01';
  await desk.ask('list_chats', { from, to: plusDays(dayOf(clock.now), -30) });
  await desk.ask('list_chats', { period: 'yesterday' });
  const { rows, text, utc_days, transcripts_by_month } = await calendarOf(desk);
  expect(rows).toHaveLength(25);
  expect(rows.at(0)).toMatch(/^- 2026-11 \.{16}#\. 0\/\d+$/);
  expect(rows.at(1)).toMatch(/^- 2026-10 #{19}\.{12} 0\/\d+$/);
  expect(rows.at(23)).toBe(`- 2024-12 ${'#'.repeat(31)} 0/0`);
  // With a leap day.
  expect(rows.at(24)).toBe('- 2023-12 to 2024-11: 366 days read, 0 due again, 0 not read; 0/0');
  expect(utc_days[0]).toEqual({ from, to: '2026-10-19', state: 'read' });
  const atHand = transcripts_by_month.reduce((sum, { of }) => sum + of, 0);
  expect(atHand).toBeGreaterThan(0);
  expect(atHand).toBeLessThanOrEqual(world.chats.length);
  const words = text.slice(text.indexOf('Chats by UTC day'), text.indexOf('Codes of the service'));
  expect(estimatedTokens(words)).toBeLessThan(650);
});
