import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/model/time/units.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { fewWorld, first, smallWorld, startDesk } from '../../mcp/desk.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';
import { mean } from '../../oracle/figures.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { servedAndEnded, statistics } from '../../oracle/truth.ts';
import { askForChart, startChartDesk } from '../../mcp/random-questions/random-charts.ts';
import { medianFirstResponse } from './expected-performance.ts';
import { inMonth, MONTH } from './groups.ts';

// The goals of a desk beside its figures: what they are, and whether a figure meets them.

const TOOL = 'get_support_performance';
const WITHIN = 20;
const Estimate = z.object({ median: z.number(), ci95: z.tuple([z.number(), z.number()]) });

/** The figures of a world that goals are for. */
function figuresOf(world: World) {
  const chats = inMonth(world);
  const { volume, missed, waits } = statistics(chats);
  return {
    missed: missed / volume,
    service_level: waits.filter((wait) => wait <= WITHIN).length / volume,
    rating: mean(chats.flatMap(({ missed: isMissed, rating }) => (isMissed ? [] : (rating ?? [])))),
  };
}

const asked = { ...MONTH, service_level_seconds: WITHIN, metrics: ['missed', 'service_level', 'rating'] };

describe('a goal', () => {
  test.each([
    ['met', -0.02],
    ['not met', 0.02],
  ] as const)('that is %s stands beside the figure, in words and in data', async (verdict, by) => {
    const world = smallWorld();
    const { missed, service_level: level, rating } = figuresOf(world);
    const round = (value: number) => Math.round(value * 1000) / 1000;
    const targets = { missed: round(missed - by), service_level: round(level + by), rating: round(rating + by) };
    await using desk = await startDesk(world, { targets });
    const { text, data } = await desk.ask(TOOL, asked);
    const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
    expect(text).toContain(`; target at most ${percent(targets.missed)}: ${verdict}\n`);
    expect(text).toContain(`; target at least ${percent(targets.service_level)} of all chats: ${verdict}\n`);
    expect(text).toContain(`; target at least ${Math.round(targets.rating * 100) / 100}: ${verdict}\n`);
    const met = verdict === 'met';
    expect(data.targets).toEqual([
      { metric: 'missed', at_most: targets.missed, met },
      { metric: 'service_level', at_least: targets.service_level, met },
      { metric: 'rating', at_least: targets.rating, met },
    ]);
  });

  test('is met by a figure that equals it', async () => {
    const world = smallWorld();
    await using desk = await startDesk(world, { targets: figuresOf(world) });
    const { data } = await desk.ask(TOOL, asked);
    expect(data.targets?.map(({ met }) => met)).toEqual([true, true, true]);
  });

  test('stands in the heading, in the heads of tables and beside both periods', async () => {
    await using desk = await startDesk(smallWorld(), { targets: { missed: 0.5, rating: 5 } });
    const overview = await desk.ask(TOOL, { ...MONTH, transcripts: 'loaded' });
    expect(overview.text).toMatch(/, \d+ missed \([\d.]+%, target at most 50%: met\), \d+ served\n/);
    expect(overview.text).toMatch(/^- Rating: .*; target at least 5: not met$/m);
    const byDay = await desk.ask(TOOL, { ...MONTH, group_by: 'day' });
    expect(byDay.text).toContain('| missed, target at most 50% |');
    expect(byDay.text).toContain('| rating (n), target at least 5 |');
    const compared = await desk.ask(TOOL, {
      ...asked,
      period: undefined,
      from: '2026-11-11',
      to: '2026-11-17',
      compare_to: 'previous_period',
    });
    expect(compared.text).toContain('| Missed, target at most 50%: met |');
  });

  test('of a time is held against all transcripts, or against the interval of a sample', async () => {
    const world = fewWorld();
    const sampled = { ...MONTH, metrics: 'first_response' };
    // What one desk has read, the next ones need not.
    const archive = await archiveOfTest();
    const told = async (goal: number, args: object) => {
      await using desk = await startDesk(world, { archive, targets: { first_response: seconds(goal) } });
      const { text, data } = await desk.ask(TOOL, { ...sampled, ...args });
      return { text, data, target: first(data.targets ?? []) };
    };
    const { data } = await told(60, {});
    const { ci95, median: estimate } = Estimate.parse(data.overall['first_response_seconds']);
    const goal = Math.round(estimate);
    const within = await told(goal, {});
    expect(within.text).toContain(`; target at most ${goal} s (median): not certain, as the interval includes it`);
    expect(within.target).toEqual({ metric: 'first_response', at_most: goal });
    expect((await told(ci95[1] + 1, {})).target).toMatchObject({ met: true });
    expect((await told(ci95[0] - 1, {})).target).toMatchObject({ met: false });
    const all = { transcripts: 'all' };
    const exact = medianFirstResponse(servedAndEnded({ chats: inMonth(world) })) ?? Number.NaN;
    expect((await told(exact, all)).target).toMatchObject({ met: true });
    expect((await told(exact - 0.1, all)).target).toMatchObject({ met: false });
  });

  test('is neither said to be met nor missed before all is loaded', async () => {
    await using desk = await startDesk(smallWorld(), { targets: { missed: 0.5 } });
    stopAfter(2, desk.service);
    const { text, data } = await desk.ask(TOOL, { ...MONTH, metrics: 'missed' });
    expect(data.coverage.complete).toBe(false);
    expect(text).toContain('; target at most 50%\n');
    expect(data.targets).toEqual([{ metric: 'missed', at_most: 0.5 }]);
  });

  test('is not told of what is not asked for, nor where none is set', async () => {
    await using set = await startDesk(smallWorld(), { targets: { missed: 0.5, service_level: 0.8 } });
    const { text, data } = await set.ask(TOOL, { ...MONTH, metrics: 'wait' });
    expect(text).not.toContain('target');
    expect(data).not.toHaveProperty('targets');
    // The time within which chats are to be answered belongs to the question.
    expect((await set.ask(TOOL, { ...MONTH, transcripts: 'loaded' })).text.match(/target/g)).toHaveLength(1);
    await using unset = await startDesk();
    expect((await unset.ask(TOOL, asked)).text).not.toContain('target');
  });
});

