import { altText } from '../../../src/charts/alt-text.ts';
import { inflateSync } from 'node:zlib';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { ChartNotDrawn } from '../../../src/model/errors.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { monthWorld, openServer, readTranscripts, smallWorld, startDesk, startService } from '../desk.ts';
import { chartMarks, startChartDesk } from '../random-questions/random-charts.ts';

// Pictures as clients get them: as an image where they asked for one, as SVG where they show views.

const desk = await startDesk(smallWorld());
afterAll(() => desk[Symbol.asyncDispose]());
await readTranscripts(desk);

/** A week whose chats between noon and three waited a minute and a half longer. */
function slowAfternoons(): World {
  const world = monthWorld();
  const isSlow = ({ requestedAt }: Chat) => {
    const [day, hour] = [new Date(requestedAt).toISOString().slice(0, 10), new Date(requestedAt).getUTCHours()];
    return day >= '2026-11-09' && day <= '2026-11-15' && hour >= 12 && hour < 15;
  };
  world.chats = world.chats.map((chat) =>
    isSlow(chat) && chat.startedAt !== undefined && chat.endedAt !== undefined
      ? { ...chat, startedAt: chat.startedAt + 90_000, endedAt: chat.endedAt + 90_000 }
      : chat,
  );
  return world;
}
const slow = await startChartDesk(slowAfternoons());
afterAll(() => slow[Symbol.asyncDispose]());

async function contentOf(client: Client, name: string, args: object) {
  const { content, _meta, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const images = content.flatMap((part) => (part.type === 'image' ? [part] : []));
  return { text, images, _meta, isError, structuredContent };
}

/** The size of a PNG, in pixels, and the bytes of its pixels. */
function decoded(png: Buffer): { readonly width: number; readonly height: number; readonly pixels: Buffer } {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), pixels: inflateSync(Buffer.concat(parts)) };
}

const QUESTIONS = [
  ['get_support_performance', { period: 'last_7_days', compare_to: 'previous_period' }, 'Line chart: '],
  ['get_support_performance', { period: 'last_30_days', group_by: ['weekday', 'hour'] }, 'Heat map: '],
  ['get_support_performance', { period: 'last_30_days', group_by: 'visitor' }, 'Bar chart: '],
  ['list_topics', { period: 'last_30_days' }, 'Bar chart: '],
] as const;

describe('a picture', () => {
  test.each(QUESTIONS)('of %s is there where it is asked for: %j', async (name, args, begins) => {
    const { client } = desk;
    const plain = await contentOf(client, name, args);
    expect(plain.images).toEqual([]);
    const { text, images } = await contentOf(client, name, { ...args, chart: 'light' });
    expect(images).toHaveLength(1);
    const [image] = images;
    expect(image).toMatchObject({ mimeType: 'image/png', annotations: { audience: ['user'] } });
    const png = Buffer.from(image?.data ?? '', 'base64');
    expect(png.length).toBeLessThanOrEqual(60_000);
    const { width, height, pixels } = decoded(png);
    expect(width).toBe(1200);
    expect(height).toBeGreaterThanOrEqual(200);
    expect(new Set(pixels).size).toBeGreaterThan(4);
    // Whoever does not see it has it in words, before the last line.
    expect(text.split('\n').at(-3)).toContain(begins);
  });

  test('is SVG for a host that shows the view, and no image', async () => {
    const host = await desk.clientOf(LOCAL_CALLER, { extensions: { 'io.modelcontextprotocol/ui': {} } });
    const { images, _meta, structuredContent } = await contentOf(host, 'get_support_performance', { chart: 'light' });
    expect(images).toEqual([]);
    expect(ForView.parse(_meta)['chat-operations-mcp/view'].svg).toMatch(/^<svg /);
    expect(structuredContent).toHaveProperty('overall');
    const { _meta: ofPlain } = await contentOf(host, 'get_support_performance', {});
    expect(ForView.parse(ofPlain)['chat-operations-mcp/view'].svg).toBeUndefined();
  });

  test('is not asked for with a word', async () => {
    for (const [name] of QUESTIONS) {
      const { text, isError, images } = await contentOf(desk.client, name, { chart: 'green' });
      expect({ isError, images }).toEqual({ isError: true, images: [] });
      expect(text).toContain('chart');
    }
  });
});

