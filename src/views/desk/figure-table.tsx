import type { Performance } from '../answers.ts';
import { Table, type Row } from '../parts/table.tsx';
import { daysWords } from '../words.ts';
import { behind, capitalised, daysOf, figureIn, MAIN_METRICS, meaningOf, type OpenChats } from './figures.ts';

/** The figures of a period: a row each, with what was before, what changed and the target. */
export function FigureTable({
  data,
  open,
  isWhole = false,
}: {
  readonly data: Performance;
  readonly open: OpenChats;
  /** With every figure of the answer, and not the main ones alone. */
  readonly isWhole?: boolean;
}) {
  const { figures, comparison, period } = data;
  const main = MAIN_METRICS.flatMap((metric) => figureIn(figures, metric) ?? []);
  const shown = isWhole || main.length === 0 ? figures : main;
  const hasTargets = shown.some(({ target }) => target !== undefined);
  const columns = [
    { name: 'now', head: daysWords(period) },
    ...(comparison === undefined
      ? []
      : [
          { name: 'before', head: beforeWords(comparison) },
          { name: 'change', head: 'Change' },
        ]),
    ...(hasTargets ? [{ name: 'target', head: 'Target' }] : []),
  ];
  const rows = shown.map((figure): Row => {
    const { metric, label, words, short, shortBefore, before, change, target, main: value } = figure;
    const cells = {
      now:
        short === undefined
          ? undefined
          : {
              words: short,
              value: value?.value,
              meaning: words,
              met: target?.met,
              open: behind(metric, daysOf(data), open),
            },
      before: shortBefore === undefined ? undefined : { words: shortBefore, meaning: before },
      change: change === undefined ? undefined : { words: change },
      target: target === undefined ? undefined : { words: target.words.replace(/^target /, '') },
    };
    return {
      key: metric,
      name: capitalised(label),
      meaning: meaningOf(metric, data),
      cells: [
        cells.now,
        ...(comparison === undefined ? [] : [cells.before, cells.change]),
        ...(hasTargets ? [cells.target] : []),
      ],
    };
  });
  return <Table caption="Figures" what="Figure" columns={columns} rows={rows} />;
}

/** The compared period; one that still runs is compared until the same moment. */
export function beforeWords({ period, mean_of: mean, cut_at: cut }: NonNullable<Performance['comparison']>): string {
  const days = mean === undefined ? daysWords(period) : `Mean of ${mean}, ${daysWords(period)}`;
  return cut === undefined ? days : `${days}, until ${cut.slice(11, 16)}`;
}
