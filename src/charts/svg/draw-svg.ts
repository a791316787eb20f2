import { CustomChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { namedAltText } from '../alt-text.ts';
import type { Chart } from '../chart.ts';
import { planOf } from '../kinds/plan-of.ts';
import { colour } from '../palette.ts';
import type { Font } from './font.ts';
import { LINE_HEIGHT, legendOf } from './legend.ts';
import { oneLine, wrapped } from './lines.ts';
import { WIDTH, type Groups, type Marks, type Numbers, type Plan } from './plan.ts';
import { box, FONT_FAMILY, TEXT_SIZE, textAt, TITLE_SIZE, type Shape } from './shapes.ts';

use([CustomChart, GridComponent, SVGRenderer]);

/** Of the words for whoever does not see the picture, in characters. */
const MAX_WORDS = 2000;

/** Around everything. */
const MARGIN = 16;
const TITLE_HEIGHT = 22;
const TITLE_LINES = 3;
/** Of the labels below the marks. */
const LABEL_HEIGHT = 26;
/** Above the marks: the number on top of the highest one has its room here. */
const HEADROOM = 22;

/** Draws a chart as SVG. Its colours are the palette's names; whoever shows it gives them. `remarks` stand below it. */
export function drawSvg(chart: Chart, font: Font, remarks: readonly string[] = []): string {
  const plan = planOf(chart, font);
  const head = headOf(chart, plan, font);
  const bottom = head.height + HEADROOM + plan.height + LABEL_HEIGHT;
  const isEmpty = plan.marks.every(
    ({ name, numbers }) => name === 'unread' || numbers.every((number) => number === undefined),
  );
  const notes = [...plan.notes, ...remarks, ...(isEmpty ? ['There is no figure to draw.'] : [])].flatMap((note) =>
    wrapped(note, WIDTH - 2 * MARGIN, TEXT_SIZE, font, 2),
  );
  const foot = notes.map((note, line) =>
    textAt(MARGIN, bottom + 6 + line * LINE_HEIGHT + LINE_HEIGHT / 2, note, { fill: 'quiet' }),
  );
  const height = bottom + MARGIN + notes.length * LINE_HEIGHT;
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  try {
    const ground = box(0, 0, WIDTH, height, { fill: 'paper' });
    drawing.setOption(optionOf(plan, head.height + HEADROOM, [ground, ...head.shapes, ...foot]));
    return finished(drawing.renderToSVGString(), chart, plan.marks, height);
  } finally {
    drawing.dispose();
  }
}

/** The title and the legend. */
function headOf({ title }: Chart, { legend }: Plan, font: Font): { readonly shapes: readonly Shape[]; height: number } {
  const titles = wrapped(title, WIDTH - 2 * MARGIN, TITLE_SIZE, font, TITLE_LINES).map((line, index) =>
    textAt(MARGIN, MARGIN + index * TITLE_HEIGHT + TITLE_HEIGHT / 2, line, { size: TITLE_SIZE }),
  );
  const top = MARGIN + titles.length * TITLE_HEIGHT + 6;
  const signs = legendOf(legend, MARGIN, top, font);
  return { shapes: [...titles, ...signs.shapes], height: top + signs.height };
}

function optionOf(plan: Plan, top: number, around: readonly Shape[]): EChartsCoreOption {
  const { x, y, left, right, height } = plan;
  return {
    animation: false,
    grid: { left, right, top, height, outerBoundsMode: 'none' },
    xAxis: axisOf(x),
    yAxis: { ...axisOf(y), inverse: y.kind === 'groups' },
    series: [aroundOption(around), ...plan.marks.map(marksOption)],
  };
}

function axisOf(axis: Groups | Numbers) {
  const shared = {
    axisTick: { show: false },
    axisLine: { show: axis.kind === 'groups', lineStyle: { color: colour('quiet') } },
  };
  const label = { color: colour('ink'), fontSize: TEXT_SIZE, fontFamily: FONT_FAMILY, hideOverlap: false };
  if (axis.kind === 'groups') {
    // ECharts takes no two of the same name for one here, nor any for a template.
    return {
      ...shared,
      type: 'category',
      data: axis.labels,
      axisLabel: { ...label, interval: (index: number) => index % axis.every === 0 },
    };
  }
  const { min, max, step } = axis.scale;
  return {
    ...shared,
    type: 'value',
    min,
    max,
    interval: step,
    splitLine: { lineStyle: { color: colour('rule') } },
    axisLabel: { ...label, formatter: axis.label },
  };
}

/** What stands around the marks. */
function aroundOption(shapes: readonly Shape[]) {
  return {
    type: 'custom',
    coordinateSystem: 'none',
    // Behind the lines of the axes.
    z: -1,
    data: shapes.map(() => 0),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => shapes[dataIndex],
  };
}

function marksOption({ numbers, draw }: Marks) {
  return {
    type: 'custom',
    // Where it is drawn is up to each mark.
    data: numbers.map((_, place) => [place, 0]),
    encode: { x: -1, y: -1 },
    clip: false,
    renderItem: (
      { dataIndex }: { readonly dataIndex: number },
      { coord }: { readonly coord: (at: readonly [number, number]) => [number, number] },
    ) => draw(dataIndex, (x, y) => coord([x, y])),
  };
}

const META =
  / ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)" ecmeta_ssr_type="chart"(?: ecmeta_silent="true")?/g;

/** Of what ECharts writes, what is drawn: nothing for a mouse, and no style, which pages refuse. */
function drawnOf(svg: string): string {
  return svg
    .replace(/^<svg[^>]*>\s*/, '')
    .replace(/<style >.*?<\/style>\s*/s, '')
    .replaceAll(/ class="zr\d+-cls-\d+"| pointer-events="visible"| xml:space="preserve"/g, '')
    .replaceAll(/ style="font-size:(\d+)px;font-family:[^"]*;"/g, (_, size: string) =>
      Number(size) === TEXT_SIZE ? '' : ` font-size="${size}"`,
    );
}

/** The whole picture: what it is in words, and of each mark what it is and its number. */
function finished(svg: string, chart: Chart, series: readonly Marks[], height: number): string {
  const marked = drawnOf(svg).replaceAll(META, (_, one: string, place: string) =>
    markOf(series[Number(one) - 1], Number(place)),
  );
  const [title, words] = [chart.title, namedAltText(chart)].map((text) => escaped(oneLine(text, MAX_WORDS)));
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const font = `font-family="${FONT_FAMILY}" font-size="${TEXT_SIZE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font} role="img">\n<title>${title}</title>\n<desc>${words}</desc>\n${marked}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

function markOf(marks: Marks | undefined, place: number): string {
  if (marks === undefined || marks.name === 'words' || marks.name === 'line') return '';
  const number = marks.numbers[place];
  if (number === undefined) return ` data-mark="${marks.name}" data-at="${place}"`;
  const value = typeof number === 'number' ? number : number.join(' ');
  return ` data-mark="${marks.name}" data-at="${place}" data-value="${value}"`;
}
