import { Foreign } from '../../../src/model/foreign.ts';
import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/triage/message-facts.ts';
import { OfflineMessageId, VisitorId } from '../../../src/model/ids.ts';
import type { OfflineMessage } from '../../../src/model/records.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { atOnce } from '../../support/at-once.ts';

const NOW = epochMillis(Date.UTC(2026, 10, 18));
const HOUR = 3_600_000;

const messages = array(
  record({
    visitor: integer({ min: 1, max: 4 }),
    hoursAgo: integer({ min: 0, max: 200 }),
    replyCount: constantFrom(0, 0, 1),
  }),
  { maxLength: 30 },
).map((drawn) =>
  drawn.map(({ visitor, hoursAgo, replyCount }, index): OfflineMessage => ({
    offlineMessageId: OfflineMessageId.parse(index + 1),
    visitor: { visitorId: VisitorId.parse(visitor) },
    receivedAt: epochMillis(NOW - hoursAgo * HOUR),
    replyCount,
  })),
);

test('the messages without a reply have facts, whose count of earlier ones does not depend on the order given', () => {
  assert(
    property(
      messages.chain((drawn) =>
        shuffledSubarray(drawn, { minLength: drawn.length }).map((shuffled) => ({ drawn, shuffled })),
      ),
      ({ drawn, shuffled }) => {
        const facts = atOnce(factsOf(shuffled, new Map()));
        const unanswered = drawn.filter(({ replyCount }) => replyCount === 0);
        expect(new Set(facts.keys())).toEqual(new Set(unanswered.map(({ offlineMessageId }) => offlineMessageId)));
        for (const one of unanswered) {
          const before = unanswered.filter(
            (other) =>
              other.visitor.visitorId === one.visitor.visitorId &&
              (other.receivedAt < one.receivedAt ||
                (other.receivedAt === one.receivedAt && other.offlineMessageId < one.offlineMessageId)),
          );
          expect(facts.get(one.offlineMessageId)?.unansweredBefore).toBe(before.length);
        }
      },
    ),
  );
});

test('one person is known by an email in any form, and by no placeholder in its place', () => {
  const beforeOf = (emails: readonly string[]) =>
    [
      ...atOnce(
        factsOf(
          emails.map((email, index) => ({
            offlineMessageId: OfflineMessageId.parse(index + 1),
            visitor: { email: new Foreign(email) },
            receivedAt: NOW,
          })),
          new Map(),
        ),
      ).values(),
    ].map(({ unansweredBefore }) => unansweredBefore);
  expect(beforeOf(['kate@example.com', ' Kate@Example.com'])).toEqual([0, 1]);
  expect(beforeOf(['unknown', 'unknown'])).toEqual([0, 0]);
});

test.each([
  [23, 23 * 3600],
  [25, undefined],
])('a chat that was missed %i hours before counts within a day', (hours, expected) => {
  const message: OfflineMessage = { offlineMessageId: OfflineMessageId.parse(1), visitor: {}, receivedAt: NOW };
  const around = new Map([[message.offlineMessageId, { latestMissedBefore: epochMillis(NOW - hours * HOUR) }]]);
  expect(atOnce(factsOf([message], around)).get(message.offlineMessageId)?.missedChatBefore).toBe(expected);
});
