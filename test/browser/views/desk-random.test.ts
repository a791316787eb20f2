import { assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { IS_WHOLE } from '../../support/runs.ts';
import { mediumWorld, sharedDesk, startDesk } from '../../mcp/desk.ts';
import { chatsOn, plusDays } from '../../oracle/calendar.ts';
import { cellsOf, figureCells, figuresFor, groupCells } from './desk-numbers.ts';
import { openView, SHOWS_VIEWS } from './view-host.ts';

// Random answers in the desk: every number on the page is the tool's, word for word, and the number of chats the world's.

const TOOL = 'get_support_performance';
const RUNS = IS_WHOLE ? 300 : 6;
const shared = sharedDesk(() => startDesk(mediumWorld(), { capabilities: SHOWS_VIEWS }));

const questions = record({
  back: integer({ min: 1, max: 60 }),
  days: integer({ min: 1, max: 40 }),
  timezone: constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'),
  compare_to: option(constantFrom('previous_period', 'same_period_last_year'), { nil: undefined }),
  by: option(constantFrom(['agent'], ['day'], ['country'], ['agent', 'weekday']), { nil: undefined }),
});

test(
  'every number on the page is what the tool says of it',
  async () => {
    const desk = await shared();
    await using view = await openView({
      client: desk.client,
      view: 'desk',
      beside: { tool: TOOL, args: { period: 'yesterday' } },
      width: 1000,
    });
    const { frame } = view;
    await assert(
      asyncProperty(questions, async ({ back, days, timezone, compare_to: comparison, by }) => {
        const to = plusDays('2026-11-18', -back);
        const asked = { from: plusDays(to, 1 - days), to, timezone };
        const args = {
          ...asked,
          transcripts: 'loaded',
          ...(comparison !== undefined && { compare_to: comparison }),
          ...(by !== undefined && { group_by: by }),
        };
        const { _meta: meta } = await desk.client.callTool({ name: TOOL, arguments: args });
        const data = figuresFor(meta);
        await view.show(TOOL, args);
        const whole = frame.getByText(/^Show all/);
        const expected = by === undefined ? figureCells(data, comparison !== undefined) : groupCells(data);
        await expect
          .poll(async () => {
            if (await whole.isVisible()) await whole.click();
            return cellsOf(frame, 'Support');
          })
          .toEqual(expected);
        if (by !== undefined) return;
        const chats = chatsOn(desk.service.world.chats, asked, timezone).length;
        expect(expected['chats now']).toBe(chats.toLocaleString('en'));
      }),
      { numRuns: RUNS },
    );
    expect(view.trouble).toEqual([]);
  },
  IS_WHOLE ? 3_600_000 : 120_000,
);
