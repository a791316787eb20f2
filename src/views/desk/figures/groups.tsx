import { Empty } from '../../shared/states.tsx';
import type { Performance } from '../desk-data.ts';
import { columnsOf } from './agents.tsx';
import { FigureTable, nameOf } from './figure-table.tsx';

/** Figures by whatever they are grouped, as the answer has them. */
export function Groups({ data }: { readonly data: Performance }) {
  const { groups = [], heads, next_cursor: next } = data;
  if (groups.length === 0) return <Empty>There is no group with a chat.</Empty>;
  const figures = Object.entries(heads).map(([metric, label]) => ({ metric, label }));
  return (
    <>
      <FigureTable caption="Figures by group." what="group" groups={groups} columns={columnsOf(figures, data)}>
        {(group) => <bdi>{nameOf(group)}</bdi>}
      </FigureTable>
      {next !== undefined && <p class="quiet">There are more groups than are shown.</p>}
    </>
  );
}
