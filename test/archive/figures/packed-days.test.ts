import { array, assert, constantFrom, double, integer, option, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pack, Unpacking, type PackedRow } from '../../../src/archive/figures/packed-days.ts';
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

/** What a row says, written down by hand. */
const plain = (row: PackedRow) => ({
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

/** Everything in a pack; undefined where it cannot be read. */
function unpacked(packed: Uint8Array, unpacking = new Unpacking()): unknown[] | undefined {
  const columns = unpacking.unpack(packed);
  return columns && chatsInColumns(columns);
}

/** The end of the time that can be asked about is not in it. */
const askable = rows.map((all) => all.filter(({ requested_at: requestedAt }) => requestedAt < MOST));

describe('a pack', () => {
  test('has what was packed, in its order, wherever its bytes begin', () => {
    const unpacking = new Unpacking();
    assert(
      property(askable, integer({ min: 0, max: 9 }), (rows, offset) => {
        const packed = pack(rows);
        const elsewhere = new Uint8Array(offset + packed.length).subarray(offset);
        elsewhere.set(packed);
        expect(unpacked(elsewhere, unpacking)).toEqual(rows.map(plain));
      }),
    );
  });

  test('that was cut, lengthened, or is of another version, is none', () => {
    assert(
      property(askable, integer({ min: 1, max: 400 }), (rows, length) => {
        const packed = pack(rows);
        expect(unpacked(packed.subarray(0, Math.max(0, packed.length - length)))).toBeUndefined();
        expect(unpacked(Uint8Array.from([...packed, 0]))).toBeUndefined();
        expect(unpacked(packed.with(0, 1))).toBeUndefined();
      }),
    );
  });

  test('with any bytes changed is read as a pack, or is none', () => {
    assert(
      property(askable, integer({ min: 0 }), integer({ min: 0, max: 255 }), (rows, place, byte) => {
        const packed = pack(rows);
        const chats = unpacked(packed.with(place % packed.length, byte));
        if (chats !== undefined) expect(chats).toHaveLength(rows.length);
      }),
      { numRuns: runs(1000) },
    );
  });
});
