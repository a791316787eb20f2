import { chatRow } from '../src/archive/schema/row-conversion.ts';
import { openStore } from '../src/archive/store.ts';
import type { AccountTables } from '../src/archive/tables/tables.ts';
import { keepTranscript } from '../src/archive/records/transcripts.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import { MILLIS_PER_DAY, utcDayOf } from '../src/model/time/day.ts';
import type { ChatId } from '../src/model/ids.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { USUAL_DIALECT } from '../src/sandbox/dialects.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { createWire } from '../src/sandbox/wire.ts';
import type { LargeWorld } from '../src/sandbox/world/world-records.ts';
import { WireChat, WireTranscript } from '../src/upstream/wire/chats.ts';

/** The world is no older. */
const YEARS = 3;
/** The number of transcripts that are written together. */
const BATCH = 500;

/** The cost of filling an archive. */
export interface Filled {
  readonly rows: number;
  readonly rows_per_second: number;
}

/** Fills an archive with the newest chats of a world and the transcripts of the newest of these, as walks would. */
export async function fill(
  location: string,
  sandbox: Sandbox<LargeWorld>,
  most: { readonly chats: number; readonly transcripts: number },
): Promise<{
  readonly chats: Filled;
  readonly transcripts: Filled & { readonly messages: number };
  /** The last so many days whose transcripts are all there. */
  readonly days: number;
  readonly bytes: number;
}> {
  const { world } = sandbox;
  const { account: login } = sandboxAccount({ ...sandbox, world });
  const store = await openStore(location, { origin: login.baseUrl.origin, login: login.email });
  const wire = createWire(world, USUAL_DIALECT);
  const now = epochMillis(world.now);
  const { account } = store.tables;
  const oldest = now - YEARS * 365 * MILLIS_PER_DAY;
  const newest: ChatId[] = [];
  let days = 0;
  let isFull = false;

  const chats = await timed(async () => {
    let rows = 0;
    // Days of UTC, from yesterday on backwards.
    for (let end = now - (now % MILLIS_PER_DAY); rows < most.chats; end -= MILLIS_PER_DAY) {
      const chatsOfDay = [...world.chatsBetween(end - MILLIS_PER_DAY, end)];
      if (chatsOfDay.length === 0 && end < oldest) break;
      await store.tables.transaction(async (tables) => {
        await tables.upsert(
          'chats',
          chatsOfDay.map((chat) => chatRow(WireChat.parse(wire.chatItem(chat)), account, now)),
        );
        await tables.upsert('covered_days', [
          {
            account,
            day: utcDayOf(epochMillis(end - MILLIS_PER_DAY)),
            agent_id: 0,
            looked_at: now,
            basis: 'proven',
            open_chats: 0,
            vanished_chats: 0,
            rejected: 0,
          },
        ]);
      });
      rows += chatsOfDay.length;
      isFull ||= newest.length + chatsOfDay.length > most.transcripts;
      if (isFull) continue;
      newest.push(...chatsOfDay.map((chat) => WireChat.parse(wire.chatItem(chat)).chatId));
      days += 1;
    }
    return rows;
  });

  const transcriptOf = (id: ChatId) => {
    const chat = world.records.chat(id);
    if (chat === undefined) throw new Error('it is not there');
    return WireTranscript.parseAsync(wire.chatDetail(chat));
  };
  let messages = 0;
  const transcripts = await timed(async () => {
    for (const some of inBatches(newest)) {
      const read = await Promise.all(some.map(transcriptOf));
      // A commit each, and the locks that it takes, would be nearly all of it on PostgreSQL.
      await store.tables.transaction(async (tables) => {
        const together: AccountTables = { ...store.tables, transaction: (work) => work(tables) };
        for (const transcript of read) {
          await keepTranscript(together, transcript, now, now);
          messages += transcript.messages.length;
        }
      });
    }
    return newest.length;
  });
  const bytes = await store.bytesHeld();
  await store.close();
  return { chats, transcripts: { ...transcripts, messages }, days, bytes };
}

function* inBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += BATCH) yield all.slice(from, from + BATCH);
}

async function timed(write: () => Promise<number>): Promise<Filled> {
  const began = performance.now();
  const rows = await write();
  return { rows, rows_per_second: Math.round((rows / (performance.now() - began)) * 1000) };
}
