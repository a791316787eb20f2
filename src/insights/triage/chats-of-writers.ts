import type { ChatSelection } from '../../model/chat-columns.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { OfflineMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { ChatsAround } from './message-facts.ts';

/** The number of chats that are looked at in one step. */
const CHATS_PER_STEP = 4096;

/** What is known of the chats of a visitor: when those were requested that were missed, and the latest that an agent took. */
interface ChatsOfWriter {
  readonly missed: EpochMillis[];
  latestServed?: EpochMillis;
}

/** The chats of the visitors who wrote some messages: each chat is looked at once, however many messages its visitor wrote. */
export class ChatsOfWriters {
  readonly #byVisitor: ReadonlyMap<number, ChatsOfWriter>;

  constructor(messages: readonly OfflineMessage[]) {
    const writers = messages.flatMap(({ visitor }) => visitor.visitorId ?? []);
    this.#byVisitor = new Map(writers.map((visitorId) => [visitorId, { missed: [] }]));
  }

  /**
   * Adds chats, the newest first.
   * @param isMissed whether a chat with this code was missed; undefined where that is not known
   */
  *add({ columns, rows }: ChatSelection, isMissed: (code: number | undefined) => boolean | undefined): Steps<void> {
    const areMissed = columns.codeSets.map(({ missedCode }) => isMissed(missedCode));
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % CHATS_PER_STEP === 0) yield;
      const chats = this.#byVisitor.get(columns.visitors[row] ?? Number.NaN);
      const wasMissed = areMissed[columns.codes[row] ?? 0];
      if (chats === undefined || wasMissed === undefined) continue;
      const requestedAt = epochMillis(columns.requests[row] ?? 0);
      if (wasMissed) chats.missed.push(requestedAt);
      else chats.latestServed = epochMillis(Math.max(requestedAt, chats.latestServed ?? 0));
    }
  }

  /** The chats of a message's visitor before and after it. */
  around({ visitor, receivedAt }: OfflineMessage): ChatsAround {
    const { missed = [], latestServed } = this.#byVisitor.get(visitor.visitorId ?? Number.NaN) ?? {};
    return omitUndefined({
      latestMissedBefore: newestUntil(receivedAt, missed),
      latestServedAfter: latestServed !== undefined && latestServed > receivedAt ? latestServed : undefined,
    });
  }
}

/** The newest of some moments, newest first, that is not after another one. */
function newestUntil(moment: EpochMillis, moments: readonly EpochMillis[]): EpochMillis | undefined {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((moments[middle] ?? 0) > moment) low = middle + 1;
    else high = middle;
  }
  return moments[low];
}
