import { scalePoint } from 'd3-scale';
import { line as pathOf } from 'd3-shape';
import { axisFor } from '../axis.ts';
import { EDGE, labelsBelow, notesOf, reachOf, roomForTicks, rowLines, type Body, type Canvas } from '../body.ts';
import type { Groups, Point } from '../chart.ts';
import { barSign, groupsLegend, lineSign, marksOf, slab, targetLine, type Frame } from '../marks.ts';
import { path, rounded, text, type Markup } from '../svg.ts';
import { widthOf } from '../words.ts';

const [TOP, HEIGHT] = [18, 220];
/** The height of the band of the compared period's weekends. */
const BAND = 7;

/** A line from left to right; the compared period lies behind it, and a gap is a gap. */
export function drawTrend(chart: Groups, { width, theme }: Canvas): Body {
  const { points, compared, unit, leftOut } = chart;
  const labels = points.map(({ label }) => label);
  const known = points.flatMap(({ figure }, place) => (figure ? [{ place, ...figure }] : []));
  const last = known.at(-1);
  const highest = known.toSorted((one, other) => other.value - one.value)[0];
  const axis = axisFor(reachOf(chart), unit, [HEIGHT, TOP], unit === 'rating');
  const left = roomForTicks(axis);
  const right = width - EDGE - 12 - widthOf(last?.words ?? '');
  const scale = scalePoint(points.keys(), [left, right]).padding(0.5);
  const middle = (place: number) => scale(place) ?? left;
  const half = scale.step() / 2;
  const lane = [TOP, HEIGHT] as const;
  const frame: Frame = { isUp: true, axis, lane, middle, half: Math.min(4, half / 2), shape: 'dot', aside: 0, theme };

  const curve = (of: readonly Point[], stroke: string, thick: number): Markup => {
    const d = pathOf<Point>()
      .defined(({ figure }) => figure !== undefined)
      .x((_, place) => middle(place))
      .y(({ figure }) => axis.at(figure?.value ?? 0))
      .digits(1);
    return path(d(of.slice(0, points.length)) ?? '', { stroke, width: thick });
  };
  const shade = (of: readonly Point[], top: number, fill: string) =>
    of.flatMap(({ isWeekend }, place) => (isWeekend ? [slab(frame, place, [top, HEIGHT], half, { fill })] : []));
  const hasWeekend = points.some(({ isWeekend }) => isWeekend);
  const isOther = compared?.points.some(({ isWeekend }, place) => isWeekend !== points[place]?.isWeekend) === true;
  const cut = `M${rounded(left - 4)} ${HEIGHT - 6}l8 -4m-8 8l8 -4`;
  const style = { fill: theme.ink, halo: theme.paper };
  const above = ({ place, value, words }: (typeof known)[number]): Markup => {
    const room = widthOf(words) / 2;
    const x = Math.min(Math.max(middle(place), left + room), width - room);
    return text(x, axis.at(value) - 13, words, { ...style, anchor: 'middle' });
  };

  return {
    height: HEIGHT + 24,
    marks: [
      ...shade(points, TOP, theme.band),
      ...(isOther ? shade(compared.points, HEIGHT - BAND, theme.other) : []),
      ...rowLines(axis, left, right, theme),
      ...(axis.brokenAt === undefined ? [] : [path(cut, { stroke: theme.quiet, width: 1.5 })]),
      ...targetLine(frame, chart, [left, right]),
      ...(compared ? [curve(compared.points, theme.other, 1.5)] : []),
      curve(points, theme.main, 2.5),
      ...marksOf(frame, chart, half),
      // Beside the end of the line, and above its top: there they cover no line.
      ...(last ? [text(middle(last.place) + 9, axis.at(last.value), last.words, style)] : []),
      ...(highest && highest !== last ? [above(highest)] : []),
      ...labelsBelow(labels, HEIGHT + 14, middle, 2 * half, theme),
    ],
    legend: groupsLegend(chart, theme, (colour, thick) => lineSign(colour, thick > 3 ? 2.5 : 1.5), [
      ...(hasWeekend ? [{ words: 'weekend', sign: barSign(theme.band, 6, theme.rule) }] : []),
      ...(isOther ? [{ words: `weekend of ${compared.name}`, sign: barSign(theme.other, BAND / 2) }] : []),
    ]),
    notes: notesOf(points, 'gap', axis, leftOut),
  };
}
