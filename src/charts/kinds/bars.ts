import { axisFor } from '../axis.ts';
import { columnLines, EDGE, nameColumn, notesOf, reachOf, type Body, type Canvas } from '../body.ts';
import type { Groups, Point } from '../chart.ts';
import { barSign, endOf, groupsLegend, HALF_BESIDE, marksOf, targetLine, type Frame } from '../marks.ts';
import { line, text, type Markup } from '../svg.ts';
import { widthOf } from '../words.ts';

const ROW = 26;
const BAR = 14;

/** Bars below each other, with names at the left; a thin one below each is the compared period. */
export function drawBars(chart: Groups, { width, theme }: Canvas): Body {
  const { points, compared, unit, leftOut } = chart;
  const { names, left } = nameColumn(points, width * 0.32);
  const right = width - EDGE - 10 - Math.max(0, ...points.map(({ figure }) => widthOf(figure?.words ?? '')));
  const axis = axisFor(reachOf(chart), unit, [left, right]);
  const beside = compared ? HALF_BESIDE : 0;
  const row = ROW + 2 * beside;
  const bottom = points.length * row;
  const isDot = unit === 'rating';
  const frame: Frame = {
    isUp: false,
    axis,
    lane: [left, right],
    middle: (place) => (place + 0.5) * row - beside,
    half: isDot ? 5 : BAR / 2,
    shape: isDot ? 'dot' : 'box',
    aside: BAR / 2 + beside + 1,
    theme,
  };
  const words = ({ figure, read }: Point, place: number): Markup[] => {
    const y = frame.middle(place);
    if (figure) {
      const end = endOf(frame, figure, 13 + widthOf(figure.words));
      return [text(end + 9, y, figure.words, { fill: theme.ink, halo: theme.paper })];
    }
    return read === 'none' ? [] : [text(left + 6, y, 'no data', { fill: theme.quiet, halo: theme.paper })];
  };

  return {
    height: bottom + 22,
    marks: [
      ...columnLines(axis, bottom, theme),
      ...targetLine(frame, chart, [0, bottom]),
      ...names.map((name, place) => text(left - 10, frame.middle(place), name, { fill: theme.ink, anchor: 'end' })),
      ...marksOf(frame, chart, BAR / 2),
      ...points.flatMap(words),
      line(left, 0, left, bottom, { stroke: theme.quiet }),
    ],
    legend: groupsLegend(chart, theme, barSign),
    notes: notesOf(points, 'no data', axis, leftOut),
  };
}
