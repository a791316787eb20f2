import { samplingRank } from '../../model/sampling.ts';
import { isChatId } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Cause } from './cause.ts';
import type { ChatTable, FigureKind } from './chat-table.ts';

/**
 * The chats to read of a cause: those of it that went worst, in a random order where they went alike, so that they are not all of one
 * hour. Of a figure that is said of chats or not, a cause of parts or days has those alone that went badly.
 */
export function chatsToRead(
  { kind, rows }: Cause,
  { ids, values }: ChatTable,
  figure: FigureKind,
  most: number,
): ChatId[] {
  const sign = figure.worse === 'up' ? 1 : -1;
  const isBadAlone = figure.name === 'yes-no' && kind !== 'mix' && kind !== 'load' && kind !== 'held';
  const bad = figure.worse === 'up' ? 1 : 0;
  return rows
    .flatMap((row) => {
      const [id, value] = [ids[row], values[row] ?? 0];
      return isChatId(id) && (!isBadAlone || value === bad)
        ? [{ id, rank: samplingRank(id), value: sign * value }]
        : [];
    })
    .sort((one, other) => (figure.name === 'count' ? 0 : other.value - one.value) || one.rank - other.rank)
    .slice(0, most)
    .map(({ id }) => id);
}
