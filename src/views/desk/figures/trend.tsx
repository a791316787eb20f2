import { Picture } from '../../shared/picture.tsx';
import { Empty } from '../../shared/states.tsx';
import type { Performance } from '../desk-data.ts';
import { CHATS, figureIn, leadIn, type Figure } from './figures.ts';
import { daysWords } from '../words.ts';

/** A figure over time: the picture of the tool, and the same numbers as a table. */
export function Trend({
  data: { period, groups = [], figures, comparison, next_cursor: next },
  svg,
  figure,
}: {
  readonly data: Performance;
  readonly svg: string | undefined;
  readonly figure: Figure;
}) {
  const rows = groups.map((group) => ({
    name: group.label ?? String(group.key),
    lead: leadIn(group.figures, figure),
    words: figureIn(group.figures, figure)?.words,
    main: figureIn(group.figures, figure)?.main,
  }));
  // In the unit of the picture.
  const known = rows.flatMap(({ name, main }) => (main === undefined ? [] : [{ name, ...main }]));
  const [first] = known;
  if (first === undefined || leadIn(figures, CHATS)?.value === 0)
    return <Empty>Nothing of {figure.label.toLowerCase()} is known of these days.</Empty>;
  const highest = known.reduce((most, one) => (one.value > most.value ? one : most), first);
  const lowest = known.reduce((least, one) => (one.value < least.value ? one : least), first);
  const summary = `${figure.label}, ${daysWords(period)}: lowest ${lowest.words} (${lowest.name}), highest ${highest.words} (${highest.name}).`;
  const before = figureIn(figures, figure)?.before;
  const hasMore = rows.some(({ lead, words }) => words !== lead?.words);
  return (
    <>
      {svg !== undefined && (
        <div class="drawn" tabIndex={0} role="group" aria-label="Picture of the trend">
          <Picture svg={svg} alt={`${summary} All numbers are in the table that follows.`} />
        </div>
      )}
      {svg !== undefined && <p class="quiet sideways">The picture can be moved sideways.</p>}
      <p class="quiet">
        {summary}
        {comparison && before && ` Before, ${daysWords(comparison.period)}, all in all: ${before}.`}
      </p>
      <details open={svg === undefined}>
        <summary>All numbers</summary>
        <table class="numbers">
          <caption class="spoken">
            {figure.label}, {daysWords(period)}
          </caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">{figure.label}</th>
              {hasMore && <th scope="col">Details</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, lead, words }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{lead === undefined ? 'not known' : <data value={lead.value}>{lead.words}</data>}</td>
                {hasMore && <td class="quiet">{lead && words}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {next !== undefined && <p class="quiet">Later times are left out.</p>}
      </details>
    </>
  );
}
