import { portionsOf, type ChatSelection } from '../../model/chat-columns.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Steps } from '../../model/slices.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Grouping, GroupingContext, Keys } from '../../figures/groupings/grouping.ts';
import { valuesBetween, type ChatValues } from '../../figures/chat-values.ts';
import { LoadSums } from './load.ts';
import { BEFORE, NOW, PartSums, type PartTable, type Which } from './part-sums.ts';

const MILLIS_PER_HOUR = 3_600_000;
/** Fewer days than these in a period are told apart by parts of a day. */
const LEAST_DAYS = 7;
const HOURS_OF_PART = 3;

/** The blocks of time into which the two periods are cut, and which chance draws. */
export interface BlockLength {
  readonly unit: 'day' | 'part of a day';
  readonly millis: number;
  /** The numbers of the first block of each period, and of how many there are. */
  readonly first: readonly [number, number];
  readonly count: readonly [number, number];
}

/** Cuts two periods into days, or into parts of a day where there are few days. `now` ends one that is still running. */
export function blockLengthOf(periods: readonly [Period, Period], now: EpochMillis): BlockLength {
  const areDays = periods.every((period) => lengthInDays(period) >= LEAST_DAYS);
  const millis = areDays ? MILLIS_PER_DAY : HOURS_OF_PART * MILLIS_PER_HOUR;
  const first = ({ start, zone }: Period) => blockAt(start, zone, millis);
  const count = (period: Period) => {
    const last = epochMillis(Math.max(period.start, Math.min(period.end, now) - 1));
    return blockAt(last, period.zone, millis) - first(period) + 1;
  };
  const [before, present] = periods;
  return {
    unit: areDays ? 'day' : 'part of a day',
    millis,
    first: [first(before), first(present)],
    count: [count(before), count(present)],
  };
}

function blockAt(moment: EpochMillis, zone: Zone, millis: number): number {
  return Math.floor((moment + zone.offsetAt(moment)) / millis);
}

/** Sums up the chats of two periods by each of some groupings, by load, and by block of time: what a change is explained with. */
export class ChangeSums {
  readonly blockLength: BlockLength;
  readonly #keys: ReadonlyMap<Grouping, Keys>;
  readonly #sums: ReadonlyMap<Grouping, PartSums>;
  readonly #whole = new PartSums();
  readonly #load: LoadSums;
  readonly #zone: Zone;
  #isUnsettled = false;

  /** @param context of the later period: what is called how. */
  constructor(groupings: readonly Grouping[], context: GroupingContext, blockLength: BlockLength) {
    this.blockLength = blockLength;
    this.#zone = context.period.zone;
    this.#keys = new Map(groupings.map((grouping) => [grouping, grouping.keys(context)]));
    this.#sums = new Map(groupings.map((grouping) => [grouping, new PartSums()]));
    this.#load = new LoadSums();
  }

  /** Whether a chat that was added has a code whose meaning is not settled, so that the figure is not known. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /** Adds chats of a period, newest first, with their values, in steps. */
  *add(which: Which, selection: ChatSelection, values: ChatValues): Steps<void> {
    this.#isUnsettled ||= values.isUnsettled;
    let start = 0;
    for (const portion of portionsOf(selection)) {
      const end = start + portion.rows.length;
      yield* this.#addPortion(which, portion, valuesBetween(values, start, end));
      start = end;
    }
  }

  *#addPortion(which: Which, selection: ChatSelection, values: ChatValues): Steps<void> {
    const { blocks, hours } = this.#timesOf(which, selection);
    this.#whole.add(which, new Float64Array(blocks.length), blocks, values);
    for (const [grouping, keys] of this.#keys) {
      this.#sums.get(grouping)?.add(which, keys.of(selection), blocks, values);
      yield;
    }
    this.#load.add(which, hours, blocks, values);
    yield;
  }

  /** The sums of all chats: one part. */
  whole(): Steps<PartTable> {
    return this.#whole.table(this.blockLength.count);
  }

  /** The sums by each grouping. */
  *tables(): Steps<readonly (readonly [Grouping, PartTable])[]> {
    const tables: (readonly [Grouping, PartTable])[] = [];
    for (const [grouping, sums] of this.#sums) {
      tables.push([grouping, yield* sums.table(this.blockLength.count)]);
    }
    return tables;
  }

  /** The names of the parts of a grouping. */
  keysOf(grouping: Grouping): Keys | undefined {
    return this.#keys.get(grouping);
  }

  /** The sums by how many chats came in the same hour, and the bounds of these parts. */
  load(): Steps<{ readonly table: PartTable; readonly bounds: readonly number[] }> {
    return this.#load.table(this.blockLength.count);
  }

  /** The part of each chat by a grouping or by load, in the order of the rows. */
  partsOf(by: Grouping | 'load', which: Which, selection: ChatSelection): Float64Array {
    if (by === 'load') return this.#load.partsOf(which, this.#timesOf(which, selection).hours);
    return this.#keys.get(by)?.of(selection) ?? new Float64Array(selection.rows.length);
  }

  /** The block of each chat, in the order of the rows. */
  blocksOf(which: Which, selection: ChatSelection): Uint32Array {
    return this.#timesOf(which, selection).blocks;
  }

  /** The blocks and hours of chats; many in a row have the same. */
  #timesOf(which: Which, { columns: { requests }, rows }: ChatSelection) {
    const { millis, first } = this.blockLength;
    const blocks = new Uint32Array(rows.length);
    const hours = new Float64Array(rows.length);
    const last = this.blockLength.count[which] - 1;
    for (let index = 0; index < rows.length; index += 1) {
      const moment = epochMillis(requests[rows[index] ?? 0] ?? Number.NaN);
      const local = moment + this.#zone.offsetAt(moment);
      hours[index] = Math.floor(local / MILLIS_PER_HOUR);
      blocks[index] = Math.min(last, Math.max(0, Math.floor(local / millis) - first[which]));
    }
    return { blocks, hours };
  }
}

/** The kinds of blocks that are alike: days of the same weekday, or the same parts of days. */
export function strataOf({ unit, first, count }: BlockLength): readonly [Uint32Array, Uint32Array] {
  const kinds = unit === 'day' ? 7 : 24 / HOURS_OF_PART;
  const of = (which: Which) => Uint32Array.from({ length: count[which] }, (_, block) => (first[which] + block) % kinds);
  return [of(BEFORE), of(NOW)];
}
