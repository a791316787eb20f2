import { changeText, type Change } from './change.ts';
import { headOf, markedWords } from './figure-words.ts';
import type { Target, TargetsBeside } from './targets.ts';
import type { CellForm, Figure } from './kinds/figure.ts';
import type { Figures, Metric } from './metrics/metric.ts';
import { mapKnown, omitUndefined } from '../model/omit-undefined.ts';
import { groupedText } from '../model/words/number.ts';

/** A figure as tables and reports take it: nobody else words or rounds a number. */
export interface FigureView {
  /** The name of its metric. */
  readonly metric: string;
  readonly label: string;
  /** Absent where nothing can be said. */
  readonly words?: string;
  /** The same of the compared period, and what changed since. */
  readonly before?: string;
  readonly change?: string;
}

/** A table of groups: the heads of its columns, and the cells of each row by metric. */
export interface GroupsView {
  readonly heads: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** The figures of some metrics in words, with those of a compared period. */
export function figureViews(
  metrics: readonly Metric[],
  now: Figures,
  before?: Figures,
  change?: ReadonlyMap<Metric, Change>,
  targets: TargetsBeside = new Map(),
): FigureView[] {
  return metrics.flatMap((metric) => {
    const words = mapKnown(now.get(metric), (one) => wordsOf(metric, one, targets.get(metric)));
    const earlier = mapKnown(before?.get(metric), (one) => wordsOf(metric, one));
    if (words === undefined && earlier === undefined) return [];
    const changed = mapKnown(change?.get(metric), (by) => changeText(metric, by));
    return [
      { metric: metric.name, label: metric.label, ...omitUndefined({ words, before: earlier, change: changed }) },
    ];
  });
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

/** The figures of groups as cells. */
export function groupsView(metrics: readonly Metric[], groups: readonly Figures[], form: CellForm): GroupsView {
  return {
    heads: Object.fromEntries(
      metrics.map((metric) => [
        metric.name,
        headOf(
          metric,
          groups.map((figures) => figures.get(metric)),
          form,
        ),
      ]),
    ),
    rows: groups.map((figures) =>
      Object.fromEntries(
        metrics.flatMap((metric) => {
          const cell = figures.get(metric)?.cell(form);
          return cell === undefined ? [] : [[metric.name, cell] as const];
        }),
      ),
    ),
  };
}
