import { Seeded } from '../../figures/statistics/seeded.ts';
import type { Steps } from '../../model/slices.ts';
import type { Cause } from './cause.ts';
import { hoursOf, isAt, keysBy, sumOver, type Place } from './chat-table.ts';
import { chanceOfLargest } from './chances.ts';
import { daysOf, oddestDays, type OddDays } from './days.ts';
import { matters } from './demand.ts';
import { drawValues, fieldOf, type Field, type Grouped } from './field.ts';
import { partAt, scoresOf } from './scan.ts';
import { shareOf, type Searched } from './searched.ts';
import type { Within } from './usual.ts';

/** How often chance alone may be taken for a cause, by what is looked for: with mix and load at most five of a hundred. */
const LEVELS = { whole: 0.01, scan: 0.008, hour: 0.003, days: 0.0004 } as const;
const DRAWS = 49;
const SEED = 20_261_124;
/** Where a part that is named did it needs less evidence than that it did. */
const PLACE = 0.1;
/** A part goes alike at other times where its chats there are worse by this part of what those that are named are. */
const ALIKE = 0.6;
const LEAST_REST = 5;

/** The largest scores in draws in which chance alone decides. */
export type Nulls = Readonly<Record<Test, Float64Array>>;
type Test = 'whole' | 'scan' | 'hour';

const UNITS = ['block', 'day'] as const;

function testOf({ unit }: Field, { by }: Grouped): Test {
  if (unit === 'block') return 'scan';
  return by === 'hour' ? 'hour' : 'whole';
}

/** Draws what chance alone would make of the largest scores among some rows. */
export function* largestByChance(searched: Searched, rows: Int32Array): Steps<Nulls> {
  const { table, values, usual, blockOf, compared, spread } = searched;
  const random = new Seeded(SEED);
  const nulls = { whole: new Float64Array(DRAWS), scan: new Float64Array(DRAWS), hour: new Float64Array(DRAWS) };
  const drawn = new Float64Array(rows.length);
  for (const unit of UNITS) {
    const field = yield* fieldOf(table, rows, values, usual, blockOf, compared.period, unit);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      yield* drawValues(field, spread, random, drawn);
      for (const grouped of field.grouped) {
        const largest = nulls[testOf(field, grouped)];
        for (const { score } of yield* scoresOf(field, grouped, drawn, spread)) {
          largest[draw] = Math.max(largest[draw] ?? 0, score);
        }
      }
      yield;
    }
  }
  return nulls;
}

/** Something that may be a cause, and how unlikely it is beside how unlikely it has to be. */
interface Candidate {
  readonly cause: Cause;
  readonly ratio: number;
}

/**
 * The surest cause among chats that none explains yet: a part against the others of the same days and hours, or the whole desk on
 * odd days or in an odd hour. Undefined where there is none.
 */
export function* surestOf(searched: Searched, rows: Int32Array, nulls: Nulls): Steps<Cause | undefined> {
  const { table, values, usual, blockOf, compared, spread, daySpread } = searched;
  const { period } = compared;
  const candidates: Candidate[] = [];
  const places = new Map<string, Place>();
  for (const unit of UNITS) {
    const field = yield* fieldOf(table, rows, values, usual, blockOf, period, unit);
    for (const grouped of field.grouped) {
      const test = testOf(field, grouped);
      for (const { by, key, score, place } of yield* scoresOf(field, grouped, field.values, spread)) {
        const chance = chanceOfLargest(score, nulls[test]);
        if (place !== undefined && chance <= PLACE) places.set(`${by} ${key}`, place);
        if (chance > LEVELS[test]) continue;
        const cause = partCause(searched, rows, by, key, chance, places.get(`${by} ${key}`));
        candidates.push({ cause, ratio: chance / LEVELS[test] });
      }
      yield;
    }
  }
  const odd = oddestDays(yield* daysOf(table, rows, values, usual, blockOf, period), daySpread, period);
  if (odd !== undefined && odd.chance <= LEVELS.days) {
    candidates.push({ cause: yield* daysCause(searched, rows, odd), ratio: odd.chance / LEVELS.days });
  }
  yield;
  return candidates
    .filter(({ cause: { kind, accounts }, ratio }) => matters(accounts, kind === 'part' ? ratio : 1))
    .sort((one, two) => one.ratio - two.ratio)[0]?.cause;
}

/** Odd days as a cause: of the part that made them odd, or of the whole desk. */
function* daysCause(searched: Searched, rows: Int32Array, odd: OddDays): Steps<Cause> {
  const { table, values, usual, blockOf, compared } = searched;
  const { days, chance } = odd;
  const hours = hoursOf(blockOf, odd.blocks);
  const place = { days: days.map((day) => day - compared.period.from), blocks: odd.blocks };
  const field = yield* fieldOf(table, rows, values, usual, blockOf, compared.period, 'block');
  const part = partAt(field, place, (isOne) => {
    const own = rows.filter((_, at) => isOne(at));
    return { n: own.length, excess: sumOver(own, values) - sumOver(own, usual.baseline) };
  });
  const own = [...rows].filter((row) => isAt(table, row, days, hours));
  if (part === undefined) {
    const { observed, expected } = odd;
    return { kind: 'days', days, hours, rows: own, observed, expected, chance, accounts: shareOf(own, searched) };
  }
  const keys = keysBy(table, part.by);
  const mine = own.filter((row) => keys[row] === part.key);
  return { ...partOf(searched, part.by, part.key, mine, chance), days, hours };
}

/** A part as a cause: where it did worst, unless it went as badly at other times of the period, or that may be chance. */
function partCause(
  searched: Searched,
  rows: Int32Array,
  by: Within,
  key: number,
  chance: number,
  place: Place | undefined,
): Cause {
  const { table, values, usual, blockOf, compared } = searched;
  const keys = keysBy(table, by);
  const all = [...rows].filter((row) => keys[row] === key);
  const whole = partOf(searched, by, key, all, chance);
  if (place === undefined) return whole;
  const days = place.days.map((day) => day + compared.period.from);
  const hours = hoursOf(blockOf, place.blocks);
  const isThen = (row: number) => isAt(table, row, days, hours);
  const [own, rest] = [all.filter(isThen), all.filter((row) => !isThen(row))];
  const gain = (some: readonly number[]) => (sumOver(some, values) - sumOver(some, usual.baseline)) / some.length;
  if (rest.length >= LEAST_REST && gain(rest) >= ALIKE * gain(own)) return whole;
  return { ...partOf(searched, by, key, own, chance), days, hours };
}

function partOf(searched: Searched, by: Within, key: number, rows: readonly number[], chance: number): Cause {
  const { values, usual } = searched;
  const [observed, expected] = [sumOver(rows, values), sumOver(rows, usual.baseline)];
  return { kind: 'part', by, key, rows, observed, expected, chance, accounts: shareOf(rows, searched) };
}
