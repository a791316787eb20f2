import { describe, expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import { DAY, mediumWorld, monthWorld, sharedDesk, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { chatsOn, wallTime, weekdayOf } from '../../oracle/calendar.ts';
import { cellsOf } from './desk-numbers.ts';
import { openView, SHOWS_VIEWS, type ShownView } from './view-host.ts';

// The desk beside an answer, in the frame of a host: the answer first, the rest when somebody wants it, and each number leads to its chats.

const targets = { missed: 0.05, rating: 4.2 };
const shared = sharedDesk(() => startDesk(undefined, { capabilities: SHOWS_VIEWS, targets }));
const TOOL = 'get_support_performance';
const MONTH = { from: '2026-10-19', to: '2026-11-17', timezone: 'Europe/Berlin' };

const open = async ({ client }: Desk, args: Readonly<Record<string, unknown>>, options: object = {}) =>
  openView({ client, view: 'desk', beside: { tool: TOOL, args }, ...options });

const chatsOfMonth = ({ service: { world } }: Desk) => chatsOn(world.chats, MONTH, MONTH.timezone);

const isQuiet = async ({ frame }: ShownView) =>
  expect.poll(() => frame.locator('[aria-busy=true], .spinner').count()).toBe(0);

const more = async (view: ShownView, name: string): Promise<void> => {
  await view.frame.getByRole('button', { name, exact: true }).click();
  await isQuiet(view);
};

const total = (view: ShownView) => view.frame.locator('data.total').last().getAttribute('value');

async function expectSound(view: ShownView): Promise<void> {
  expect(view.trouble).toEqual([]);
  expect(await view.tooWide()).toBeLessThanOrEqual(0);
  expect(await view.seriousFindings()).toEqual([]);
}

describe('beside an answer', () => {
  const height = 'Math.ceil(document.documentElement.getBoundingClientRect().height)';

  test.each([
    ['figures', { ...MONTH, compare_to: 'previous_period' }],
    ['agents', { ...MONTH, group_by: ['agent'] }],
    ['hours of the week', { ...MONTH, group_by: ['weekday', 'hour'], metrics: ['missed'] }],
    ['a list of chats', { ...MONTH, missed: true }],
  ])('%s stand within 400 pixels at 600, without a call, and all of it within 2,000', async (name, args) => {
    const desk = await shared();
    const tool = name === 'a list of chats' ? 'list_chats' : TOOL;
    await using view = await open(desk, args, { width: 600, beside: { tool, args } });
    await isQuiet(view);
    await view.picture(`desk ${name}`);
    const rows = 'tbody tr, .list li';
    const end = `[...document.querySelectorAll('${rows}')].slice(0, 7).at(-1).getBoundingClientRect().bottom`;
    expect(await view.frame.evaluate<number>(end)).toBeLessThanOrEqual(400);
    expect(await view.frame.evaluate<number>(height)).toBeLessThanOrEqual(2000);
    expect(view.calls).toEqual([]);
    await expectSound(view);
  });

  test('says whether a target is met by a sign, and not by its colour alone', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const missed = chatsOfMonth(desk).filter((chat) => chat.missed).length / chatsOfMonth(desk).length;
    const sign = view.frame.locator('[data-row=missed] [role=img]');
    expect(await sign.getAttribute('aria-label')).toBe(missed <= targets.missed ? 'target met' : 'target not met');
  });

  test('the rest of the same days is asked for when it is wanted, and looks well at 320 pixels, light and dark', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH, { width: 320, scheme: 'dark', tallest: 2500 });
    for (const name of ['All figures', 'By day', 'By hour', 'By weekday and hour', 'By agent']) await more(view, name);
    expect(new Set(view.calls.map(({ args }) => String(args['group_by'])))).toEqual(
      new Set(['undefined', 'day', 'hour', 'day,hour', 'weekday,hour', 'agent']),
    );
    expect(view.calls.every(({ args }) => args['from'] === MONTH.from && args['timezone'] === MONTH.timezone)).toBe(
      true,
    );
    await view.picture('desk more, 320');
    await expectSound(view);
    await view.tellContext({ theme: 'light' });
    await expectSound(view);
  });

  test('other days are chosen, and every number is theirs', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    await more(view, 'Other days');
    await view.frame.getByLabel('Period').selectOption('last_week');
    await view.frame.getByText('Mon 9 – Sun 15 Nov 2026').first().waitFor();
    await isQuiet(view);
    const week = { from: '2026-11-09', to: '2026-11-15' };
    const chats = chatsOn(desk.service.world.chats, week, MONTH.timezone);
    expect((await cellsOf(view.frame, 'Support'))['chats now']).toBe(String(chats.length));
    await view.frame.getByLabel('First day').fill('2031-01-01');
    expect(await view.frame.getByRole('alert').innerText()).toContain('The period is in the future');
    expect(await view.frame.getByText('Try again').count()).toBe(0);
  });

  test('that is refused says so in its words', async () => {
    const desk = await shared();
    await using view = await open(desk, { period: 'last_week', agent: 'nobody of this name' });
    expect(await view.frame.getByRole('alert').innerText()).toContain('nobody of this name');
  });
});

