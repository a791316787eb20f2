import { useId, useState } from 'preact/hooks';
import { COMPARISONS, PERIODS, type Choice } from './choice.ts';

const OWN_DAYS = 'own days';

/** What a person chooses: the period, its zone, and what it is compared with. */
export function Controls({
  choice,
  zone,
  onChoose,
}: {
  readonly choice: Choice;
  /** The zone of what is shown; absent before anything is. */
  readonly zone: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}) {
  const { period, from, to, timezone, compare_to: comparison } = choice;
  const [isOwn, setOwn] = useState(from !== undefined || to !== undefined);
  const id = useId();
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
          from={from ?? ''}
          to={to ?? ''}
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
      <label>
        Time zone
        <input
          list={id}
          value={timezone ?? zone ?? ''}
          autocomplete="off"
          spellcheck={false}
          onChange={({ currentTarget: { value } }) => onChoose({ ...choice, timezone: value.trim() || undefined })}
        />
      </label>
      <datalist id={id}>
        {ZONES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

/** The zone of this machine first. */
const ZONES = [
  ...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

function Days({
  onChoose,
  ...given
}: {
  readonly from: string;
  readonly to: string;
  readonly onChoose: (days: { readonly from: string; readonly to: string }) => void;
}) {
  const [{ from, to }, setDays] = useState(given);
  return (
    <>
      <label>
        First day
        <input
          type="date"
          value={from}
          max={to}
          onInput={({ currentTarget: { value } }) => setDays({ from: value, to })}
        />
      </label>
      <label>
        Last day
        <input
          type="date"
          value={to}
          min={from}
          onInput={({ currentTarget: { value } }) => setDays({ from, to: value })}
        />
      </label>
      <button type="button" disabled={from === '' || to === '' || from > to} onClick={() => onChoose({ from, to })}>
        Show these days
      </button>
    </>
  );
}
