import { useEffect, useRef, useState } from 'preact/hooks';
import { Empty } from '../../shared/states.tsx';
import type { Group, Performance } from '../desk-data.ts';
import { CHATS, MISSED, readFigure, WAIT, type Figure, type Read } from './figures.ts';
import { daysIn, hourWords, numberWords } from '../words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const HEAT_FIGURES: readonly Figure[] = [CHATS, MISSED, WAIT];

/** A wait of fewer chats says little of an hour. */
const FEWEST_WAITS = 3;

/** An hour of the week. */
export interface Hour {
  readonly weekday: string;
  readonly hour: number;
}

/** What is known of an hour of the week. */
interface Cell extends Hour {
  readonly read: Read | undefined;
  /** By what it is shaded and compared; absent where nothing is known, or too little. */
  readonly weight: number | undefined;
}

/** The hours of the week as a table whose cells are the darker, the more there is, with the hour named that has most. */
export function HeatMap({
  data: { period, groups = [], coverage },
  figure,
  onChats,
}: {
  readonly data: Performance;
  readonly figure: Figure;
  readonly onChats: (hour: Hour) => void;
}) {
  const isNarrow = useIsNarrow();
  const cells = cellsOf(groups, figure);
  const none = noChatWords(period, coverage.complete);
  const [focused, setFocused] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  if (groups.length === 0) return <Empty>No chat was requested at these times.</Empty>;
  const most = mostOf(cells);
  const height = most?.weight ?? 0;
  const [rows, columns] = isNarrow ? [HOURS.length, WEEKDAYS.length] : [WEEKDAYS.length, HOURS.length];
  const at = (row: number, column: number): Cell | undefined =>
    isNarrow ? cells[column * HOURS.length + row] : cells[row * HOURS.length + column];
  const move = (event: KeyboardEvent): void => {
    const [row, column] = [Math.floor(focused / columns), focused % columns];
    const next = nextPlace(event.key, row, column, rows, columns);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    body.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <p class="most">
        {most === undefined ? (
          noneWords(cells, figure)
        ) : (
          <MostWords
            most={most}
            others={cells.filter((cell) => cell !== most && cell.weight === most.weight)}
            figure={figure}
            groups={groups}
          />
        )}
      </p>
      <table class="heat" data-narrow={isNarrow}>
        <caption class="spoken">
          {figure.label} by weekday and hour. The arrow keys move between the hours; Enter shows their chats.
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="spoken">{isNarrow ? 'Hour' : 'Weekday'}</span>
            </th>
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {isNarrow ? <Weekday place={column} /> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={move}>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              <th scope="row">{isNarrow ? row : <Weekday place={row} />}</th>
              {Array.from({ length: columns }, (_, column) => {
                const cell = at(row, column);
                const place = row * columns + column;
                return (
                  <td key={column}>
                    {cell && (
                      <button
                        type="button"
                        tabIndex={place === focused ? 0 : -1}
                        data-hour={`${cell.weekday} ${cell.hour}`}
                        data-most={cell === most}
                        data-unread={!coverage.complete && cell.read === undefined}
                        aria-label={cellWords(cell, figure, none)}
                        style={{ '--shade': `${shadeOf(cell, height)}%` }}
                        onFocus={() => setFocused(place)}
                        onClick={() => onChats(cell)}
                      >
                        {cell.read === undefined ? (
                          ''
                        ) : (
                          <data value={cell.read.value}>{shortWords(cell.read.value, figure)}</data>
                        )}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {coverage.complete
          ? `Nothing stands for ${none}.`
          : 'Hatched: no chat is at hand, and not everything was read.'}
        {figure === WAIT &&
          ` Median, in seconds; m stands for minutes. Fewer than ${FEWEST_WAITS} chats are not shaded.`}
      </p>
    </>
  );
}

function Weekday({ place }: { readonly place: number }) {
  const name = WEEKDAYS[place] ?? '';
  return (
    <abbr title={name}>
      {name.slice(0, 2)}
      <span class="spoken">{name.slice(2)}</span>
    </abbr>
  );
}

/** Says which hour has most, with what else tells whether that hour needs somebody more. */
function MostWords({
  most,
  others,
  figure,
  groups,
}: {
  readonly most: Cell;
  /** Those that have as much. */
  readonly others: readonly Cell[];
  readonly figure: Figure;
  readonly groups: readonly Group[];
}) {
  const { metrics } = groups.find(({ key }) => isOf(key, most)) ?? {};
  const beside = HEAT_FIGURES.filter((other) => other !== figure).flatMap((other) => {
    const read = metrics && readFigure(metrics, other);
    return read === undefined ? [] : [`${other.label.toLowerCase()} ${read.words}`];
  });
  const own = most.read === undefined ? [] : [`${most.read.words} ${most.read.beside.join(', ')}`.trim()];
  const what = figure === CHATS ? 'Most chats' : figure === MISSED ? 'Most missed chats' : 'Longest wait';
  return (
    <>
      <strong>
        {what}: {hourOfWeek(most)}
      </strong>{' '}
      ({[...own, ...beside].join('; ')})
      {others.length > 0 && `; as much: ${others.slice(0, MOST_NAMED).map(hourOfWeek).join('; ')}`}
      {others.length > MOST_NAMED && `; and ${others.length - MOST_NAMED} hours more`}.
    </>
  );
}

/** Why no hour is named. */
function noneWords(cells: readonly Cell[], figure: Figure): string {
  if (cells.every(({ read }) => read === undefined)) return `${figure.label} is not known of these chats.`;
  return figure === MISSED ? 'No chat was missed.' : 'No hour of the week has enough chats to be compared.';
}

const MOST_NAMED = 3;
const hourOfWeek = ({ weekday, hour }: Hour): string => `${weekday}, ${hourWords(hour)}`;

const isOf = (key: Group['key'], { weekday, hour }: Hour): boolean =>
  Array.isArray(key) && key.includes(weekday) && key.some((part) => part !== weekday && Number(part) === hour);

function cellsOf(groups: readonly Group[], figure: Figure): Cell[] {
  const byHour = new Map(groups.map(({ key, metrics }) => [[key].flat().map(hourKey).toSorted().join(' '), metrics]));
  return WEEKDAYS.flatMap((weekday) =>
    HOURS.map((hour) => {
      const metrics = byHour.get([weekday, hourKey(String(hour))].toSorted().join(' '));
      const read = metrics && readFigure(metrics, figure);
      const of = metrics?.[figure.key];
      const isFew = figure === WAIT && (typeof of !== 'object' || (of.n ?? 0) < FEWEST_WAITS);
      return { weekday, hour, read, weight: isFew ? undefined : read?.value };
    }),
  );
}

/** Hours are written with two digits. */
const hourKey = (part: string): string => (/^\d/.test(part) ? part.slice(0, 2).padStart(2, '0') : part);

function mostOf(cells: readonly Cell[]): Cell | undefined {
  return cells.reduce<Cell | undefined>(
    (most, cell) => ((cell.weight ?? 0) > (most?.weight ?? 0) ? cell : most),
    undefined,
  );
}

const shadeOf = ({ weight = 0 }: Cell, height: number): number => (height === 0 ? 0 : (weight / height) * 100);

/** What an hour without a figure may be: of less than a week, days that are over, it may be none of them. */
function noChatWords({ from, to, timezone }: Performance['period'], isRead: boolean): string {
  if (!isRead) return 'not read, or no chat';
  const today = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date());
  const daysOver = daysIn({ from, to }) - (to < today ? 0 : 1);
  return daysOver < 7 ? 'no chat, or no such hour in these days' : 'no chat';
}

function cellWords({ weekday, hour, read }: Cell, { label }: Figure, none: string): string {
  const when = `${weekday} ${hourWords(hour)}`;
  return read === undefined
    ? `${when}: ${none}`
    : `${when}: ${label.toLowerCase()} ${[read.words, ...read.beside].join(', ')}`;
}

function shortWords(value: number, figure: Figure): string {
  if (figure !== WAIT) return numberWords(value);
  return value < 100 ? String(Math.round(value)) : `${Math.round(value / 60)}m`;
}

function nextPlace(key: string, row: number, column: number, rows: number, columns: number): number | undefined {
  const to = (nextRow: number, nextColumn: number): number =>
    Math.min(rows - 1, Math.max(0, nextRow)) * columns + Math.min(columns - 1, Math.max(0, nextColumn));
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'Home':
      return to(row, 0);
    case 'End':
      return to(row, columns - 1);
    default:
      return undefined;
  }
}

/** Whether a day's hours do not fit beside each other. */
function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const changed = (): void => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return isNarrow;
}

const NARROW = '(max-width: 680px)';
