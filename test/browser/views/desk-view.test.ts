import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/model/time/units.ts';
import { monthWorld, sharedDesk, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { chatsOn, wallTime, weekdayOf } from '../../oracle/calendar.ts';
import { agentsOf, cardsOf, CARD_METRICS, hoursOf, mainNumbers, trendOf } from './desk-numbers.ts';
import { openView, SHOWS_VIEWS } from './view-host.ts';

// The desk view in the frame of a host: what it shows is what the tools say, and each figure leads to its chats.

const shared = sharedDesk(() => startDesk(undefined, { capabilities: SHOWS_VIEWS }));
const large = sharedDesk(() => startDesk(monthWorld(21), { capabilities: SHOWS_VIEWS }));
const TOOL = 'get_support_performance';
const MONTH = { from: '2026-10-19', to: '2026-11-17', timezone: 'Europe/Berlin' };

const open = async ({ client }: Desk, args: Readonly<Record<string, unknown>>, options: object = {}) =>
  openView({ client, view: 'desk', beside: { tool: TOOL, args }, ...options });

/** The chats of the month that were requested in an hour of the week. */
function chatsIn({ service: { world } }: Desk, hourOfWeek: string) {
  const [weekday, hour] = hourOfWeek.split(' ');
  return chatsOn(world.chats, MONTH, MONTH.timezone).filter(({ requestedAt }) => {
    const { day, time } = wallTime(MONTH.timezone, requestedAt);
    return weekdayOf(day) === weekday && Number(time.slice(0, 2)) === Number(hour);
  });
}

describe('beside an answer', () => {
  test('shows its numbers, and asks for the rest at once; then for the days of the hours', async () => {
    const desk = await shared();
    const { data } = await desk.ask(TOOL, MONTH);
    await using view = await open(desk, MONTH);
    await view.frame.waitForSelector('.numbers', { state: 'attached' });
    await view.frame.waitForSelector('.agents');
    await view.frame.waitForSelector('.higher');
    expect(await cardsOf(view.frame)).toEqual(mainNumbers(data.overall, CARD_METRICS));
    expect(view.calls.map(({ name, args }) => [name, args['group_by']])).toEqual([
      [TOOL, ['day']],
      [TOOL, ['weekday', 'hour']],
      [TOOL, ['agent']],
      [TOOL, ['day', 'hour']],
    ]);
    expect(view.trouble).toEqual([]);
    expect(await view.seriousFindings()).toEqual([]);
    await view.picture('desk beside an answer');
  });

  test('begins with what was asked: the hours of the week, with the hour named that has most', async () => {
    const desk = await shared();
    await using view = await open(desk, { ...MONTH, group_by: ['weekday', 'hour'], metrics: ['chats'] });
    await view.frame.waitForSelector('.heat');
    expect(await view.frame.locator('.part h2').first().innerText()).toBe('Hours of the week');
    const counts = await hoursOf(view.frame);
    const expected = Object.fromEntries(
      Object.keys(counts).map((hourOfWeek) => [hourOfWeek, chatsIn(desk, hourOfWeek).length]),
    );
    expect(counts).toEqual(expected);
    const [most = ''] = Object.entries(expected).toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const [weekday, hour] = most.split(' ');
    expect(await view.frame.locator('.most').innerText()).toContain(`${expected[most]}`);
    expect(await view.frame.locator('.most').innerText()).toContain(`${weekday}, ${hour}:00`);
  });

  test('says that no chat came of hours alone that there were', async () => {
    const desk = await shared();
    const args = { timezone: 'UTC', group_by: ['weekday', 'hour'], metrics: ['chats'] };
    await using view = await open(desk, { ...args, from: '2026-11-16', to: '2026-11-17' });
    for (const [from, to, words] of [
      ['2026-11-16', '2026-11-17', 'no chat, or no such hour in these days'],
      ['2026-11-02', '2026-11-15', 'no chat'],
    ] as const) {
      await view.show(TOOL, { ...args, from, to });
      await view.frame.getByText(`An empty hour had ${words}.`).waitFor();
      const hour = view.frame.locator('.heat button:not(:has(data))').last();
      expect((await hour.getAttribute('aria-label'))?.split(': ')[1]).toBe(words);
    }
  });

  test('that is refused says so, and lets other days be chosen', async () => {
    const desk = await shared();
    await using view = await open(desk, { period: 'last_week', agent: 'nobody of this name' });
    expect(await view.frame.locator('[role=alert]').first().innerText()).toContain('nobody of this name');
    expect(await view.frame.locator('select').first().isVisible()).toBe(true);
  });
});

describe('the hour that needs a person more', () => {
  /** The missed chats of each hour of the week of the month, by day. */
  function missedByDay({ service: { world } }: Desk): Map<string, Map<string, number>> {
    const hours = new Map<string, Map<string, number>>();
    for (const { requestedAt, missed } of chatsOn(world.chats, MONTH, MONTH.timezone)) {
      if (!missed) continue;
      const { day, time } = wallTime(MONTH.timezone, requestedAt);
      const hour = `${weekdayOf(day)} ${Number(time.slice(0, 2))}`;
      const days = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, days.set(day, (days.get(day) ?? 0) + 1));
    }
    return hours;
  }
  const sum = (days: ReadonlyMap<string, number>) => [...days.values()].reduce((all, one) => all + one, 0);
  const worst = (days: ReadonlyMap<string, number>) => Math.max(...days.values());

  test('is one of several weeks, and what one bad day makes high is told as that day', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.waitForSelector('.higher');
    await view.picture('desk hours, a bad day');
    const hours = [...missedByDay(desk)];
    const rest = ([, days]: (typeof hours)[number]) => sum(days) - worst(days);
    const named = String(await frame.locator('.heat [data-most=true]').getAttribute('data-hour'));
    const found = hours.find(([hour]) => hour === named);
    expect(found && rest(found)).toBe(Math.max(...hours.map(rest)));
    const [highest] = hours.toSorted(([, one], [, other]) => sum(other) - sum(one));
    const days = highest?.[1] ?? new Map<string, number>();
    const [day] = [...days].find(([, count]) => count === worst(days)) ?? [];
    expect(sum(days) - worst(days)).toBeLessThan(Math.max(...hours.map(rest)));
    expect(await frame.locator('.higher').innerText()).toContain(`${worst(days)} of ${sum(days)} on ${day}`);
  });

  test('cannot be known from days that have each weekday once, and that is said', async () => {
    const desk = await shared();
    await using view = await open(desk, { from: '2026-11-11', to: '2026-11-17' });
    await expect.poll(() => view.frame.locator('.most').innerText()).toContain('choose more days');
    expect(view.calls).toHaveLength(3);
  });
});

