import { Seeded } from '../../figures/statistics/seeded.ts';
import type { Steps } from '../../model/slices.ts';
import type { Cause } from './cause.ts';
import { isAt, keysBy, sumOver } from './chat-table.ts';
import { chanceOfLargest } from './chances.ts';
import type { Days } from './days.ts';
import { oddestDays } from './days.ts';
import { LEAST_SHARE } from './demand.ts';
import { drawValues, fieldOf, type Field } from './field.ts';
import { cellsOf, partAt, scanParts, wholeParts, type Cells, type Found } from './scan.ts';
import { hoursOf, type Searched } from './searched.ts';

/** How often chance alone may be taken for a cause, by what is looked for: with mix and load at most five of a hundred. */
const LEVELS = { whole: 0.01, scan: 0.008, hour: 0.003, days: 0.0004 } as const;
const DRAWS = 49;
const SEED = 20_261_124;
/** Where a part that is named did it needs less evidence than that it did. */
const PLACE = 0.1;
/** What is sure is this part of the level below it. */
const SURE = 0.005;
/** A part goes alike at other times where its chats there are worse by this part of what those that are named are. */
const ALIKE = 0.6;
const LEAST_REST = 5;

/** The largest scores in draws in which chance alone decides. */
export interface Nulls {
  readonly whole: Float64Array;
  readonly scan: Float64Array;
  readonly hour: Float64Array;
}

const UNITS = ['block', 'day'] as const;

/** Draws what chance alone would make of the largest scores among some rows. */
export function* largestByChance({ context, period, spread }: Searched, rows: Int32Array): Steps<Nulls> {
  const random = new Seeded(SEED);
  const nulls = { whole: new Float64Array(DRAWS), scan: new Float64Array(DRAWS), hour: new Float64Array(DRAWS) };
  const drawn = new Float64Array(rows.length);
  for (const unit of UNITS) {
    const field = fieldOf(context, rows, period, unit);
    yield;
    const all: Cells[] = [];
    for (const grouped of field.grouped) {
      all.push(cellsOf(field, grouped));
      yield;
    }
    for (let draw = 0; draw < DRAWS; draw += 1) {
      drawValues(field, spread, random, drawn);
      for (const cells of all) {
        const largest = nulls[nameOf(field, cells)];
        for (const { score } of scoresOf(field, cells, drawn, spread)) {
          largest[draw] = Math.max(largest[draw] ?? 0, score);
        }
      }
      yield;
    }
  }
  return nulls;
}

/** Parts are compared over the whole period by days, and where they did worst by parts of days. */
function scoresOf(field: Field, cells: Cells, values: Float64Array, spread: Searched['spread']): Found[] {
  return field.unit === 'day' ? wholeParts(field, cells, values, spread) : scanParts(field, cells, values, spread);
}

function nameOf({ unit }: Field, { grouped }: Cells): keyof Nulls {
  if (unit === 'block') return 'scan';
  return grouped.by === 'hour' ? 'hour' : 'whole';
}

/** Something that may be a cause, and how unlikely it has to be. */
interface Candidate {
  readonly cause: Cause;
  readonly level: number;
}

/**
 * The surest cause among chats that none explains yet: a part against the others of the same days and hours, or the whole desk on
 * odd days. Undefined where there is none.
 */
