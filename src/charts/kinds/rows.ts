import type { Bars, Point } from '../chart.ts';
import { numberAxis, numbersIn } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { fitted } from '../svg/lines.ts';
import { intervalMarks, p90Marks } from '../svg/marks.ts';
import type { Marks, Plan } from '../svg/plan.ts';
import { textOver, TEXT_SIZE } from '../svg/shapes.ts';
import { barLegend, barMarks, barsOf, leftOutNote, unreadBars } from './bars.ts';

const EDGE = 16;
const GAP = 8;
const WIDEST_NAME = 220;
/** The height of a row: of many, they are as low as their names allow, and then lower, with some of the names. */
const ROW = 28;
const LOW_ROW = 18;
const MAX_HEIGHT = 1000;

/** Bars below each other, with room for names. */
export function rowsPlan({ labels, series, compared, unit, leftOut }: Bars, font: Font): Plan {
  const { points } = series;
  const x = numberAxis(numbersIn([...points, ...(compared?.points ?? [])]), unit);
  const names = labels.map(({ text }) => fitted(text, WIDEST_NAME, TEXT_SIZE, font));
  const band = bandOf(names.length, compared !== undefined);
  const bars = barsOf(band, compared !== undefined);
  const texts = points.map(({ words, read }) => words ?? (read === 'none' ? '' : 'no value'));
  const widest = (some: readonly string[]) => Math.max(0, ...some.map((text) => font.width(text, TEXT_SIZE)));
  const every = Math.max(1, Math.ceil((TEXT_SIZE + 2) / band));
  const { min, max } = x.scale;
  return {
    height: Math.max(1, names.length) * band,
    left: EDGE + GAP + widest(names),
    right: EDGE + GAP + Math.max(widest(texts), font.width(x.label(max), TEXT_SIZE) / 2),
    x,
    y: { kind: 'groups', labels: names, every },
    marks: [
      unreadBars(points, 'right', [min, max], bars.value),
      ...barMarks(points, compared?.points ?? [], 'right', bars),
      ...intervalMarks(points, 'right', Math.min(5, bars.value.size / 2), bars.value.aside),
      p90Marks(points, 'right', bars.value.size / 2, bars.value.aside),
      words(points, texts, every, bars.value.aside, font),
    ],
    legend: barLegend(series, compared, 'right'),
    notes: leftOutNote(leftOut),
  };
}

function bandOf(rows: number, isCompared: boolean): number {
  const wanted = isCompared ? ROW * 1.4 : ROW;
  if (rows * wanted <= MAX_HEIGHT / 2) return wanted;
  return Math.min(wanted, Math.max(LOW_ROW, MAX_HEIGHT / 2 / rows), Math.max(MAX_HEIGHT / rows, 2.5));
}

/** The numbers in words, behind their bars. */
function words(points: readonly Point[], texts: readonly string[], every: number, aside: number, font: Font): Marks {
  return {
    name: 'words',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const [point, text = ''] = [points[place], texts[place]];
      // Rows lower than their words would have those of others behind them.
      if (point === undefined || text === '' || every > 1) return undefined;
      const { value = 0, interval, p90 } = point;
      const [end, y] = at(Math.max(0, value, interval?.[1] ?? value), place);
      // A 90th percentile within the words would go through them.
      const [mark] = at(p90 ?? 0, place);
      const x = mark > end - 4 && mark < end + font.width(text, TEXT_SIZE) + 2 * GAP ? mark : end;
      return textOver(x + GAP, y + aside, text, { fill: point.value === undefined ? 'quiet' : 'ink' });
    },
  };
}
