import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAST_QUESTION } from '../../src/answers/question.ts';
import { DAY, MINUTE, NOW, openServer, smallWorld, startDesk, startService, type Desk } from '../mcp/desk.ts';
import { stopAfter } from '../mcp/stopped-service.ts';

// The last line of an answer, as a person or a model reads it.

const WEEK = { period: 'last_7_days' } as const;

/** The last line of an answer. */
const lineOf = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('complete is said of what it is true of', () => {
  test.each([
    ['list_chats', WEEK, '151 chats, 11–17 Nov (UTC), as of 18 Nov 15:30'],
    ['list_chats', { ...WEEK, missed: true }, '151 chats, 11–17 Nov (UTC), as of 18 Nov 15:30'],
    ['list_chats', { period: 'yesterday' }, '39 chats, 17 Nov (UTC), as of 18 Nov 15:30'],
    [
      'list_chats',
      { from: '2025-11-30', to: '2025-12-01' },
      '0 chats, 30 Nov – 1 Dec 2025 (UTC), as of 18 Nov 2026 15:30',
    ],
    ['get_support_performance', { ...WEEK, transcripts: 'loaded' }, '151 chats, 11–17 Nov (UTC), as of 18 Nov 15:30'],
    [
      'list_offline_messages',
      { state: 'unread' },
      '60 offline messages and all chats, 11–18 Nov (UTC), as of 18 Nov 15:30',
    ],
    ['list_visitors', {}, '150 visitors, as of 18 Nov 2026 15:30 (UTC)'],
  ] as const)('%s %o', async (tool, args, whole) => {
    await using desk = await startDesk();
    const { text } = await desk.ask(tool, args);
    expect(lineOf(text)).toBe(`Data complete: ${whole}.`);
  });

  test('a walk that ended as nothing documents is told as assumed', async () => {
    await using service = startService(smallWorld(), undefined, { past_end: '404' });
    await using desk = await openServer(service);
    expect(lineOf((await desk.ask('list_chats', WEEK)).text)).toMatch(
      /^Data complete: 151 chats \(end of list assumed\), 11–17 Nov \(UTC\), as of /,
    );
  });

  test('days of another zone are counted as that zone has them', async () => {
    await using desk = await startDesk();
    const { text } = await desk.ask('list_chats', { ...WEEK, timezone: 'Asia/Tokyo' });
    expect(lineOf(text)).toBe('Data complete: 150 chats, 12–18 Nov (Asia/Tokyo), as of 19 Nov 00:30.');
  });
});

/** A desk whose service lets `pages` requests through, and then none until `go`. */
async function stoppedAfter(pages: number, settings: Parameters<typeof openServer>[1] = {}) {
  const service = startService(smallWorld(), 5);
  const desk = await openServer(service, settings);
  const { go } = stopAfter(pages, service);
  return {
    desk,
    go,
    [Symbol.asyncDispose]: async () => {
      go();
      await desk.close();
      await service.close();
    },
  };
}

describe('where time is over', () => {
  test('it says how much is loaded, when to call again, and what the rest takes', async () => {
    await using stopped = await stoppedAfter(6);
    const { text, data } = await stopped.desk.ask('list_chats', WEEK);
    expect(data.coverage).toMatchObject({ complete: false, days_covered: 0 });
    expect(lineOf(text)).toMatch(
      /^Data incomplete: 0 of 7 days fully loaded, \d+ chats so far, 11–17 Nov \(UTC\); call again in about 2 min; the rest takes about [\d.]+ min\.$/,
    );
    expect(text).not.toContain('UTC days');
    stopped.go();
    // On a slow machine more than once.
    await expect
      .poll(async () => lineOf((await stopped.desk.ask('list_chats', WEEK)).text))
      .toMatch(/^Data complete: 151 chats, /);
  });

  test('days that are whole are told apart from the others', async () => {
    await using desk = await startDesk();
    await desk.ask('list_chats', { from: '2026-11-13', to: '2026-11-17' });
    desk.service.gateway = () => {
      throw new Error('down');
    };
    const { text } = await desk.ask('list_chats', { from: '2026-11-08', to: '2026-11-17' });
    expect(lineOf(text)).toMatch(
      /^Data incomplete: 5 of 10 days fully loaded, \d+ chats so far, 8–17 Nov \(UTC\), as of /,
    );
  });
});

/** Asks as the commands do that end with the answer. */
async function askLast({ client }: Desk, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args, _meta: { [LAST_QUESTION]: true } });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

