import { Definition } from '../../shared/definition.tsx';
import type { Change, Performance } from '../desk-data.ts';
import {
  changeWords,
  MAIN_FIGURES,
  perDayWords,
  readFigure,
  type BehindFigure,
  type ChangeWords,
  type Figure,
} from './figures.ts';
import { daysIn, daysWords } from '../words.ts';

/** The figures of the period, each with its definition, its change, and a way to its chats and to its trend. */
export function FigureCards({
  data,
  trend,
  onChats,
  onTrend,
}: {
  readonly data: Performance;
  /** The figure of which the trend is shown. */
  readonly trend: Figure;
  readonly onChats: (behind: BehindFigure) => void;
  readonly onTrend: (figure: Figure) => void;
}) {
  const { comparison, definitions, overall, codes, assumed = [] } = data;
  const unknown = MAIN_FIGURES.filter((figure) => readFigure(overall, figure) === undefined);
  return (
    <>
      {comparison && (
        <p class="quiet">
          Compared with {daysWords(comparison.period)}
          {comparison.cut_at === undefined ? '' : `, until ${comparison.cut_at.slice(11, 16)} of its last day`}
          {comparison.change === undefined ? '. What changed is said when both were read whole.' : '.'}
        </p>
      )}
      <ul class="cards">
        {MAIN_FIGURES.flatMap((figure) => {
          const read = readFigure(overall, figure);
          if (read === undefined) return [];
          const { behind } = figure;
          const { words, value, estimate } = read;
          const beside = [...read.beside, ...(assumed.includes(figure.metric) ? ['assumed'] : [])];
          const change = comparison?.change?.[figure.change];
          return [
            <li key={figure.metric} class="card" data-metric={figure.metric} data-estimated={estimate !== undefined}>
              <h3>
                <Definition word={figure.label} meaning={definitions[figure.key] ?? figure.label} />
              </h3>
              <p class="value">
                <data value={value}>{words}</data>
              </p>
              <p class="quiet">{beside.join(', ')}</p>
              {estimate !== undefined && <p class="estimate">{estimate}</p>}
              {change && <ChangeLine {...changedWords(figure, change, data)} />}
              <p class="ways">
                {behind && (
                  <button type="button" title={behind.title} onClick={() => onChats(behind)}>
                    Chats<span class="spoken"> behind {figure.label}</span>
                  </button>
                )}
                <button type="button" aria-pressed={trend === figure} onClick={() => onTrend(figure)}>
                  Trend<span class="spoken"> of {figure.label}</span>
                </button>
              </p>
            </li>,
          ];
        })}
      </ul>
      {unknown.length > 0 && (
        <p class="quiet">Not known of this period: {unknown.map(({ label }) => label.toLowerCase()).join(', ')}.</p>
      )}
      {codes !== undefined && (
        <p class="notice">{codes} An assistant can save what a code means, or correct it (record_code_meaning).</p>
      )}
    </>
  );
}

function changedWords(figure: Figure, change: Change, { period, overall, comparison }: Performance): ChangeWords {
  if (comparison === undefined) return { words: '' };
  const [days, daysBefore] = [daysIn(period), daysIn(comparison.period)];
  const [now, before] = [overall[figure.key], comparison.overall[figure.key]];
  const isUnlike = figure.kind === 'count' && days !== daysBefore && comparison.cut_at === undefined;
  return isUnlike && typeof now === 'number' && typeof before === 'number'
    ? perDayWords(now, days, before, daysBefore)
    : changeWords(change, figure, overall, comparison.overall);
}

function ChangeLine({ words, verdict, doubt }: ChangeWords) {
  return (
    <p class="change" data-verdict={verdict}>
      {words}
      {verdict && <strong>, {verdict}</strong>}
      {doubt && <span class="quiet">, {doubt}</span>}
    </p>
  );
}
