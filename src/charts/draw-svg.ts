import { EDGE, type Body, type Canvas, type LegendEntry } from './body.ts';
import type { Chart } from './chart.ts';
import { namedAltText } from './alt-text.ts';
import { drawBars } from './kinds/bars.ts';
import { drawColumns } from './kinds/columns.ts';
import { drawHeatMap } from './kinds/heat-map.ts';
import { drawTrend } from './kinds/trend.ts';
import { drawWaterfall } from './kinds/waterfall.ts';
import { element, path, text, type Markup, type TextStyle } from './svg.ts';
import type { Theme } from './theme.ts';
import { fit, widthOf, wrap } from './words.ts';

const FONT = 'DejaVu Sans, Verdana, system-ui, sans-serif';
const TITLE_SIZE = 15;
const LINE = 20;
const NOTE_SIZE = 11;
/** The width of a sign in a legend, with the gap behind it. */
const SIGN = 28;

/** Draws a chart as SVG. Pure: the same chart and canvas give the same text. `remarks` stand below it, behind its notes. */
export function drawSvg(chart: Chart, canvas: Canvas, remarks: readonly string[] = []): string {
  const { width, theme } = canvas;
  const room = width - 2 * EDGE;
  const title = wrap(chart.title, room, TITLE_SIZE, 3);
  const body = bodyOf(chart, canvas);
  const legend = legendOf(body.legend, canvas);
  const notes = wrap(sentenceOf([...body.notes, ...remarks]), room, NOTE_SIZE, 6).filter((note) => note !== '');
  const bodyTop = EDGE + title.length * LINE + legend.height + 10;
  const notesTop = bodyTop + body.height + 12;
  const height = Math.round(notesTop + notes.length * 16 + (notes.length > 0 ? 8 : 0));
  const below = (lines: readonly string[], y: number, gap: number, style: TextStyle): Markup[] =>
    lines.map((words, at) => text(EDGE, y + at * gap, words, style));
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const font = { 'font-family': FONT, 'font-size': '12' };
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, ...font, role: 'img' },
    element('title', {}, chart.title),
    element('desc', {}, namedAltText(chart)),
    element('defs', {}, hatching('part', 'M0 0V7', theme), hatching('none', 'M0 0V7M0 3.5H7', theme)),
    element('rect', { width, height, fill: theme.paper }),
    ...below(title, EDGE + 8, LINE, { fill: theme.ink, size: TITLE_SIZE }),
    element('g', { transform: `translate(0 ${bodyTop - legend.height - 6})` }, ...legend.marks),
    element('g', { transform: `translate(0 ${bodyTop})` }, ...body.marks),
    ...below(notes, notesTop + 6, 16, { fill: theme.quiet, size: NOTE_SIZE }),
  ).source;
}

function bodyOf(chart: Chart, canvas: Canvas): Body {
  switch (chart.kind) {
    case 'trend':
      return drawTrend(chart, canvas);
    case 'columns':
      return drawColumns(chart, canvas);
    case 'bars':
      return drawBars(chart, canvas);
    case 'heat map':
      return drawHeatMap(chart, canvas);
    case 'waterfall':
      return drawWaterfall(chart, canvas);
  }
}

/** Slanted lines: one way for what is there in part, both ways for what is not. */
function hatching(id: string, d: string, { hatch }: Theme): Markup {
  const of = { id, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  return element('pattern', of, path(d, { stroke: hatch, width: 1.2 }));
}

/** Entries beside each other, in as many rows as they need. */
function legendOf(entries: readonly LegendEntry[], { width, theme }: Canvas) {
  let [x, y] = [EDGE, 8];
  const marks = entries.flatMap(({ words, sign }) => {
    const line = fit(words, width - 2 * EDGE - SIGN);
    const size = SIGN + widthOf(line) + 16;
    if (x > EDGE && x + size > width) [x, y] = [EDGE, y + LINE];
    const entry = [sign(x, y), text(x + SIGN, y, line, { fill: theme.quiet })];
    x += size;
    return entry;
  });
  return { marks, height: entries.length === 0 ? 0 : y + LINE - 8 };
}

function sentenceOf(notes: readonly string[]): string {
  const words = notes.join('; ');
  return words === '' ? '' : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;
}
