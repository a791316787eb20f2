import { useState } from 'preact/hooks';
import type { Host } from '../shared/host.ts';
import { Empty, Failed } from '../shared/states.tsx';
import { Agents, AGENT_METRICS } from './figures/agents.tsx';
import { useAsked, type Asked, type Behind, type Beside, type Question } from './asking.ts';
import { withoutComparison, type Choice } from './choice.ts';
import { Controls } from './controls.tsx';
import { Performance } from './desk-data.ts';
import { FigureCards } from './figures/figure-cards.tsx';
import { CHATS, HEAT_FIGURES, leadIn, MAIN_FIGURES, MISSED, type Figure } from './figures/figures.ts';
import { Groups } from './figures/groups.tsx';
import { HeatMap } from './figures/heat-map.tsx';
import { goTo, Part } from './part.tsx';
import { ReadingOn } from './reading-on.tsx';
import { Trend } from './figures/trend.tsx';
import { daysIn, daysWords, hourWords } from './words.ts';

const TOOL = 'get_support_performance';
type PartName = 'figures' | 'trend' | 'hours' | 'agents' | 'others';

/** The figures of a period, over time, by hour of the week and by agent: a question each, asked at once. */
export function Overview({
  host,
  choice,
  beside,
  onChoose,
  onChats,
}: {
  readonly host: Host;
  readonly choice: Choice;
  /** The call whose answer is shown first, until something else is chosen. */
  readonly beside: Beside | undefined;
  readonly onChoose: (choice: Choice) => void;
  readonly onChats: (behind: Behind) => void;
}) {
  const [figure, setFigure] = useState<Figure>();
  const [heat, setHeat] = useState<Figure>();
  const called = beside && partOf(beside);
  const question = (name: PartName, regular: Question): Question =>
    called === name && beside !== undefined ? { tool: TOOL, args: beside.args } : regular;
  const known = (name: PartName) => (called === name ? beside?.answered : undefined);
  const ofTrend = figure ?? (called === 'trend' ? figureOf(beside) : undefined) ?? CHATS;
  const figures = useAsked(
    host,
    question('figures', { tool: TOOL, args: { ...choice } }),
    Performance,
    known('figures'),
  );
  const days =
    daysOf(choice) ??
    (figures.told !== undefined && 'data' in figures.told ? daysIn(figures.told.data.period) : undefined);
  const trend = useAsked(
    host,
    figure === undefined && called === 'trend'
      ? question('trend', trendOf(choice, ofTrend, days))
      : days === undefined
        ? undefined
        : trendOf(choice, ofTrend, days),
    Performance,
    figure === undefined ? known('trend') : undefined,
  );
  const hours = useAsked(host, question('hours', hoursOf(choice)), Performance, known('hours'));
  const agents = useAsked(host, question('agents', agentsOf(choice)), Performance, known('agents'));
  const others = useAsked(
    host,
    called === 'others' && beside !== undefined ? { tool: TOOL, args: beside.args } : undefined,
    Performance,
    known('others'),
  );
  const all = [figures, trend, hours, agents, others];
  const period = all.flatMap(({ told }) => (told !== undefined && 'data' in told ? told.data.period : []))[0];
  // The days and the zone as they were understood: what stands for today may be another day by then. No days stand for an hour.
  const meant =
    period === undefined || period.start_at !== undefined
      ? withoutComparison(choice)
      : { ...withoutComparison(choice), period: undefined, from: period.from, to: period.to };
  const chatsOf = (title: string, args: Behind['args']): void =>
    onChats({
      title,
      args: definedOf({ ...meant, ...args }),
    });

  const parts: Readonly<Record<PartName, preact.ComponentChildren>> = {
    figures: (
      <Part key="figures" name="Figures" asked={figures}>
        {(data) =>
          isEmpty(data) ? (
            <NoChats data={data} />
          ) : (
            <FigureCards
              data={data}
              trend={ofTrend}
              onTrend={(one) => {
                setFigure(one);
                goTo('trend');
              }}
              onChats={({ title, chats }) => chatsOf(title, chats)}
            />
          )
        }
      </Part>
    ),
    trend: (
      <Part
        key="trend"
        place="trend"
        name={`Trend of ${ofTrend.label.toLowerCase()}`}
        asked={trend}
        beside={
          <label>
            <span class="spoken">Figure of the trend</span>
            <select
              value={ofTrend.metric}
              onChange={({ currentTarget: { value } }) =>
                setFigure(MAIN_FIGURES.find(({ metric }) => metric === value))
              }
            >
              {MAIN_FIGURES.map(({ metric, label }) => (
                <option key={metric} value={metric}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        }
      >
        {(data) => <Trend data={data} svg={trend.svg} figure={ofTrend} />}
      </Part>
    ),
    hours: (
      <Hours key="hours" host={host} choice={choice} asked={hours} heat={heat} onHeat={setHeat} onChats={chatsOf} />
    ),
    agents:
      choice.agent === undefined ? (
        <Part key="agents" place="agents" name="Agents" asked={agents}>
          {(data) => (
            <Agents
              data={data}
              onAgent={({ id, name }) => chatsOf(`Chats of ${name}`, { agent: id })}
              onMissed={() => chatsOf('Missed chats, of no agent', { missed: true })}
            />
          )}
        </Part>
      ) : null,
    others:
      called === 'others' ? (
        <Part key="others" name="As asked" asked={others}>
          {(data) => <Groups data={data} />}
        </Part>
      ) : null,
  };
  const order = PARTS.toSorted((one, other) => Number(other === called) - Number(one === called));
  const refusal = refusalOf([figures, hours, agents]);
  const unread = all.find(({ told }) => told !== undefined && 'data' in told && isPartial(told.data));
  return (
    <div class="desk">
      <h1>
        <bdi>{choice.agent === undefined ? 'The desk' : (nameOf(agents) ?? `Agent ${choice.agent}`)}</bdi>
        {period && (
          <small>
            {' '}
            {daysWords(period)} ({period.timezone}){weekWords(choice)}
          </small>
        )}
      </h1>
      <Controls choice={choice} shown={period} onChoose={(next) => onChoose(definedOf(next))} />
      {unread?.told !== undefined && 'data' in unread.told && (
        <ReadingOn
          data={unread.told.data}
          isAsking={all.some(({ isAsking }) => isAsking)}
          onAgain={() => {
            for (const { told, again } of all)
              if (told !== undefined && 'data' in told && isPartial(told.data)) again();
          }}
        />
      )}
      <p class="skip">
        {SKIPPED_TO.map(([place, words]) => (
          <button key={place} type="button" onClick={() => goTo(place)}>
            Go to the {words}
          </button>
        ))}
      </p>
      {refusal === undefined ? (
        order.map((name) => parts[name])
      ) : (
        <Failed
          words={refusal.words}
          again={
            refusal.isFinal === true
              ? undefined
              : () => {
                  for (const { again } of all) again();
                }
          }
        />
      )}
      {figures.told !== undefined && 'data' in figures.told && <Notes data={figures.told.data} />}
    </div>
  );
}

const SKIPPED_TO = [
  ['hours', 'hours of the week'],
  ['trend', 'trend'],
  ['agents', 'agents'],
] as const;

/** What is said in place of all parts, where each is refused in the same words. */
function refusalOf(asked: readonly Asked<Performance>[]) {
  const [first, ...others] = asked.map(({ told }) => (told !== undefined && 'words' in told ? told : undefined));
  return others.every((other) => other?.words === first?.words) ? first : undefined;
}

const PARTS: readonly PartName[] = ['figures', 'others', 'hours', 'trend', 'agents'];

/** The chats by hour of the week. */
function Hours({
  host,
  choice,
  asked,
  heat,
  onHeat,
  onChats,
}: {
  readonly host: Host;
  readonly choice: Choice;
  readonly asked: Asked<Performance>;
  readonly heat: Figure | undefined;
  readonly onHeat: (figure: Figure) => void;
  readonly onChats: (title: string, args: Behind['args']) => void;
}) {
  const groups = asked.told !== undefined && 'data' in asked.told ? (asked.told.data.groups ?? []) : [];
  const has = (figure: Figure) => groups.some(({ figures }) => (leadIn(figures, figure)?.value ?? 0) > 0);
  const there = HEAT_FIGURES.filter(has);
  // Missed chats tell first where somebody lacks.
  const shown = heat ?? (there.includes(MISSED) ? MISSED : (there[0] ?? CHATS));
  return (
    <Part
      name="Hours of the week"
      place="hours"
      asked={asked}
      beside={
        <fieldset class="choice">
          <legend class="spoken">Figure of the hours</legend>
          {HEAT_FIGURES.map((figure) => (
            <label key={figure.metric}>
              <input type="radio" name="heat" checked={shown === figure} onChange={() => onHeat(figure)} />
              {figure.label}
            </label>
          ))}
        </fieldset>
      }
    >
      {(data) => (
        <HeatMap
          host={host}
          choice={choice}
          data={data}
          figure={shown}
          onChats={({ weekday, hour }) =>
            onChats(`${shown.behind?.title ?? 'Chats'}, ${weekday} ${hourWords(hour)}`, {
              ...shown.behind?.chats,
              weekdays: [weekday],
              hours: `${hour}-${hour + 1}`,
            })
          }
        />
      )}
    </Part>
  );
}

/** What an answer says beside its figures. */
function Notes({ data: { notes = [], codes } }: { readonly data: Performance }) {
  if (notes.length === 0 && codes === undefined) return null;
  return (
    <details class="notes">
      <summary>On these figures</summary>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {codes !== undefined && <p>{codes}</p>}
    </details>
  );
}

function NoChats({ data: { coverage } }: { readonly data: Performance }) {
  return (
    <Empty>
      {coverage.complete
        ? 'No chat was requested in these days. Choose others, or check the time zone.'
        : 'No chat of these days is at hand yet. They are read from the service as fast as it allows; the figures come as they are.'}
    </Empty>
  );
}

const isEmpty = ({ figures }: Performance): boolean => leadIn(figures, CHATS)?.value === 0;
const isPartial = ({ coverage, comparison, awaited }: Performance): boolean =>
  !coverage.complete || comparison?.coverage.complete === false || (awaited?.transcripts ?? 0) > 0;

const GROUPED: Readonly<Record<string, PartName>> = {
  '': 'figures',
  agent: 'agents',
  day: 'trend',
  week: 'trend',
  month: 'trend',
  hour: 'trend',
  'hour weekday': 'hours',
};

/** The part that shows the answer of a call. */
function partOf({ args: { group_by: by } }: Beside): PartName {
  const names = Array.isArray(by) ? by : typeof by === 'string' ? by.split(',') : [];
  const key = names
    .map((name) => String(name).trim())
    .toSorted()
    .join(' ');
  return GROUPED[key] ?? 'others';
}

/** The figure that a call is about first. */
function figureOf(beside: Beside | undefined): Figure | undefined {
  const { order_by: by, metrics } = beside?.args ?? {};
  const named = [by, metrics].flat();
  return MAIN_FIGURES.find(({ metric }) => named.includes(metric));
}

/** The numbers of days between which a trend goes by hours, by days, and by weeks. */
const MOST_DAYS_BY_DAY = 92;

const DAYS: Readonly<Record<string, number>> = {
  last_hour: 1,
  today: 1,
  yesterday: 1,
  last_7_days: 7,
  last_week: 7,
  last_30_days: 30,
};

/** The number of days of a choice; undefined where only the server knows it. */
function daysOf({ period, from, to }: Choice): number | undefined {
  if (from !== undefined && to !== undefined) return daysIn({ from, to });
  return from === undefined && to === undefined ? DAYS[period ?? 'last_7_days'] : undefined;
}

const TRANSCRIPT_METRICS = ['first_response', 'dropped'];

function trendOf(choice: Choice, { metric }: Figure, days = 7): Question {
  const by = days === 1 ? 'hour' : days <= MOST_DAYS_BY_DAY ? 'day' : 'week';
  const transcripts = TRANSCRIPT_METRICS.includes(metric) ? 'sample' : 'loaded';
  return { tool: TOOL, args: { ...choice, group_by: [by], metrics: [metric], chart: 'light', transcripts } };
}

function hoursOf(choice: Choice): Question {
  const metrics = HEAT_FIGURES.map(({ metric }) => metric);
  return {
    tool: TOOL,
    args: { ...withoutComparison(choice), group_by: ['weekday', 'hour'], metrics, transcripts: 'loaded' },
  };
}

function agentsOf(choice: Choice): Question {
  return {
    tool: TOOL,
    args: { ...withoutComparison(choice), group_by: ['agent'], metrics: AGENT_METRICS, transcripts: 'loaded' },
  };
}

function weekWords({ weekdays, hours }: Choice): string {
  return [...(weekdays ?? []), ...(hours === undefined ? [] : [hours])].map((words) => `, ${words}`).join('');
}

/** The name of the only agent of an answer. */
function nameOf({ told }: Asked<Performance>): string | undefined {
  const [only, ...others] = told !== undefined && 'data' in told ? (told.data.groups ?? []) : [];
  return others.length === 0 ? only?.label : undefined;
}

/** Without what is undefined: a tool takes no such argument. */
function definedOf<Args extends object>(args: Args): Args;
function definedOf(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
