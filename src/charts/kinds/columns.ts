import type { Bars, Point } from '../chart.ts';
import { groupsBelow, numberAxis, numbersIn, ROOM_AT_END, roomBeside } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { intervalMarks, p90Marks, wordMarks } from '../svg/marks.ts';
import type { Plan } from '../svg/plan.ts';
import { barLegend, barMarks, barsOf, leftOutNote, unreadBars } from './bars.ts';

const HEIGHT = 260;

/** Bars that stand side by side. */
export function columnsPlan({ labels, series, compared, unit, leftOut }: Bars, font: Font): Plan {
  const { points } = series;
  const y = numberAxis(numbersIn([...points, ...(compared?.points ?? [])]), unit);
  const left = roomBeside(y, font);
  const { band, ...x } = groupsBelow(labels, left, font);
  const bars = barsOf(band, compared !== undefined);
  const { min, max } = y.scale;
  const none: readonly Point[] = [];
  return {
    height: HEIGHT,
    left,
    right: ROOM_AT_END,
    x,
    y,
    marks: [
      unreadBars(points, 'up', [min, max], bars.value),
      ...barMarks(points, compared?.points ?? none, 'up', bars),
      intervalMarks(points, 'up', Math.min(5, bars.value.size / 2), bars.value.aside),
      p90Marks(points, 'up', bars.value.size / 2, bars.value.aside),
      wordMarks(points, unit, compared ? band / 2 : band, font, bars.value.aside),
    ],
    legend: barLegend(series, compared, 'up'),
    notes: leftOutNote(leftOut),
  };
}