describe('each number leads to its chats', () => {
  test('by mouse: a figure, its list, a chat, and back to where it was', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame, calls } = view;
    await frame.click('.card[data-metric=missed] .ways button:has-text("Chats")');
    await frame.waitForSelector('.chats');
    const missed = chatsOn(desk.service.world.chats, MONTH, MONTH.timezone).filter((chat) => chat.missed);
    expect(await frame.locator('data.total').getAttribute('value')).toBe(String(missed.length));
    // Parts of the desk may still be asked for.
    const listed = calls.find(({ name }) => name === 'list_chats');
    expect(listed).toMatchObject({ args: { ...MONTH, missed: true } });
    await frame.click('.chats button');
    await frame.getByRole('heading', { name: /^Chat \d+/ }).waitFor();
    expect(calls.map(({ name }) => name)).toContain('get_chat_transcript');
    await frame.click('text=Back to the chats');
    await frame.click('text=Back to the desk');
    await expect.poll(() => frame.evaluate('document.activeElement.closest(".card")?.dataset.metric')).toBe('missed');
    expect(view.trouble).toEqual([]);
  });

  test('but a figure whose chats no list can show leads to none; and each to what it means', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    await view.frame.waitForSelector('.card[data-metric=dropped]');
    const withChats = await view.frame.evaluate(
      '[...document.querySelectorAll(".card")].filter((card) => card.textContent.includes("Chats behind")).map((card) => card.dataset.metric)',
    );
    expect(withChats).toEqual(['chats', 'missed', 'wait', 'rating', 'duration', 'transferred']);
    await view.frame.click('.card[data-metric=dropped] .definition button');
    expect(await view.frame.locator('.meaning').innerText()).toContain('a last thank-you included');
    await view.page.keyboard.press('Escape');
    await view.frame.click('.card[data-metric=wait] .definition button');
    expect(await view.frame.locator('.meaning').innerText()).toContain('Request to start; served chats.');
  });

  test('by keyboard: the arrow keys go through the hours, Enter shows the chats of one', async () => {
    const desk = await shared();
    await using view = await open(desk, { ...MONTH, group_by: ['weekday', 'hour'], metrics: ['chats'] });
    const { frame, page } = view;
    await frame.waitForSelector('.heat');
    await frame.focus('.heat button[tabindex="0"]');
    expect(await frame.evaluate('document.activeElement.dataset.most')).toBe('true');
    for (const key of ['ArrowDown', 'End', 'ArrowLeft', 'Home', 'ArrowRight']) await page.keyboard.press(key);
    const hourOfWeek = String(await frame.evaluate('document.activeElement.dataset.hour'));
    await page.keyboard.press('Enter');
    await frame.waitForSelector('data.total');
    expect(await frame.locator('data.total').getAttribute('value')).toBe(String(chatsIn(desk, hourOfWeek).length));
    expect(await frame.evaluate('document.activeElement.tagName')).toBe('H2');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => frame.evaluate('document.activeElement.dataset.hour')).toBe(hourOfWeek);
    await page.keyboard.press('Enter');
    await frame.waitForSelector('data.total');
    await page.keyboard.press('Escape');
    await expect.poll(() => frame.evaluate('document.activeElement.dataset.hour')).toBe(hourOfWeek);
  });

  test('a list goes on to its end', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    await view.frame.click('.card[data-metric=chats] .ways button:has-text("Chats")');
    const expected = chatsOn(desk.service.world.chats, MONTH, MONTH.timezone).length;
    const shown = view.frame.locator('.chats li');
    await expect.poll(() => shown.count()).toBeGreaterThan(0);
    while (await view.frame.locator('text=More chats').isVisible()) {
      const before = await shown.count();
      await view.frame.click('text=More chats');
      await expect.poll(() => shown.count()).toBeGreaterThan(before);
    }
    expect(await shown.count()).toBe(expected);
  });
});

