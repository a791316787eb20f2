import type { FigureView, Group, Numeral, Performance } from '../desk-data.ts';
import { CHATS, figureIn, HEAT_FIGURES, MISSED, WAIT, type Figure } from './figures.ts';
import { daysIn, hourWords, weekdayOf } from '../words.ts';
import { numberWords } from '../../shared/words.ts';
import { hourName, WEEK, worstOf, type DaysOfHours, type Hour } from './worst-days.ts';

/** What is known of an hour of the week. */
export interface Cell extends Hour {
  readonly told: FigureView | undefined;
  /** The number that its cell shows. */
  readonly lead: Numeral | undefined;
  /** By what it is shaded and compared; absent where nothing is known, or too little. */
  readonly weight: number | undefined;
}

/** The hour that has most. */
export function highestOf(cells: readonly Cell[]): Cell | undefined {
  return cells.reduce<Cell | undefined>(
    (most, cell) => ((cell.weight ?? 0) > (most?.weight ?? 0) ? cell : most),
    undefined,
  );
}

/** The hour to name: of missed chats the one that has most beside its worst day, as one bad day is no need of every week. */
export function namedOf(cells: readonly Cell[], figure: Figure, days: DaysOfHours | undefined): Cell | undefined {
  const highest = highestOf(cells);
  if (figure !== MISSED || days === undefined || highest === undefined) return highest;
  const worst = (cell: Cell): number => worstOf(days.get(hourName(cell)))?.lead.value ?? 0;
  // Where the days of the highest alone are known, the others are compared with nothing.
  if (days.size < 2) return highest;
  const rest = (cell: Cell): number => (cell.weight ?? 0) - worst(cell);
  const named = cells.reduce((most, cell) =>
    isBefore([rest(cell), -worst(cell)], [rest(most), -worst(most)]) ? cell : most,
  );
  return rest(named) > 0 ? named : highest;
}

const isBefore = ([first, second]: readonly [number, number], [other, next]: readonly [number, number]): boolean =>
  first > other || (first === other && second > next);

/** Says which hour has most, with what else tells whether that hour needs somebody more: so on one day, or every week. */
export function MostWords({
  named,
  cells,
  figure,
  data: { groups = [], period },
  days,
}: {
  readonly named: Cell;
  readonly cells: readonly Cell[];
  readonly figure: Figure;
  readonly data: Performance;
  readonly days: DaysOfHours | undefined;
}) {
  const { figures = [] } = groups.find(({ key }) => isOf(key, named)) ?? {};
  const beside = HEAT_FIGURES.filter((other) => other !== figure && !(figure === MISSED && other === CHATS)).flatMap(
    (other) => {
      const words = figureIn(figures, other)?.words;
      return words === undefined ? [] : [`${other.label.toLowerCase()} ${words}`];
    },
  );
  const others = cells.filter((cell) => cell !== named && cell.weight === named.weight);
  const higher = cells
    .filter(({ weight = 0 }) => weight > (named.weight ?? 0))
    .toSorted((one, other) => (other.weight ?? 0) - (one.weight ?? 0));
  const what = figure === CHATS ? 'Most chats' : figure === MISSED ? 'Most missed chats' : 'Longest wait';
  return (
    <>
      <p class="most">
        <strong>
          {what}
          {higher.length > 0 && ', without the worst day of each hour'}: {hourOfWeek(named)}
        </strong>{' '}
        ({[named.told?.words, ...beside].filter((words) => words !== undefined).join('; ')})
        {higher.length === 0 && others.length > 0 && `; as much: ${listed(others.map(hourOfWeek))}`}.{' '}
        {dayWords(named, figure, days, period)}
      </p>
      {higher.length > 0 && (
        <p class="higher">
          Higher in sum, but more of it on one day:{' '}
          {listed(higher.map((cell) => `${hourOfWeek(cell)} (${onWorstDay(cell, days)})`))}.
        </p>
      )}
    </>
  );
}

/** Of which days the number of an hour is. */
function dayWords(
  named: Cell,
  figure: Figure,
  days: DaysOfHours | undefined,
  period: Performance['period'],
): string | undefined {
  if (daysIn(period) <= WEEK)
    return `That is one ${named.weekday}: choose more days to see whether it is so every week.`;
  const own = days?.get(hourName(named));
  if (own === undefined) return undefined;
  if (figure === WAIT) {
    const told = own.map(({ day, lead }) => `${lead.words} on ${day}`);
    return told.length <= MOST_DAYS_NAMED
      ? `By day: ${told.join('; ')}.`
      : `By day between ${extremeWords(own.map(({ lead }) => lead))}.`;
  }
  const others = timesIn(period, named.weekday) - 1;
  const rest = (named.weight ?? 0) - (worstOf(own)?.lead.value ?? 0);
  const restWords = others === 1 ? `the other ${named.weekday}` : `the other ${others} ${named.weekday}s together`;
  return `By day: ${onWorstDay(named, days)}, ${restWords} ${numberWords(rest)}.`;
}

function onWorstDay(cell: Cell, days: DaysOfHours | undefined): string {
  const worst = worstOf(days?.get(hourName(cell)));
  return worst === undefined ? '' : `${worst.lead.words} of ${cell.lead?.words} on ${worst.day}`;
}

function extremeWords(some: readonly Numeral[]): string {
  const sorted = some.toSorted((one, other) => one.value - other.value);
  return `${sorted[0]?.words} and ${sorted.at(-1)?.words}`;
}

/** How many of a weekday a period has. */
function timesIn({ from, to }: Performance['period'], weekday: string): number {
  return Array.from({ length: daysIn({ from, to }) }, (_, day) => weekdayOf(from, day)).filter((one) => one === weekday)
    .length;
}

/** Why no hour is named. */
export function noneWords(cells: readonly Cell[], figure: Figure): string {
  if (cells.every(({ told }) => told === undefined)) return `${figure.label} is not known of these chats.`;
  return figure === MISSED ? 'No chat was missed.' : 'No hour of the week has enough chats to be compared.';
}

const MOST_NAMED = 3;
const MOST_DAYS_NAMED = 5;
const hourOfWeek = ({ weekday, hour }: Hour): string => `${weekday}, ${hourWords(hour)}`;

const listed = (words: readonly string[]): string =>
  [
    ...words.slice(0, MOST_NAMED),
    ...(words.length > MOST_NAMED ? [`and ${words.length - MOST_NAMED} hours more`] : []),
  ].join('; ');

const isOf = (key: Group['key'], { weekday, hour }: Hour): boolean =>
  Array.isArray(key) && key.includes(weekday) && key.some((part) => part !== weekday && Number(part) === hour);
