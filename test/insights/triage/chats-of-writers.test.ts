import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { ChatsOfWriters } from '../../../src/insights/triage/chats-of-writers.ts';
import type { ChatSelection } from '../../../src/model/chat-columns.ts';
import { OfflineMessageId, VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { atOnce } from '../../support/at-once.ts';

const CODES = [0, 1, undefined];
const isMissed = (code: number | undefined) => (code === undefined ? undefined : code === 1);

interface DrawnChat {
  readonly visitor: number;
  readonly at: number;
  readonly code: number;
}

function selectionOf(chats: readonly DrawnChat[]): ChatSelection {
  const ordered = chats.toSorted((one, other) => other.at - one.at);
  const none = new Float64Array(chats.length);
  return {
    columns: {
      count: chats.length,
      ids: none,
      requests: Float64Array.from(ordered, ({ at }) => at),
      starts: none,
      ends: none,
      visitors: Float64Array.from(ordered, ({ visitor }) => visitor),
      codes: Uint32Array.from(ordered, ({ code }) => code),
      agents: new Uint32Array(chats.length),
      codeSets: CODES.map((missedCode) => (missedCode === undefined ? {} : { missedCode })),
      named: [],
    },
    rows: Uint32Array.from(ordered, (_, index) => index),
  };
}

test('the latest missed chat until a message, and the latest one behind it that was not, are of its visitor', () => {
  const chat = record({
    visitor: integer({ min: 1, max: 3 }),
    at: integer({ min: 1, max: 40 }),
    code: constantFrom(0, 1, 2),
  });
  const message = record({ visitor: integer({ min: 1, max: 4 }), at: integer({ min: 1, max: 40 }) });
  assert(
    property(array(chat, { maxLength: 40 }), array(message, { maxLength: 8 }), (chats, drawn) => {
      const messages = drawn.map(({ visitor, at }, index) => ({
        offlineMessageId: OfflineMessageId.parse(index + 1),
        visitor: { visitorId: VisitorId.parse(visitor) },
        receivedAt: epochMillis(at),
      }));
      const known = new ChatsOfWriters(messages);
      atOnce(known.add(selectionOf(chats), isMissed));
      for (const one of messages) {
        const theirs = chats.filter(({ visitor }) => visitor === one.visitor.visitorId);
        const missed = theirs.filter(({ code, at }) => CODES[code] === 1 && at <= one.receivedAt).map(({ at }) => at);
        const served = theirs.filter(({ code, at }) => CODES[code] === 0 && at > one.receivedAt).map(({ at }) => at);
        expect(known.around(one)).toEqual({
          ...(missed.length > 0 && { latestMissedBefore: Math.max(...missed) }),
          ...(served.length > 0 && { latestServedAfter: Math.max(...served) }),
        });
      }
    }),
  );
});
