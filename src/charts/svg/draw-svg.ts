import { CustomChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Chart } from '../chart.ts';
import { planOf } from '../kinds/plan-of.ts';
import { finished } from './finished.ts';
import type { Font } from './font.ts';
import { LINE_HEIGHT, legendOf } from './legend.ts';
import { wrapped } from './lines.ts';
import { optionOf } from './option.ts';
import { WIDTH, type Plan } from './plan.ts';
import { box, TEXT_SIZE, textAt, TITLE_SIZE, type Shape } from './shapes.ts';
import { StandIns } from './stand-ins.ts';

use([CustomChart, GridComponent, SVGRenderer]);

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
    const around = [ground, ...head.shapes, ...foot];
    const standIns = new StandIns();
    drawing.setOption(optionOf(plan, head.height + HEADROOM, around, standIns));
    return finished(drawing.renderToSVGString(), { chart, marks: plan.marks, height, standIns });
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
