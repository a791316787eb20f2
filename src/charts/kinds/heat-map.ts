import { EDGE, labelsBelow, nameColumn, notesOf, type Body, type Canvas } from '../body.ts';
import { barSign, mark, NONE, PART, hatchLegend, nameOf } from '../marks.ts';
import type { Cell, Figure, HeatMap, Label } from '../chart.ts';
import { box, element, text, type Markup } from '../svg.ts';
import { heatOf } from '../theme.ts';
import { widthOf } from '../words.ts';

const ROW = 26;
const TOP = 20;

/** Cells of which a darker one is more (a lighter one, in the dark). Zero has no colour, and what there is nothing to measure of has no cell. */
export function drawHeatMap({ columns, rows, unit, leftOut }: HeatMap, { width, theme }: Canvas): Body {
  const { names, left } = nameColumn(rows, width * 0.25);
  const size = (width - EDGE - left) / Math.max(1, columns.length);
  const x = (place: number) => left + (place + 0.5) * size;
  const cells = rows.flatMap((row) => row.cells);
  const figures = cells.flatMap(({ figure }) => figure ?? []);
  const least = unit === 'rating' ? 1 : 0;
  const highest = highestOf(figures);
  // One cell of few chats would make all others pale.
  const sure = highestOf(figures.filter(({ few }) => few !== true));
  const most = sure && sure.value > least ? sure : highest;
  const zero = figures.find(({ value }) => value === 0);
  const heat = (value: number) =>
    value === 0 || most === undefined
      ? { fill: theme.band, ink: theme.quiet }
      : heatOf(theme, (value - least) / Math.max(Number.MIN_VALUE, most.value - least));
  // A hollow cell is seen to be hollow, however narrow.
  const rim = Math.min(3, size / 6);
  const wordsFit = figures.every(({ words }) => widthOf(words, 10) <= size);

  const cellMarks = (label: Label, { figure, read }: Cell, row: number, column: number): Markup[] => {
    const [place, top] = [row * columns.length + column, TOP + row * ROW];
    const square = (inset: number, style: Parameters<typeof box>[4], from = top + inset) =>
      box(x(column) - size / 2 + inset, from, x(column) + size / 2 - inset, top + ROW - inset, { ...style, rx: 2 });
    if (figure === undefined) {
      const fill = read === 'part' ? PART : NONE;
      return read === 'whole' ? [] : [mark('unread', place, [], '', square(1, { fill }))];
    }
    const { value, words, few } = figure;
    const { fill, ink } = heat(value);
    const shape =
      few === true
        ? square(1 + rim / 2, { fill: theme.paper, stroke: fill, 'stroke-width': rim })
        : square(1, { fill });
    const isWorded = wordsFit || (value === 0 && widthOf(words, 10) <= size);
    const style = { fill: few === true ? theme.ink : ink, anchor: 'middle', size: 10 } as const;
    // Below the words, which it would make unreadable.
    const strip = read === 'whole' ? [] : [theme.paper, PART].map((of) => square(1, { fill: of }, top + ROW - 7));
    return [
      mark('value', place, [value], `${nameOf(label)}, ${nameOf(columns[column] ?? { text: '' })}: ${words}`, shape),
      ...(strip.length > 0 ? [mark('unread', place, [], '', ...strip)] : []),
      ...(isWorded ? [text(x(column), top + ROW / 2, words, style)] : []),
    ];
  };
  const rowMarks = ({ label, cells: some }: HeatMap['rows'][number], row: number): Markup[] => [
    text(left - 10, TOP + (row + 0.5) * ROW, names[row] ?? '', { fill: theme.ink, anchor: 'end' }),
    ...some.flatMap((cell, column) => cellMarks(label, cell, row, column)),
  ];
  const ramp = (at: number, y: number): Markup => {
    const steps = Array.from({ length: 6 }, (_, step) => {
      const { fill } = heatOf(theme, (step + 1) / 6);
      return box(at + step * 3.4, y - 6, at + (step + 1) * 3.4, y + 6, { fill });
    });
    return element('g', {}, ...steps);
  };

  const hollow = highest && most && highest.value > most.value ? `, hollow up to ${highest.words}` : '';
  const rampWords = `${least === 0 ? 'up' : least} to ${most?.words ?? ''}${hollow}`;

  return {
    height: TOP + rows.length * ROW + 4,
    marks: [...labelsBelow(columns, 8, x, size, theme), ...rows.flatMap(rowMarks)],
    legend: [
      ...(zero ? [{ words: zero.words, sign: barSign(theme.band, 6, theme.other) }] : []),
      ...(most && most.value > least ? [{ words: rampWords, sign: ramp }] : []),
      ...hatchLegend(cells, theme),
    ],
    notes: notesOf(cells, 'no cell', undefined, leftOut),
  };
}

function highestOf(figures: readonly Figure[]): Figure | undefined {
  return figures.toSorted((one, other) => other.value - one.value)[0];
}
