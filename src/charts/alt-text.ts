import { joinSafe, ownWord, safe, type OwnText, type SafeText } from '../privacy/safe-text.ts';
import type { Chart, Point, Unit, Waterfall } from './chart.ts';
import { changeText, valueText } from './value-words.ts';

/** What each kind is called, and one of what it shows. */
const KINDS = {
  trend: { kind: 'Line chart', mark: 'point' },
  columns: { kind: 'Column chart', mark: 'column' },
  rows: { kind: 'Bar chart', mark: 'bar' },
  'heat map': { kind: 'Heat map', mark: 'cell' },
} as const;

/**
 * Says in words what a chart shows, for whoever cannot see it: the kind, the title, the lowest and the highest value and where they
 * are, and what was not read. It names no group, since names may be strangers' words: the answer beside it does, in boundaries.
 */
export function altText(chart: Chart): OwnText {
  if (chart.kind !== 'heat map') return described(chart, (place) => safe`number ${place + 1}`);
  return described(chart, (place) => {
    const width = Math.max(chart.columns.length, 1);
    return safe`row ${Math.floor(place / width) + 1}, column ${(place % width) + 1}`;
  });
}

/** The same with the names of groups, for the picture itself, which has them, too. */
export function namedAltText(chart: Chart): SafeText {
  if (chart.kind === 'waterfall') return described(chart, (place) => chart.parts[place]?.label ?? safe``);
  if (chart.kind !== 'heat map') return described(chart, (place) => chart.labels[place] ?? safe``);
  return described(chart, (place) => {
    const width = Math.max(chart.columns.length, 1);
    return safe`${chart.rows[Math.floor(place / width)] ?? safe``}, ${chart.columns[place % width] ?? safe``}`;
  });
}

type NameOf<Text extends SafeText> = (place: number) => Text;

function described(chart: Chart, nameOf: NameOf<OwnText>): OwnText;
function described(chart: Chart, nameOf: NameOf<SafeText>): SafeText;
function described(chart: Chart, nameOf: NameOf<SafeText>): SafeText {
  if (chart.kind === 'waterfall') return safe`Waterfall chart: ${chart.title}. ${stepsOf(chart, nameOf)}`;
  const { kind, mark } = KINDS[chart.kind];
  const points = chart.kind === 'heat map' ? chart.cells.flat() : chart.series.points;
  const compared = chart.kind === 'heat map' ? undefined : chart.compared;
  const sentences = [
    safe`${ownWord(kind)}: ${chart.title}.`,
    rangeOf(points, chart.unit, nameOf),
    compared && safe`Dashed, ${compared.name}: ${spanOf(compared.points, chart.unit)}.`,
    readOf(points, ownWord(mark)),
    points.some(({ interval }) => interval !== undefined) ? safe`Estimated: intervals of 95 % are drawn.` : undefined,
  ];
  return joinSafe(
    sentences.filter((sentence) => sentence !== undefined),
    ' ',
  );
}

/** The lowest and the highest value, and where they are. */
function rangeOf(points: readonly Point[], unit: Unit, nameOf: NameOf<SafeText>): SafeText {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return safe`It has no value.`;
  const [low, high] = [lowest, highest].map(({ value }) => ownWord(valueText(value, unit)));
  if (lowest.value === highest.value) return safe`Every value is ${low ?? safe``}.`;
  return safe`From ${low ?? safe``} (${nameOf(lowest.place)}) to ${high ?? safe``} (${nameOf(highest.place)}) of ${points.length}.`;
}

function spanOf(points: readonly Point[], unit: Unit): OwnText {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return safe`no value`;
  return safe`from ${ownWord(valueText(lowest.value, unit))} to ${ownWord(valueText(highest.value, unit))}`;
}

interface Found {
  readonly value: number;
  readonly place: number;
}

function extremesOf(points: readonly Point[]): readonly [lowest?: Found, highest?: Found] {
  let [lowest, highest]: (Found | undefined)[] = [];
  for (const [place, { value }] of points.entries()) {
    if (value === undefined) continue;
    if (lowest === undefined || value < lowest.value) lowest = { value, place };
    if (highest === undefined || value > highest.value) highest = { value, place };
  }
  return lowest === undefined || highest === undefined ? [] : [lowest, highest];
}

/** How much of it was not read. */
function readOf(points: readonly Point[], mark: OwnText): OwnText | undefined {
  const [none, part] = (['none', 'part'] as const).map((how) => points.filter(({ read }) => read === how).length);
  const said = [...(none ? [safe`${none} not read`] : []), ...(part ? [safe`${part} read in part`] : [])];
  return said.length === 0 ? undefined : safe`Hatched: ${joinSafe(said, ', ')} of ${points.length} ${mark}s.`;
}

function stepsOf({ before, parts, now, unit }: Waterfall, nameOf: NameOf<SafeText>): SafeText {
  const words = safe`From ${ownWord(valueText(before.value, unit))} to ${ownWord(valueText(now.value, unit))} in ${parts.length} ${parts.length === 1 ? safe`step` : safe`steps`}`;
  let largest: { readonly change: number; readonly place: number } | undefined;
  for (const [place, { change }] of parts.entries()) {
    if (largest === undefined || Math.abs(change) > Math.abs(largest.change)) largest = { change, place };
  }
  if (largest === undefined) return safe`${words}.`;
  return safe`${words}, the largest ${ownWord(changeText(largest.change, unit))} (${nameOf(largest.place)}).`;
}