export function* surestOf(searched: Searched, days: Days, rows: Int32Array, nulls: Nulls): Steps<Cause | undefined> {
  const { context, period, spread } = searched;
  const candidates: Candidate[] = [];
  const places: Cause[] = [];
  const fields: Field[] = [];
  for (const unit of UNITS) {
    const field = fieldOf(context, rows, period, unit);
    fields.push(field);
    yield;
    for (const grouped of field.grouped) {
      const cells = cellsOf(field, grouped);
      const name = nameOf(field, cells);
      for (const found of scoresOf(field, cells, field.values, spread)) {
        const chance = chanceOfLargest(found.score, nulls[name]);
        if (chance > LEVELS[name] && (name !== 'scan' || chance > PLACE)) continue;
        const cause = causeOf(searched, rows, found, chance);
        if (chance <= LEVELS[name]) candidates.push({ cause, level: LEVELS[name] });
        if (name === 'scan') places.push(cause);
      }
      yield;
    }
  }
  const odd = oddestDays(days, period);
  const [byBlock] = fields;
  if (odd !== undefined && byBlock !== undefined && odd.chance <= LEVELS.days) {
    const where = { days: odd.days.map((day) => day - period.from), blocks: odd.blocks };
    const part = partAt(
      byBlock,
      where,
      odd.observed - odd.expected,
      (place) => (byBlock.values[place] ?? 0) - (searched.baseline[rows[place] ?? 0] ?? 0),
    );
    if (part !== undefined) {
      candidates.push({ cause: causeOf(searched, rows, part, odd.chance), level: LEVELS.days });
    }
    const hours = hoursOf(context.blockOf, odd.blocks);
    const own = [...rows].filter((row) => isAt(context.table, row, odd.days, hours));
    const { observed, expected, chance } = odd;
    const accounts = searched.accounts(own);
    candidates.push({
      cause: { kind: 'days', days: odd.days, hours, rows: own, observed, expected, chance, accounts },
      level: LEVELS.days,
    });
  }
  const best = candidates
    .filter((one) => matters(one))
    .sort((one, two) => one.cause.chance / one.level - two.cause.chance / two.level)[0]?.cause;
  return best && widened(places.find((place) => isMostOf(place, best)) ?? best, searched, rows);
}

/** What is far beyond chance may account for less of the change: a part that did unlike all others is worth a look. */
function matters({ cause: { kind, accounts, chance }, level }: Candidate): boolean {
  if (accounts >= LEAST_SHARE) return true;
  return kind === 'part' && chance <= SURE * level && accounts >= LEAST_SHARE / 4;
}

/** Where a part went as badly at other times of the period, it is named as a whole. */
function widened(cause: Cause, { context, baseline, accounts }: Searched, rows: Int32Array): Cause {
  if (cause.kind !== 'part' || cause.days === undefined || cause.by === 'hour') return cause;
  const { days: _, hours: __, ...whole } = cause;
  const keys = context.table.by[cause.by];
  const [all, own] = [[...rows].filter((row) => keys[row] === cause.key), new Set(cause.rows)];
  const rest = all.filter((row) => !own.has(row));
  const gain = (some: readonly number[]) => (sumOver(some, context.values) - sumOver(some, baseline)) / some.length;
  if (rest.length < LEAST_REST || gain(rest) < ALIKE * gain(cause.rows)) return cause;
  const [observed, expected] = [sumOver(all, context.values), sumOver(all, baseline)];
  return { ...whole, rows: all, observed, expected, accounts: accounts(all) };
}

/** Whether days and hours of a part that is named as a whole did most of what it did, so that they say where to look. */
function isMostOf(place: Cause, whole: Cause): boolean {
  if (whole.kind !== 'part' || whole.days !== undefined || place.kind !== 'part') return false;
  if (place.by !== whole.by || place.key !== whole.key) return false;
  return place.accounts >= 0.6 * whole.accounts && place.rows.length <= 0.6 * whole.rows.length;
}

function causeOf({ context, period, accounts }: Searched, rows: Int32Array, found: Found, chance: number): Cause {
  const { table, blockOf } = context;
  const { by, key, where, observed, expected } = found;
  const days = where?.days.map((day) => day + period.from);
  const hours = where && hoursOf(blockOf, where.blocks);
  const keys = keysBy(table, by);
  const own = [...rows].filter((row) => keys[row] === key && isAt(table, row, days, hours));
  const place = { ...(days && { days }), ...(hours && { hours }) };
  return { kind: 'part', by, key, ...place, rows: own, observed, expected, chance, accounts: accounts(own) };
}
