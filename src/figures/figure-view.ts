import { changeText, type Change } from './change.ts';
import { headOf, markedWords } from './figure-words.ts';
import { targetText, type Target, type TargetsBeside } from './targets.ts';
import type { CellForm, Figure } from './kinds/figure.ts';
import { markOf } from './kinds/sample.ts';
import type { Figures, Metric } from './metrics/metric.ts';
import { mapKnown, omitUndefined } from '../model/omit-undefined.ts';
import { groupedText, rounded } from '../model/words/number.ts';

/** A number as data have it, and as people read it. */
export interface Numeral {
  readonly value: number;
  readonly words: string;
}

/** A figure as tables, pictures, views and reports take it: nobody else words or rounds a number. */
export interface FigureView {
  /** The name of its metric. */
  readonly metric: string;
  readonly label: string;
  /** Absent where nothing can be said, as its cell is. */
  readonly words?: string;
  readonly cell?: string;
  /** By what it is ordered, compared and drawn; of a share also how many chats it is. */
  readonly main?: Numeral;
  readonly count?: Numeral;
  /** Of how many chats it is, where it is of chats. */
  readonly n?: number;
  readonly atLimit?: Numeral & { readonly limit: number };
  /** Whether it is of a sample. */
  readonly estimated?: true;
  /** The words of the compared period, its short form, and what changed since. */
  readonly before?: string;
  readonly shortBefore?: string;
  readonly change?: string;
  /** Beside figures of other units: its main number with its unit, of a share with the count, such as `45 (10.2%)` or `15 s`. */
  readonly short?: string;
  /** Its goal in words, and whether it is met where that is known. */
  readonly target?: { readonly words: string; readonly met?: boolean };
}

/** The figures of some metrics, with those of a compared period. */
export function figureViews(
  metrics: readonly Metric[],
  form: CellForm,
  now: Figures,
  before?: Figures,
  change?: ReadonlyMap<Metric, Change>,
  targets: TargetsBeside = new Map(),
): FigureView[] {
  return metrics.flatMap((metric) => {
    const [figure, earlier] = [now.get(metric), before?.get(metric)];
    const told = {
      words: mapKnown(figure, (one) => wordsOf(metric, one, targets.get(metric))),
      cell: figure?.cell(form),
      main: mapKnown(figure, (one) => mainOf(metric, one)),
      count: figure?.main && metric.kind.unit === 'share' ? mapKnown(figure.count, numeralOfCount) : undefined,
      n: Number.isFinite(figure?.main?.n) ? figure?.main?.n : undefined,
      atLimit: figure?.atLimit,
      estimated: figure?.sample?.estimated === true ? (true as const) : undefined,
      before: mapKnown(earlier, (one) => wordsOf(metric, one)),
      shortBefore: mapKnown(earlier, (one) => shortOf(metric, one)),
      change: mapKnown(change?.get(metric), (by) => changeText(metric, by)),
      short: mapKnown(figure, (one) => shortOf(metric, one)),
      target: mapKnown(targets.get(metric), (goal) => targetOf(metric, goal)),
    };
    if (told.words === undefined && told.before === undefined) return [];
    return [{ metric: metric.name, label: metric.label, ...omitUndefined(told) }];
  });
}

/** The heads of the columns of some metrics over the figures of groups, by their names. */
export function columnHeads(
  metrics: readonly Metric[],
  groups: readonly Figures[],
  form: CellForm,
): Record<string, string> {
  const headOfMetric = (metric: Metric) => {
    const figures = groups.map((group) => group.get(metric));
    return headOf(metric, figures, form);
  };
  return Object.fromEntries(metrics.map((metric) => [metric.name, headOfMetric(metric)]));
}

/** The main number of a figure: one that is estimated is marked, as in its cell. */
export function mainOf({ kind }: Metric, { main, sample }: Figure): Numeral | undefined {
  return main && { value: rounded(main.value, kind.decimals), words: `${markOf(sample)}${main.words}` };
}

/** A figure in one unit, which it says. */
function shortOf(metric: Metric, figure: Figure): string | undefined {
  return metric.kind.unit === 'share' ? figure.cell(SHORT) : mainOf(metric, figure)?.words;
}

const SHORT: CellForm = { isBrief: true, hasChats: true, hasIntervals: false };

function targetOf(metric: Metric, target: Target): FigureView['target'] {
  return { words: targetText(metric, target), ...(typeof target.met === 'boolean' && { met: target.met }) };
}

function numeralOfCount(count: number): Numeral {
  return { value: count, words: groupedText(count) };
}

/** The words of a figure, and of how many transcripts it is an estimate. */
function wordsOf(metric: Metric, figure: Figure, target?: Target): string | undefined {
  const { sample } = figure;
  const words = figure.words(metric);
  if (words === undefined) return undefined;
  const estimate =
    sample?.estimated === true
      ? `; estimated from ${groupedText(sample.sampled)} of ${groupedText(sample.population)} chats`
      : '';
  return markedWords(`${words}${estimate}`, metric, figure, target);
}
