import type { Steps } from '../../model/slices.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { againstChance, measuredOf, type Blocks, type Measured } from './chance.ts';
import { strataOf, type ChangeSums } from './change-sums.ts';
import { blockTotals, groupingEffects, summed, totalEffect, type Effect } from './influence.ts';
import { oddBlock, type OddBlock } from './odd-days.ts';
import { BEFORE, LEAST_WEIGHT, NOW, OTHERS, withoutBlock, type PartTable, type Which } from './part-sums.ts';
import { splitOf, type Measure, type Part, type PartOfPeriod, type Split } from './split.ts';

/** How often chance alone may be taken for a cause: together no more than five of a hundred. */
const LEVELS = { change: 0.01, parts: 0.02, day: 0.005 } as const;
/** The change of a part itself has to be this far from nothing, in standard errors. */
const LEAST_SCORE = 2;
/** What stands out has to contribute this part of the change, or, where chance makes more of the whole, of that. */
const LEAST_PART = 0.15;
/** Fewer blocks in one of the periods tell nothing of chance. */
const LEAST_BLOCKS = 4;

/** The view of a change by one grouping, or by load. */
export interface View {
  readonly by: Grouping | 'load';
  readonly split: Split;
  /** What the mix of all its parts contributes. */
  readonly mix: number;
}

/** What contributes more to the change than chance and than all others do. */
export interface Cause {
  readonly by: Grouping | 'load';
  /** Absent where the mix of all parts together stands out, and no part of it. */
  readonly part?: Part;
  readonly kind: 'rate' | 'mix';
  /** All chats that it was looked at among: where a day is unusual, those of the other days. */
  readonly among: Pick<Split, 'before' | 'now'>;
  readonly contribution: number;
  /** What chance makes of it at most. */
  readonly chance: number;
  readonly score: number;
}

/** A change and why it came about, as far as chance allows to say so. */
export interface Explained {
  readonly whole: Split;
  /** What chance makes of the change at most; absent where the periods are too short to tell. */
  readonly chance?: number;
  readonly isBeyondChance: boolean;
  readonly views: readonly View[];
  /** What stands out, the most certain first. */
  readonly causes: readonly Cause[];
  /** A day that is unlike all others. */
  readonly oddDay?: OddBlock;
  /** The days that contribute most to the change of a mean, whether unusual or not. */
  readonly heaviest: readonly HeavyDay[];
  /** The bounds of the parts by load. */
  readonly loadBounds: readonly number[];
}

/** A day with what it contributes: of all days of both periods it is the whole change. */
export interface HeavyDay {
  readonly which: Which;
  readonly block: number;
  readonly own: PartOfPeriod;
  readonly contribution: number;
}

const MOST_HEAVY = 2;

/** Explains a change by what was summed up; `byLoad`: also by load. Undefined where a period has no chats of the figure. */
export function* explained(sums: ChangeSums, measure: Measure, byLoad: boolean): Steps<Explained | undefined> {
  const whole = yield* sums.whole();
  const split = splitOf(whole, measure);
  if (split === undefined || (split.before.sum === 0 && split.now.sum === 0 && measure.kind === 'sum'))
    return undefined;
  const load = yield* sums.load();
  const tables: readonly (readonly [Grouping | 'load', PartTable])[] = [
    ...(yield* sums.tables()),
    ...(byLoad ? [['load', load.table] as const] : []),
  ];
  const views = tables.flatMap(([by, table]): (View & { readonly table: PartTable })[] => {
    const own = splitOf(table, measure);
    return own === undefined ? [] : [{ by, table, split: own, mix: own.parts.reduce((sum, { mix }) => sum + mix, 0) }];
  });
  yield;
  const blocks = blocksOf(sums, whole, measure);
  const isTold = blocks.told.every((count) => count >= LEAST_BLOCKS) && weightOf(split) >= LEAST_WEIGHT;
  const heaviest = blocks.areDays && measure.kind === 'mean' ? heaviestOf(whole, split) : [];
  const answer = { whole: split, views, loadBounds: load.bounds, heaviest };
  if (!isTold) return { ...answer, isBeyondChance: false, causes: [] };

  const odd = blocks.areDays
    ? yield* oddBlock(
        [blockTotals(whole.periods[BEFORE], whole.keys.length), blockTotals(whole.periods[NOW], whole.keys.length)],
        measure,
        blocks,
        LEVELS.day,
      )
    : undefined;
  const all = yield* testedOf(whole, views, measure, blocks);
  if (odd === undefined) return { ...answer, ...all };
  // Chance is what the other days make of it; and of what they have in common, that day says nothing.
  const cut = (table: PartTable) => withoutBlock(table, odd.which, odd.block);
  const others = yield* testedOf(
    cut(whole),
    views.map((view) => ({ ...view, table: cut(view.table) })),
    measure.kind === 'mean' ? measure : { kind: 'sum', lengths: withoutOne(measure.lengths, odd.which) },
    { ...blocks, told: withoutOne(blocks.told, odd.which) },
  );
  return matters(odd.contribution, split.change, others.chance)
    ? { ...answer, ...others, oddDay: odd }
    : { ...answer, ...all };
}

/** The days that contribute most in the direction of the change, by how far they are from the middle of both figures. */
function heaviestOf({ keys, periods }: PartTable, { before, now, figures, change }: Split): HeavyDay[] {
  const middle = (figures[BEFORE] + figures[NOW]) / 2;
  const days = ([BEFORE, NOW] as const).flatMap((which) => {
    const { sums, weights } = blockTotals(periods[which], keys.length);
    const all = which === BEFORE ? -before.weight : now.weight;
    return Array.from(sums, (sum, block): HeavyDay => {
      const own = { sum, weight: weights[block] ?? 0 };
      return { which, block, own, contribution: (sum - middle * own.weight) / all };
    });
  });
  return days
    .filter(({ contribution }) => contribution * change > 0)
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .slice(0, MOST_HEAVY);
}

