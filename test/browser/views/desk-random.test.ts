import { assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { IS_WHOLE } from '../../support/runs.ts';
import { mediumWorld, sharedDesk, startDesk } from '../../mcp/desk.ts';
import { chatsOn, plusDays } from '../../oracle/calendar.ts';
import { agentsOf, cardsOf, CARD_METRICS, hoursOf, mainNumbers, trendOf } from './desk-numbers.ts';
import { openView, SHOWS_VIEWS } from './view-host.ts';

// Random questions in the desk view: every number on the page is the tool's, and the number of chats the world's.

const TOOL = 'get_support_performance';
const RUNS = IS_WHOLE ? 300 : 3;
const shared = sharedDesk(() => startDesk(mediumWorld(), { capabilities: SHOWS_VIEWS }));

const questions = record({
  back: integer({ min: 1, max: 60 }),
  days: integer({ min: 1, max: 40 }),
  timezone: constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'),
  compare_to: option(constantFrom('previous_period', 'same_period_last_year'), { nil: undefined }),
});

test(
  'every number on the page is what the tool says of it',
  async () => {
    const desk = await shared();
    const { world } = desk.service;
    await using view = await openView({
      client: desk.client,
      view: 'desk',
      beside: { tool: TOOL, args: { period: 'yesterday' } },
      width: 1000,
    });
    const { frame } = view;
    await assert(
      asyncProperty(questions, async ({ back, days, timezone, compare_to: comparison }) => {
        const to = plusDays('2026-11-18', -back);
        const asked = { from: plusDays(to, 1 - days), to, timezone };
        const args = { ...asked, ...(comparison !== undefined && { compare_to: comparison }) };
        await view.show(TOOL, args);
        const shownDays = asked.from === asked.to ? asked.from : `${asked.from} to ${asked.to}`;
        await expect.poll(() => frame.locator('h1').innerText()).toBe(`The desk ${shownDays} (${timezone})`);
        await expect.poll(() => frame.locator('[aria-busy=true], .spinner').count()).toBe(0);

        const overall = (await desk.ask(TOOL, args)).data.overall;
        expect(await cardsOf(frame)).toEqual(mainNumbers(overall, CARD_METRICS));
        expect((await cardsOf(frame))['chats']).toBe(chatsOn(world.chats, asked, timezone).length);

        const groupsBy = async (by: readonly string[], metrics: readonly string[], told: readonly string[] = []) => {
          const groups: [string, Record<string, number>][] = [];
          let cursor: string | undefined;
          do {
            const rest = cursor === undefined ? {} : { cursor };
            const { data } = await desk.ask(TOOL, {
              ...asked,
              group_by: by,
              metrics,
              limit: 100,
              transcripts: 'loaded',
              ...rest,
            });
            for (const { key, metrics: figures } of data.groups ?? []) {
              groups.push([[key].flat().join(' '), mainNumbers(figures, [...metrics, ...told])]);
            }
            cursor = data.next_cursor;
          } while (cursor !== undefined);
          return groups;
        };
        const trend = await groupsBy([days === 1 ? 'hour' : 'day'], ['chats']);
        expect(Object.values(await trendOf(frame))).toEqual(trend.map(([, { chats }]) => chats));

        const agents = await groupsBy(['agent'], ['chats', 'wait', 'duration', 'rating', 'concurrency'], ['at_limit']);
        expect(await agentsOf(frame)).toEqual(
          Object.fromEntries(
            agents.flatMap(([agent, numbers]) =>
              Object.entries(numbers).map(([metric, value]) => [`${agent} ${metric}`, value]),
            ),
          ),
        );

        await frame.locator('input[name=heat]').first().check();
        const hours = await groupsBy(['weekday', 'hour'], ['chats']);
        expect(await hoursOf(frame)).toEqual(
          Object.fromEntries(
            hours.flatMap(([hour, { chats }]) => (chats === undefined ? [] : [[hourOf(hour), chats]])),
          ),
        );
      }),
      { numRuns: RUNS },
    );
    expect(view.trouble).toEqual([]);
  },
  IS_WHOLE ? 3_600_000 : 120_000,
);

/** As the page calls it: `Monday 9`. */
function hourOf(key: string): string {
  const [weekday, hour] = key.split(' ');
  return `${weekday} ${Number(hour)}`;
}
