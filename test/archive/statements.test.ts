import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DefaultQueryCompiler } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PreparedStatements } from '../../src/archive/sqlite/prepared.ts';
import { DAY, first, NOW, openServer, smallWorld, startDesk, startService, type Desk } from '../mcp/desk.ts';
import type { ToolName } from '../mcp/shapes.ts';
import { ENGINE } from '../support/archive-location.ts';
import { temporaryFile } from './temporary-file.ts';

// What is asked again is neither compiled nor prepared again.

afterEach(() => {
  vi.restoreAllMocks();
});

const dayOf = (daysAgo: number): string => new Date(NOW - daysAgo * DAY).toISOString().slice(0, 10);

const { chats } = smallWorld();
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
] as const satisfies (readonly [ToolName, object])[];

const ofDynamicStatements = [
  ['list_visitors', { query: 'an' }],
  ['list_offline_messages', {}],
] as const satisfies (readonly [ToolName, object])[];

/** An answer without what is another each time: its boundaries, and what it has cost. */
async function answer(desk: Desk, [tool, args]: readonly [ToolName, object]): Promise<string> {
  const { text, isError } = await desk.ask(tool, args);
  expect(isError, text).toBe(false);
  return text.replaceAll(/\d{15}/g, '').replace(/\d+ upstream requests?/, '');
}

test.each(QUESTIONS)('%s %j asked again is compiled no more', async (...question) => {
  await using desk = await startDesk();
  for (let run = 0; run < 2; run += 1) await answer(desk, question);
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  await answer(desk, question);
  expect(compiled).not.toHaveBeenCalled();
});

test.skipIf(ENGINE === 'postgres').each([...QUESTIONS, ...ofDynamicStatements])(
  '%s %j asked again is prepared no more',
  async (...question) => {
    await using desk = await startDesk();
    for (let run = 0; run < 2; run += 1) await answer(desk, question);
    const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
    await answer(desk, question);
    expect(prepared.mock.calls).toEqual([]);
  },
);

test('questions at once, with other values each, are answered as one after the other', async () => {
  await using desk = await startDesk();
  const questions = [...QUESTIONS, ...ofDynamicStatements].flatMap((question) => [question, question]);
  for (const question of questions) await answer(desk, question);
  const expected: string[] = [];
  for (const question of questions) expected.push(await answer(desk, question));
  expect(await Promise.all(questions.map((question) => answer(desk, question)))).toEqual(expected);
});

describe.skipIf(ENGINE === 'postgres')('prepared statements of a file', () => {
  test('answer right when the file is damaged that they were prepared for', async () => {
    const archive = await temporaryFile();
    await using service = await startService();
    await using desk = await openServer(service, { archive });
    const question = ['list_chats', { period: 'last_week' }] as const;
    const [, before] = [await answer(desk, question), await answer(desk, question)];
    // From another process: this one would lose its locks. What is written first has it read all pages anew.
    const damage = `const file = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
      file.exec('UPDATE kysely_migration_lock SET is_locked = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      file.close();
      const fs = require('node:fs');
      const size = fs.statSync(process.argv[1]).size - 4096;
      fs.writeSync(fs.openSync(process.argv[1], 'r+'), Buffer.alloc(size, 255), 0, size, 4096);`;
    execFileSync(process.execPath, ['-e', damage, archive], { stdio: 'pipe' });
    expect(await answer(desk, question)).toBe(before);
    expect(readdirSync(dirname(archive)).filter((name) => name.includes('.damaged-'))).not.toEqual([]);
  });

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
