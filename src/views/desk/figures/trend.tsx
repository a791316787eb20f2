import { Picture } from '../../shared/picture.tsx';
import { Empty } from '../../shared/states.tsx';
import type { Performance } from '../desk-data.ts';
import { mainOf, readFigure, type Figure, type Read } from './figures.ts';
import { daysWords } from '../words.ts';

/** A figure over time: the picture of the tool, and the same numbers as a table. */
export function Trend({
  data: { period, groups = [], overall, comparison, next_cursor: next },
  svg,
  figure,
}: {
  readonly data: Performance;
  readonly svg: string | undefined;
  readonly figure: Figure;
}) {
  const rows = groups.map((group) => ({
    name: group.label ?? String(group.key),
    read: readFigure(group.metrics, figure),
  }));
  // In the unit of the picture.
  const known = groups.flatMap((group) => {
    const main = mainOf(group.metrics, figure);
    return main === undefined ? [] : [{ name: group.label ?? String(group.key), ...main }];
  });
  const [first] = known;
  if (first === undefined || overall['chats'] === 0)
    return <Empty>Nothing of {figure.label.toLowerCase()} is known of these days.</Empty>;
  const highest = known.reduce((most, one) => (one.value > most.value ? one : most), first);
  const lowest = known.reduce((least, one) => (one.value < least.value ? one : least), first);
  const summary = `${figure.label}, ${daysWords(period)}: lowest ${lowest.words} (${lowest.name}), highest ${highest.words} (${highest.name}).`;
  const before = comparison && mainOf(comparison.overall, figure);
  const hasMore = rows.some(({ read }) => besideOf(read) !== '');
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
        {comparison && before && ` Before, ${daysWords(comparison.period)}, all in all: ${before.words}.`}
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
            {rows.map(({ name, read }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{read === undefined ? 'not known' : <data value={read.value}>{read.words}</data>}</td>
                {hasMore && <td class="quiet">{besideOf(read)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {next !== undefined && <p class="quiet">Later times are left out.</p>}
      </details>
    </>
  );
}

const besideOf = (read: Read | undefined): string =>
  [...(read?.beside ?? []), ...(read?.estimate === undefined ? [] : [read.estimate])].join(', ');
