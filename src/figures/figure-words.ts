import type { CellForm, Figure } from './kinds/figure.ts';
import type { Figures, Metric } from './metrics/metric.ts';
import { targetWords, type Target, type TargetsBeside } from './targets.ts';
import { counted } from '../model/words/count.ts';
import { groupedText } from '../model/words/number.ts';
import { shareText } from '../model/words/share.ts';
import { capitalised } from '../model/words/capitals.ts';

// Figures in lines: what each says follows from its kind (figures/kinds).

/** The label of a figure; that of an estimate is marked: `First response ~`. */
export function labelOf({ label }: Metric, { sample }: Figure): string {
  return `${capitalised(label)}${sample?.estimated === true ? ' ~' : ''}`;
}

/** `Missed: 92 of 1,439 chats (6.4%)`; undefined where nothing is known to be told. */
export function figureLine(metric: Metric, figure: Figure): string | undefined {
  return lineOf(metric, figure, figure.words(metric));
}

/** A figure's words behind its label: `Started by agents: 14 of 260 chats (5.4%), assumed`. */
function lineOf(metric: Metric, figure: Figure, words: string | undefined, target?: Target): string | undefined {
  return words && `${labelOf(metric, figure)}: ${markedWords(words, metric, figure, target)}`;
}

/** The words of a figure, with the mark of what rests on a likely meaning, and with its goal. */
export function markedWords(words: string, metric: Metric, { isAssumed }: Figure, target?: Target): string {
  return `${words}${isAssumed === true ? ', assumed' : ''}${target === undefined ? '' : `; ${targetWords(metric, target)}`}`;
}

/** The head of a column or a row of cells: `missed (assumed), target at most 5%`, `wait s: median/p90`. */
export function headOf(
  metric: Metric,
  figures: readonly (Figure | undefined)[],
  form: CellForm,
  target?: string,
): string {
  const isAssumed = figures.some((figure) => figure?.isAssumed === true);
  const goal = target === undefined ? '' : `, ${target}`;
  return `${headLabel(metric.label, isAssumed)}${metric.kind.columns(form, metric)}${goal}`;
}

/** `started by (assumed)`. */
export function headLabel(label: string, isAssumed: boolean): string {
  return isAssumed ? `${label} (assumed)` : label;
}

/** What a figure's order rests on: `missed (share)`, `wait (median)`. */
export function orderedByWords({ kind: { main }, label }: Metric): string {
  return main === '' ? label : `${label} (${main})`;
}

/** Whether chance moves a figure where there are few chats: not a plain count of what was. */
export function isMovedByChance({ kind: { main } }: Metric): boolean {
  return main !== '';
}

/** The figures of all chats in a heading, and the others in a line each. */
interface OverallWords {
  /** `1,439 chats from 1,092 visitors, 92 missed (6.4%), 1,347 served`. */
  readonly counts: string;
  readonly lines: readonly string[];
}

/** Some figures in words, without naming the served chats again in each where they are counted in the heading. */
export function overallWords(figures: Figures, chats: number, isNamed: boolean, targets: TargetsBeside): OverallWords {
  const counts = counted(chats, 'chat');
  const all = [...figures].filter(([{ name }]) => name !== 'chats');
  const line = (metric: Metric, figure: Figure, words = figure.words(metric)) =>
    listed(lineOf(metric, figure, words, targets.get(metric)));
  if (isNamed) return { counts, lines: all.flatMap(([metric, figure]) => line(metric, figure)) };
  const named = new Map(all.map(([{ name }, figure]) => [name, figure]));
  const visitors = named.get('visitors')?.main?.value;
  const { main: missed, count: missedCount = 0, unknown = 0, isAssumed = false } = named.get('missed') ?? {};
  const ofMissed = [...targets].flatMap(([metric, target]) =>
    metric.name === 'missed' ? [targetWords(metric, target)] : [],
  )[0];
  // Where some rows do not say whether a chat was missed, how many were served is not known.
  const served = missed === undefined || unknown > 0 ? undefined : missed.n - missedCount;
  const heading = [
    visitors === undefined ? counts : `${counts} from ${counted(visitors, 'visitor')}`,
    ...(missed === undefined || served === undefined
      ? []
      : [
          countWords('missed', missedCount, missed.n, isAssumed, 0, ofMissed),
          `${groupedText(served)} ${headLabel('served', isAssumed)}`,
        ]),
  ];
  const others = all.filter(([{ name }]) => name !== 'visitors' && (name !== 'missed' || served === undefined));
  const lines = others.flatMap(([metric, figure]) => {
    const words = (served === undefined ? undefined : figure.ofServed?.(served)) ?? figure.words(metric);
    return line(metric, figure, words);
  });
  return {
    counts: heading.join(', '),
    lines: served === undefined || lines.length === 0 ? lines : ['Of those served:', ...lines],
  };
}

/** How many of some are so: `92 missed (6.4%)`, `9 missed (3.5%, assumed, unknown of 2)`, `92 missed (6.4%, target at most 5%: not met)`. */
export function countWords(
  label: string,
  count: number,
  of: number,
  isAssumed = false,
  unknown = 0,
  target?: string,
): string {
  const beside = [
    ...(count === 0 ? [] : [shareText(count, of)]),
    ...(isAssumed ? ['assumed'] : []),
    ...(unknown === 0 ? [] : [`unknown of ${groupedText(unknown)}`]),
    ...(target === undefined ? [] : [target]),
  ];
  return `${groupedText(count)} ${label}${beside.length === 0 ? '' : ` (${beside.join(', ')})`}`;
}

function listed(line: string | undefined): string[] {
  return line === undefined ? [] : [`- ${line}`];
}
