import type { VisitorId } from '../model/ids.ts';
import type { Chat, OfflineMessage } from '../model/records.ts';
import { epochMillis } from '../model/units.ts';
import type { Desk } from './desk.ts';

/** What the archive holds of a visitor, newest first, without reading anything. */
export async function knownOf(
  visitorId: VisitorId | undefined,
  desk: Desk,
): Promise<{ readonly chats: readonly Chat[]; readonly offlineMessages: readonly OfflineMessage[] }> {
  if (visitorId === undefined) return { chats: [], offlineMessages: [] };
  const visitorIds = [visitorId];
  return {
    chats: await desk.archive.chats.find({
      start: epochMillis(0),
      end: epochMillis(Number.MAX_SAFE_INTEGER),
      visitorIds,
    }),
    offlineMessages: await desk.archive.offlineMessages.find(visitorIds),
  };
}
