import { Empty } from '../../shared/states.tsx';
import type { Performance } from '../desk-data.ts';
import { AT_ONCE, MAIN_FIGURES, readFigure } from './figures.ts';

const FIGURES = [...MAIN_FIGURES, AT_ONCE];

/** Figures by whatever they are grouped, as the answer has them. */
export function Groups({ data: { groups = [], next_cursor: next } }: { readonly data: Performance }) {
  const columns = FIGURES.filter((figure) => groups.some(({ metrics }) => readFigure(metrics, figure) !== undefined));
  if (groups.length === 0) return <Empty>There is no group with a chat.</Empty>;
  return (
    <>
      <table class="agents" role="table">
        <caption class="spoken">Figures by group.</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Group
            </th>
            {columns.map(({ metric, label }) => (
              <th key={metric} scope="col" role="columnheader">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {groups.map(({ key, label, quoted_label: quoted, metrics }) => (
            <tr key={String(key)} role="row">
              <th scope="row" role="rowheader">
                <bdi>{label ?? quoted ?? [key].flat().join(' · ')}</bdi>
              </th>
              {columns.map((figure) => {
                const read = readFigure(metrics, figure);
                return (
                  <td key={figure.metric} role="cell" data-metric={figure.metric} data-label={figure.label}>
                    {read === undefined ? (
                      <span class="quiet">not known</span>
                    ) : (
                      <>
                        <data value={read.value}>{read.words}</data> <span class="quiet">{read.beside[0]}</span>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {next !== undefined && <p class="quiet">There are more groups than are shown.</p>}
    </>
  );
}
