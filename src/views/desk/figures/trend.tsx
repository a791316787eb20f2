import { Picture } from '../../shared/picture.tsx';
import { Empty } from '../../shared/states.tsx';
import type { Performance } from '../desk-data.ts';
import { readFigure, type Figure } from './figures.ts';
import { daysWords } from '../words.ts';

/** A figure over time: the picture of the tool, and the same numbers as a table. */
export function Trend({
  data: { period, groups = [], overall, next_cursor: next },
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
  const known = rows.flatMap(({ name, read }) => (read === undefined ? [] : [{ name, ...read }]));
  const [first] = known;
  if (first === undefined || overall['chats'] === 0)
    return <Empty>Nothing of {figure.label.toLowerCase()} is known of these days.</Empty>;
  const highest = known.reduce((most, one) => (one.value > most.value ? one : most), first);
  const lowest = known.reduce((least, one) => (one.value < least.value ? one : least), first);
  const summary = `${figure.label}, ${daysWords(period)}: lowest ${lowest.words} (${lowest.name}), highest ${highest.words} (${highest.name}).`;
  return (
    <>
      {svg !== undefined && (
        <div class="drawn" tabIndex={0} role="group" aria-label="Picture of the trend">
          <Picture svg={svg} alt={`${summary} All numbers are in the table that follows.`} />
        </div>
      )}
      <p class="quiet">{summary}</p>
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
              <th scope="col">Of that</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, read }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{read === undefined ? 'not known' : <data value={read.value}>{read.words}</data>}</td>
                <td class="quiet">
                  {[...(read?.beside ?? []), read?.estimate ?? ''].filter((words) => words !== '').join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {next !== undefined && <p class="quiet">Later times are left out.</p>}
      </details>
    </>
  );
}
