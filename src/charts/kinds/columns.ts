import type { Bars, Point } from '../chart.ts';
import { groupsBelow, numberAxis, numbersIn, ROOM_AT_END, roomBeside } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { hasNoValue, NO_VALUE } from '../svg/legend.ts';
import { intervalMarks, noValueMarks, p90Marks } from '../svg/marks.ts';
import type { Plan } from '../svg/plan.ts';
import { columnWords } from './column-words.ts';
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
      noValueMarks(points, min, bars.value.aside),
      ...intervalMarks(points, 'up', Math.min(5, bars.value.size / 2), bars.value.aside),
      p90Marks(points, 'up', bars.value.size / 2, bars.value.aside),
      columnWords(points, { band, bar: bars.value, scale: y.scale, height: HEIGHT }, font),
    ],
    legend: barLegend(series, compared, 'up', points.some(hasNoValue) ? [NO_VALUE] : []),
    notes: leftOutNote(leftOut),
  };
}
