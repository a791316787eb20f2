import type { Cell, Chart, Figure, Groups, HeatMap, Label } from './chart.ts';

/** What each kind is called, one of what it shows, and from where these are counted. */
const KINDS = {
  trend: { kind: 'Line chart', mark: 'point', from: 'from the left' },
  columns: { kind: 'Column chart', mark: 'column', from: 'from the left' },
  bars: { kind: 'Bar chart', mark: 'bar', from: 'from the top' },
  'heat map': { kind: 'Heat map', mark: 'cell', from: '' },
  waterfall: { kind: 'Waterfall chart', mark: 'step', from: 'from the top' },
} as const;

/** What a label is called, where `place` says on which place it stands: `the 3rd bar from the top`. */
type NameOf = (label: Label, place: string) => string;

/**
 * Says what a chart shows, for people who do not see it. All numbers are the words of its figures. Names may be strangers' words, so it says
 * where those stand: the answer beside it has them, in boundaries.
 */
export function altText(chart: Chart): string {
  return wordsOf(chart, ({ own }, place) => own ?? place);
}

/** The same with names, for the picture itself, which has them, too. */
export function namedAltText(chart: Chart): string {
  return wordsOf(chart, ({ own, text }) => own ?? text);
}

function wordsOf(chart: Chart, nameOf: NameOf): string {
  const { kind, mark, from } = KINDS[chart.kind];
  const nameAt = (label: Label, place: number) => nameOf(label, `the ${ordinalWord(place + 1)} ${mark} ${from}`);
  return [`${kind}: ${chart.title}.`, ...sentencesOf(chart, mark, nameAt, nameOf)].join(' ');
}

function sentencesOf(
  chart: Chart,
  mark: string,
  nameAt: (label: Label, place: number) => string,
  nameOf: NameOf,
): string[] {
  if (chart.kind === 'waterfall') {
    const steps = chart.parts.map(({ label, figure }, place) => `${figure.words} (${nameAt(label, place + 1)})`);
    return [`From ${chart.before.figure.words} to ${chart.after.figure.words}: ${steps.join(', ')}.`];
  }
  if (chart.kind === 'heat map') {
    const cells = cellsOf(chart, nameOf);
    return [rangeWords(cells, mark), ...stateWords(cells)];
  }
  const { points, compared, target } = chart;
  const named = points.map((point, place) => ({ ...point, name: nameAt(point.label, place) }));
  return [
    rangeWords(named, mark),
    ...(compared ? [`Compared, ${compared.name}: ${spanWords(compared)}.`] : []),
    ...(target ? [`Line: ${target.words}.`] : []),
    ...stateWords(points),
  ];
}

type Named = Cell & { readonly name: string };

function cellsOf({ rows, columns }: HeatMap, nameOf: NameOf): Named[] {
  return rows.flatMap(({ label, cells }, down) => {
    const row = nameOf(label, `the ${ordinalWord(down + 1)} row from the top`);
    return cells.map((cell, across) => {
      const column = nameOf(columns[across] ?? { text: '' }, `the ${ordinalWord(across + 1)} column from the left`);
      return { ...cell, name: `${row}, ${column}` };
    });
  });
}

function ordinalWord(number: number): string {
  if (number === 1) return 'first';
  const isTeen = Math.floor((number % 100) / 10) === 1;
  const ending = isTeen ? undefined : [undefined, 'st', 'nd', 'rd'][number % 10];
  return `${number}${ending ?? 'th'}`;
}

/** The lowest and the highest value, and where they are. */
function rangeWords(cells: readonly Named[], mark: string): string {
  const known = sorted(cells);
  const [lowest, highest] = [known[0], known.at(-1)];
  if (lowest === undefined || highest === undefined) return 'No data.';
  const count = `${cells.length} ${mark}${cells.length === 1 ? '' : 's'}`;
  if (lowest.words === highest.words) return `${count}, every value ${lowest.words}.`;
  const at = ({ value, words, name }: Figure & { readonly name: string }) => {
    const others = known.filter((one) => one.value === value).length - 1;
    return `${words} (${name}${others === 0 ? '' : ` and ${others} more`})`;
  };
  const first = known.find(({ value }) => value === highest.value) ?? highest;
  return `${count}, from ${at(lowest)} to ${at(first)}.`;
}

function spanWords({ points }: NonNullable<Groups['compared']>): string {
  const known = sorted(points.map((point) => ({ ...point, name: '' })));
  return known.length === 0 ? 'no data' : `from ${known[0]?.words ?? ''} to ${known.at(-1)?.words ?? ''}`;
}

function sorted(cells: readonly Named[]) {
  const known = cells.flatMap(({ figure, name }) => (figure ? [{ ...figure, name }] : []));
  return known.toSorted((one, other) => one.value - other.value);
}

function stateWords(cells: readonly Cell[]): string[] {
  const [none, part] = (['none', 'part'] as const).map((how) => cells.filter(({ read }) => read === how).length);
  const hatched = [...(none ? [`${none} not loaded`] : []), ...(part ? [`${part} ${PART_WORDS}`] : [])];
  return [
    ...(hatched.length > 0 ? [`Hatched: ${hatched.join(', ')}.`] : []),
    ...(cells.some(({ figure }) => figure?.interval) ? ['Estimates, with 95% intervals.'] : []),
  ];
}

/** What is said of marks of which a part is there. */
export const PART_WORDS = 'incomplete (partly loaded, not over, or cut by the period)';
