import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk, type Desk } from '../../support/desk.ts';
import { runProgram } from '../../support/program.ts';
import { IS_WHOLE } from '../../support/runs.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { MONDAY, startDeskOfLastWeek } from './last-week.ts';
import { openPage } from './opened-page.ts';

// A week as a page to mail and to print, in a real browser. What is expected comes from the world of the sandbox, or is what the
// same figures are in another format.

const DAY = 86_400_000;
const MOST_BYTES = 300_000;
const CHANGES = 'Changes since the period before, beside what two such periods usually differ by';
const HOURS = 'Missed/all chats by weekday and hour';
const TOPICS = 'What visitors talk about, by the share of chats in which one said it';

const report = (desk: Desk, ...args: readonly string[]) =>
  runProgram(['report', ...args, ...desk.flags], desk.environment);
const pageOf = (desk: Desk, ...args: readonly string[]) => report(desk, '--format', 'html', ...args);
const chatsOf = (desk: Desk) =>
  desk.sandbox.world.chats.filter(({ requestedAt }) => requestedAt >= MONDAY && requestedAt < MONDAY + 7 * DAY);

/** The rows of a table of Markdown, by the heading above it. */
function tableUnder(document: string, heading: string): string[][] {
  const lines = document.slice(document.indexOf(`## ${heading}\n`)).split('\n');
  const begin = lines.findIndex((line) => line.startsWith('| --- '));
  const table = lines.slice(begin + 1);
  const end = table.findIndex((line) => !line.startsWith('|'));
  return table.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('a week', () => {
  let desk: Desk;
  let html: string;
  beforeAll(async () => {
    desk = await startDeskOfLastWeek();
    const { code, out, err } = await pageOf(desk);
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    html = out;
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test('has the figures that the same report has as Markdown, and the missed chats of the world by weekday and hour', async () => {
    const { out } = await report(desk);
    await using opened = await openPage(html, desk.folder);
    expect(await opened.rows('Figures of the period')).toStrictEqual(tableUnder(out, 'Figures'));
    expect(await opened.rows('Figures by agent')).toStrictEqual(tableUnder(out, 'By agent'));
    expect(await opened.rows('Figures by day')).toStrictEqual(tableUnder(out, 'By day'));
    const chats = chatsOf(desk);
    const expected = Array.from({ length: 24 }, (_, hour) => [
      String(hour).padStart(2, '0'),
      ...Array.from({ length: 7 }, (__, weekday) => {
        const begin = MONDAY + weekday * DAY + (hour * DAY) / 24;
        const came = chats.filter(({ requestedAt: at }) => at >= begin && at < begin + DAY / 24);
        return came.length === 0 ? '0' : `${came.filter(({ missed }) => missed).length}/${came.length}`;
      }),
    ]);
    expect(await opened.rows(HOURS)).toStrictEqual(expected);
  });

  test('tells why figures changed, and what visitors talk about, as the tools do', async () => {
    await using opened = await openPage(html, desk.folder);
    const seen = await opened.rows(CHANGES);
    const ask = async (tool: string, ...args: readonly string[]) => {
      // A report asks until it has a whole answer, `call` asks once: on a busy machine that takes longer than 25 seconds.
      const flags = [...desk.flags, '--answer-within', '600'];
      const { out } = await runProgram(['call', ...flags, tool, '--period', 'last_week', ...args], desk.environment);
      return out;
    };
    const wait = await ask('explain_change', '--metric', 'wait');
    const [, change] = /Change of the mean: \*\*(\S[^*]*)\*\*/.exec(wait) ?? [];
    const [, usual] = /usually differ by (up to [^(]*) \(95 times/.exec(wait) ?? [];
    expect(seen.find(([figure]) => figure === 'wait (mean)')?.slice(1, 3)).toStrictEqual([change, usual ?? '–']);
    const topics = await opened.rows(TOPICS);
    const list = await ask('list_topics', '--compare-to', 'previous_period');
    expect(topics.length).toBeGreaterThan(0);
    for (const [term, share, before] of topics) {
      const line = list.split('\n').find((one) => one.startsWith(`- ${term} (with `) || one.startsWith(`- ${term}: `));
      expect(line).toContain(` (${share}), e.g. `);
      expect(line).toContain(before === '0%' ? ': 0 → ' : ` (${before}) → `);
    }
  });

  test.each([
    { name: 'light', scheme: 'light', width: 1200 },
    { name: 'dark', scheme: 'dark', width: 1000 },
    { name: 'narrow', scheme: 'light', width: 320 },
  ] as const)('is read by everybody, and asks for nothing: $name', async ({ name, scheme, width }) => {
    await using opened = await openPage(html, desk.folder, { scheme, width });
    expect(await opened.seriousFindings()).toStrictEqual([]);
    expect(await opened.tooWide()).toBe(0);
    await opened.page.locator('summary').first().click();
    expect(opened.trouble).toStrictEqual([]);
    await opened.picture(`report-${name}`);
  });

  test('is never scrolled sideways, however wide the window', async () => {
    await using opened = await openPage(html, desk.folder);
    for (const width of [500, 660, 840, 991, 993, 1100]) {
      await opened.page.setViewportSize({ width, height: 900 });
      expect({ width, tooWide: await opened.tooWide() }).toEqual({ width, tooWide: 0 });
    }
  });

  test('is two sheets of paper, with pictures, and small enough to mail', async () => {
    await using opened = await openPage(html, desk.folder);
    expect(await opened.sheets()).toBe(2);
    const widths = await opened.page.evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth)');
    expect(z.array(z.number().min(100)).parse(widths).length).toBeGreaterThanOrEqual(1);
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES);
  });

  test('runs nothing, and may load nothing', () => {
    expect(html).not.toMatch(/<script|<link|<iframe|<object|<embed|<form|javascript:/i);
    expect(html).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
  });

  test('names no visitor, and holds no message and no contact', () => {
    const { world } = desk.sandbox;
    for (const { subject, text } of world.offlineMessages) {
      if (subject.length > 5) expect(html).not.toContain(subject);
      expect(html).not.toContain(text.slice(0, 40));
    }
    for (const { visitorName } of chatsOf(desk)) if (visitorName.includes(' ')) expect(html).not.toContain(visitorName);
    expect(html).not.toMatch(/(?:<|&lt;)\/?untrusted/);
    expectNothingPrivate(html, world.account.superAdmin.password);
  });
});

test.runIf(IS_WHOLE)(
  'of many agents it shows those with the most chats, and sums the others up, on two sheets',
  async () => {
    await using desk = await startDeskOfLastWeek();
    const { agents, chats } = desk.sandbox.world;
    const [one] = agents;
    if (one === undefined) throw new Error('there is no agent');
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...one,
      agentId: 91_000_001 + index,
      lastName: `No ${index}`,
    }));
    agents.push(...many);
    for (const [index, chat] of chats.entries()) {
      if (chat.agentId !== undefined) chat.agentId = many[index % (1 + (index % many.length))]?.agentId ?? one.agentId;
    }
    const { code, out } = await pageOf(desk);
    expect(code).toBe(0);
    const served = chatsOf(desk).filter(({ missed }) => !missed);
    const counts = [...Map.groupBy(served, ({ agentId }) => agentId).values()].map(({ length }) => length);
    const [most, others] = [counts.toSorted((one, other) => other - one).slice(0, 12), counts.length - 12];
    const rest = served.length - most.reduce((sum, count) => sum + count, 0);
    await using opened = await openPage(out, desk.folder);
    const shown = (await opened.rows('Figures by agent')).map(([, chats]) => Number(chats));
    expect(shown).toStrictEqual([...most, chatsOf(desk).length - served.length]);
    expect(await opened.page.getByText(`And ${others} more agents with ${rest} chats`).count()).toBe(1);
    expect(await opened.sheets()).toBe(2);
  },
);

