import { describe, expect, test } from 'vitest';
import {
  DAY,
  first,
  HOUR,
  MINUTE,
  NOW,
  openServer,
  smallWorld,
  startDesk,
  startService,
  type Service,
} from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { changeOf, ofRows } from '../../oracle/figures.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';

// All days of both periods are loaded, but what can still change could not be loaded again: the comparison stands, as of the
// last loading.

const RUNNING = { period: 'this_week', compare_to: 'previous_period', transcripts: 'loaded' } as const;
const CUT = NOW - 7 * DAY;

/** A world with a chat of last week on either side of the moment at which this week is cut. */
function worldAtTheCut() {
  const world = smallWorld();
  const missed = first(world.chats.filter((chat) => chat.missed));
  world.chats.push(
    { ...missed, chatId: 1, requestedAt: CUT - MINUTE },
    { ...missed, chatId: 2, requestedAt: CUT + MINUTE },
  );
  return world;
}

function goAway(service: Service): void {
  service.gateway = () => {
    throw new Error('nobody answers');
  };
}

const REASONS: readonly (readonly [why: string, stop: (service: Service) => unknown])[] = [
  ['does not respond', goAway],
  ['is too slow', (service) => stopAfter(1, service)],
];

describe.each(REASONS)('a comparison of loaded periods while the service %s', (_, stop) => {
  const world = worldAtTheCut();
  const before = chatsOn(world.chats, { from: '2026-11-09', to: '2026-11-11' }, 'UTC').filter(
    ({ requestedAt }) => requestedAt < CUT,
  );

  /** Asks a question twice: when everything is loaded at once, and ten minutes later. */
  async function askedAgain<Tool extends 'get_support_performance' | 'explain_change' | 'list_topics'>(
    tool: Tool,
    args: object,
  ) {
    await using desk = await startDesk(world);
    await desk.ask(tool, args);
    desk.service.clock.now += 10 * MINUTE;
    stop(desk.service);
    const { text, data } = await desk.ask(tool, args);
    return { text, data };
  }

  test('says the change up to the last loading, and that both are cut there', async () => {
    const { text, data } = await askedAgain('get_support_performance', RUNNING);
    expect(data.coverage).toMatchObject({ complete: false, as_of: '2026-11-18T15:30:00Z' });
    const present = chatsOn(world.chats, { from: '2026-11-16', to: '2026-11-18' }, 'UTC');
    expect(ofRows(data.comparison?.change)).toEqual(changeOf(before, present, false));
    expect(text).toContain('compared with 9–11 Nov up to the same time (11 Nov 15:30)');
    expect(text).not.toContain('not all of both periods');
  });

  test('explains the change', async () => {
    const { text } = await askedAgain('explain_change', { metric: 'chats', period: 'this_week' });
    expect(text).toContain(`Against 2026-11-09 to 2026-11-11 (UTC): Chats: ${before.length}`);
    expect(text).not.toContain('Nothing is explained');
  });

  test('says which topics rise', async () => {
    const { text } = await askedAgain('list_topics', { period: 'this_week', compare_to: 'previous_period' });
    expect(text).toMatch(/exact test, corrected for \d+ terms/);
    expect(text).not.toContain('read whole');
  });
});

test('days that are over are compared before they are loaded once more, after the look-back', async () => {
  await using desk = await startDesk();
  const asked = { from: '2026-11-16', to: '2026-11-17', compare_to: 'previous_period', transcripts: 'loaded' };
  await desk.ask('get_support_performance', asked);
  desk.service.clock.now += 3 * DAY;
  goAway(desk.service);
  const { data } = await desk.ask('get_support_performance', asked);
  const { chats } = desk.service.world;
  const before = chatsOn(chats, { from: '2026-11-14', to: '2026-11-15' }, 'UTC');
  expect(data.coverage.complete).toBe(false);
  expect(ofRows(data.comparison?.change)).toEqual(changeOf(before, chatsOn(chats, asked, 'UTC'), false));
});

describe('nothing is compared', () => {
  test('while a day was only loaded before its end', async () => {
    await using desk = await startDesk();
    await desk.ask('get_support_performance', RUNNING);
    desk.service.clock.now += 12 * HOUR;
    goAway(desk.service);
    const { data } = await desk.ask('get_support_performance', RUNNING);
    expect(data.comparison).not.toHaveProperty('change');
  });

  test('while a record could not be read', async () => {
    await using service = startService();
    service.rewrite = (body) => body.replace(/"chat_id":\d+/, '"chat_id":"?"');
    await using desk = await openServer(service);
    const { data } = await desk.ask('get_support_performance', RUNNING);
    expect(data.coverage.rejected_records).toBeGreaterThan(0);
    expect(data.comparison).not.toHaveProperty('change');
  });
});
