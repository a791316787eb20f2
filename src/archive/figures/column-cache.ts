import type { ChatColumns } from '../../model/chat-columns.ts';
import type { UtcDay } from '../../model/time/day.ts';
import { revisionOf } from '../tables/revision.ts';
import type { Tables } from '../tables/tables.ts';

/** Room for some 600,000 chats. */
const MAX_BYTES = 32 * 2 ** 20;

/** The size of a chat: five numbers and two places. */
const BYTES_PER_CHAT = 5 * Float64Array.BYTES_PER_ELEMENT + 2 * Uint32Array.BYTES_PER_ELEMENT;

/**
 * The columns of days, kept in memory while the archive says that its chats are unchanged: of more than fit, the newest days,
 * which are asked for most.
 */
export class ColumnCache {
  readonly #days = new Map<UtcDay, ChatColumns>();
  #bytes = 0;
  #revision: number | undefined;

  /** Lets go of what has changed, and returns the revision by which days are kept that are read from now on. */
  async begin(tables: Tables): Promise<number> {
    const revision = await revisionOf(tables, 'chats');
    if (revision !== this.#revision) {
      this.#days.clear();
      this.#bytes = 0;
      this.#revision = revision;
    }
    return revision;
  }

  get(day: UtcDay): ChatColumns | undefined {
    return this.#days.get(day);
  }

  /**
   * Keeps a day that was read after `begin` answered this revision: not one that others have found to be changed meanwhile, nor
   * where all that is kept already is newer and there is no room.
   */
  keep(day: UtcDay, columns: ChatColumns, revision: number): void {
    if (revision !== this.#revision || this.#days.has(day)) return;
    const bytes = bytesOf(columns);
    while (this.#bytes + bytes > MAX_BYTES) {
      const oldest = [...this.#days.keys()].reduce((one, other) => (one < other ? one : other), day);
      if (oldest === day) return;
      const gone = this.#days.get(oldest);
      this.#bytes -= gone === undefined ? 0 : bytesOf(gone);
      this.#days.delete(oldest);
    }
    this.#days.set(day, columns);
    this.#bytes += bytes;
  }
}

function bytesOf({ count }: ChatColumns): number {
  return count * BYTES_PER_CHAT;
}
