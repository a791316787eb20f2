import { queueByPriority, queueInOrder, writerOf, type QueueEntry } from '../../insights/triage/queue.ts';
import type { Priority } from '../../insights/triage/priority.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision } from '../../model/decided-here.ts';
import { inSlices } from '../../model/slices.ts';
import type { Position } from '../../answers/cursor.ts';
import type { KeptRanking } from '../../answers/kept-rankings.ts';
import type { MessageState } from './message-states.ts';

/** The orders in which messages are listed. */
export const MESSAGE_ORDERS = ['priority', 'oldest', 'newest'] as const;

interface Arguments {
  readonly order: (typeof MESSAGE_ORDERS)[number];
  readonly state: MessageState;
}

/** The list as of now, and how much of it the pages before have shown. */
export async function inOrder(
  selected: readonly OfflineMessage[],
  { order, state }: Arguments,
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
  decisions: ReadonlyMap<OfflineMessageId, RecordedDecision>,
  position: Position | undefined,
): Promise<KeptRanking> {
  if (order === 'priority' && state === 'wrote_again') {
    // What one visitor wrote stands together, from the newest on.
    const newest = selected.toSorted((one, other) => other.receivedAt - one.receivedAt);
    const together = [...Map.groupBy(newest, writerOf).values()].flat();
    return { entries: await inSlices(queueInOrder(together)), shown: 0 };
  }
  if (order === 'priority') {
    const entries = await inSlices(queueByPriority(selected, priorities));
    const rankOf = (entry: QueueEntry): number =>
      state === 'drafted' || (entry.isWaiting && !entry.isRepeat) ? rankOfDecided(decisions.get(entry.id)) : LAST;
    return { entries: entries.toSorted((one, other) => rankOf(one) - rankOf(other)), shown: 0 };
  }
  const messages = order === 'oldest' ? selected.toReversed() : selected;
  return {
    entries: await inSlices(queueInOrder(messages)),
    shown: position === undefined ? 0 : indexAfter(messages, position, order),
  };
}

const LAST = TRIAGE_PRIORITIES.length;

/** What somebody decided comes before any score; what is undecided stands among what is soon. */
function rankOfDecided(decision: RecordedDecision | undefined): number {
  return TRIAGE_PRIORITIES.indexOf(decision?.priority ?? 'soon');
}

function indexAfter(
  messages: readonly OfflineMessage[],
  { after: [receivedAt, id] }: Position,
  order: 'oldest' | 'newest',
): number {
  const direction = order === 'newest' ? -1 : 1;
  const index = messages.findIndex((message) => {
    const difference = message.receivedAt - receivedAt || message.offlineMessageId - id;
    return Math.sign(difference) === direction;
  });
  return index === -1 ? messages.length : index;
}
