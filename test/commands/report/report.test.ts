import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { MONDAY, startDeskOfLastWeek } from './last-week.ts';

// A week's figures as one document. What is expected comes from the world of the sandbox.

const DAY = 86_400_000;
const desk = await startDeskOfLastWeek();
afterAll(() => desk[Symbol.asyncDispose]());
const { world } = desk.sandbox;
const run = (...args: readonly string[]) => runProgram(['report', ...args, ...desk.flags], desk.environment);

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const chats = world.chats.filter(({ requestedAt }) => requestedAt >= MONDAY && requestedAt < MONDAY + 7 * DAY);
const missed = chats.filter(({ missed }) => missed);
const rated = chats.flatMap(({ rating }) => rating ?? []);

const Json = z.looseObject({
  complete: z.boolean(),
  overall: z.looseObject({ chats: z.number(), missed: z.number(), rating: z.looseObject({ n: z.number() }) }),
  by_agent: z.looseObject({
    groups: z.array(z.looseObject({ label: z.string(), metrics: z.looseObject({ chats: z.number() }) })),
  }),
  by_day: z.looseObject({
    groups: z.array(z.looseObject({ key: z.string(), metrics: z.looseObject({ chats: z.number() }) })),
  }),
});

/** A day as a table has it: `Mon 16 Nov`. */
const weekdayOf = (at: number): string => {
  const [weekday, date, month] = new Date(at).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${Number(date)} ${month}`;
};

/** The cells of the rows of a table that begin with this. */
function row(document: string, head: string): string[] | undefined {
  const line = document.split('\n').find((one) => one.startsWith(`| ${head} |`) || one.startsWith(`| ${head}* |`));
  return line?.split('|').map((cell) => cell.trim());
}

describe('a week', () => {
  test('as Markdown', async () => {
    const { code, out, err } = await run();
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    const [title] = out.split('\n\nUTC, compared with ');
    expect(title).toMatch(/^# Support, Mon \d+(?: \w+)?(?: \d+)? – Sun \d+ \w+ \d+$/);
    expect(title).toContain(` – ${weekdayOf(MONDAY + 6 * DAY)} `);
    expect(out).toContain(`- **What happened**: ${chats.length} chats, `);
    expect(row(out, 'chats')?.[2]).toBe(String(chats.length));
    expect(row(out, 'missed')?.[2]).toMatch(new RegExp(`^${missed.length} of ${chats.length} chats \\(`));
    expect(row(out, 'rating')?.[2]).toMatch(
      new RegExp(
        `^mean [\\d.]+ \\(seen ${Math.min(...rated)} to ${Math.max(...rated)}\\), from ${rated.length} of \\d+ served \\([\\d.]+%\\)$`,
      ),
    );
    for (let at = MONDAY; at < MONDAY + 7 * DAY; at += DAY) {
      const count = chats.filter(({ requestedAt }) => day(requestedAt) === day(at)).length;
      expect(row(out, weekdayOf(at))?.[2]).toBe(count === 0 ? undefined : String(count));
    }
    for (const { agentId, firstName, lastName } of world.agents) {
      const count = chats.filter((chat) => chat.agentId === agentId && !chat.missed).length;
      if (count > 0) expect(row(out, `${firstName} ${lastName}`)?.[2]).toBe(String(count));
    }
    // What helps an assistant to ask on is no part of it.
    expect(out).not.toContain('transcripts "all"');
    expect(out).toContain('- **Chats**: complete');
    expect(out).toContain('- **first response**: ');
    expect(out).not.toContain('Not complete');
    // The sample is as large as it gets.
    expect(row(out, 'first response')?.[2]).toMatch(/estimated from 50 of \d+ chats/);
  });

  test('no word of a visitor is in it', async () => {
    const { out } = await run();
    for (const { subject, text } of world.offlineMessages) {
      if (subject.length > 5) expect(out).not.toContain(subject);
      expect(out).not.toContain(text.slice(0, 40));
    }
    for (const { visitorName } of chats) if (visitorName.includes(' ')) expect(out).not.toContain(visitorName);
    expect(out).not.toContain('<untrusted');
    expectNothingPrivate(out, world.account.superAdmin.password);
  });

  test('as JSON, with the same numbers', async () => {
    const { code, out } = await run('--format', 'json');
    expect(code).toBe(0);
    expect(out).not.toContain('<untrusted');
    const report = Json.parse(JSON.parse(out));
    expect(report).toMatchObject({
      complete: true,
      overall: { chats: chats.length, missed: missed.length, rating: { n: rated.length } },
    });
    const sum = (groups: readonly { readonly metrics: { readonly chats: number } }[]): number =>
      groups.reduce((total, { metrics }) => total + metrics.chats, 0);
    expect(sum(report.by_day.groups)).toBe(chats.length);
    expect(sum(report.by_agent.groups)).toBe(chats.length);
  });
});

test('of many messages that say the same, the first twenty are listed, and all are counted', async () => {
  await using many = await startDeskOfLastWeek();
  const { offlineMessages } = many.sandbox.world;
  for (const message of offlineMessages)
    Object.assign(message, { subject: 'Parcel', text: 'Where is my parcel?', replies: [] });
  const { out } = await runProgram(['report', '--format', 'json', ...many.flags], many.environment);
  const Waiting = z.looseObject({ waiting: z.looseObject({ total: z.number(), messages: z.array(z.unknown()) }) });
  const { total, messages } = Waiting.parse(JSON.parse(out)).waiting;
  expect(total).toBe(offlineMessages.length);
  expect(total).toBeGreaterThan(20);
  expect(messages).toHaveLength(20);
});

test('the hour with the most missed chats is pointed out, with both counts', async () => {
  await using planted = await startDeskOfLastWeek();
  const { chats: all } = planted.sandbox.world;
  const afternoon = MONDAY + 2 * DAY + 14 * (DAY / 24);
  const served = all.filter((chat) => !chat.missed && chat.requestedAt >= MONDAY && chat.requestedAt < MONDAY + DAY);
  for (const [index, chat] of served.slice(0, 9).entries()) {
    Object.assign(chat, {
      requestedAt: afternoon + index * 60_000,
      missed: true,
      startedAt: undefined,
      endedAt: undefined,
    });
  }
  const inWeek = all.filter(({ requestedAt: at, missed }) => missed && at >= MONDAY && at < MONDAY + 7 * DAY);
  const inHour = inWeek.filter(({ requestedAt: at }) => at >= afternoon && at < afternoon + DAY / 24);
  const { out } = await runProgram(['report', ...planted.flags], planted.environment);
  expect(out).toContain(
    `- **What to look at**: Wednesday, 14:00: ${inHour.length} of ${inWeek.length} missed chats came in this hour.`,
  );
});

test('what rests on a code that is not settled goes by what is likely, and says so', async () => {
  const config = await desk.configure({ codes: {}, archive: 'memory' });
  const { code, out } = await runProgram(['report', '--config', config], desk.environment);
  expect(code).toBe(0);
  const byAgent = chats.filter(({ startedBy }) => startedBy === 'agent').length;
  expect(row(out, 'started by agents')?.[2]).toMatch(
    new RegExp(`^${byAgent} of ${chats.length} chats \\(.*\\), assumed$`),
  );
  expect(out).toMatch(/^Assumed: .*chat_started_by 1 = visitor, 2 = agent \(/m);
  expect(out).toMatch(/ Unknown: chat_ended_by 1 \(\d+ chats\), 2 \(\d+\)\.$/m);
  // Readers of a report can save no meaning.
  expect(out).not.toContain('record_code_meaning');
});

test('what is not read in time is said, and the exit code tells', async () => {
  await using slow = await startDeskOfLastWeek(3);
  const { code, out } = await runProgram(
    ['report', '--within', '1', '--answer-within', '1', ...slow.flags],
    slow.environment,
  );
  expect(code).toBe(2);
  expect(out).toContain('**Not complete:** the chats of the period (');
});

test('no part of a period stands beside another one', async () => {
  await using slow = await startDeskOfLastWeek(3);
  const { code, out } = await runProgram(
    ['report', '--within', '1', '--answer-within', '1', ...slow.flags],
    slow.environment,
  );
  expect(code).toBe(2);
  expect(out).toContain('- **What happened**: Of what is loaded: ');
  expect(out).toContain('- **What to look at**: Not all is loaded yet.');
  expect(out).toMatch(/Not compared with [^:]+ yet: /);
  expect(out).not.toContain('| change |');
});

test('goes to a file, or says that it cannot', async () => {
  const file = join(desk.folder, 'week.md');
  expect(await run('--output', file)).toMatchObject({ code: 0, out: '', err: '' });
  expect(row(await readFile(file, 'utf8'), 'chats')?.[2]).toBe(String(chats.length));
  const { code, err } = await run('--output', join(desk.folder, 'none', 'week.md'));
  expect(code).toBe(1);
  expect(err).toContain('The report cannot be written to ');
});

describe('what cannot be told is said on standard error', () => {
  test.concurrent.each([
    [['--period', 'last_wek'], 'did you mean last_week?'],
    [['--period', 'last_hour'], 'A report is of whole days.'],
    [['--period', '2025-W53'], 'The year 2025 has no week 53'],
    [['--compare-to', 'last_week'], 'previous_period'],
    [['--within', '0'], 'whole number'],
    [['--format', 'pdf'], 'md, html, json'],
  ])('%j', async (args, word) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toStrictEqual({ code: 1, out: '' });
    expect(err).toContain(word);
  });

  test('a login that is refused', async () => {
    const config = await desk.configure({ password: 'wrong-password-4711', archive: 'memory' });
    const { code, out, err } = await runProgram(['report', '--config', config], desk.environment);
    expect({ code, out }).toStrictEqual({ code: 1, out: '' });
    expect(err).toContain('wrong email or password');
  });
});
