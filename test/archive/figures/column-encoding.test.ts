import { array, assert, constantFrom, double, integer, option, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ColumnDecoder, encodeColumns } from '../../../src/archive/figures/column-encoding.ts';
import type { CachedRow } from '../../../src/archive/tables/derived.ts';
import { AgentId, ChatId, VisitorId } from '../../../src/model/ids.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { chatsInColumns } from '../../support/chats-in-columns.ts';
import { runs } from '../../support/runs.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const moment = integer({ min: -MOST, max: MOST }).map(epochMillis);
// Zero has no sign in SQLite, and in no answer.
const code = double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const words = option(string({ unit: 'binary' }).map((text) => DeskText.parse(text)));

const rows = array(
  record({
    chat_id: integer({ min: 1, max: MOST }).map((id) => ChatId.parse(id)),
    requested_at: moment,
    started_at: option(moment),
    ended_at: option(moment),
    missed_code: option(code),
    started_by_code: option(code),
    transferred_code: option(code),
    ended_by_code: option(code),
    rating_code: option(constantFrom(0, 1, 5)),
    visitor_id: option(constantFrom(1, 9, MOST).map((id) => VisitorId.parse(id))),
    agent_id: option(constantFrom(1, 7, MOST).map((id) => AgentId.parse(id))),
    agent_first_name: words,
    agent_last_name: words,
    agent_email: words,
  }),
  { maxLength: 20 },
);

const present = (entries: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));

/** Returns what a row says, written down by hand. */
const plain = (row: CachedRow) => ({
  chatId: row.chat_id,
  requestedAt: row.requested_at,
  startedAt: row.started_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
  visitorId: row.visitor_id ?? undefined,
  codes: present({
    missedCode: row.missed_code,
    startedByCode: row.started_by_code,
    transferredCode: row.transferred_code,
    endedByCode: row.ended_by_code,
    ratingCode: row.rating_code,
  }),
  agent:
    row.agent_id === null
      ? undefined
      : present({
          agentId: row.agent_id,
          firstName: row.agent_first_name,
          lastName: row.agent_last_name,
          email: row.agent_email,
        }),
});

/** Everything in encoded columns; undefined where they cannot be read. */
function decoded(encoded: Uint8Array, decoder = new ColumnDecoder()): unknown[] | undefined {
  const columns = decoder.decode(encoded);
  return columns && chatsInColumns(columns);
}

/** The end of the time that can be asked about is not in it. */
const askable = rows.map((all) => all.filter(({ requested_at: requestedAt }) => requestedAt < MOST));

describe('encoded columns', () => {
  test('have what was encoded, in its order, wherever the bytes begin', () => {
    const decoder = new ColumnDecoder();
    assert(
      property(askable, integer({ min: 0, max: 9 }), (rows, offset) => {
        const encoded = encodeColumns(rows);
        const elsewhere = new Uint8Array(offset + encoded.length).subarray(offset);
        elsewhere.set(encoded);
        expect(decoded(elsewhere, decoder)).toEqual(rows.map(plain));
      }),
    );
  });

  test('that were cut, lengthened, or are of another version, are none', () => {
    assert(
      property(askable, integer({ min: 1, max: 400 }), (rows, length) => {
        const encoded = encodeColumns(rows);
        expect(decoded(encoded.subarray(0, Math.max(0, encoded.length - length)))).toBeUndefined();
        expect(decoded(Uint8Array.from([...encoded, 0]))).toBeUndefined();
        expect(decoded(encoded.with(0, 1))).toBeUndefined();
      }),
    );
  });

  test('with any byte changed are read as columns, or not at all', () => {
    assert(
      property(askable, integer({ min: 0 }), integer({ min: 0, max: 255 }), (rows, place, byte) => {
        const encoded = encodeColumns(rows);
        const chats = decoded(encoded.with(place % encoded.length, byte));
        if (chats !== undefined) expect(chats).toHaveLength(rows.length);
      }),
      { numRuns: runs(1000) },
    );
  });
});
