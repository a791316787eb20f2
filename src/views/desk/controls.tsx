import { useId, useState } from 'preact/hooks';
import { COMPARISONS, PERIODS, type Choice } from './choice.ts';
import type { Performance } from './desk-data.ts';
import { isZone, noZoneWords, ZONES } from './zones.ts';

const OWN_DAYS = 'own days';

/** What a person chooses: the period, its zone, and what it is compared with. */
export function Controls({
  choice,
  shown,
  onChoose,
}: {
  readonly choice: Choice;
  /** The days that are shown, and their zone; absent before anything is. */
  readonly shown: Performance['period'] | undefined;
  readonly onChoose: (choice: Choice) => void;
}) {
  const { period, from, to, timezone, compare_to: comparison } = choice;
  const [isOwn, setOwn] = useState(from !== undefined || to !== undefined);
  const named = period ?? 'last_7_days';
  const isListed = PERIODS.some(([name]) => name === named);
  return (
    <div class="controls" role="group" aria-label="What is shown">
      <label>
        Period
        <select
          value={isOwn ? OWN_DAYS : named}
          onChange={({ currentTarget: { value } }) => {
            setOwn(value === OWN_DAYS);
            if (value !== OWN_DAYS) onChoose({ ...choice, period: value, from: undefined, to: undefined });
          }}
        >
          {PERIODS.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          {!isListed && <option value={named}>{named.replaceAll('_', ' ')}</option>}
          <option value={OWN_DAYS}>Own days</option>
        </select>
      </label>
      {isOwn && (
        <Days
          key={`${from} ${to}`}
          from={from ?? shown?.from ?? ''}
          to={to ?? shown?.to ?? ''}
          onChoose={(days) => onChoose({ ...choice, period: undefined, ...days })}
        />
      )}
      <label>
        Compared with
        <select
          value={comparison ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose({ ...choice, compare_to: value || undefined })}
        >
          {COMPARISONS.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          <option value="">Nothing</option>
        </select>
      </label>
      <Zone
        key={timezone ?? shown?.timezone}
        zone={timezone ?? shown?.timezone ?? ''}
        onChoose={(name) => onChoose({ ...choice, timezone: name })}
      />
    </div>
  );
}

/** The zone by whose clocks days begin. A name that is none asks nothing, so that what is shown stays. */
function Zone({ zone, onChoose }: { readonly zone: string; readonly onChoose: (zone: string | undefined) => void }) {
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  return (
    <div class="field">
      <label>
        Time zone
        <input
          list={id}
          defaultValue={zone}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
          onChange={({ currentTarget: { value } }) => {
            const name = value.trim();
            const isNone = name !== '' && !isZone(name);
            setWrong(isNone ? noZoneWords(name) : undefined);
            if (!isNone && name !== zone) onChoose(name || undefined);
          }}
        />
      </label>
      <datalist id={id}>
        {ZONES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {wrong !== undefined && (
        <p id={`${id}-wrong`} class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The first and the last day. Enter in either shows them. */
function Days({
  onChoose,
  ...given
}: {
  readonly from: string;
  readonly to: string;
  readonly onChoose: (days: { readonly from: string; readonly to: string }) => void;
}) {
  const [{ from, to }, setDays] = useState(given);
  const [wrong, setWrong] = useState<string>();
  const show = (): void => {
    const why = whyNoDays(from, to);
    setWrong(why);
    if (why === undefined) onChoose({ from, to });
  };
  return (
    // No form: a host's frame may send none.
    <div
      class="days"
      onKeyDown={({ key }) => {
        if (key === 'Enter') show();
      }}
    >
      <label>
        First day
        <input type="date" value={from} onInput={({ currentTarget: { value } }) => setDays({ from: value, to })} />
      </label>
      <label>
        Last day
        <input type="date" value={to} onInput={({ currentTarget: { value } }) => setDays({ from, to: value })} />
      </label>
      <button type="button" onClick={show} onKeyDown={(event) => event.stopPropagation()}>
        Show these days
      </button>
      {wrong !== undefined && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

function whyNoDays(from: string, to: string): string | undefined {
  if (from === '' || to === '') return 'Give both the first and the last day.';
  return from > to ? 'The first day is behind the last one.' : undefined;
}