describe('each number leads to its chats', () => {
  test('by mouse: a figure, its list, a chat, the next one, and back to where it was', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    const { frame, calls } = view;
    await frame.locator('[data-row=missed] [data-column=now] button').click();
    const missed = chatsOfMonth(desk).filter((chat) => chat.missed);
    expect(await total(view)).toBe(String(missed.length));
    expect(calls.at(-1)).toMatchObject({ name: 'list_chats', args: { ...MONTH, missed: true } });
    const ids = missed.toSorted((one, other) => other.requestedAt - one.requestedAt).map(({ chatId }) => chatId);
    await frame.locator('.chats button').first().click();
    await frame.getByRole('heading', { name: `Chat ${ids[0]}` }).waitFor();
    expect(await frame.getByRole('button', { name: 'Previous chat' }).isDisabled()).toBe(true);
    await frame.getByRole('button', { name: 'Next chat' }).click();
    await frame.getByRole('heading', { name: `Chat ${ids[1]}` }).waitFor();
    await frame.getByRole('button', { name: 'Back to the chats' }).click();
    await frame.getByRole('button', { name: 'Back to the desk' }).click();
    const row = 'document.activeElement.closest("[data-row]")?.dataset.row';
    await expect.poll(() => frame.evaluate(row)).toBe('missed');
    expect(view.trouble).toEqual([]);
  });

  test('by keyboard: the arrow keys go through the hours of the week, Enter shows the chats of one, Escape comes back', async () => {
    const desk = await shared();
    await using view = await open(desk, { ...MONTH, group_by: ['weekday', 'hour'], metrics: ['chats'] });
    const { frame, page } = view;
    await frame.focus('.heat button[tabindex="0"]');
    for (const key of ['ArrowDown', 'End', 'Home', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    for (let hour = 1; hour < 12; hour += 1) await page.keyboard.press('ArrowRight');
    const hour = 'document.activeElement.dataset.hour';
    expect(await frame.evaluate(hour)).toBe('Wednesday 12');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('data.total');
    const found = chatsOfMonth(desk).filter(({ requestedAt }) => {
      const { day, time } = wallTime(MONTH.timezone, requestedAt);
      return weekdayOf(day) === 'Wednesday' && time.startsWith('12');
    });
    expect(await total(view)).toBe(String(found.length));
    await page.keyboard.press('Escape');
    await expect.poll(() => frame.evaluate(hour)).toBe('Wednesday 12');
  });

  test('missed chats are a list to work on: it says who came back within a day', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH);
    await more(view, 'Missed chats');
    const { chats } = desk.service.world;
    const rows = await view.frame.evaluate<Record<string, string>>(
      `Object.fromEntries([...document.querySelectorAll('.chats li')].map((row) => [row.dataset.chat, row.querySelector('.met, .off')?.textContent ?? '']))`,
    );
    expect(Object.keys(rows).length).toBeGreaterThan(5);
    for (const [id, words] of Object.entries(rows)) {
      const missed = chats.find(({ chatId }) => String(chatId) === id);
      const came = chats.some(
        ({ visitorId, requestedAt, missed: isMissed }) =>
          !isMissed &&
          visitorId === missed?.visitorId &&
          requestedAt > missed.requestedAt &&
          requestedAt <= missed.requestedAt + DAY,
      );
      if (words !== '') expect(words, id).toBe(came ? 'came back' : 'not back');
    }
    expect(Object.values(rows).filter((words) => words !== '').length).toBeGreaterThan(3);
  });

  test('a list goes on to its end', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH, { beside: { tool: 'list_chats', args: MONTH } });
    const shown = view.frame.locator('.chats li');
    const button = view.frame.getByText('More chats');
    await button.waitFor();
    while (await button.isVisible()) {
      const before = await shown.count();
      await button.click();
      await expect.poll(() => shown.count()).toBeGreaterThan(before);
      await isQuiet(view);
    }
    expect(await shown.count()).toBe(chatsOfMonth(desk).length);
  });

  test('and its name to what it means', async () => {
    const desk = await shared();
    await using view = await open(desk, MONTH, { width: 320 });
    await view.frame.locator('[data-row=wait] th button').click();
    expect(await view.frame.locator('.meaning').innerText()).toContain('Request to start; served chats.');
    expect(await view.tooWide()).toBeLessThanOrEqual(0);
  });
});