describe('a picture that cannot be drawn', () => {
  /** A desk of the same world that draws nothing. */
  const withoutPictures = (draw: (signal: AbortSignal) => Promise<never>) =>
    startDesk(smallWorld(), {
      drawing: { altText, svg: () => '<svg/>', png: (_chart, _tone, signal) => draw(signal) },
    });

  test.each([
    [new ChartNotDrawn('it took too long', 'now'), 'No picture: it took too long. Call again now.'],
    [
      new ChartNotDrawn('too many others are being drawn', { after: seconds(5) }),
      'No picture: too many others are being drawn. Call again in 5 s.',
    ],
    [
      new ChartNotDrawn('the server is closing', 'no'),
      'No picture: the server is closing. Calling again will not help.',
    ],
  ])('leaves the answer as it is, and says why: %s', async (failure, why) => {
    await using some = await withoutPictures(() => Promise.reject(failure));
    const asked = (args: object) =>
      contentOf(some.client, 'get_support_performance', { period: 'last_7_days', transcripts: 'loaded', ...args });
    // What is read once costs the next question nothing.
    await asked({});
    const { _meta: plainMeta, ...plain } = await asked({});
    const { text, images, _meta, isError, structuredContent } = await asked({ chart: 'light' });
    expect({ isError, images }).toEqual({ isError: undefined, images: [] });
    expect(text.split('\n').at(-3)).toBe(why);
    expect(text).not.toContain('Line chart');
    expect({ ...Object(structuredContent), text: '' }).toEqual({ ...Object(plain.structuredContent), text: '' });
    expect(_meta).toEqual(plainMeta);
  });

  test('by a mistake of ours leaves the answer, too, and tells nothing of it', async () => {
    await using some = await withoutPictures(() => Promise.reject(new TypeError('an SVG is text')));
    const { text, isError } = await contentOf(some.client, 'get_support_performance', {
      transcripts: 'loaded',
      chart: 'light',
    });
    expect(isError).toBeUndefined();
    expect(text.split('\n').at(-3)).toBe(
      'No picture: something went wrong inside the server. Calling again will not help.',
    );
    expect(text).not.toContain('an SVG is text');
  });

  test.each([
    ['what draws it crashed', new ChartNotDrawn('what draws it failed', 'now', new TypeError('no font')), 1],
    ['it took too long', new ChartNotDrawn('it took too long', 'now'), 0],
    ['others are drawn', new ChartNotDrawn('too many others are being drawn', { after: seconds(5) }), 0],
    ['of a mistake of ours', new TypeError('an SVG is text'), 1],
  ])('is told in the log only where something of ours is broken: %s', async (_why, failure, count) => {
    const bugs: unknown[] = [];
    await using service = startService(smallWorld());
    await using some = await openServer(service, {
      drawing: { altText, svg: () => '<svg/>', png: () => Promise.reject(failure) },
      reportBug: (bug) => bugs.push(bug),
    });
    await some.ask('get_support_performance', { chart: 'light', transcripts: 'loaded' });
    expect(bugs).toEqual(count === 0 ? [] : [expect.any(TypeError)]);
  });

  test('since nobody waits for it any more has no answer', async () => {
    const { promise: drawing, resolve: begin } = Promise.withResolvers<AbortSignal>();
    await using some = await withoutPictures((signal) => {
      begin(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const gone = new AbortController();
    const asked = some.client.callTool(
      { name: 'get_support_performance', arguments: { chart: 'light', transcripts: 'loaded' } },
      { signal: gone.signal },
    );
    const signal = await drawing;
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => signal.aborted).toBe(true);
  });
});

const ForView = z.object({ 'chat-operations-mcp/view': z.object({ svg: z.string().optional() }) });
const Change = z.object({
  now: z.number(),
  before: z.number(),
  causes: z.array(z.object({ by: z.string().optional() })),
  split: z.array(z.object({ by: z.string(), parts: z.array(z.object({ rate: z.number(), mix: z.number() })) })),
});

describe('the steps of a change', () => {
  test('are the parts of the grouping of its first cause, and add up to it', async () => {
    const args = { metric: 'wait', period: 'last_week', chart: 'light' };
    const { _meta, structuredContent } = await contentOf(slow.host, 'explain_change', args);
    const svg = ForView.parse(_meta)['chat-operations-mcp/view'].svg ?? '';
    const steps = [...chartMarks(svg)].flatMap(([name, number]) =>
      name.startsWith('value ') && typeof number === 'number' ? [number] : [],
    );
    const { now, before, causes, split } = Change.parse(structuredContent);
    expect(steps.at(0)).toBe(before);
    expect(steps.at(-1)).toBe(now);
    const parts = steps.slice(1, -1);
    expect(causes.length).toBeGreaterThan(0);
    const own = split.find(({ by }) => by === causes[0]?.by)?.parts ?? [];
    for (const [at, { rate, mix }] of own.slice(0, 8).entries()) expect(parts[at]).toBeCloseTo(rate + mix, 5);
    expect(parts.reduce((sum, part) => sum + part, before)).toBeCloseTo(now, 6);
  });
});

const Share = z.object({ chats: z.number(), of: z.number() });
const Topics = z.object({ topics: z.array(z.object({ said: Share, before: Share.optional() })) });

test('the rows of topics are the shares of their chats', async () => {
  const host = await desk.clientOf(LOCAL_CALLER, { extensions: { 'io.modelcontextprotocol/ui': {} } });
  const args = { period: 'last_week', compare_to: 'previous_period', chart: 'light' };
  const { _meta, structuredContent, images } = await contentOf(host, 'list_topics', args);
  // No view shows it: the picture is an image, too.
  expect(images).toHaveLength(1);
  const marks = chartMarks(ForView.parse(_meta)['chat-operations-mcp/view'].svg ?? '');
  const { topics } = Topics.parse(structuredContent);
  expect(topics.length).toBeGreaterThan(5);
  const rate = ({ chats, of }: z.output<typeof Share>) => Math.round((chats / of) * 10_000) / 10_000;
  for (const [at, { said, before }] of topics.entries()) {
    expect(marks.get(`value ${at}`)).toBe(rate(said));
    expect(marks.get(`compared ${at}`)).toBe(before && rate(before));
  }
});
