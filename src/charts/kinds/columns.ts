import { scaleBand } from 'd3-scale';
import { axisFor } from '../axis.ts';
import { EDGE, labelsBelow, notesOf, reachOf, roomForTicks, rowLines, type Body, type Canvas } from '../body.ts';
import type { Groups } from '../chart.ts';
import { barSign, endOf, groupsLegend, HALF_BESIDE, marksOf, targetLine, type Frame } from '../marks.ts';
import { text } from '../svg.ts';
import { widthOf } from '../words.ts';

const [TOP, HEIGHT] = [20, 200];

/** Columns from zero, each with a thin one of the compared period beside it. */
export function drawColumns(chart: Groups, { width, theme }: Canvas): Body {
  const { points, compared, unit, leftOut } = chart;
  const labels = points.map(({ label }) => label);
  const axis = axisFor(reachOf(chart), unit, [HEIGHT, TOP]);
  const [left, right] = [roomForTicks(axis), width - EDGE];
  const scale = scaleBand(points.keys(), [left, right]).paddingInner(0.25).paddingOuter(0.1);
  const [beside, isDot] = [compared ? HALF_BESIDE : 0, unit === 'rating'];
  const half = Math.max(0.5, Math.min(24, scale.bandwidth() / 2 - beside));
  const middle = (place: number) => (scale(place) ?? left) + scale.bandwidth() / 2 - beside;
  const frame: Frame = {
    isUp: true,
    axis,
    lane: [TOP, HEIGHT],
    middle,
    half: isDot ? 5 : half,
    shape: isDot ? 'dot' : 'box',
    // Beside the words above a dot.
    aside: isDot ? Math.min(20, scale.step() / 3) : half + beside,
    theme,
  };
  const highest = Math.max(0, ...points.map(({ figure }) => figure?.value ?? 0));
  const allFit = points.every(({ figure }) => widthOf(figure?.words ?? '', 11) < scale.step());
  const style = { fill: theme.ink, anchor: 'middle', size: 11, halo: theme.paper } as const;

  return {
    height: HEIGHT + 24,
    marks: [
      ...rowLines(axis, left, right, theme),
      ...targetLine(frame, chart, [left, right]),
      ...marksOf(frame, chart, half),
      ...points.flatMap(({ figure }, place) =>
        figure && figure.value !== 0 && (allFit || figure.value === highest)
          ? [text(middle(place), endOf(frame, figure, 20) - (isDot ? 13 : 9), figure.words, style)]
          : [],
      ),
      ...labelsBelow(labels, HEIGHT + 14, middle, scale.step(), theme),
    ],
    legend: groupsLegend(chart, theme, barSign),
    notes: notesOf(points, 'no column', axis, leftOut),
  };
}
