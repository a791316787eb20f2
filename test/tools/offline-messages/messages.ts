import type { OfflineMessage, World } from '../../../src/sandbox/world/world.ts';
import { smallWorld, type Desk } from '../../mcp/desk.ts';

/** A world in which each message is like no other, and who wrote has no history, but for what a test says. */
export function plainWorld(): World {
  const world = smallWorld();
  for (const [index, message] of world.offlineMessages.entries()) {
    message.subject = '';
    message.text = `Hello, a question about a chair. It is number ${wordsOf(index)}.`;
    message.visitorId = 900_000 + index;
  }
  return world;
}

/** Text that is like no other. */
export function wordsOf(index: number): string {
  return Array.from({ length: 12 }, (_, place) => `w${(index + 1) * 31 + place}x${'abcdefgh'[(index + place) % 8]}`)
    .map(
      (word, place) =>
        word.replaceAll(/\d/g, (digit) => 'qwertyuiop'[Number(digit)] ?? '') + String.fromCodePoint(97 + place),
    )
    .join(' ');
}

export function unansweredIn({ offlineMessages }: World): OfflineMessage[] {
  return offlineMessages.filter(({ replies }) => replies.length === 0);
}

/** The ids of the messages of all pages of a list, in order, those that a row stands for behind it. */
export async function idsOfAllPages(
  desk: Desk,
  args: object,
  between: (shown: readonly number[]) => Promise<void> | void = () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const { data } = await desk.ask('list_offline_messages', { ...args, cursor });
    const shown = data.messages.flatMap(({ offline_message_id: id, similar = [] }) => [id, ...similar]);
    ids.push(...shown);
    cursor = data.next_cursor;
    isLast = cursor === undefined;
    await between(shown);
  }
  return ids;
}
