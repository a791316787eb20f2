import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAST_QUESTION } from '../../../src/answers/question.ts';
import { DAY, MINUTE, NOW, openServer, smallWorld, startDesk, startService, type Desk } from '../../mcp/desk.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';

// The line of coverage at the end of an answer, as a person or a model reads it.

const WEEK = { period: 'last_7_days' } as const;

/** The last line of an answer. */
const lineOf = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('complete is said of what it is true of', () => {
  test.each([
    ['list_chats', WEEK, 'all chats of the 7 days'],
    ['list_chats', { period: 'yesterday' }, 'all chats of the day'],
    ['get_support_performance', { ...WEEK, transcripts: 'at_hand' }, 'all chats of the 7 days'],
    ['list_offline_messages', {}, 'all offline messages'],
    ['list_visitors', {}, 'all visitors'],
  ] as const)('%s %o', async (tool, args, whole) => {
    await using desk = await startDesk();
    const { text } = await desk.ask(tool, args);
    expect(lineOf(text)).toBe(`_Complete: ${whole}, as of 2026-11-18 15:30 UTC._`);
  });

  test('a walk that ended as nothing documents is told as assumed', async () => {
    await using service = startService(smallWorld(), undefined, { past_end: '404' });
    await using desk = await openServer(service);
    expect(lineOf((await desk.ask('list_chats', WEEK)).text)).toMatch(
      /^_Complete \(assumed\): all chats of the 7 days,/,
    );
  });

  test('days of another zone are counted as that zone has them', async () => {
    await using desk = await startDesk();
    const { text } = await desk.ask('list_chats', { ...WEEK, timezone: 'Asia/Tokyo' });
    expect(lineOf(text)).toMatch(/^_Complete: all chats of the 7 days, as of 2026-11-19 00:30 Asia\/Tokyo/);
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
  test('it says how much is at hand, what the rest takes, and that asking again continues', async () => {
    await using stopped = await stoppedAfter(6);
    const { text, data } = await stopped.desk.ask('list_chats', WEEK);
    const { requests = 0 } = data.coverage.remaining ?? {};
    expect(data.coverage).toMatchObject({ complete: false, days_covered: 0 });
    expect(lineOf(text)).toMatch(
      new RegExp(
        String.raw`^_\*\*Incomplete: not everything could be read in time\*\* · read: 6 of about ${6 + requests} pages of the chats of the 7 days · the rest takes about ${requests} requests?, .+; reading goes on behind this answer, and asking again continues\._$`,
      ),
    );
    expect(text).not.toContain('UTC days');
    stopped.go();
    // On a slow machine more than once.
    await expect
      .poll(async () => lineOf((await stopped.desk.ask('list_chats', WEEK)).text))
      .toMatch(/^_Complete: all chats of the 7 days/);
  });

  test('days that are whole are told apart from the others', async () => {
    await using desk = await startDesk();
    await desk.ask('list_chats', { from: '2026-11-13', to: '2026-11-17' });
    desk.service.gateway = () => {
      throw new Error('down');
    };
    const { text } = await desk.ask('list_chats', { from: '2026-11-08', to: '2026-11-17' });
    expect(lineOf(text)).toMatch(/at hand: the chats of 5 of 10 days, as of/);
  });
});

/** Asks as the commands do that end with the answer. */
async function askLast({ client }: Desk, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args, _meta: { [LAST_QUESTION]: true } });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

describe('asking again is said only where it helps', () => {
  test('not where the server ends with the answer and keeps nothing', async () => {
    await using stopped = await stoppedAfter(6, { archive: 'memory' });
    const text = await askLast(stopped.desk, 'list_chats', WEEK);
    expect(lineOf(text)).toContain('asking again begins anew, since the archive is in memory and this server ends');
    expect(text).not.toContain('continues');
    expect(text).not.toContain('goes on');
  });

  test('but where the archive stays when the server ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coverage-words-'));
    await using stopped = await stoppedAfter(6, { archive: join(folder, 'archive.sqlite') });
    expect(lineOf(await askLast(stopped.desk, 'list_chats', WEEK))).toMatch(/; asking again continues\._$/);
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
      expect(text).toContain('as of 2026-11-18 15:30 UTC');
      expect(text).not.toMatch(/asking again|the rest takes/i);
    },
  );

  test('nor while the service is down, and what is at hand is told', async () => {
    await using desk = await startDesk();
    await desk.ask('list_chats', { period: 'today' });
    desk.service.clock.now += 10 * MINUTE;
    desk.service.gateway = () => {
      throw new Error('down');
    };
    const { text } = await desk.ask('list_chats', { period: 'today' });
    expect(lineOf(text)).toBe(
      '_**The chat service gives no answer now; this is what was known before** · all chats of the day, as of 2026-11-18 15:30 UTC._',
    );
    expect(NOW).toBe(Date.UTC(2026, 10, 18, 15, 30));
  });
});

test('of a list it is told how many of its pages are read, and never a share of requests as one of records', async () => {
  await using stopped = await stoppedAfter(6);
  const { text, data } = await stopped.desk.ask('list_offline_messages');
  expect(data.coverage.complete).toBe(false);
  const { requests } = data.coverage.remaining ?? {};
  expect(lineOf(text)).toMatch(
    requests === undefined
      ? / · how much is missing is not known yet; /
      : new RegExp(` · read: \\d+ of about \\d+ pages of all offline messages · the rest takes about ${requests} `),
  );
  expect(text).not.toMatch(/about \d+ % of/);
});

test('of two periods, what the rest takes is told once', async () => {
  await using stopped = await stoppedAfter(6);
  const { text } = await stopped.desk.ask('get_support_performance', {
    ...WEEK,
    compare_to: 'previous_period',
    transcripts: 'at_hand',
  });
  expect(text.match(/the rest takes/g)).toHaveLength(1);
  expect(text.match(/asking again/g)).toHaveLength(1);
});

describe('one line says it of two parts that are whole', () => {
  test.each([
    ['list_support_agents', {}, /^_Complete: all agents, all chats of the 7 days, as of .+\._$/],
    [
      'list_visitors',
      { order: 'waiting' },
      /^_Complete: all offline messages, all chats of the \d+ days, as of .+\._$/,
    ],
    [
      'get_support_performance',
      { ...WEEK, compare_to: 'previous_period', transcripts: 'at_hand', offline_messages: true },
      /^_Complete: all chats of the 7 days, all of the compared period, as of .+\._$/,
    ],
    ['list_offline_messages', { state: 'served_since' }, /^_Complete: all offline messages, as of .+\._$/],
  ] as const)('%s %o', async (tool, args, line) => {
    await using desk = await startDesk();
    const { text } = await desk.ask(tool, args);
    expect(text.match(/_Complete/g)).toHaveLength(1);
    expect(lineOf(text)).toMatch(line);
  });
});