test('a desk that attacks is text', async () => {
  await using desk = await startDeskOfLastWeek();
  const { world } = desk.sandbox;
  const attack = `"'><img src=x onerror=alert(1)><script>alert(2)</script></style></svg><svg onload=alert(3)>`;
  for (const agent of world.agents) [agent.firstName, agent.lastName] = [attack, '\u202Egnp.exe'];
  for (const chat of world.chats) {
    chat.visitorName = attack;
    for (const message of chat.messages) message.text = `${attack} ${attack} parcel`;
  }
  for (const message of world.offlineMessages) [message.subject, message.text] = [attack, attack];
  const { code, out } = await pageOf(desk);
  expect(code).toBe(0);
  await using opened = await openPage(out, desk.folder);
  expect(opened.trouble).toStrictEqual([]);
  expect(await opened.page.locator('script, svg, [onerror], [onload]').count()).toBe(0);
  expect(await opened.page.locator('img:not([src^="data:image/svg+xml;base64,"])').count()).toBe(0);
  // What axe-core and the eye have of it is the same page.
  expect(await opened.page.locator('h2').count()).toBe(10);
  expect(await opened.sheets()).toBeLessThanOrEqual(3);
});

test('a change beyond chance is told with its cause, and drawn', async () => {
  await using desk = await startDeskOfLastWeek();
  const [slow] = desk.sandbox.world.agents
    .map((agent) => ({ agent, chats: chatsOf(desk).filter(({ agentId }) => agentId === agent.agentId) }))
    .sort((one, other) => other.chats.length - one.chats.length);
  for (const chat of slow?.chats ?? []) {
    if (chat.startedAt !== undefined) chat.startedAt += 1200_000;
    if (chat.endedAt !== undefined) chat.endedAt += 1200_000;
  }
  const { code, out } = await pageOf(desk);
  expect(code).toBe(0);
  await using opened = await openPage(out, desk.folder);
  const seen = await opened.rows(CHANGES);
  const { firstName, lastName } = slow?.agent ?? {};
  expect(seen.find(([figure]) => figure === 'wait (mean)')?.at(-1)).toContain(`agent ${firstName} ${lastName}`);
  expect(await opened.page.locator('img').count()).toBe(2);
  expect(await opened.sheets()).toBe(2);
  await opened.picture('report-changed');
});

