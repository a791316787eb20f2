import type { RankedChat, SearchGrouping, SearchedPart } from '../../archive/search/transcript-search.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { VisitorId } from '../../model/ids.ts';
import { epochMillis } from '../../model/time/units.ts';

/** An agent's id, a country as it is folded, or a day; null for chats that name none. */
export type GroupKey = SearchedPart['key'];

/** Chats with the words, their visitors, and the chats that were searched. */
export interface Mentions {
  readonly chats: number;
  readonly visitors: ReadonlySet<VisitorId>;
  readonly searched: number;
}

/** Those of one group. */
export interface GroupMentions extends Mentions {
  chats: number;
  readonly visitors: Set<VisitorId>;
  searched: number;
  /** One of the chats that were searched. */
  chatId?: SearchedPart['chatId'];
}

/** Counts chats with the words, and searched chats: all, and by group. */
export class MentionCounts {
  readonly visitors = new Set<VisitorId>();
  readonly groups = new Map<GroupKey, GroupMentions>();
  readonly #by: SearchGrouping | undefined;
  readonly #zone: Zone;

  constructor(by: SearchGrouping | undefined, zone: Zone) {
    this.#by = by;
    this.#zone = zone;
  }

  /** Counts a chat with the words. */
  add({ agentId, country, requestedAt, visitorId }: RankedChat): void {
    if (visitorId !== undefined) this.visitors.add(visitorId);
    if (this.#by === undefined) return;
    const key = { agent: agentId, country, day: this.#zone.dateOf(requestedAt) }[this.#by];
    const group = this.group(key ?? null);
    group.chats += 1;
    if (visitorId !== undefined) group.visitors.add(visitorId);
  }

  /** Counts chats that were searched. */
  addSearched({ key, chats, chatId }: SearchedPart): void {
    const group = this.group(this.#by === 'day' ? this.#zone.dateOf(epochMillis(Number(key))) : key);
    group.searched += chats;
    group.chatId = chatId;
  }

  group(key: GroupKey): GroupMentions {
    const group = this.groups.get(key) ?? { chats: 0, visitors: new Set(), searched: 0 };
    this.groups.set(key, group);
    return group;
  }
}
