import { keepTranscript } from '../src/archive/records/transcripts.ts';
import { chatRow } from '../src/archive/schema/row-conversion.ts';
import { openStore } from '../src/archive/store.ts';
import type { AccountTables } from '../src/archive/tables/tables.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import type { ChatId } from '../src/model/ids.ts';
import { MILLIS_PER_DAY, utcDayOf } from '../src/model/time/day.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { USUAL_DIALECT } from '../src/sandbox/dialects.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { createWire } from '../src/sandbox/wire.ts';
import type { LargeWorld } from '../src/sandbox/world/world-records.ts';
import { WireChat, WireTranscript } from '../src/upstream/wire/chats.ts';

/** The number of transcripts that are written together: a commit each, and its locks, would be nearly all of it on PostgreSQL. */
const BATCH = 500;

/** Fills an archive with the newest days of chats of a world and the transcripts of the newest of these, as walks would. */
export async function fill(
  location: string,
  sandbox: Sandbox<LargeWorld>,
  most: { readonly chats: number; readonly transcripts: number },
) {
  const { world } = sandbox;
  const { account: login } = sandboxAccount(sandbox);
  const store = await openStore(location, { origin: login.baseUrl.origin, login: login.email });
  const { account } = store.tables;
  const wire = createWire(world, USUAL_DIALECT);
  const now = epochMillis(world.now);
  const look = { agent_id: 0, looked_at: now, basis: 'proven', open_chats: 0, vanished_chats: 0, rejected: 0 } as const;
  const newest: ChatId[] = [];
  let [chats, daysOfChats, daysOfTranscripts, messages] = [0, 0, 0, 0];
  let isFull = false;
  const began = performance.now();
  // Days of UTC, from yesterday on backwards.
  for (let end = now - (now % MILLIS_PER_DAY); chats < most.chats; end -= MILLIS_PER_DAY) {
    const start = epochMillis(end - MILLIS_PER_DAY);
    const ofDay = [...world.chatsBetween(start, end)].map((chat) => WireChat.parse(wire.chatItem(chat)));
    if (ofDay.length === 0 && chats > 0) break;
    await store.tables.transaction(async (tables) => {
      const rows = ofDay.map((chat) => chatRow(chat, account, now));
      await tables.upsert('chats', rows);
      await tables.upsert('covered_days', [{ ...look, account, day: utcDayOf(start) }]);
    });
    chats += ofDay.length;
    daysOfChats += 1;
    isFull ||= newest.length + ofDay.length > most.transcripts;
    if (isFull) continue;
    newest.push(...ofDay.map(({ chatId }) => chatId));
    daysOfTranscripts += 1;
  }
  const filledChats = performance.now();
  for (let from = 0; from < newest.length; from += BATCH) {
    await store.tables.transaction(async (tables) => {
      const together: AccountTables = { ...store.tables, transaction: (work) => work(tables) };
      for (const id of newest.slice(from, from + BATCH)) {
        const chat = world.records.chat(id);
        if (chat === undefined) throw new Error('it is not there');
        const transcript = await WireTranscript.parseAsync(wire.chatDetail(chat));
        await keepTranscript(together, transcript, now, now);
        messages += transcript.messages.length;
      }
    });
  }
  const perSecond = (rows: number, millis: number) => ({ rows, per_second: Math.round((rows / millis) * 1000) });
  const filled = {
    chats: perSecond(chats, filledChats - began),
    transcripts: { ...perSecond(newest.length, performance.now() - filledChats), messages },
    /** The last so many days that are there whole. */
    days: { chats: daysOfChats, transcripts: daysOfTranscripts },
    bytes: await store.bytesHeld(),
  };
  await store.close();
  return filled;
}
