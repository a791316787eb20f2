import { namedAltText } from '../alt-text.ts';
import type { Chart } from '../chart.ts';
import { oneLine } from './lines.ts';
import { WIDTH, type Marks } from './plan.ts';
import { FONT_FAMILY, TEXT_SIZE } from './shapes.ts';
import { escaped, type StandIns } from './stand-ins.ts';

/** Of the words for whoever does not see the picture, in characters. */
const MAX_WORDS = 2000;

/** What an SVG was drawn of. */
interface Drawn {
  readonly chart: Chart;
  readonly marks: readonly Marks[];
  readonly height: number;
  readonly standIns: StandIns;
}

const META =
  / ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)" ecmeta_ssr_type="chart"(?: ecmeta_silent="true")?/g;

/** Of what ECharts writes, what is drawn: nothing for a mouse, and no style, which pages refuse. */
function drawnOf(svg: string): string {
  return svg
    .replace(/^<svg[^>]*>\s*/, '')
    .replace(/<style >.*?<\/style>\s*/s, '')
    .replaceAll(/ class="zr\d+-cls-\d+"| pointer-events="visible"/g, '')
    .replaceAll(/ style="font-size:(\d+)px;font-family:[^"]*;"/g, (_, size: string) =>
      Number(size) === TEXT_SIZE ? '' : ` font-size="${size}"`,
    );
}

/** The whole picture: what it is in words, and of each mark what it is and its number. */
export function finished(svg: string, { chart, marks, height, standIns }: Drawn): string {
  const marked = drawnOf(svg).replaceAll(META, (_, series: string, place: string) =>
    // The first series is what stands around the marks.
    markOf(marks[Number(series) - 1], Number(place)),
  );
  const [title, words] = [chart.title, namedAltText(chart)].map((text) => escaped(oneLine(text, MAX_WORDS)));
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const font = `font-family="${FONT_FAMILY}" font-size="${TEXT_SIZE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font} role="img">\n<title>${title}</title>\n<desc>${words}</desc>\n${standIns.replacedIn(marked)}`;
}

/** What stands for no number of its own. */
const NAMELESS: ReadonlySet<Marks['name']> = new Set(['line', 'rim', 'words']);

function markOf(marks: Marks | undefined, place: number): string {
  if (marks === undefined || NAMELESS.has(marks.name)) return '';
  const number = marks.numbers[place];
  if (number === undefined) return ` data-mark="${marks.name}" data-at="${place}"`;
  const value = typeof number === 'number' ? number : number.join(' ');
  return ` data-mark="${marks.name}" data-at="${place}" data-value="${value}"`;
}
