import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prioritiesOf, queueByPriority, queueInOrder, similarIn } from '../../../src/insights/triage/queue.ts';
import { firstsLike } from '../../../src/insights/triage/similar.ts';
import { OfflineMessageId, VisitorId } from '../../../src/model/ids.ts';
import type { OfflineMessage } from '../../../src/model/records.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { atOnce } from '../../support/at-once.ts';
import { onCpu } from '../../support/cpu-time.ts';

const NOW = epochMillis(Date.UTC(2026, 10, 18));
const MINUTE = 60_000;

const context = { now: NOW, chatsAround: new Map() };

const idsIn = (some: readonly OfflineMessage[]) => new Set(some.map(({ offlineMessageId }) => offlineMessageId));

const messages = array(
  record({
    visitor: integer({ min: 1, max: 4 }),
    minutesAgo: integer({ min: 0, max: 10_000 }),
    text: constantFrom(
      'hello',
      'The site is down for all of our customers',
      'I want a refund for order 55190 because it never came',
      'I want a refund for order 77123 because it never came',
      'There is smoke coming from the plug',
      '',
    ),
    replyCount: constantFrom(0, 0, 1),
  }),
  { maxLength: 30 },
).map((drawn) =>
  drawn.map(({ visitor, minutesAgo, text, replyCount }, index): OfflineMessage => ({
    offlineMessageId: OfflineMessageId.parse(index + 1),
    visitor: { visitorId: VisitorId.parse(visitor) },
    receivedAt: epochMillis(NOW - minutesAgo * MINUTE),
    text,
    replyCount,
  })),
);

describe('the order of a queue', () => {
  test('has every message once, and does not depend on the order in which they came', () => {
    assert(
      property(
        messages.chain((drawn) =>
          shuffledSubarray(drawn, { minLength: drawn.length }).map((shuffled) => ({ drawn, shuffled })),
        ),
        ({ drawn, shuffled }) => {
          const idsOf = (some: readonly OfflineMessage[]) =>
            atOnce(queueByPriority(some, atOnce(prioritiesOf(some, idsIn(some), context)))).map(({ id }) => id);
          expect(idsOf(shuffled)).toEqual(idsOf(drawn));
          expect(idsOf(drawn).toSorted((one, other) => one - other)).toEqual(
            drawn.map(({ offlineMessageId }) => offlineMessageId),
          );
        },
      ),
    );
  });

  test('is that of the scores, with what is alike together; what one visitor repeats comes behind all else', () => {
    assert(
      property(messages, (drawn) => {
        const priorities = atOnce(prioritiesOf(drawn, idsIn(drawn), context));
        const queue = atOnce(queueByPriority(drawn, priorities));
        const visitorOf = new Map(drawn.map(({ offlineMessageId, visitor }) => [offlineMessageId, visitor.visitorId]));
        const repeats = queue.filter(({ isRepeat }) => isRepeat);
        const others = queue.slice(0, queue.length - repeats.length);
        expect(others.some(({ isRepeat }) => isRepeat)).toBe(false);
        // What does not stand behind its like is in order of the scores, and so are the repeats.
        for (const some of [others.filter(({ id, firstLike }) => id === firstLike), repeats]) {
          const scores = some.map(({ id }) => priorities.get(id)?.score ?? -1);
          expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        }
        const waiting = others.filter(({ isWaiting }) => isWaiting);
        expect(others.slice(0, waiting.length)).toEqual(waiting);
        const groups = waiting.map(({ firstLike }) => firstLike);
        for (const [index, group] of groups.entries()) {
          expect(index === groups.indexOf(group) || groups[index - 1] === group).toBe(true);
        }
        for (const { id, firstLike } of repeats) {
          const before = queue.slice(
            0,
            queue.findIndex((entry) => entry.id === id),
          );
          expect(
            before.some((entry) => entry.firstLike === firstLike && visitorOf.get(entry.id) === visitorOf.get(id)),
          ).toBe(true);
        }
      }),
    );
  });

  test('takes messages for one person’s by an email in any form, and by no placeholder in its place', () => {
    const repeatsOf = (emails: readonly string[]) =>
      atOnce(
        queueInOrder(
          emails.map((email, index) => ({
            offlineMessageId: OfflineMessageId.parse(index + 1),
            visitor: { email },
            receivedAt: NOW,
            text: 'Where is my order?',
          })),
        ),
      ).map(({ isRepeat }) => isRepeat);
    expect(repeatsOf(['kate@example.com', ' Kate@Example.com'])).toEqual([false, true]);
    expect(repeatsOf(['unknown', 'unknown'])).toEqual([false, false]);
  });

  test('of very many equal messages names few of them to each, and takes no room for it', () => {
    const many = Array.from({ length: 20_000 }, (_, index): OfflineMessage => ({
      offlineMessageId: OfflineMessageId.parse(index + 1),
      visitor: { visitorId: VisitorId.parse(index + 1) },
      receivedAt: epochMillis(NOW - index),
      text: 'The site is down for all of our customers',
      replyCount: 0,
    }));
    const { result: similar, millis } = onCpu(() => {
      const queue = atOnce(queueByPriority(many, new Map()));
      return queue.map(similarIn(queue));
    });
    expect(millis).toBeLessThan(3000);
    expect(similar.every(({ count, ids }) => count === 19_999 && ids.length === 5)).toBe(true);
  });

  test('leaves out what was answered', () => {
    assert(
      property(messages, (drawn) => {
        expect(
          [...atOnce(prioritiesOf(drawn, idsIn(drawn), context)).keys()].toSorted((one, other) => one - other),
        ).toEqual(drawn.filter(({ replyCount }) => replyCount === 0).map(({ offlineMessageId }) => offlineMessageId));
      }),
    );
  });
});

describe('nearly the same text', () => {
  const LONG = 'Since this morning nobody can pay in our shop, the page stays white after the card number was entered.';

  test.each([
    ['the same', LONG],
    ['another number', LONG.replace('card number', 'card number').concat(' Order 12345')],
    ['shouted', LONG.toUpperCase()],
    ['another name below', `${LONG} Regards, Ottilie`],
  ])('is found: %s', (_name, text) => {
    expect(atOnce(firstsLike([LONG, text]))).toEqual([0, 0]);
  });

  test('is not what only begins alike, nor what has no text', () => {
    expect(
      atOnce(firstsLike([LONG, 'Since this morning my parcel is on its way, thank you for the card.', '', ''])),
    ).toEqual([0, 1, 2, 3]);
  });

  test('is found without spaces, too', () => {
    const text = '本日朝から弊社のショップで決済がすべて失敗しております。';
    expect(atOnce(firstsLike([text, `${text}!`, '営業時間を教えてください']))).toEqual([0, 0, 2]);
  });

  test('of ten thousand messages takes no time, also where all are nearly the same', () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `${LONG} ${index % 2 === 0 ? 'Ana' : 'Bo'} ${index}`);
    const { result: firsts, millis } = onCpu(() => atOnce(firstsLike(texts)));
    expect(millis).toBeLessThan(3000);
    expect(new Set(firsts).size).toBe(1);
  });
});
