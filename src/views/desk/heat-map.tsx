import { useRef, useState } from 'preact/hooks';
import type { FigureView, Performance } from '../answers.ts';
import { behind, capitalised, chatsOfGroup, daysOf, figureIn, keysOf, weightOf, type OpenChats } from './figures.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const BY = ['weekday', 'hour'];
const STEPS = 6;

const STEP_OF_KEY: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -HOURS.length],
  End: [0, HOURS.length],
};

/** A figure by weekday and hour, in one scale of colours. It is one stop for Tab: the arrow keys go through it, and Enter opens the chats of an hour. */
export function HeatMap({
  data,
  metric,
  open,
}: {
  readonly data: Performance;
  readonly metric: string;
  readonly open: OpenChats;
}) {
  const { groups = [], coverage, heads } = data;
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState<readonly [row: number, column: number]>([0, 9]);
  const figures = new Map(
    groups.map((group) => [
      keysOf(group)
        .map((key) => key.slice(0, /^\d/.test(key) ? 2 : undefined))
        .toSorted()
        .join(' '),
      figureIn(group.figures, metric),
    ]),
  );
  const figureOf = (weekday: string, hour: string): FigureView | undefined => figures.get(`${hour} ${weekday}`);
  const highest = Math.max(0, ...[...figures.values()].map((figure) => weightOf(figure) ?? 0));
  const move = (event: KeyboardEvent): void => {
    const step = STEP_OF_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, at));
    const [row, column] = [within(place[0] + step[0], WEEKDAYS.length), within(place[1] + step[1], HOURS.length)];
    setPlace([row, column]);
    body.current?.querySelectorAll('button')[row * HOURS.length + column]?.focus();
  };
  return (
    <>
      <div class="scroll" role="region" aria-label="Hours of the week" tabIndex={0}>
        <table class="heat">
          <caption class="spoken">
            {capitalised(heads[metric] ?? metric)} by weekday and hour. The arrow keys go from hour to hour; Enter shows
            its chats.
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="spoken">Weekday</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={move}>
            {WEEKDAYS.map((weekday, row) => (
              <tr key={weekday}>
                <th scope="row">
                  <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
                </th>
                {HOURS.map((hour, column) => {
                  const figure = figureOf(weekday, hour);
                  const words = figure?.count?.words ?? figure?.main?.words;
                  const step = highest === 0 ? 0 : Math.ceil(((weightOf(figure) ?? 0) / highest) * STEPS);
                  return (
                    <td key={hour}>
                      <button
                        type="button"
                        tabIndex={row === place[0] && column === place[1] ? 0 : -1}
                        data-hour={`${weekday} ${hour}`}
                        style={step === 0 ? undefined : { background: `var(--heat${step})`, color: `var(--on${step})` }}
                        data-unread={words === undefined && !coverage.complete}
                        aria-label={`${weekday} ${hour}:00: ${figure?.words ?? (coverage.complete ? 'no chat' : 'no chat is loaded')}`}
                        title={figure?.words}
                        onFocus={() => setPlace([row, column])}
                        onClick={behind(metric, { ...daysOf(data), ...chatsOfGroup([weekday, hour], BY) }, open)}
                      >
                        {words !== undefined && <data value={weightOf(figure)}>{words}</data>}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!coverage.complete && <p class="quiet">Hatched: no chat is loaded, and not everything is.</p>}
    </>
  );
}