describe('staffing by hour', () => {
  test('names the hour with most missed chats beside its worst day, and only if it has some on several days', async () => {
    await using desk = await startDesk(mediumWorld(), { capabilities: SHOWS_VIEWS });
    const days = { from: '2026-11-02', to: '2026-11-15', timezone: 'UTC' };
    await using view = await open(desk, days);
    await more(view, 'By hour');
    const byHour = new Map<string, Map<string, number>>();
    for (const { requestedAt, missed } of chatsOn(desk.service.world.chats, days, 'UTC')) {
      const { day, time } = wallTime('UTC', requestedAt);
      const ofHour = byHour.get(time.slice(0, 2)) ?? new Map<string, number>();
      if (missed) byHour.set(time.slice(0, 2), ofHour.set(day, (ofHour.get(day) ?? 0) + 1));
    }
    const rest = (ofHour: ReadonlyMap<string, number> = new Map()) =>
      [...ofHour.values()].reduce((sum, count) => sum + count, 0) - Math.max(0, ...ofHour.values());
    const most = Math.max(...[...byHour.values()].filter(({ size }) => size > 2).map(rest));
    const claim = view.frame.locator('.claim');
    await claim.waitFor();
    const words = await claim.innerText();
    const [, hour = ''] = /From (\d\d):00/.exec(words) ?? [];
    expect(rest(byHour.get(hour))).toBe(most);
    expect(words).toContain(`on ${byHour.get(hour)?.size} days`);
    await view.frame.getByLabel('Weekday').selectOption('Sunday');
    await isQuiet(view);
    await expect.poll(() => claim.innerText()).toBe('No hour had missed chats on 3 days or more.');
  });
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
  await using view = await open(desk, { ...MONTH, group_by: ['agent'] }, { width: 320 });
  await more(view, 'Missed chats');
  expect(await view.frame.locator('.chats').innerText()).toContain('< script>');
  expect(await view.frame.locator('img:not(.picture), script:not([type=module])').count()).toBe(0);
  expect(await view.frame.evaluate('document.title')).not.toBe('owned');
  await view.picture('desk hostile');
  await expectSound(view);
});

describe('what is not loaded', () => {
  test('is said, nothing is claimed of it, and more is loaded by whoever asks', async () => {
    const slow = { capabilities: SHOWS_VIEWS, requests_per_minute: 20, answer_within: seconds(10) };
    await using desk = await startDesk(monthWorld(), slow);
    await using view = await open(desk, { ...MONTH, group_by: ['weekday', 'hour'], metrics: ['chats'] });
    await view.frame.getByText('The rest takes').waitFor();
    expect(await view.frame.locator('.heat [data-unread=true]').count()).toBeGreaterThan(0);
    expect(await view.frame.locator('.unread').innerText()).toMatch(/Asked again every \d\d s/);
    await more(view, 'By hour');
    expect(await view.frame.locator('.claim').count()).toBe(0);
    const before = view.calls.length;
    await view.frame.getByText('Load more now').first().click();
    await expect.poll(() => view.calls.length).toBe(before + 1);
    await isQuiet(view);
    await expectSound(view);
  });

  test('of codes that nobody settled goes by what is likely, and says so', async () => {
    await using desk = await startDesk(smallWorld(), { capabilities: SHOWS_VIEWS, codes: {} });
    await using view = await open(desk, { from: '2026-11-11', to: '2026-11-12', transcripts: 'loaded' });
    await isQuiet(view);
    expect(Object.keys(await cellsOf(view.frame, 'Support'))).not.toContain('transferred now');
    expect(await view.frame.locator('.codes').innerText()).toMatch(/Assumed: is_missed 0 = served/);
  });
});

test.each(['light', 'dark'] as const)(
  'a picture keeps its %s colours where those of pages are forced',
  async (scheme) => {
    const desk = await shared();
    const coloursIn = async (options: object) => {
      await using view = await open(
        desk,
        { ...MONTH, group_by: ['day'], metrics: ['missed'], chart: 'light' },
        { scheme, ...options },
      );
      const source = await view.frame.locator('.picture').getAttribute('src');
      return [...new Set(decodeURIComponent(source ?? '').match(/(?<=fill="|stroke=")rgb[^"]*/g))];
    };
    const own = await coloursIn({});
    expect(own.length).toBeGreaterThan(4);
    expect(await coloursIn({ forcedColors: 'active' })).toEqual(own);
  },
);