describe('what a person chooses', () => {
  test('other days are asked for in each part, and every number is theirs', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.waitForSelector('.agents');
    await frame.selectOption('select', 'last_week');
    await expect.poll(() => frame.locator('h1').innerText()).toContain('2026-11-09 to 2026-11-15');
    await expect.poll(() => frame.locator('[aria-busy=true]').count()).toBe(0);
    const week = { period: 'last_week', timezone: MONTH.timezone };
    const { data } = await desk.ask(TOOL, week);
    expect(await cardsOf(frame)).toEqual(mainNumbers(data.overall, CARD_METRICS));
    const byDay = await desk.ask(TOOL, { ...week, group_by: 'day', metrics: ['chats'] });
    const days = (byDay.data.groups ?? []).map(({ key, metrics }) => [
      String(key),
      mainNumbers(metrics, ['chats'])['chats'],
    ]);
    expect(Object.values(await trendOf(frame))).toEqual(days.map(([, chats]) => chats));
    const agents = await desk.ask(TOOL, { ...week, group_by: 'agent', metrics: ['chats', 'wait'], limit: 100 });
    expect(await agentsOf(frame)).toMatchObject(
      Object.fromEntries(
        (agents.data.groups ?? []).flatMap(({ key, metrics }) =>
          Object.entries(mainNumbers(metrics, ['chats', 'wait'])).map(([metric, value]) => [
            `${String(key)} ${metric}`,
            value,
          ]),
        ),
      ),
    );
  });

  test('what is shown can be read while others are asked for, light and dark', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame, page } = view;
    await frame.waitForSelector('.agents');
    await frame.waitForSelector('.higher');
    const call = desk.client.callTool.bind(desk.client);
    const answered = Promise.withResolvers<void>();
    using asking = vi.spyOn(desk.client, 'callTool');
    asking.mockImplementation(async (params) => {
      await answered.promise;
      return call(params);
    });
    await frame.selectOption('select', 'last_week');
    expect(await frame.locator('[aria-busy=true]').count()).toBe(4);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await view.tellContext({ theme: scheme });
      const shown = () => frame.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
      await expect.poll(shown).toBe(scheme);
      await view.picture(`desk asking, ${scheme}`);
      expect(await view.seriousFindings()).toEqual([]);
    }
    answered.resolve();
    await expect.poll(() => frame.locator('[aria-busy=true]').count()).toBe(0);
  });

  test('a zone that is none asks nothing, and says so at its field with the closest: what is shown stays', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame, page, calls } = view;
    await frame.waitForSelector('.higher');
    const [shown, asked] = [await cardsOf(frame), calls.length];
    await frame.getByLabel('Time zone').fill('Europe/Berlni');
    await page.keyboard.press('Tab');
    await expect.poll(() => frame.locator('.field [role=alert]').innerText()).toContain('Closest: Europe/Berlin');
    expect(await cardsOf(frame)).toEqual(shown);
    expect(await frame.locator('h1').innerText()).toContain('2026-10-19');
    expect(calls).toHaveLength(asked);
    await frame.getByLabel('Time zone').fill('Asia/Kolkata');
    await page.keyboard.press('Enter');
    await expect.poll(() => frame.locator('h1').innerText()).toContain('Asia/Kolkata');
    expect(new Set(calls.slice(asked).map(({ args }) => args['timezone']))).toEqual(new Set(['Asia/Kolkata']));
  });

  test('what each part is refused is said once', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.waitForSelector('.agents');
    await frame.selectOption('select', 'own days');
    await frame.getByLabel('First day').fill('2031-01-01');
    await frame.getByLabel('Last day').fill('2031-01-02');
    await frame.click('text=Show these days');
    // Each part says so until all have.
    await expect.poll(() => frame.locator('[aria-busy]').count()).toBe(0);
    expect(await frame.locator('.failed').innerText()).toContain('The period is in the future');
    expect(await frame.getByText('Try again').count()).toBe(0);
  });

  test('own days begin with those that are shown; Enter shows them, and the wrong order is told', async () => {
    const desk = await shared();
    await using view = await open(desk, { period: 'last_week', timezone: 'UTC' });
    const { frame, page } = view;
    await frame.waitForSelector('.agents');
    await frame.selectOption('select', 'own days');
    expect(await frame.getByLabel('First day').inputValue()).toBe('2026-11-09');
    expect(await frame.getByLabel('Last day').inputValue()).toBe('2026-11-15');
    await frame.getByLabel('First day').fill('2026-11-16');
    await page.keyboard.press('Enter');
    expect(await frame.locator('.days [role=alert]').innerText()).toContain('behind the last one');
    await frame.getByLabel('First day').fill('2026-11-12');
    await page.keyboard.press('Enter');
    await expect.poll(() => frame.locator('h1').innerText()).toContain('2026-11-12 to 2026-11-15');
  });

  test('a trend that is asked for on a card is gone to, and told in the unit of its picture', async () => {
    const desk = await large();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.waitForSelector('.agents');
    await frame.click('.card[data-metric=missed] button:has-text("Trend")');
    expect(await frame.evaluate('document.activeElement.id')).toBe('trend');
    await expect.poll(() => frame.locator('#trend').innerText()).toBe('Trend of missed');
    await expect.poll(() => frame.getByText('Missed, 2026-10-19').first().innerText()).toMatch(/highest [\d.]+%/);
  });

  test.each(['light', 'dark'] as const)(
    'its picture keeps its %s colours where those of pages are forced',
    async (scheme) => {
      const desk = await shared();
      const coloursIn = async (options: object) => {
        await using view = await open(desk, MONTH, { scheme, ...options });
        const source = await view.frame.locator('.picture').first().getAttribute('src');
        await view.picture(`desk in ${scheme}, ${Object.keys(options).join('')}`);
        return [...new Set(decodeURIComponent(source ?? '').match(/(?<=fill="|stroke=")rgb[^"]*/g))];
      };
      const own = await coloursIn({});
      expect(own.length).toBeGreaterThan(4);
      expect(await coloursIn({ forcedColors: 'active' })).toEqual(own);
    },
  );

  test('an order of the agents is that of the figure', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.click('.agents th button:has-text("Wait")');
    const values = Object.entries(await agentsOf(frame)).flatMap(([key, value]) =>
      key.endsWith(' wait') ? [value] : [],
    );
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    await frame.click('.agents th button:has-text("Wait")');
    expect(await frame.locator('th[aria-sort=ascending]').innerText()).toMatch(/^wait s/i);
  });

  test('of those at their limit comes by the share of their time, and the first are named', async () => {
    const desk = await large();
    await using view = await open(desk, MONTH);
    const { frame } = view;
    await frame.click('.agents th button:has-text("At the limit")');
    const shares = Object.entries(await agentsOf(frame)).flatMap(([key, value]) =>
      key.endsWith(' at_limit') ? [value] : [],
    );
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    const agents = await desk.ask(TOOL, { ...MONTH, group_by: 'agent', metrics: ['concurrency'], limit: 100 });
    const longest = (agents.data.groups ?? [])
      .flatMap(({ label, metrics }) => {
        const { limit, at_limit: share } = Concurrency.parse(metrics).concurrency ?? {};
        return limit === 1 || share === undefined || label === undefined ? [] : [{ label, share }];
      })
      .toSorted((one, other) => other.share - one.share);
    expect(longest.length).toBeGreaterThan(3);
    const words = await frame.locator('.full').innerText();
    expect(longest.filter(({ label }) => words.includes(label))).toEqual(longest.slice(0, 3));
  });

  test('a change is told from what it was, and no better or worse of what may be chance', async () => {
    const desk = await large();
    const fortnight = { ...MONTH, from: '2026-11-01', to: '2026-11-14', compare_to: 'previous_period' };
    await using view = await open(desk, fortnight);
    const { frame } = view;
    await frame.waitForSelector('.card .change');
    expect(await frame.locator('.change strong').count()).toBe(0);
    const { world } = desk.service;
    const missedRate = (days: { readonly from: string; readonly to: string }) => {
      const chats = chatsOn(world.chats, days, MONTH.timezone);
      return (chats.filter(({ missed }) => missed).length / chats.length) * 100;
    };
    const before = missedRate({ from: '2026-10-18', to: '2026-10-31' });
    expect(await frame.locator('.card[data-metric=missed] .change').innerText()).toContain(
      ` chats (${Math.round(before * 10) / 10}%)`,
    );
  });
});

test('on a phone nothing is cut off: the hours lie across; nor is what a figure means, however wide the frame', async () => {
  const desk = await shared();
  await using view = await open(desk, MONTH, { width: 320, scheme: 'dark' });
  const { frame, page } = view;
  await frame.waitForSelector('.heat[data-narrow=true]');
  await frame.waitForSelector('.agents');
  expect(await view.tooWide()).toBe(0);
  expect(await view.seriousFindings()).toEqual([]);
  await view.picture('desk on a phone');
  for (const width of [320, 760]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => frame.evaluate('innerWidth')).toBe(width);
    for (const word of await frame.locator('.card .definition button').all()) {
      await word.click();
      const box = z
        .object({ left: z.number(), right: z.number() })
        .parse(await frame.evaluate('document.querySelector(".meaning").getBoundingClientRect().toJSON()'));
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      await word.press('Escape');
    }
  }
});

