import type { Group, Performance } from '../answers.ts';
import { Csv } from '../parts/csv.tsx';
import { Section } from '../parts/section.tsx';
import { Empty } from '../parts/states.tsx';
import { useTool } from '../use-tool.ts';
import { dayWords, daysWords } from '../words.ts';
import { behind, capitalised, chatsOfGroup, daysOf, figureIn, keysOf, weightOf, type OpenChats } from './figures.ts';
import { withoutComparison } from './place.ts';
import type { PartProps } from './sections.tsx';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const METRICS = ['chats', 'agents_with_chats', 'missed'];

/** What is said of an hour stands on so many days at least: one bad day is no need of every week. */
const FEWEST_DAYS = 3;
const MOST_DAYS_NAMED = 5;

/** Staffing beside demand: by hour of the day the chats, the agents with a chat, and the missed chats. */
export function Staffing({
  host,
  choice,
  open,
  weekday,
  onWeekday,
}: PartProps & { readonly weekday: string | undefined; readonly onWeekday: (weekday: string | undefined) => void }) {
  const asked = {
    ...withoutComparison(choice),
    ...(weekday !== undefined && { weekdays: [weekday] }),
    transcripts: 'loaded',
  };
  const told = useTool(host, 'get_support_performance', { ...asked, group_by: ['hour'], metrics: METRICS });
  const isLoaded = told.data?.coverage.complete === true && !told.isAsking;
  const byDay = useTool(
    host,
    'get_support_performance',
    isLoaded ? { ...asked, group_by: ['day', 'hour'], metrics: ['missed'], order_by: 'missed' } : undefined,
  );
  return (
    <Section
      title="Staffing and demand by hour"
      about={(data) => daysWords(data.period)}
      told={told}
      beside={
        <select
          aria-label="Weekday"
          value={weekday ?? ''}
          onChange={({ currentTarget: { value } }) => onWeekday(value === '' ? undefined : value)}
        >
          <option value="">All days</option>
          {WEEKDAYS.map((name) => (
            <option key={name} value={name}>
              {name}s
            </option>
          ))}
        </select>
      }
    >
      {(data) => (
        <>
          <Hours data={data} weekday={weekday} open={open} />
          {isLoaded && !byDay.isAsking && byDay.data !== undefined && <Claim data={byDay.data} />}
        </>
      )}
    </Section>
  );
}

function Hours({
  data,
  weekday,
  open,
}: {
  readonly data: Performance;
  readonly weekday: string | undefined;
  readonly open: OpenChats;
}) {
  const { groups = [], heads } = data;
  if (groups.length === 0) return <Empty>No chat of these days is loaded.</Empty>;
  const hours = groups.toSorted((one, other) => hourOf(one).localeCompare(hourOf(other)));
  const highest = Math.max(1, ...hours.map(({ figures }) => weightOf(figureIn(figures, 'chats')) ?? 0));
  const most = Math.max(0, ...hours.map(({ figures }) => weightOf(figureIn(figures, 'missed')) ?? 0));
  const named = METRICS.map((metric) => ({ metric, head: capitalised(heads[metric]?.split(':')[0] ?? metric) }));
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Staffing by hour">
        <table class="hours">
          <caption class="spoken">Chats, agents with a chat on a day, and missed chats by hour</caption>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              {hours.map((group) => (
                <th key={hourOf(group)} scope="col">
                  {hourOf(group)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {named.map(({ metric, head }) => (
              <tr key={metric} data-row={metric}>
                <th scope="row">{head}</th>
                {hours.map((group) => {
                  const figure = figureIn(group.figures, metric);
                  const value = weightOf(figure) ?? 0;
                  const args = {
                    ...daysOf(data),
                    ...chatsOfGroup([hourOf(group)], ['hour']),
                    ...(weekday !== undefined && { weekdays: [weekday] }),
                  };
                  const words = figure?.count?.words ?? figure?.main?.words ?? '–';
                  const opening = value > 0 ? behind(metric, args, open) : undefined;
                  return (
                    <td
                      key={hourOf(group)}
                      class={metric === 'missed' && value > 0 && value === most ? 'hot' : undefined}
                    >
                      {metric === 'chats' && (
                        <i aria-hidden="true" style={{ height: `${Math.round((value / highest) * 48)}px` }} />
                      )}
                      {opening === undefined ? (
                        <data value={value} title={figure?.words}>
                          {words}
                        </data>
                      ) : (
                        <button type="button" class="link" title={figure?.words} onClick={opening}>
                          <data value={value}>{words}</data>
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Csv
        name="Staffing by hour"
        heads={['Hour', ...named.map(({ head }) => head)]}
        rows={hours.map((group) => [
          hourOf(group),
          ...METRICS.map((metric) => figureIn(group.figures, metric)?.cell ?? ''),
        ])}
      />
    </>
  );
}

/** The hour with most missed chats beside its worst day, if it has some on several days. */
function Claim({ data: { groups = [], next_cursor: next, coverage } }: { readonly data: Performance }) {
  const missed = groups.filter((group) => missedIn(group) > 0);
  // Those with most missed chats come first: behind a last one with some there may be more.
  if (!coverage.complete || (next !== undefined && missed.length === groups.length)) return null;
  const hours = [...Map.groupBy(missed, (group) => hourOf(group))].map(([hour, days]) => {
    const [worst, ...others] = days.toSorted((one, other) => missedIn(other) - missedIn(one));
    return { hour, days, worst, rest: others.reduce((sum, day) => sum + missedIn(day), 0) };
  });
  const [most] = hours.filter(({ days }) => days.length >= FEWEST_DAYS).toSorted((one, other) => other.rest - one.rest);
  if (most?.worst === undefined) return <p class="claim">No hour had missed chats on {FEWEST_DAYS} days or more.</p>;
  const days = most.days.map(dayOf).toSorted().map(dayWords);
  const more = days.length > MOST_DAYS_NAMED ? ` and ${days.length - MOST_DAYS_NAMED} more` : '';
  return (
    <p class="claim">
      <strong>
        From {most.hour}:00 to {most.hour}:59 chats were missed on {days.length} days
      </strong>
      : {days.slice(0, MOST_DAYS_NAMED).join(', ')}
      {more}. Also without its worst day, {dayWords(dayOf(most.worst))}, no hour has more missed chats.
    </p>
  );
}

const missedIn = ({ figures }: Group): number => weightOf(figureIn(figures, 'missed')) ?? 0;
const hourOf = (group: Group): string =>
  keysOf(group)
    .find((key) => !key.includes('-'))
    ?.slice(0, 2) ?? '';
const dayOf = (group: Group): string => keysOf(group).find((key) => key.includes('-')) ?? '';
