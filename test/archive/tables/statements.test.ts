import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync } from 'node:sqlite';
import { DefaultQueryCompiler } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PreparedStatements } from '../../../src/archive/sqlite/prepared.ts';
import { DAY, first, NOW, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import type { ToolName } from '../../mcp/protocol/shapes.ts';
import { ENGINE } from '../../support/archive/archive-location.ts';
import { withoutBoundaries } from '../../support/boundaries.ts';

// What is asked again is neither compiled nor prepared again.

afterEach(() => {
  vi.restoreAllMocks();
});

const dayOf = (daysAgo: number): string => new Date(NOW - daysAgo * DAY).toISOString().slice(0, 10);

type Question = readonly [ToolName, object];

const { chats, offlineMessages, visitors } = smallWorld();
const agent = String(first(chats.flatMap(({ agentId }) => agentId ?? [])));

const QUESTIONS = [
  ['get_support_performance', { period: 'last_week' }],
  ['get_support_performance', { period: 'last_week', group_by: ['agent'], compare_to: 'previous_period' }],
  ['get_support_performance', { period: 'last_30_days', agent }],
  ['list_chats', { period: 'last_week' }],
  ['list_chats', { from: dayOf(20), to: dayOf(1), agent }],
  ['search_transcripts', { query: 'order', period: 'last_week' }],
  ['search_transcripts', { query: '-refund order', from: dayOf(3), to: dayOf(1), agent, city: 'Berlin' }],
  ['get_chat_transcript', { chat_id: first(chats).chatId }],
  ['list_support_agents', {}],
  ['get_service_status', {}],
  ['list_offline_messages', {}],
  ['get_offline_message', { offline_message_id: first(offlineMessages).offlineMessageId }],
] as const satisfies Question[];

/** The questions whose statements are as long as what is asked for. */
const OF_MANY_SHAPES = [
  ['list_visitors', { query: 'an' }],
  ['get_visitor_stats', { visitor: String(first(visitors).visitorId) }],
] as const satisfies Question[];

/** An answer without what is another each time: its boundaries, and what it has cost. */
async function answer(desk: Desk, [tool, args]: Question): Promise<string> {
  const { text, isError } = await desk.ask(tool, args);
  expect(isError, text).toBe(false);
  return withoutBoundaries(text).replace(/\d+ upstream requests?/, '');
}

interface Cost {
  compiled: number;
  prepared: number;
}

/** Counts the SQL that some work has compiled and prepared, and not what timers and other desks have meanwhile. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to what it is called on
  const { compileQuery } = DefaultQueryCompiler.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to what it is called on
  const { prepare } = DatabaseSync.prototype;
  const cost = { compiled: 0, prepared: 0 };
  const working = new AsyncLocalStorage<Cost>();
  vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery').mockImplementation(function (
    this: DefaultQueryCompiler,
    ...args
  ) {
    if (working.getStore() === cost) cost.compiled += 1;
    return compileQuery.apply(this, args);
  });
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...args) {
    if (working.getStore() === cost) cost.prepared += 1;
    return prepare.apply(this, args);
  });
  await working.run(cost, work);
  vi.restoreAllMocks();
  return cost;
}

describe('a question', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  /** Counts the SQL that is compiled and prepared for the same question once more. */
  async function askedAgain(question: Question): Promise<Cost> {
    for (let run = 0; run < 2; run += 1) await answer(desk, question);
    return costOf(() => answer(desk, question));
  }

  test('that is asked for the first time has something compiled', async () => {
    await using other = await startDesk();
    const cost = await costOf(() => answer(other, ['list_support_agents', {}]));
    expect(cost.compiled).toBeGreaterThan(0);
    if (ENGINE === 'sqlite') expect(cost.prepared).toBeGreaterThan(0);
  });

  test('has not compiled what others do meanwhile', async () => {
    await using other = await startDesk();
    const asked = Promise.withResolvers<void>();
    const meanwhile = asked.promise.then(() => answer(other, ['list_support_agents', {}]));
    const cost = await costOf(() => {
      asked.resolve();
      return meanwhile;
    });
    expect(cost).toEqual({ compiled: 0, prepared: 0 });
  });

  test.each(QUESTIONS)('that is asked again has nothing compiled or prepared: %s %j', async (...question) => {
    expect(await askedAgain(question)).toEqual({ compiled: 0, prepared: 0 });
  });

  test.each(OF_MANY_SHAPES)('that is asked again has nothing prepared: %s %j', async (...question) => {
    expect((await askedAgain(question)).prepared).toBe(0);
  });

  test('that is asked at once with others, with other values each, is answered as alone', async () => {
    const questions = [...QUESTIONS, ...OF_MANY_SHAPES];
    const alone: string[] = [];
    for (const question of questions) alone.push(await answer(desk, question));
    expect(await Promise.all(questions.map((question) => answer(desk, question)))).toEqual(alone);
  });
});

describe.skipIf(ENGINE === 'postgres')('prepared statements of a file', () => {
  function open() {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE things (a, b); INSERT INTO things VALUES (1, 2)');
    const statements = new PreparedStatements(database);
    return { statements, ask: (sql: string) => statements.of(sql).statement.all() };
  }

  test('have the columns that their tables have now', () => {
    const { ask } = open();
    const all = 'SELECT * FROM things';
    expect(ask(all)).toEqual([{ a: 1, b: 2 }]);
    ask('ALTER TABLE things ADD COLUMN c DEFAULT 3');
    expect(ask(all)).toEqual([{ a: 1, b: 2, c: 3 }]);
    ask('begin immediate');
    ask('ALTER TABLE things DROP COLUMN b');
    expect(ask(all)).toEqual([{ a: 1, c: 3 }]);
    ask('rollback');
    expect(ask(all)).toEqual([{ a: 1, b: 2, c: 3 }]);
    ask('DROP TABLE things');
    ask('CREATE TABLE things (d)');
    expect(ask(all)).toEqual([]);
  });

  test('are no more than some, those that were used last, and no long ones', () => {
    const { statements } = open();
    const often = statements.of('SELECT a FROM things');
    const once = statements.of('SELECT b FROM things');
    const long = `SELECT a FROM things WHERE b IN (${'2, '.repeat(1000)}2)`;
    expect(statements.of(long)).not.toBe(statements.of(long));
    for (let other = 0; other < 1000; other += 1) {
      statements.of(`SELECT a FROM things LIMIT ${other}`);
      expect(statements.of('SELECT a FROM things')).toBe(often);
    }
    expect(statements.of('SELECT b FROM things')).not.toBe(once);
  });
});
