import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { partsNamed, partsOf } from '../scripts/test-all/parts.ts';
import { partsToRun, planWords, stateOf } from '../scripts/test-all/plan.ts';
import { readRecord, writeRecord, type Run } from '../scripts/test-all/record.ts';

// Which parts `npm run test:all` has, which of them it runs, and what it says and keeps of them.

const PARTS = partsOf([
  { path: 'test/archive/living/living.exhaustive.test.ts', project: 'sqlite' },
  { path: 'test/archive/living/living.exhaustive.test.ts', project: 'postgres' },
  { path: 'test/archive/records/visitors/contacts.test.ts', project: 'postgres' },
  { path: 'test/archive/records/kept.test.ts', project: 'postgres' },
  { path: 'test/hosts/hosts.exhaustive.test.ts', project: 'hosts' },
  { path: 'test/commands/hosts/json-file.test.ts', project: 'properties' },
  { path: 'test/mcp/matrix/matrix.exhaustive.test.ts', project: 'sqlite' },
  { path: 'test/mcp/matrix/matrix.exhaustive.test.ts', project: 'properties' },
]);

const named = (...names: string[]) => partsNamed(names, PARTS).map(({ name }) => name);

describe('parts', () => {
  test('are folders of two levels, with PostgreSQL apart', () => {
    expect(PARTS.map(({ name, projects, files }) => [name, projects.join(' '), files.length])).toEqual([
      ['archive/living', 'sqlite', 1],
      ['commands/hosts', 'properties', 1],
      ['hosts', 'hosts', 1],
      ['mcp/matrix', 'properties sqlite', 1],
      ['postgres/archive/living', 'postgres', 1],
      ['postgres/archive/records', 'postgres', 2],
    ]);
  });

  test.each<[names: string[], parts: string[]]>([
    [
      [],
      [
        'archive/living',
        'commands/hosts',
        'hosts',
        'mcp/matrix',
        'postgres/archive/living',
        'postgres/archive/records',
      ],
    ],
    [['archive'], ['archive/living', 'postgres/archive/living', 'postgres/archive/records']],
    [['archive/living'], ['archive/living', 'postgres/archive/living']],
    [['postgres'], ['postgres/archive/living', 'postgres/archive/records']],
    [['postgres/archive/living'], ['postgres/archive/living']],
    [
      ['hosts', 'mcp/matrix'],
      ['hosts', 'mcp/matrix'],
    ],
  ])('named %j', (names, parts) => {
    expect(named(...names)).toEqual(parts);
  });

  test.each([
    ['archive/livin', 'There is no part "archive/livin"; did you mean archive/living?'],
    ['mcp/matrx', 'There is no part "mcp/matrx"; did you mean mcp/matrix?'],
    ['qqqqqq', 'There is no part "qqqqqq". --plan lists the parts.'],
  ])('a wrong name is answered with the closest: %s', (name, words) => {
    expect(() => named('hosts', name)).toThrow(words);
  });
});

/** The age of each commit of a history, in commits. */
const AGES: Readonly<Record<string, number>> = { now: 0, lately: 1, limit: 20, before: 21 };
const commitsSince = (commit: string) => AGES[commit];

const run = (commit: string, changes: Partial<Run> = {}): Run => ({
  commit,
  seed: 7,
  passed: true,
  seconds: 90,
  when: '2026-11-25T06:00:00.000Z',
  ...changes,
});

describe('the state of a part', () => {
  test.each<[run: Run | undefined, words: string, counts: boolean, isRed: boolean]>([
    [undefined, 'never run', false, false],
    [run('now'), 'passed at this commit', true, false],
    [run('lately'), 'passed 1 commit ago', true, false],
    [run('limit'), 'passed 20 commits ago', true, false],
    [run('before'), 'passed 21 commits ago: too long ago', false, false],
    [run('elsewhere'), 'passed at a commit that is not in this history: does not count', false, false],
    [run('now', { dirty: true }), 'passed at this commit, with uncommitted changes: does not count', false, false],
    [run('lately', { passed: false }), 'red 1 commit ago: repeat it with --seed 7', false, true],
    [run('now', { passed: false, dirty: true }), 'red at this commit: repeat it with --seed 7', false, true],
  ])('%j', (last, words, counts, isRed) => {
    expect(stateOf(last, commitsSince)).toMatchObject({ words, counts, isRed });
  });
});

test('a part that passed at this commit is not run again; red ones come first, then the ones with the oldest pass', () => {
  const runs = {
    'archive/living': run('lately'),
    'commands/hosts': run('now'),
    hosts: run('now', { passed: false }),
    'mcp/matrix': run('before'),
    'postgres/archive/living': run('now', { dirty: true }),
  };
  expect(partsToRun(PARTS, runs, commitsSince).map(({ name }) => name)).toEqual([
    'hosts',
    'postgres/archive/living',
    'postgres/archive/records',
    'mcp/matrix',
    'archive/living',
  ]);
});

test('the plan has a line for each part, and says whether an issue may be closed', () => {
  const runs = { 'archive/living': run('now'), hosts: run('lately', { passed: false, seconds: 300 }) };
  expect(planWords(partsNamed(['archive', 'hosts'], PARTS), runs, commitsSince)).toBe(
    [
      'part                      minutes  files  state',
      'archive/living                1.5      1  passed at this commit',
      'hosts                         5.0      1  red 1 commit ago: repeat it with --seed 7',
      'postgres/archive/living         ?      1  never run',
      'postgres/archive/records        ?      2  never run',
      '',
      '4 parts. 2 have been measured: they take 7 minutes.',
      '1 passed within the last 20 commits, 1 is red. An issue may be closed when the parts of the rooms that it moved have passed within them, and no part is red.',
      '',
    ].join('\n'),
  );
});

describe('the record', () => {
  test('is read as it was written, by name, and nothing else lies beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'record-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'exhaustive.json');
    expect(readRecord(path)).toEqual({});
    const runs = { hosts: run('now'), 'archive/living': run('now', { dirty: true }) };
    writeRecord(path, runs);
    writeRecord(path, { ...readRecord(path), hosts: run('now', { passed: false }) });
    expect(readRecord(path)).toEqual({ ...runs, hosts: run('now', { passed: false }) });
    expect(Object.keys(readRecord(path))).toEqual(['archive/living', 'hosts']);
    expect(await readFile(path, 'utf8')).toMatch(/\}\n$/);
    expect(await readdir(folder)).toEqual(['exhaustive.json']);
  });

  test('with a run of the wrong form is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'record-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'exhaustive.json');
    await writeFile(path, '{ "hosts": { "passed": "yes" } }');
    expect(() => readRecord(path)).toThrow('passed');
  });
});
