import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallBook } from '../../../src/archive/care/call-book.ts';
import type { CallLine } from '../../../src/archive/care/calls.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

// No call waits for its line: lines are written together, and what cannot be written is tried again, then told.

const CALL = {
  at: epochMillis(0),
  caller: LOCAL_CALLER.id,
  kind: 'tool',
  name: 'list_chats',
  outcome: 'ok',
  upstreamRequests: 0,
  millis: 3,
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Kept {
  readonly book: CallBook;
  /** The numbers of the lines of each write. */
  readonly writes: number[][];
  readonly failures: unknown[];
  readonly lost: number[];
  isAway: boolean;
}

function bookOf(): Kept {
  const kept: Kept = {
    writes: [],
    failures: [],
    lost: [],
    isAway: false,
    book: new CallBook({
      keep: (lines: readonly CallLine[]) => {
        if (kept.isAway) return Promise.reject(new Error('away'));
        kept.writes.push(lines.map(({ entry }) => entry));
        return Promise.resolve();
      },
      failed: (error) => kept.failures.push(error),
      lost: (calls) => kept.lost.push(calls),
    }),
  };
  return kept;
}

test('all lines of a second are one write', async () => {
  const { book, writes } = bookOf();
  for (let call = 0; call < 3; call += 1) book.note(CALL);
  await vi.advanceTimersByTimeAsync(999);
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes).toEqual([[1, 2, 3]]);
  await vi.advanceTimersByTimeAsync(10_000);
  book.note(CALL);
  await vi.advanceTimersByTimeAsync(1000);
  expect(writes).toEqual([[1, 2, 3], [4]]);
});

test('what is noted when the process ends is written', async () => {
  const { book, writes, lost } = bookOf();
  book.note(CALL);
  await book.close();
  expect(writes).toEqual([[1]]);
  expect(lost).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('while the archive is away lines wait, some thousand of them, and the rest is told as lost', async () => {
  const kept = bookOf();
  const { book, writes, failures, lost } = kept;
  kept.isAway = true;
  for (let second = 0; second < 25; second += 1) {
    for (let call = 0; call < 1000; call += 1) book.note(CALL);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(failures).toHaveLength(1);
  kept.isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(writes).toEqual([Array.from({ length: 20_000 }, (_, index) => index + 1)]);
  expect(lost).toEqual([5000]);
  // A number that is missing shows it, too.
  book.note(CALL);
  await vi.advanceTimersByTimeAsync(1000);
  expect(writes.at(-1)).toEqual([25_001]);
});

test('lines that cannot be written at the end are told as lost', async () => {
  const kept = bookOf();
  kept.isAway = true;
  kept.book.note(CALL);
  await kept.book.close();
  expect(kept.lost).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});