test.runIf(IS_WHOLE)('is redacted as answers are', async () => {
  await using desk = await startDeskOfLastWeek();
  for (const chat of chatsOf(desk).slice(0, 60)) {
    const said = chat.messages.find(({ author }) => author === 'visitor');
    if (said) said.text = 'write to ann.smith@example.com or +44 20 7946 0958 about the zebra crossing';
  }
  // Topics are told of what is read: where that is everything, two commands tell of the same, however busy the machine is.
  const sync = await runProgram(['sync', '--config', await desk.configure({})], desk.environment);
  expect(sync.code).toBe(0);
  const flags = ['--config', await desk.configure({ redact: 'contacts' })];
  const { out } = await runProgram(['report', '--format', 'html', ...flags], desk.environment);
  const asked = ['list_topics', '--period', 'last_week', '--compare-to', 'previous_period'];
  const { out: list } = await runProgram(['call', ...flags, ...asked], desk.environment);
  await using opened = await openPage(out, desk.folder);
  const topics = await opened.rows(TOPICS);
  expect(topics.map(([term]) => term)).toContain('zebra crossing');
  for (const [term] of topics) expect(list).toContain(`\n- ${term}`);
  for (const word of ['ann.smith', '7946']) expect(out).not.toContain(word);
});

test('a period without any chat says so', async () => {
  await using desk = await startDeskOfLastWeek();
  desk.sandbox.world.chats.length = 0;
  const { code, out } = await pageOf(desk);
  expect(code).toBe(0);
  await using opened = await openPage(out, desk.folder);
  expect((await opened.rows('Figures of the period')).find(([figure]) => figure === 'chats')?.[1]).toBe('0');
  expect(await opened.page.getByText('There was no chat.').count()).toBe(3);
  expect(await opened.page.getByText('Nothing is explained').count()).toBe(1);
  expect(await opened.sheets()).toBeLessThanOrEqual(2);
  await opened.picture('report-empty');
});

test.runIf(IS_WHOLE)('a single day is told by its hours', async () => {
  await using desk = await startDesk();
  const { out } = await pageOf(desk, '--period', 'yesterday');
  await using opened = await openPage(out, desk.folder);
  expect(await opened.page.getByRole('heading', { name: 'By hour', exact: true }).count()).toBe(1);
  expect(await opened.page.getByRole('heading', { name: 'By weekday and hour' }).count()).toBe(0);
  expect(await opened.sheets()).toBeLessThanOrEqual(2);
  await opened.picture('report-one-day');
});

test('what is not read in time is said at its place, and the exit code tells', async () => {
  await using desk = await startDeskOfLastWeek(3);
  const { code, out } = await pageOf(desk, '--within', '1', '--answer-within', '1');
  expect(code).toBe(2);
  await using opened = await openPage(out, desk.folder);
  expect(await opened.page.locator('header').textContent()).toContain('Not complete: the chats of the period (');
  expect(await opened.page.getByText('Nothing is explained yet').count()).toBe(1);
  // Of an hour in which no chat was read nothing is known.
  const cells = (await opened.rows(HOURS)).flatMap(([, ...hours]) => hours);
  expect(cells).not.toContain('0');
  expect(cells).toContain('–');
  expect(await opened.page.getByText('Not all are loaded; of those that are:').count()).toBe(1);
  expect(opened.trouble).toStrictEqual([]);
  await opened.picture('report-incomplete');
});
