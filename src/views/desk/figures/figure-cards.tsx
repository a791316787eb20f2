import { Definition } from '../../shared/definition.tsx';
import type { Performance } from '../desk-data.ts';
import { figureIn, leadIn, MAIN_FIGURES, meaningOf, type BehindFigure, type Figure } from './figures.ts';
import { daysWords } from '../words.ts';

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
  const { comparison, definitions, figures, codes } = data;
  const unknown = MAIN_FIGURES.filter((figure) => figureIn(figures, figure) === undefined);
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
          const [told, lead] = [figureIn(figures, figure), leadIn(figures, figure)];
          if (told === undefined || lead === undefined) return [];
          const { behind } = figure;
          const { words, before, change, estimated = false } = told;
          return [
            <li key={figure.metric} class="card" data-metric={figure.metric} data-estimated={estimated}>
              <h3>
                <Definition word={figure.label} meaning={meaningOf(figure, definitions)} />
              </h3>
              <p class="value">
                <data value={lead.value}>{lead.words}</data>
              </p>
              {words !== lead.words && <p class="quiet">{words}</p>}
              {change !== undefined && (
                <p class="change">
                  {change}
                  {before !== undefined && <span class="quiet">, before {before}</span>}
                </p>
              )}
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
