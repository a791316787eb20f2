/** A source of repeatable chance: the same seeds give the same sequence on every machine. */
export interface Random {
  /** Evenly from 0 up to, not including, 1. */
  next: () => number;
  /** Evenly from `min` to `max`, both included. */
  integer: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** One index of `weights`, as likely as its weight says. */
  weighted: (weights: readonly number[]) => number;
  /** Log-normal: half of the values lie below `median`; `spread` 0.5 is mild, 1 is wild. */
  around: (median: number, spread: number) => number;
}

/** Chance from any mix of seeds, such as a world's seed and a chat's id. */
export function createRandom(...seeds: readonly (number | string)[]): Random {
  let state = hash(seeds.join(':'));

  // mulberry32: one word of state is plenty for streams of a few thousand draws.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('Cannot pick from an empty list');
      return item;
    },
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return index === -1 ? weights.length - 1 : index;
    },
    around: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
  };
}

/** A number without any order in it, always the same for an id: different ids have different ones. */
export function scatter(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
}

/** FNV-1a with a final mix, so that neighbouring seeds give unlike streams. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
