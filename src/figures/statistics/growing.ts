/** All groups together, whatever their numbers. */
export const ALL = -1;

/** A number for each group, 0 at first. */
export class Counts {
  #counts = new Float64Array(64);
  #total = 0;

  add(group: number): void {
    if (group >= this.#counts.length) this.#counts = grown(this.#counts, group);
    this.#counts[group] = (this.#counts[group] ?? 0) + 1;
    this.#total += 1;
  }

  /** The number of a group, or of ALL. */
  of(group: number): number {
    return group === ALL ? this.#total : (this.#counts[group] ?? 0);
  }
}

/** Numbers that belong to groups, and to days, in few pieces of memory: there may be hundreds of thousands. */
export class GroupedList {
  #numbers = new Float64Array(64);
  #groups = new Uint32Array(64);
  #days = new Uint16Array(64);
  #length = 0;
  #byGroup: ReturnType<typeof byGroup> | undefined;

  push(group: number, number: number, day = 0): void {
    if (this.#length === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, this.#length);
      const groups = new Uint32Array(this.#numbers.length);
      groups.set(this.#groups);
      const days = new Uint16Array(this.#numbers.length);
      days.set(this.#days);
      [this.#groups, this.#days] = [groups, days];
    }
    this.#numbers[this.#length] = number;
    this.#groups[this.#length] = group;
    this.#days[this.#length] = day;
    this.#length += 1;
    this.#byGroup = undefined;
  }

  /** The groups that have a number. */
  groups(): ReadonlySet<number> {
    return new Set(this.#groups.subarray(0, this.#length));
  }

  /** The numbers of a group, or of ALL, in the order in which they came. */
  of(group: number): Float64Array {
    return this.datedOf(group).values;
  }

  /** The same with their days. */
  datedOf(group: number): { readonly values: Float64Array; readonly days: Uint16Array } {
    const all = { values: this.#numbers.subarray(0, this.#length), days: this.#days.subarray(0, this.#length) };
    if (group === ALL) return all;
    this.#byGroup ??= byGroup(all.values, all.days, this.#groups.subarray(0, this.#length));
    const { begins, numbers, days } = this.#byGroup;
    const [from, to] = [begins[group] ?? numbers.length, begins[group + 1] ?? numbers.length];
    return { values: numbers.subarray(from, to), days: days.subarray(from, to) };
  }
}

function grown(numbers: Float64Array, place: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(place + 1, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}

/** Puts the numbers of each group together, and tells where those of each begin, and end after the last. */
function byGroup(numbers: Float64Array, days: Uint16Array, groups: Uint32Array) {
  let most = -1;
  for (let index = 0; index < groups.length; index += 1) most = Math.max(most, groups[index] ?? 0);
  const begins = new Uint32Array(most + 2);
  for (let index = 0; index < groups.length; index += 1) {
    const next = (groups[index] ?? 0) + 1;
    begins[next] = (begins[next] ?? 0) + 1;
  }
  for (let group = 0; group <= most; group += 1) begins[group + 1] = (begins[group + 1] ?? 0) + (begins[group] ?? 0);
  if (most <= 0) return { numbers, days, begins };
  const next = begins.slice();
  const sorted = { numbers: new Float64Array(numbers.length), days: new Uint16Array(numbers.length) };
  for (let index = 0; index < numbers.length; index += 1) {
    const group = groups[index] ?? 0;
    const place = next[group] ?? 0;
    sorted.numbers[place] = numbers[index] ?? 0;
    sorted.days[place] = days[index] ?? 0;
    next[group] = place + 1;
  }
  return { ...sorted, begins };
}
