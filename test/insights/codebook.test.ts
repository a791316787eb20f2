import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCodebook, meaningOf } from '../../src/insights/codebook.ts';
import type { CodeObservations } from '../../src/model/codes.ts';

// A desk whose codes are known here and not to the codebook: what it says of them is right, or nothing.

/** Three ways in which a service may number its meanings, and some in which it may mislead. */
const desk = record({
  codes: constantFrom(
    { served: 0, missed: 1, notRated: 0, read: 0, unread: 1 },
    { served: 1, missed: 0, notRated: -1, read: 1, unread: 0 },
    { served: 2, missed: 7, notRated: 9, read: 20, unread: 10 },
  ),
  served: integer({ min: 1, max: 400 }),
  missed: integer({ min: 0, max: 60 }),
  waiting: integer({ min: 0, max: 3 }),
  rated: integer({ min: 0, max: 100 }),
  answered: integer({ min: 0, max: 80 }),
  unread: integer({ min: 0, max: 40 }),
  left: integer({ min: 0, max: 20 }),
  /** Missed chats carry times too. */
  missedHaveTimes: boolean(),
});

type Desk = typeof desk extends { generate: (...args: never[]) => { value: infer Value } } ? Value : never;

function observe({
  codes,
  served,
  missed,
  waiting,
  rated,
  answered,
  unread,
  left,
  missedHaveTimes,
}: Desk): CodeObservations {
  const chat = { missedCode: codes.served, hasConversation: true };
  return {
    chats: [
      { ...chat, ratingCode: 5, count: rated },
      { ...chat, ratingCode: codes.notRated, count: served },
      { ...chat, ratingCode: codes.notRated, hasConversation: false, count: waiting },
      { missedCode: codes.missed, ratingCode: codes.notRated, hasConversation: missedHaveTimes, count: missed },
    ].filter(({ count }) => count > 0),
    offlineMessages: [
      { unreadCode: codes.read, replied: true, count: answered },
      { unreadCode: codes.read, replied: false, count: left },
      { unreadCode: codes.unread, replied: false, count: unread },
    ].filter(({ count }) => count > 0),
  };
}

describe('a meaning is right, or it is not told', () => {
  test('whatever the codes and however many rows there are', () => {
    assert(
      property(desk, (known) => {
        const { codes } = known;
        const book = createCodebook(observe(known), {});
        const told = (name: 'is_missed' | 'unread' | 'rating', code: number) => meaningOf(book, name, code);
        expect([undefined, 'served']).toContain(told('is_missed', codes.served));
        expect([undefined, 'missed']).toContain(told('is_missed', codes.missed));
        expect([undefined, 'not rated']).toContain(told('rating', codes.notRated));
        expect(told('rating', 5)).toBeUndefined();
        expect([undefined, 'read']).toContain(told('unread', codes.read));
        expect([undefined, 'unread']).toContain(told('unread', codes.unread));
        for (const name of [
          'chat_started_by',
          'is_chat_transferred',
          'chat_ended_by',
          'enabled',
          'user_type',
        ] as const) {
          expect(book[name].settled).toBe(false);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('and with enough rows it is told', () => {
    assert(
      property(desk, (known) => {
        const enough = {
          ...known,
          served: 200,
          missed: 20,
          waiting: 2,
          answered: 20,
          unread: 12,
          missedHaveTimes: false,
        };
        const book = createCodebook(observe(enough), {});
        const { codes } = known;
        expect(meaningOf(book, 'is_missed', codes.missed)).toBe('missed');
        expect(meaningOf(book, 'is_missed', codes.served)).toBe('served');
        expect(meaningOf(book, 'rating', codes.notRated)).toBe('not rated');
        expect(meaningOf(book, 'unread', codes.unread)).toBe('unread');
        expect(book.is_missed).toMatchObject({ settled: true, source: 'evidence' });
      }),
    );
  });
});

test('the setting is taken at its word, and the data are not asked', () => {
  const book = createCodebook(
    { chats: [{ missedCode: 0, hasConversation: true, count: 500 }], offlineMessages: [] },
    { is_missed: { 0: 'missed', 1: 'served' } },
  );
  expect(meaningOf(book, 'is_missed', 0)).toBe('missed');
  expect(meaningOf(book, 'is_missed', 2)).toBeUndefined();
  expect(book.is_missed).toMatchObject({ settled: true, source: 'setting' });
});
