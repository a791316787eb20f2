import type { ChatId } from './ids.ts';

/** Any other would do as well. It stays as it is: a sample that was read must be the one that is asked for. */
const SEED = 0x5e_ed_00_01;
const TWO_TO_32 = 2 ** 32;

/**
 * Where a chat stands in the one order by which every sample is drawn: by its id and nothing else, from 0 to 2^32 - 1,
 * as evenly as by chance. The first so many chats of a period in this order are a random sample of it, whatever was read
 * or asked before.
 */
export function samplingRank(chatId: ChatId): number {
  // Beyond 32 bits an id is mixed in two parts.
  return mixed(mixed(Math.floor(chatId / TWO_TO_32) ^ SEED) ^ (chatId % TWO_TO_32));
}

/** The so many chats that come first in the order of samples. */
export function sampleOf(chatIds: readonly ChatId[], size: number): ChatId[] {
  return chatIds
    .map((chatId) => ({ chatId, rank: samplingRank(chatId) }))
    .sort((one, other) => one.rank - other.rank || one.chatId - other.chatId)
    .slice(0, size)
    .map(({ chatId }) => chatId);
}

/** The finalizer of MurmurHash3: each bit of 32 changes about half of them. */
function mixed(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
