import { useEffect, useRef, useState } from 'preact/hooks';
import { Empty } from '../../shared/states.tsx';
import type { Host } from '../../shared/host.ts';
import type { Choice } from '../choice.ts';
import type { Group, Performance } from '../desk-data.ts';
import { daysIn, hourWords } from '../words.ts';
import { figureIn, leadIn, WAIT, type Figure } from './figures.ts';
import { highestOf, MostWords, namedOf, noneWords, type Cell } from './most-words.tsx';
import { useDaysOfHours, type Hour } from './worst-days.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A wait of fewer chats says little of an hour. */
const FEWEST_WAITS = 3;

/** The hours of the week as a table whose cells are the darker, the more there is, with the hour named that has most. */
export function HeatMap({
  host,
  choice,
  data,
  figure,
  onChats,
}: {
  readonly host: Host;
  readonly choice: Choice;
  readonly data: Performance;
  readonly figure: Figure;
  readonly onChats: (hour: Hour) => void;
}) {
  const { groups = [], coverage } = data;
  const isNarrow = useIsNarrow();
  const cells = cellsOf(groups, figure);
  const none = noChatWords(data.period, coverage.complete);
  const highest = highestOf(cells);
  const days = useDaysOfHours(host, choice, figure, data, highest);
  const most = namedOf(cells, figure, days);
  const [last, setFocused] = useState<number>();
  const body = useRef<HTMLTableSectionElement>(null);
  if (groups.length === 0) return <Empty>No chat was requested at these times.</Empty>;
  const height = highest?.weight ?? 0;
  const [rows, columns] = isNarrow ? [HOURS.length, WEEKDAYS.length] : [WEEKDAYS.length, HOURS.length];
  const at = (row: number, column: number): Cell | undefined =>
    isNarrow ? cells[column * HOURS.length + row] : cells[row * HOURS.length + column];
  // Who comes to the table begins with the hour that is named.
  const named = most === undefined ? -1 : cells.indexOf(most);
  const [day, hour] = [Math.floor(named / HOURS.length), named % HOURS.length];
  const focused = last ?? (named === -1 ? 0 : isNarrow ? hour * columns + day : named);
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
      {most === undefined ? (
        <p class="most">{noneWords(cells, figure)}</p>
      ) : (
        <MostWords named={most} cells={cells} figure={figure} data={data} days={days} />
      )}
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
                        data-unread={!coverage.complete && cell.lead === undefined}
                        aria-label={cellWords(cell, figure, none)}
                        style={{ '--shade': `${shadeOf(cell, height)}%` }}
                        onFocus={() => setFocused(place)}
                        onClick={() => onChats(cell)}
                      >
                        {cell.lead && <data value={cell.lead.value}>{cell.lead.words}</data>}
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
        {coverage.complete ? `An empty hour had ${none}.` : 'Hatched: no chat is at hand, and not everything was read.'}
        {figure === WAIT && ` Hours with fewer than ${FEWEST_WAITS} chats are not shaded.`}
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

function cellsOf(groups: readonly Group[], figure: Figure): Cell[] {
  const byHour = new Map(groups.map(({ key, figures }) => [[key].flat().map(hourKey).toSorted().join(' '), figures]));
  return WEEKDAYS.flatMap((weekday) =>
    HOURS.map((hour) => {
      const figures = byHour.get([weekday, hourKey(String(hour))].toSorted().join(' ')) ?? [];
      const [told, lead] = [figureIn(figures, figure), leadIn(figures, figure)];
      const isFew = figure === WAIT && (told?.n ?? 0) < FEWEST_WAITS;
      return { weekday, hour, told, lead, weight: isFew ? undefined : lead?.value };
    }),
  );
}

/** Hours are written with two digits. */
const hourKey = (part: string): string => (/^\d/.test(part) ? part.slice(0, 2).padStart(2, '0') : part);

const shadeOf = ({ weight = 0 }: Cell, height: number): number => (height === 0 ? 0 : (weight / height) * 100);

/** What an hour without a figure may be: of less than a week, days that are over, it may be none of them. */
function noChatWords({ from, to, timezone }: Performance['period'], isRead: boolean): string {
  if (!isRead) return 'not read, or no chat';
  const today = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date());
  const daysOver = daysIn({ from, to }) - (to < today ? 0 : 1);
  return daysOver < 7 ? 'no chat, or no such hour in these days' : 'no chat';
}

function cellWords({ weekday, hour, told }: Cell, { label }: Figure, none: string): string {
  const when = `${weekday} ${hourWords(hour)}`;
  return `${when}: ${told === undefined ? none : `${label.toLowerCase()} ${told.words}`}`;
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
