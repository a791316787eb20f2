import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { dataOf, type Performance } from '../answers.ts';
import type { Answered, Arguments, Host } from '../host.ts';
import { Picture } from '../parts/picture.tsx';
import { Section } from '../parts/section.tsx';
import { Loading } from '../parts/states.tsx';
import { useTool } from '../use-tool.ts';
import { daysWords } from '../words.ts';
import { Changed } from './changed.tsx';
import { Chats } from './chats.tsx';
import { Choices } from './choices.tsx';
import { FigureTable } from './figure-table.tsx';
import { GroupTable } from './groups.tsx';
import { HeatMap } from './heat-map.tsx';
import { Levels, type Ways } from './levels.tsx';
import { Missed } from './missed.tsx';
import { choiceOf, placeOf, withoutComparison, type Place } from './place.ts';
import { Agents, AllFigures, HoursOfTheWeek, OverTime, type PartProps } from './sections.tsx';
import { Staffing } from './staffing.tsx';
import { Topics } from './topics.tsx';

/** The call beside which the view is shown. */
interface Beside {
  readonly args: Arguments;
  readonly answered: Answered;
}

/** As many rows of an answer are shown at first: it is to be seen whole beside the assistant's words. */
const MOST_ROWS = 7;

/** The desk beside a call: its answer first, and the rest of the same days when somebody wants it. */
export function Desk({ host }: { readonly host: Host }) {
  const [beside, setBeside] = useState<Beside>();
  useEffect(() => host.onShown((args, answered) => setBeside(answered && { args, answered })), [host]);
  if (beside === undefined) return <Loading what="Waiting for the answer" />;
  // Another call, another view: nothing of the one before stays.
  return <Shown key={JSON.stringify(beside.args)} host={host} beside={beside} />;
}

function Shown({ host, beside }: { readonly host: Host; readonly beside: Beside }) {
  const [first] = useState(() => placeOf(beside.args));
  const [place, go] = useState<Place>(first);
  const isChosen = JSON.stringify(choiceOf(place)) !== JSON.stringify(choiceOf(first));
  const known = isChosen ? undefined : beside.answered;
  const { cursor: _, ...asked } = beside.args;
  const args = isChosen ? { ...withoutChoice(asked), ...choiceOf(place) } : asked;
  const isList = dataOf('list_chats', beside.answered) !== undefined || 'missed' in asked || 'rated' in asked;
  return (
    <Levels host={host} place={place} go={go}>
      {(ways) => (
        <>
          {isList ? (
            <Chats
              key={JSON.stringify(args)}
              host={host}
              title="Chats"
              args={args}
              known={known}
              most={MOST_ROWS}
              open={ways.chat}
            />
          ) : (
            <Answer host={host} args={args} known={known} ways={ways} />
          )}
          <More host={host} place={place} go={go} ways={ways} />
        </>
      )}
    </Levels>
  );
}

const withoutChoice = (args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !(name in placeOf(args))));

/** The figures that a call asked for: as a whole, or by group as it grouped them. */
function Answer({
  host,
  args,
  known,
  ways,
}: {
  readonly host: Host;
  readonly args: Arguments;
  readonly known: Answered | undefined;
  readonly ways: Ways;
}) {
  const told = useTool(host, 'get_support_performance', args, known);
  const by = groupingsOf(args);
  const open = ways.chats;
  return (
    <Section title="Support" about={headWords} told={told}>
      {(data) => (
        <>
          {told.svg !== undefined && (
            <Picture svg={told.svg} alt={`Figures, ${daysWords(data.period)}, as in the table that follows.`} />
          )}
          {by.length === 0 ? (
            <FigureTable data={data} open={open} />
          ) : by.toSorted().join() === 'hour,weekday' ? (
            <HeatMap data={data} metric={Object.keys(data.heads)[0] ?? 'chats'} open={open} />
          ) : (
            <GroupTable data={data} by={by} open={open} most={MOST_ROWS} />
          )}
          <Notes data={data} />
        </>
      )}
    </Section>
  );
}

const headWords = ({ period }: Performance): string => `${daysWords(period)} (${period.timezone})`;

function groupingsOf({ group_by: by }: Arguments): string[] {
  const names: unknown[] = Array.isArray(by) ? by : typeof by === 'string' ? by.split(',') : [];
  return names.map((name) => String(name).trim());
}

/** What an answer says beside its figures. */
function Notes({ data: { notes = [], codes } }: { readonly data: Performance }) {
  return (
    <>
      {codes !== undefined && <p class="quiet codes">{codes}</p>}
      {notes.length > 0 && (
        <details>
          <summary>On these figures</summary>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </details>
      )}
    </>
  );
}

const PARTS = {
  days: 'Other days',
  figures: 'All figures',
  time: 'By day',
  hours: 'By hour',
  week: 'By weekday and hour',
  agents: 'By agent',
  changed: 'What changed',
  topics: 'Topics',
  missed: 'Missed chats',
} as const;
type PartName = keyof typeof PARTS;

/** What else there is of the same days: each part is asked for when it is opened. */
function More({
  host,
  place,
  go,
  ways,
}: {
  readonly host: Host;
  readonly place: Place;
  readonly go: (place: Place) => void;
  readonly ways: Ways;
}) {
  const [shown, setShown] = useState<readonly PartName[]>([]);
  const [weekday, onWeekday] = useState<string>();
  const choice = choiceOf(place);
  const part: PartProps = { host, choice, open: ways.chats };
  const parts: Readonly<Record<PartName, () => ComponentChildren>> = {
    days: () => <Choices place={place} go={go} />,
    figures: () => <AllFigures {...part} />,
    time: () => <OverTime {...part} />,
    hours: () => <Staffing {...part} weekday={weekday} onWeekday={onWeekday} />,
    week: () => <HoursOfTheWeek {...part} />,
    agents: () => <Agents {...part} />,
    changed: () => <Changed {...part} />,
    topics: () => <Topics {...part} open={ways.chat} />,
    missed: () => <Missed host={host} choice={withoutComparison(choice)} ways={ways} />,
  };
  const names = Object.keys(PARTS).filter((name): name is PartName => name in PARTS);
  return (
    <>
      <p class="bar more" role="group" aria-label="More of these days">
        <span class="quiet">More:</span>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown.includes(name)}
            onClick={() => setShown(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name])}
          >
            {PARTS[name]}
          </button>
        ))}
      </p>
      {shown.map((name) => (
        <div key={name}>{parts[name]()}</div>
      ))}
    </>
  );
}