const Concurrency = z.object({
  concurrency: z.object({ limit: z.number().optional(), at_limit: z.number().optional() }).optional(),
});

/** What a stranger may write where a name belongs. */
const ATTACKS = [
  '<script>parent.postMessage("owned", "*"); document.title = "owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '\u202Egnihton\u2066 to see',
  `Z${'\u0301\u0489'.repeat(200)}`,
  'W'.repeat(5000),
];

test('on a hostile desk every name is text, and nothing of it acts', async () => {
  const world = smallWorld();
  world.chats.forEach((chat, index) => {
    chat.visitorName = ATTACKS[index % ATTACKS.length] ?? '';
  });
  for (const [index, agent] of world.agents.entries()) agent.firstName = ATTACKS[index % 2] ?? '';
  await using desk = await startDesk(world, { capabilities: SHOWS_VIEWS });
  await using view = await open(desk, MONTH, { width: 320 });
  const { frame } = view;
  await frame.waitForSelector('.agents');
  await frame.click('.card[data-metric=chats] .ways button:has-text("Chats")');
  await frame.waitForSelector('.chats li');
  expect(await frame.locator('.chats').innerText()).toContain('< script>');
  expect(await frame.locator('img:not(.picture), script:not([type=module])').count()).toBe(0);
  expect(await frame.evaluate('document.title')).not.toBe('owned');
  expect(await view.tooWide()).toBe(0);
  expect(view.trouble).toEqual([]);
  expect(await view.seriousFindings()).toEqual([]);
  await view.picture('desk hostile');
});

