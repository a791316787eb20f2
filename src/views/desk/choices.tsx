import { changed, type Place } from './place.ts';

const PERIODS = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['last_7_days', 'Last 7 days'],
  ['this_week', 'This week'],
  ['last_week', 'Last week'],
  ['last_30_days', 'Last 30 days'],
  ['this_month', 'This month'],
  ['last_month', 'Last month'],
] as const;

const COMPARISONS = [
  ['previous_period', 'The days before'],
  ['same_weekdays', 'The same weekdays before'],
  ['same_period_last_year', 'The same days last year'],
  ['', 'Nothing'],
] as const;

/** What a person chooses: the days, and what they are compared with. */
export function Choices({ place, go }: { readonly place: Place; readonly go: (place: Place) => void }) {
  const { period, from = '', to = '', compare_to: comparison = '' } = place;
  const isOwn = from !== '' || to !== '';
  const named = isOwn ? '' : (period ?? 'last_7_days');
  const choose = (changes: Readonly<Record<string, string | undefined>>): void => go(changed(place, changes));
  return (
    <div class="bar" role="group" aria-label="What is shown">
      <label>
        Period
        <select
          value={named}
          onChange={({ currentTarget: { value } }) =>
            choose({ period: value || undefined, from: undefined, to: undefined })
          }
        >
          {PERIODS.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          {!PERIODS.some(([name]) => name === named) && (
            <option value={named}>{named.replaceAll('_', ' ') || 'Own days'}</option>
          )}
        </select>
      </label>
      {(['from', 'to'] as const).map((side) => (
        <label key={side}>
          {side === 'from' ? 'First day' : 'Last day'}
          <input
            type="date"
            value={place[side] ?? ''}
            onChange={({ currentTarget: { value } }) => choose({ [side]: value || undefined, period: undefined })}
          />
        </label>
      ))}
      <label>
        Compared with
        <select
          value={comparison}
          onChange={({ currentTarget: { value } }) => choose({ compare_to: value || undefined })}
        >
          {COMPARISONS.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
