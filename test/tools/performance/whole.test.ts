import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { monthWorld, startDesk } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { EVERY_METRIC, metricsOf, ofRows } from '../../oracle/figures.ts';
import { groupsOf } from '../../oracle/groups.ts';
import { shapes } from '../../mcp/protocol/shapes.ts';

// What a view is handed beside the words: every group, and not those of a page alone.

const desk = await startDesk(monthWorld());
afterAll(() => desk[Symbol.asyncDispose]());
const { world } = desk.service;
const MONTH = { from: '2026-10-19', to: '2026-11-17' };
const chats = chatsOn(world.chats, MONTH, 'Europe/Berlin');

const ForView = z.object({ 'chat-operations-mcp/view': z.object({ data: shapes.get_support_performance }) });

async function dataOfView(args: object) {
  const host = await desk.clientOf(LOCAL_CALLER, { extensions: { 'io.modelcontextprotocol/ui': {} } });
  const { _meta } = await host.callTool({
    name: 'get_support_performance',
    arguments: { ...MONTH, timezone: 'Europe/Berlin', ...args },
  });
  return ForView.parse(_meta)['chat-operations-mcp/view'].data;
}

describe('a view is handed', () => {
  test('each hour of a week, with its figures', async () => {
    const { groups = [], next_cursor: next } = await dataOfView({
      group_by: ['weekday', 'hour'],
      metrics: EVERY_METRIC,
      limit: 5,
    });
    const expected = groupsOf(chats, ['weekday', 'hour'], MONTH, 'Europe/Berlin');
    expect(groups.length).toBeGreaterThan(100);
    expect(Object.fromEntries(groups.map(({ key, metrics }) => [[key].flat().join(' '), ofRows(metrics)]))).toEqual(
      Object.fromEntries([...expected].map(([key, ofGroup]) => [key, metricsOf(ofGroup)])),
    );
    expect(next).toBeUndefined();
  });

  test('no more groups than it can show, and the cursor of the next', async () => {
    const { groups = [], next_cursor: next } = await dataOfView({ group_by: 'visitor', metrics: ['chats'] });
    const expected = new Set(chats.map(({ visitorId }) => visitorId)).size;
    expect(expected).toBeGreaterThan(400);
    expect(groups).toHaveLength(400);
    const rest = await dataOfView({ group_by: 'visitor', metrics: ['chats'], cursor: next });
    expect(new Set([...groups, ...(rest.groups ?? [])].map(({ key }) => key)).size).toBe(Math.min(expected, 800));
  });
});
