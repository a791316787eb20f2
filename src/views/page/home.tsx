import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Changed } from '../desk/changed.tsx';
import { Choices } from '../desk/choices.tsx';
import { Levels, type Ways } from '../desk/levels.tsx';
import { Missed } from '../desk/missed.tsx';
import { changed, choiceOf, withoutComparison, type Place } from '../desk/place.ts';
import { Agents, AllFigures, HoursOfTheWeek, OverTime, TRENDS, type PartProps } from '../desk/sections.tsx';
import { Staffing } from '../desk/staffing.tsx';
import { Topics } from '../desk/topics.tsx';
import type { Host } from '../host.ts';
import { useAddress } from './address.ts';
import { Now } from './now.tsx';
import { Recently } from './recently.tsx';

/** What the page shows where its address chooses nothing. */
const USUAL = { period: 'last_7_days', compare_to: 'previous_period' };

const PERIODS = [
  ['yesterday', 'Yesterday'],
  ['this_week', 'This week'],
  ['last_7_days', '7 days'],
  ['last_week', 'Last week'],
  ['last_30_days', '30 days'],
] as const;

/** The desk, from what is now to what its days tell. */
export function Home({
  host,
  accounts,
  out,
}: {
  readonly host: Host;
  readonly accounts: readonly string[];
  readonly out: ComponentChildren;
}) {
  const [place, go] = useAddress();
  const [away, setAway] = useState<string>();
  // Why nobody answers is said once, whatever was asked.
  const heard = useMemo(() => heardBy(host, setAway), [host]);
  const { account } = place;
  const isChosen = accounts.length < 2 || (account !== undefined && accounts.includes(account));
  return (
    <>
      <header class="page">
        <h1>Support desk</h1>
        <nav aria-label="Period">
          {PERIODS.map(([period, words]) => (
            <button
              key={period}
              type="button"
              aria-current={
                choiceOf({ ...USUAL, ...place })['period'] === period && place['from'] === undefined
                  ? 'true'
                  : undefined
              }
              onClick={() => go(changed(place, { period, from: undefined, to: undefined }))}
            >
              {words}
            </button>
          ))}
        </nav>
        {accounts.length > 1 && (
          <label>
            Account{' '}
            <select
              value={account ?? ''}
              onChange={({ currentTarget: { value } }) => go(value === '' ? {} : { account: value })}
            >
              <option value="">Choose one</option>
              {accounts.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {out}
      </header>
      {away !== undefined && (
        <p class="trouble" role="alert">
          {away}
        </p>
      )}
      {isChosen ? (
        <Levels key={account} host={heard} place={place} go={go}>
          {(ways) => <Sections host={heard} place={place} go={go} ways={ways} />}
        </Levels>
      ) : (
        <p class="state">Your token opens {accounts.length} accounts. Choose one to see its desk.</p>
      )}
    </>
  );
}

/** The host, of which is told why it gives no answer, and when it does again. */
function heardBy(host: Host, tell: (away: string | undefined) => void): Host {
  return {
    ...host,
    call: async (tool, args, signal) => {
      try {
        const answered = await host.call(tool, args, signal);
        tell(undefined);
        return answered;
      } catch (error) {
        if (signal?.aborted !== true) tell(error instanceof Error ? error.message : 'The server cannot be reached.');
        throw error;
      }
    },
  };
}

function Sections({
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
  const { metric, weekday, account } = place;
  const days = place['from'] === undefined && place['to'] === undefined ? USUAL : { compare_to: USUAL.compare_to };
  const choice = choiceOf({ ...days, ...place });
  const own = account === undefined ? {} : { account };
  const [isLoaded, onLoaded] = useState(false);
  const part: PartProps = { host, choice, open: ways.chats };
  return (
    <div class="desk">
      <Now host={host} own={own} ways={ways} />
      <Recently host={host} own={own} open={ways.chats} />
      <div class="bar">
        <Choices place={{ ...days, ...place }} go={go} />
        <label>
          Trend of
          <select
            value={metric ?? 'missed'}
            onChange={({ currentTarget: { value } }) => go(changed(place, { metric: value }))}
          >
            {Object.entries(TRENDS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="pair">
        <Changed host={host} choice={choice} isLoaded={isLoaded} {...(metric !== undefined && { metric })} />
        <Missed host={host} choice={withoutComparison(choice)} ways={ways} />
      </div>
      <OverTime {...part} {...(metric !== undefined && { metric })} />
      <Staffing {...part} weekday={weekday} onWeekday={(name) => go(changed(place, { weekday: name }))} />
      <Agents {...part} />
      <HoursOfTheWeek {...part} />
      <div class="pair">
        <AllFigures {...part} onLoaded={onLoaded} />
        <Topics {...part} open={ways.chat} isLoaded={isLoaded} />
      </div>
    </div>
  );
}
