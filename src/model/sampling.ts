/** Any other would do as well. It stays as it is: a sample that was read must be the one that is asked for. */
const SEED = 0x5e_ed_00_01;
const TWO_TO_32 = 2 ** 32;

/**
 * Returns the place of a record in the one order by which every sample is drawn: by its id and nothing else, from 0 to 2^32 -
 * 1, as evenly as by chance. The first so many records of a period in this order are a random sample of it, whatever was read
 * or asked before.
 */
export function samplingRank(id: number): number {
  // Beyond 32 bits an id is mixed in two parts.
  return mixBits(mixBits(Math.floor(id / TWO_TO_32) ^ SEED) ^ (id % TWO_TO_32));
}

/** The so many records that come first in the order of samples, in that order. */
export function sampleOf<Id extends number>(ids: ArrayLike<Id>, size: number): Id[] {
  // Hardly any chance that fewer than wanted are below it; to sort the others would take most of the time.
  const low = rankedBelow(TWO_TO_32 * ((2 * size + 100) / Math.max(1, ids.length)), ids);
  const isEnough = low.length >= size || low.length === ids.length;
  return (isEnough ? low : rankedBelow(TWO_TO_32, ids))
    .sort((one, other) => one.rank - other.rank || one.id - other.id)
    .slice(0, size)
    .map(({ id }) => id);
}

function rankedBelow<Id extends number>(bound: number, ids: ArrayLike<Id>) {
  const ranked: { readonly id: Id; readonly rank: number }[] = [];
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index];
    if (id === undefined) continue;
    const rank = samplingRank(id);
    if (rank < bound) ranked.push({ id, rank });
  }
  return ranked;
}

/** The most records that are looked at for one figure: its interval is narrow by then. */
export const MAX_SAMPLE = 5000;

/**
 * The beginning of the order of samples of which all records are at hand, cut to `drawn`, or to twice, four times … as
 * many: where it ends by chance, what is at hand for another reason would have decided it, and be in every figure. While
 * `drawn` are being read, as far as they are. Those that nobody gets are passed over.
 */
export function sampleAtHand<Id extends number>(
  ordered: readonly Id[],
  isAtHand: (id: Id) => boolean,
  isRefused: (id: Id) => boolean,
  drawn: number,
  isBeingRead: boolean,
): Id[] {
  const gettable = ordered.filter((id) => isAtHand(id) || !isRefused(id));
  const hole = gettable.findIndex((id) => !isAtHand(id));
  if (hole === -1) return gettable;
  if (hole < drawn) return isBeingRead ? gettable.slice(0, hole) : [];
  let size = drawn;
  while (2 * size <= hole) size *= 2;
  return gettable.slice(0, size);
}

/** Spreads 32 bits over all of themselves, so that each of them changes about half (the finalizer of MurmurHash3). */
export function mixBits(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