/** Where the values of a line stand, by their number: an axis is straight, so that two of them say where any other is. */
function heightOf(number: number, svg: string): number {
  const marks = svg.matchAll(/data-mark="value" data-at="\d+" data-value="([\d.]+)">.*? cy="([\d.]+)"/g);
  const places = [...marks]
    .map(([, value, y]) => [Number(value), Number(y)] as const)
    .sort(([one], [other]) => one - other);
  const [[low, bottom] = [0, 0], [high, top] = [0, 0]] = [places[0], places.at(-1)];
  expect(high).toBeGreaterThan(low);
  return bottom + ((number - low) / (high - low)) * (top - bottom);
}

test('a goal is a line in the picture of its figure, at its value, and is said where the picture is said in words', async () => {
  const targets = { missed: 0.035, service_level: 0.9, rating: 4.25 };
  await using desk = await startChartDesk(smallWorld(), { targets });
  const asked = { ...MONTH, group_by: 'week' };
  for (const [metrics, goal, words] of [
    ['missed', targets.missed, 'target at most 3.5%'],
    ['rating', targets.rating, 'target at least 4.25'],
  ] as const) {
    const { svg = '', text } = await askForChart(desk, { ...asked, metrics });
    // The first one is in the legend.
    const lines = svg.matchAll(/<line x1="[\d.]+" y1="([\d.]+)" x2="[\d.]+" y2="([\d.]+)" stroke="var\(--target\)"/g);
    const [, y, end] = [...lines][1] ?? [];
    expect(end).toBe(y);
    expect(Math.abs(Number(y) - heightOf(goal, svg))).toBeLessThan(0.5);
    expect(svg).toContain(`>${words}</text>`);
    expect(text.split('\n').at(-3)).toContain(`Line: ${words}.`);
  }
  // A figure without a goal has no line.
  const { svg, text } = await askForChart(desk, { ...asked, metrics: 'chats' });
  expect(svg).not.toContain('var(--target)');
  expect(text).not.toContain('Line: ');
});
