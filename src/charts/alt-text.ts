import type { Chart, Label, Point, Waterfall } from './chart.ts';
import { changeText, PART_WORDS, valueText } from './value-words.ts';
import { countText } from '../model/words/count.ts';

/** What each kind is called, one of what it shows, and from where these are counted. */
const KINDS = {
  trend: { kind: 'Line chart', mark: 'point', from: 'from the left' },
  columns: { kind: 'Column chart', mark: 'column', from: 'from the left' },
  rows: { kind: 'Bar chart', mark: 'bar', from: 'from the top' },
  waterfall: { kind: 'Waterfall chart', mark: 'step', from: 'from the top' },
} as const;

/**
 * Says in words what a chart shows, for whoever cannot see it: the kind, the title, the lowest and the highest value and where they
 * are, and what was not read. Names may be strangers' words, so it says where those stand: the answer beside it has them, in boundaries.
 */
export function altText(chart: Chart): string {
  return wordsOf(chart, ({ own }, place) => own ?? place);
}

/** The same with names, for the picture itself, which has them, too. */
export function namedAltText(chart: Chart): string {
  return wordsOf(chart, ({ own, text }) => own ?? text);
}

/** What a label is called, where `place` says on which place it stands: `the 3rd bar from the top`. */
type NameOf = (label: Label, place: string) => string;

function wordsOf(chart: Chart, nameOf: NameOf): string {
  if (chart.kind === 'heat map') {
    const { rows, columns } = chart;
    const width = Math.max(columns.length, 1);
    return [
      `Heat map: ${chart.title}.`,
      ...pointsWords(chart.cells.flat(), 'cell', (place) => {
        const row = nameAt(rows, Math.floor(place / width), 'row', 'from the top', nameOf);
        return `${row}, ${nameAt(columns, place % width, 'column', 'from the left', nameOf)}`;
      }),
    ].join(' ');
  }
  const { kind, ...shown } = KINDS[chart.kind];
  const [mark, from] = [shown.mark, shown.from];
  const head = `${kind}: ${chart.title}.`;
  if (chart.kind === 'waterfall') {
    const labels = chart.parts.map(({ label }) => label);
    return `${head} ${stepsWords(chart, (place) => nameAt(labels, place, mark, from, nameOf))}`;
  }
  const { labels, series, compared } = chart;
  const [range, ...others] = pointsWords(series.points, mark, (place) => nameAt(labels, place, mark, from, nameOf));
  const before = compared && `Dashed, ${compared.name}: ${spanWords(compared.points)}.`;
  return [head, range, before, ...others].filter((sentence) => sentence !== undefined).join(' ');
}

function nameAt(labels: readonly Label[], place: number, mark: string, from: string, nameOf: NameOf): string {
  const ordinal = `the ${ordinalWord(place + 1)} ${mark} ${from}`;
  const label = labels[place];
  return label === undefined ? ordinal : nameOf(label, ordinal);
}

function ordinalWord(number: number): string {
  if (number === 1) return 'first';
  const isTeen = Math.floor((number % 100) / 10) === 1;
  const ending = isTeen ? undefined : [undefined, 'st', 'nd', 'rd'][number % 10];
  return `${number}${ending ?? 'th'}`;
}

/** What points show, a sentence each: the lowest and the highest first. */
function pointsWords(points: readonly Point[], mark: string, nameAtPlace: (place: number) => string): string[] {
  const count = `${points.length} ${mark}${points.length === 1 ? '' : 's'}`;
  return [
    rangeWords(points, count, nameAtPlace),
    readWords(points, count),
    points.some(({ interval }) => interval !== undefined) ? 'Estimated: intervals of 95 % are drawn.' : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** The lowest and the highest value, and where they are. */
function rangeWords(points: readonly Point[], count: string, nameAtPlace: (place: number) => string): string {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return 'It has no value.';
  const [low, high] = [lowest, highest].map(({ words, place, others }) => {
    const more = others === 0 ? '' : ` and ${others} more`;
    return `${words} (${nameAtPlace(place)}${more})`;
  });
  if (lowest.words === highest.words) return `${count}, every value ${lowest.words}.`;
  return `${count}, from ${low ?? ''} to ${high ?? ''}.`;
}

function spanWords(points: readonly Point[]): string {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return 'no value';
  return `from ${lowest.words} to ${highest.words}`;
}

interface Found {
  readonly value: number;
  readonly words: string;
  /** The first one, and how many others there are. */
  readonly place: number;
  readonly others: number;
}

function extremesOf(points: readonly Point[]): readonly [lowest?: Found, highest?: Found] {
  let [lowest, highest]: (Found | undefined)[] = [];
  const nearer = (found: Found | undefined, one: Found, isBeyond: boolean): Found => {
    if (found === undefined || isBeyond) return one;
    return one.value === found.value ? { ...found, others: found.others + 1 } : found;
  };
  for (const [place, { value, words = '' }] of points.entries()) {
    if (value === undefined) continue;
    const one = { value, words, place, others: 0 };
    lowest = nearer(lowest, one, value < (lowest?.value ?? value));
    highest = nearer(highest, one, value > (highest?.value ?? value));
  }
  return lowest === undefined || highest === undefined ? [] : [lowest, highest];
}

/** How much of it was not read. */
function readWords(points: readonly Point[], count: string): string | undefined {
  const [none, part] = (['none', 'part'] as const).map((how) => points.filter(({ read }) => read === how).length);
  const said = [...(none ? [`${none} not read`] : []), ...(part ? [`${part} ${PART_WORDS}`] : [])];
  return said.length === 0 ? undefined : `Hatched, of ${count}: ${said.join(', ')}.`;
}

function stepsWords({ before, parts, now, unit }: Waterfall, nameAtPlace: (place: number) => string): string {
  const words = `From ${valueText(before.value, unit)} to ${valueText(now.value, unit)} in ${countText(parts.length, 'step')}`;
  let largest: { readonly change: number; readonly place: number } | undefined;
  for (const [place, { change }] of parts.entries()) {
    if (largest === undefined || Math.abs(change) > Math.abs(largest.change)) largest = { change, place };
  }
  if (largest === undefined) return `${words}.`;
  return `${words}, the largest ${changeText(largest.change, unit)} (${nameAtPlace(largest.place)}).`;
}
