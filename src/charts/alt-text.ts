import { joinSafe, ownWord, safe, type OwnText, type SafeText } from '../privacy/safe-text.ts';
import type { Chart, Label, Point, Unit, Waterfall } from './chart.ts';
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
export function altText(chart: Chart): OwnText {
  return described(chart, ({ own }, place) => own ?? place);
}

/** The same with names, for the picture itself, which has them, too. */
export function namedAltText(chart: Chart): SafeText {
  return described(chart, ({ own, text }) => own ?? text);
}

/** What a label is called, where `place` says on which place it stands: `the 3rd bar from the top`. */
type NameOf<Text extends SafeText> = (label: Label, place: OwnText) => Text;

function described(chart: Chart, nameOf: NameOf<OwnText>): OwnText;
function described(chart: Chart, nameOf: NameOf<SafeText>): SafeText;
function described(chart: Chart, nameOf: NameOf<SafeText>): SafeText {
  if (chart.kind === 'heat map') {
    const { rows, columns } = chart;
    const width = Math.max(columns.length, 1);
    return joinSafe(
      [
        safe`Heat map: ${chart.title}.`,
        ...pointsWords(chart.cells.flat(), chart.unit, safe`cell`, (place) => {
          const row = nameAt(rows, Math.floor(place / width), safe`row`, safe`from the top`, nameOf);
          return safe`${row}, ${nameAt(columns, place % width, safe`column`, safe`from the left`, nameOf)}`;
        }),
      ],
      ' ',
    );
  }
  const { kind, ...shown } = KINDS[chart.kind];
  const [mark, from] = [ownWord(shown.mark), ownWord(shown.from)];
  const head = safe`${ownWord(kind)}: ${chart.title}.`;
  if (chart.kind === 'waterfall') {
    const labels = chart.parts.map(({ label }) => label);
    return safe`${head} ${stepsWords(chart, (place) => nameAt(labels, place, mark, from, nameOf))}`;
  }
  const { labels, series, compared, unit } = chart;
  const [range, ...others] = pointsWords(series.points, unit, mark, (place) =>
    nameAt(labels, place, mark, from, nameOf),
  );
  const before = compared && safe`Dashed, ${compared.name}: ${spanWords(compared.points, unit)}.`;
  return joinSafe(
    [head, range, before, ...others].filter((sentence) => sentence !== undefined),
    ' ',
  );
}

function nameAt(
  labels: readonly Label[],
  place: number,
  mark: OwnText,
  from: OwnText,
  nameOf: NameOf<SafeText>,
): SafeText {
  const ordinal = safe`the ${ordinalWord(place + 1)} ${mark} ${from}`;
  const label = labels[place];
  return label === undefined ? ordinal : nameOf(label, ordinal);
}

function ordinalWord(number: number): OwnText {
  if (number === 1) return safe`first`;
  const isTeen = Math.floor((number % 100) / 10) === 1;
  const ending = isTeen ? undefined : [undefined, safe`st`, safe`nd`, safe`rd`][number % 10];
  return safe`${number}${ending ?? safe`th`}`;
}

/** What points show, a sentence each: the lowest and the highest first. */
function pointsWords(
  points: readonly Point[],
  unit: Unit,
  mark: OwnText,
  nameAtPlace: (place: number) => SafeText,
): SafeText[] {
  const count = safe`${points.length} ${mark}${points.length === 1 ? safe`` : safe`s`}`;
  return [
    rangeWords(points, unit, count, nameAtPlace),
    readWords(points, count),
    points.some(({ interval }) => interval !== undefined) ? safe`Estimated: intervals of 95 % are drawn.` : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** The lowest and the highest value, and where they are. */
function rangeWords(
  points: readonly Point[],
  unit: Unit,
  count: OwnText,
  nameAtPlace: (place: number) => SafeText,
): SafeText {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return safe`It has no value.`;
  const [low, high] = [lowest, highest].map(({ value, place, others }) => {
    const more = others === 0 ? safe`` : safe` and ${others} more`;
    return safe`${ownWord(valueText(value, unit))} (${nameAtPlace(place)}${more})`;
  });
  if (lowest.value === highest.value) return safe`${count}, every value ${ownWord(valueText(lowest.value, unit))}.`;
  return safe`${count}, from ${low ?? safe``} to ${high ?? safe``}.`;
}

function spanWords(points: readonly Point[], unit: Unit): OwnText {
  const [lowest, highest] = extremesOf(points);
  if (lowest === undefined || highest === undefined) return safe`no value`;
  return safe`from ${ownWord(valueText(lowest.value, unit))} to ${ownWord(valueText(highest.value, unit))}`;
}

interface Found {
  readonly value: number;
  /** The first one, and how many others there are. */
  readonly place: number;
  readonly others: number;
}

function extremesOf(points: readonly Point[]): readonly [lowest?: Found, highest?: Found] {
  let [lowest, highest]: (Found | undefined)[] = [];
  const nearer = (found: Found | undefined, value: number, place: number, isBeyond: boolean): Found => {
    if (found === undefined || isBeyond) return { value, place, others: 0 };
    return value === found.value ? { ...found, others: found.others + 1 } : found;
  };
  for (const [place, { value }] of points.entries()) {
    if (value === undefined) continue;
    lowest = nearer(lowest, value, place, value < (lowest?.value ?? value));
    highest = nearer(highest, value, place, value > (highest?.value ?? value));
  }
  return lowest === undefined || highest === undefined ? [] : [lowest, highest];
}

/** How much of it was not read. */
function readWords(points: readonly Point[], count: OwnText): OwnText | undefined {
  const [none, part] = (['none', 'part'] as const).map((how) => points.filter(({ read }) => read === how).length);
  const said = [...(none ? [safe`${none} not read`] : []), ...(part ? [safe`${part} ${ownWord(PART_WORDS)}`] : [])];
  return said.length === 0 ? undefined : safe`Hatched, of ${count}: ${joinSafe(said, ', ')}.`;
}

function stepsWords({ before, parts, now, unit }: Waterfall, nameAtPlace: (place: number) => SafeText): SafeText {
  const words = safe`From ${ownWord(valueText(before.value, unit))} to ${ownWord(valueText(now.value, unit))} in ${ownWord(countText(parts.length, 'step'))}`;
  let largest: { readonly change: number; readonly place: number } | undefined;
  for (const [place, { change }] of parts.entries()) {
    if (largest === undefined || Math.abs(change) > Math.abs(largest.change)) largest = { change, place };
  }
  if (largest === undefined) return safe`${words}.`;
  return safe`${words}, the largest ${ownWord(changeText(largest.change, unit))} (${nameAtPlace(largest.place)}).`;
}
