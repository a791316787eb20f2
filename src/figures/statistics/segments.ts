/** Numbers of several members in one piece of memory: those of each follow each other, and each may have none. */
export interface Segments {
  readonly values: Float64Array;
  /** The place where each member's begin, and after the last one the place where they end. */
  readonly begins: Uint32Array;
}

/** Returns the number of members. */
export function membersOf({ begins }: Segments): number {
  return begins.length - 1;
}

/** Puts the numbers of some members together. */
export function segmentsOf(members: readonly ArrayLike<number>[]): Segments {
  const begins = new Uint32Array(members.length + 1);
  for (const [index, own] of members.entries()) begins[index + 1] = (begins[index] ?? 0) + own.length;
  const values = new Float64Array(begins[members.length] ?? 0);
  for (const [index, own] of members.entries()) values.set(own, begins[index]);
  return { values, begins };
}

/** Those of some members, by their places. */
export function segmentsAt({ values, begins }: Segments, places: Uint32Array): Segments {
  return segmentsOf(Array.from(places, (place) => values.subarray(begins[place], begins[place + 1])));
}