describe('what was not read', () => {
  test('is said in each part, and read on by whoever asks', async () => {
    const slow = { capabilities: SHOWS_VIEWS, requests_per_minute: 20, answer_within: seconds(10) };
    await using desk = await startDesk(monthWorld(), slow);
    await using view = await open(desk, MONTH);
    const { frame, calls } = view;
    await frame.waitForSelector('.reading');
    await expect.poll(() => frame.locator('.part .unread').count()).toBe(4);
    expect(await frame.locator('.heat [data-unread=true]').count()).toBeGreaterThan(0);
    expect(await frame.locator('.reading').innerText()).toMatch(
      /The rest takes [\d,]+ requests? to the service, about/,
    );
    expect(await frame.getByText('by itself, every').innerText()).toMatch(/every\s(1\smin|\d\d\ss)/);
    const before = calls.length;
    await frame.click('text=Read on now');
    await expect.poll(() => calls.length).toBe(before + 4);
    await frame.getByText('by itself').click();
    await expect.poll(() => frame.locator('[aria-busy=true]').count()).toBe(0);
    expect(view.trouble).toEqual([]);
    expect(await view.seriousFindings()).toEqual([]);
  });

  test('of codes that nobody settled goes by what is likely, and says so; of others no zero stands for it', async () => {
    await using desk = await startDesk(smallWorld(), { capabilities: SHOWS_VIEWS, codes: {} });
    await using view = await open(desk, { from: '2026-11-11', to: '2026-11-12', transcripts: 'loaded' });
    await view.frame.waitForSelector('.card');
    const cards = Object.keys(await cardsOf(view.frame));
    expect(cards).toContain('missed');
    expect(cards).not.toContain('transferred');
    expect(await view.frame.locator('.card[data-metric=missed]').innerText()).toContain('assumed');
    expect(await view.frame.locator('.card[data-metric=chats]').innerText()).not.toContain('assumed');
    expect(await view.frame.locator('.notice').innerText()).toMatch(
      /Assumed: is_missed 0 = served.*Unknown: is_chat_transferred 0 /,
    );
  });

  test('of days without a chat is said to be none', async () => {
    const desk = await shared();
    await using view = await open(desk, { from: '2025-01-01', to: '2025-01-03' });
    await view.frame.waitForSelector('text=No chat was requested in these days');
    expect(await view.frame.locator('.card, .reading').count()).toBe(0);
  });
});
