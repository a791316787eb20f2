import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/model/time/units.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { fewWorld, first, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { untilWhole } from '../../mcp/whole-answer.ts';
import { besideOf } from './expected-performance.ts';
import { agentOf, inMonth, keyIn, MONTH } from './groups.ts';

// How many transcripts a question about figures reads, and what it knows of those it has read.

const TOOL = 'get_support_performance';

describe('how many transcripts are read', () => {
  const Sampled = z.object({
    first_response_seconds: z.object({ sampled: z.number(), population: z.number(), estimated: z.boolean() }),
  });
  const endedIn = (world: World) => inMonth(world).filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
  const readFrom = ({ service }: Desk) =>
    new Set(service.requests().flatMap((path) => /\/chats\/(\d+)/.exec(path)?.[1] ?? []));

  test('all: then what they tell is no estimate, in all and by agent, and how far it is, is told on the way', async () => {
    await using desk = await startDesk(fewWorld());
    const { world, clock } = desk.service;
    const all = { ...MONTH, transcripts: 'all' };
    await desk.ask('list_chats', MONTH);
    desk.service.gateway = () => {
      clock.now += 600;
    };
    const messages: string[] = [];
    const { client } = desk;
    const onprogress = ({ message = '' }) => messages.push(message);
    await client.callTool({ name: TOOL, arguments: all }, { onprogress });
    expect(messages.some((message) => message.includes('transcripts'))).toBe(true);
    desk.service.gateway = () => undefined;

    const { data, text } = await desk.ask(TOOL, all);
    const ended = endedIn(world);
    expect(readFrom(desk)).toEqual(new Set(ended.map(({ chatId }) => String(chatId))));
    const expected = besideOf(world, ended, { zone: 'UTC', isWhole: true });
    for (const name of ['first_response_seconds', 'response_seconds', 'dropped']) {
      expect(data.overall[name]).toMatchObject(Object(expected[name]));
    }
    expect(text).toContain(`rest on all ${ended.length} transcripts`);
    expect(text).not.toContain('Estimate');
    const again = await desk.spentOn(() => desk.ask(TOOL, all));
    expect(again.requests).toBe(0);
    expect(again.result.data.overall).toEqual(data.overall);

    const { data: byAgent } = await desk.ask(TOOL, { ...all, group_by: 'agent', metrics: 'first_response' });
    for (const [agent, chats] of Map.groupBy(ended, agentOf)) {
      const group = first((byAgent.groups ?? []).filter((one) => keyIn(one) === agent));
      const { first_response_seconds: own } = besideOf(world, chats, { zone: 'UTC', isWhole: false });
      expect(group.metrics['first_response_seconds']).toMatchObject(Object(own));
    }
  });

  test('all, where that takes more than two minutes: each call goes on, also behind its answer, and none is read twice', async () => {
    await using desk = await startDesk(smallWorld(), { answer_within: seconds(1) });
    const { world, clock } = desk.service;
    const asked = { ...MONTH, transcripts: 'all' };
    await untilWhole(desk, 'list_chats', MONTH);
    const population = endedIn(world).length;
    const answered = Promise.withResolvers<void>();
    let count = 0;
    desk.service.gateway = async (path) => {
      if (!/\/chats\/\d/.test(path)) return;
      count += 1;
      if (count > 20) await answered.promise;
      // As with 30 requests a minute.
      clock.now += 2000;
    };
    const readIn = (text: string) =>
      Number(
        new RegExp(`^Data incomplete: (\\d+) of ${population} transcripts loaded, .*; call again`, 'm').exec(text)?.[1],
      );
    const first = await desk.ask(TOOL, asked);
    expect(readIn(first.text)).toBeLessThanOrEqual(20);
    answered.resolve();
    // Two minutes are enough for 60, and nobody asks for more.
    await expect.poll(() => readFrom(desk).size).toBeGreaterThanOrEqual(59);
    expect(readFrom(desk).size).toBeLessThan(70);
    let calls = 1;
    let known = 0;
    for (let isWhole = false; !isWhole; calls += 1) {
      const before = readFrom(desk).size;
      const { text, data } = await desk.ask(TOOL, asked);
      isWhole = /\nData complete: \d+ chats, 19 Oct – 17 Nov \(UTC\), as of .*\.$/.test(text);
      const { sampled, estimated } = Sampled.parse(data.overall).first_response_seconds;
      expect(estimated).toBe(!isWhole);
      expect(isWhole ? population : readIn(text)).toBe(sampled);
      expect(sampled).toBeGreaterThanOrEqual(known);
      known = sampled;
      if (!isWhole) await expect.poll(() => readFrom(desk).size).toBeGreaterThan(before);
    }
    expect(known).toBe(population);
    expect(calls).toBeGreaterThan(3);
    const paths = desk.service.requests().filter((path) => /\/chats\/\d/.test(path));
    expect(paths).toHaveLength(population);
    expect(readFrom(desk).size).toBe(population);
  });
});

test('on a fresh desk that has not said what its codes mean, the first answer has what its own reading proves', async () => {
  await using desk = await startDesk(fewWorld(), { codes: {} });
  const asked = { ...MONTH, group_by: 'agent', metrics: 'first_response' };
  const { data, text } = await desk.ask(TOOL, asked);
  expect(text).not.toContain('Response times are left out');
  expect(data.overall).toHaveProperty('first_response_seconds.sampled', 50);
  const told = (data.groups ?? []).filter(({ metrics }) => 'first_response_seconds' in metrics);
  expect(told.length).toBeGreaterThan(2);
  const again = await desk.spentOn(() => desk.ask(TOOL, asked));
  expect(again.requests).toBe(0);
  expect(again.result.data.overall).toEqual(data.overall);
});