describe('to call again is said only where it helps', () => {
  test('not where the server ends with the answer and keeps nothing', async () => {
    await using stopped = await stoppedAfter(6, { archive: 'memory' });
    const text = await askLast(stopped.desk, 'list_chats', WEEK);
    expect(lineOf(text)).toContain('calling again starts over, because the archive is in memory and this server ends');
    expect(text).not.toMatch(/call again/i);
  });

  test('but where the archive stays when the server ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'closing-'));
    await using stopped = await stoppedAfter(6, { archive: join(folder, 'archive.sqlite') });
    expect(lineOf(await askLast(stopped.desk, 'list_chats', WEEK))).toMatch(
      /; call again; the rest takes about [\d.]+ min\.$/,
    );
  });

  test.each(['list_chats', 'list_offline_messages', 'list_visitors', 'list_support_agents'] as const)(
    'not where the login may not list: %s',
    async (tool) => {
      await using desk = await startDesk();
      await desk.ask(tool);
      desk.service.clock.now += 2 * DAY;
      desk.service.replace = () => Response.json({ error: 'no' }, { status: 403 });
      const { text } = await desk.ask(tool);
      expect(text).toContain('this login may not list');
      expect(lineOf(text)).toContain('as of 18 Nov');
      expect(lineOf(text)).toMatch(/; calling again will not help\.$/);
      expect(text).not.toMatch(/call again|the rest takes/i);
    },
  );

  test('later while the service is down, with what is loaded', async () => {
    await using desk = await startDesk();
    await desk.ask('list_chats', { period: 'today' });
    desk.service.clock.now += 10 * MINUTE;
    desk.service.gateway = () => {
      throw new Error('down');
    };
    const { text } = await desk.ask('list_chats', { period: 'today' });
    expect(lineOf(text)).toBe(
      'Data incomplete: 14 chats, 18 Nov (UTC), as of 18 Nov 15:30; the service is not responding; call again later.',
    );
    expect(NOW).toBe(Date.UTC(2026, 10, 18, 15, 30));
  });
});

test('of a list it is told how many of its pages are read, and never a share of requests as one of records', async () => {
  await using stopped = await stoppedAfter(6);
  const { text, data } = await stopped.desk.ask('list_offline_messages');
  expect(data.coverage.complete).toBe(false);
  expect(lineOf(text)).toMatch(
    /^Data incomplete: (?:\d+ of about \d+ pages loaded, )?\d+ offline messages (?:loaded )?so far; .*call again/,
  );
  expect(text).not.toMatch(/about \d+ % of/);
});

test('of two periods, what the rest takes is told once', async () => {
  await using stopped = await stoppedAfter(6);
  const { text } = await stopped.desk.ask('get_support_performance', {
    ...WEEK,
    compare_to: 'previous_period',
    transcripts: 'loaded',
  });
  expect(lineOf(text)).toMatch(/^Data incomplete: 0 of 14 days fully loaded, .*4–17 Nov \(UTC\); call again in about /);
  expect(text.match(/the rest takes/g)).toHaveLength(1);
  expect(text.match(/call again/g)).toHaveLength(1);
});

describe('one line says it of several parts', () => {
  test.each([
    ['list_support_agents', {}, '6 agents and 165 chats, 11–18 Nov (UTC), as of 18 Nov 15:30'],
    ['list_visitors', { order: 'waiting' }, 'all offline messages and 151 chats, 11–17 Nov (UTC), as of 18 Nov 15:30'],
    ['list_chats', { ...WEEK, country: 'Germany' }, '151 chats, 11–17 Nov (UTC), and all visitors, as of 18 Nov 15:30'],
    [
      'get_support_performance',
      { ...WEEK, compare_to: 'previous_period', transcripts: 'loaded', offline_messages: true },
      '286 chats, 4–17 Nov (UTC), and all offline messages, as of 18 Nov 15:30',
    ],
    ['explain_change', { ...WEEK, metric: 'missed' }, 'all chats, 30 Sep – 17 Nov (UTC), as of 18 Nov 15:30'],
  ] as const)('%s %o', async (tool, args, line) => {
    await using desk = await startDesk();
    const { text } = await desk.ask(tool, args);
    expect(text.match(/Data complete|Data incomplete/g)).toHaveLength(1);
    expect(lineOf(text)).toBe(`Data complete: ${line}.`);
  });
});