function withoutOne([before, now]: readonly [number, number], which: Which): readonly [number, number] {
  return which === BEFORE ? [before - 1, now] : [before, now - 1];
}

/** Tests a change, and what may be its causes, against chance. */
function* testedOf(
  whole: PartTable,
  views: readonly { readonly by: View['by']; readonly table: PartTable }[],
  measure: Measure,
  blocks: Blocks & { readonly areDays: boolean },
): Steps<{ readonly chance: number; readonly isBeyondChance: boolean; readonly causes: readonly Cause[] }> {
  const split = splitOf(whole, measure);
  if (split === undefined) return { chance: Number.POSITIVE_INFINITY, isBeyondChance: false, causes: [] };
  const total = totalEffect(whole, split, measure);
  const kinds: Candidate[][] = [];
  for (const { by, table } of views) {
    const own = splitOf(table, measure);
    if (own !== undefined) kinds.push(...candidatesOf(by, own, groupingEffects(table, own, measure, total)));
    yield;
  }
  // Beside what all parts have in common, a weekday is like any other; parts of a day are not.
  const blocksOfParts = measure.kind === 'sum' && blocks.areDays ? { ...blocks, strata: undefined } : blocks;
  const chance = yield* againstChance([
    { kinds: [[total]], blocks, level: LEVELS.change },
    { kinds: kinds.map((kind) => kind.map(({ effect }) => effect)), blocks: blocksOfParts, level: LEVELS.parts },
  ]);
  const candidates = kinds.flat();
  const [[change] = [], parts = []] = chance.measured;
  const [changeLimit = 0, partLimit = 0] = chance.limits;
  const most = (change?.error ?? 0) * changeLimit;
  const causes = candidates
    .flatMap((candidate, index) => causeOf(candidate, parts[index], partLimit, blocks) ?? [])
    .filter(({ contribution }) => matters(contribution, split.change, most));
  return {
    chance: most,
    isBeyondChance: Math.abs(split.change) > most,
    causes: withoutDoubles(causes).sort((one, other) => other.score - one.score),
  };
}

/** Whether a contribution is not small beside the change, nor beside what chance makes of it: however sure, else it explains nothing. */
function matters(contribution: number, change: number, chance: number): boolean {
  return Math.abs(contribution) >= LEAST_PART * Math.max(Math.abs(change), chance);
}

/** What may stand out: `effect` is tested, and `own` is what is told of it. */
interface Candidate {
  readonly by: Grouping | 'load';
  readonly part?: Part;
  readonly kind: 'rate' | 'mix';
  readonly among: Pick<Split, 'before' | 'now'>;
  readonly effect: Effect;
  readonly own: Effect;
}

function candidatesOf(
  by: Grouping | 'load',
  { parts, before, now }: Split,
  { excesses, rates, mixes }: ReturnType<typeof groupingEffects>,
): Candidate[][] {
  if (parts.length < 2) return [];
  const among = { before, now };
  const named = [...parts.entries()].filter(([, { key }]) => key !== OTHERS);
  return [
    named.flatMap(([index, part]): Candidate[] => {
      const [effect, own] = [excesses[index], rates[index]];
      return effect === undefined || own === undefined ? [] : [{ by, part, kind: 'rate', among, effect, own }];
    }),
    named.flatMap(([index, part]): Candidate[] => {
      const mix = mixes[index];
      return mix === undefined ? [] : [{ by, part, kind: 'mix', among, effect: mix, own: mix }];
    }),
    mixes.length < 2 ? [] : [wholeMix(by, among, mixes)],
  ];
}

function wholeMix(by: Grouping | 'load', among: Candidate['among'], mixes: readonly Effect[]): Candidate {
  const whole = summed(mixes);
  return { by, kind: 'mix', among, effect: whole, own: whole };
}

function causeOf(
  { by, part, kind, among, own: effect }: Candidate,
  tested: Measured | undefined,
  limit: number,
  blocks: Blocks,
): Cause | undefined {
  if (tested === undefined || tested.score <= limit) return undefined;
  const { value } = effect;
  const own = measuredOf(effect, blocks);
  const chance = limit * tested.error;
  const isSo = Math.abs(value) > chance && Math.sign(tested.effect.value) === Math.sign(value);
  if (!isSo || own === undefined || own.score < LEAST_SCORE) return undefined;
  return {
    by,
    ...(part !== undefined && { part }),
    kind,
    among,
    contribution: value,
    chance,
    score: tested.score,
  };
}

/** Without the mix of a whole grouping where a part of it stands out by its mix. */
function withoutDoubles(causes: readonly Cause[]): Cause[] {
  return causes.filter(
    (cause) =>
      cause.part !== undefined ||
      !causes.some((other) => other.by === cause.by && other.kind === 'mix' && other.part !== undefined),
  );
}

function weightOf({ before, now }: Split): number {
  return before.weight + now.weight;
}

/** Of counts, and of parts of a day, like blocks are compared with like; weekdays differ less in rates than days do. */
function blocksOf(sums: ChangeSums, whole: PartTable, measure: Measure): Blocks & { readonly areDays: boolean } {
  const { blockLength } = sums;
  const told = (which: Which) =>
    measure.kind === 'sum'
      ? blockLength.count[which]
      : blockTotals(whole.periods[which], whole.keys.length).weights.filter((weight) => weight > 0).length;
  const counts = [told(BEFORE), told(NOW)] as const;
  const areDays = blockLength.unit === 'day';
  return { areDays, told: counts, strata: measure.kind === 'sum' || !areDays ? strataOf(blockLength) : undefined };
}
