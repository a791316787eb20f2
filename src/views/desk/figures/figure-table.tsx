import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Group } from '../desk-data.ts';

/** The key of the chats that name no agent. */
export const NONE = 'none';

/** A column: its head, what that means, and what each group has in it. */
export interface Column {
  readonly name: string;
  readonly head: string;
  readonly meaning?: string;
  readonly cellOf: (group: Group) => { readonly value: number; readonly cell: string } | undefined;
}

interface Order {
  /** Undefined for the names of the groups. */
  readonly by: Column['name'] | undefined;
  readonly isAscending: boolean;
}

/** Figures of groups as a table that can be ordered by each. */
export function FigureTable({
  caption,
  what,
  groups,
  columns,
  first,
  children,
}: {
  readonly caption: string;
  /** The head of the names. */
  readonly what: string;
  readonly groups: readonly Group[];
  readonly columns: readonly Column[];
  /** The order in which it is shown first; that of the answer where it is absent. */
  readonly first?: Order;
  /** The name of a group as it is shown. */
  readonly children: (group: Group) => ComponentChildren;
}) {
  const [order, setOrder] = useState(first);
  const by = order && columns.find(({ name }) => name === order.by);
  const heads: readonly (Column | undefined)[] = [undefined, ...columns];
  return (
    <table class="agents" role="table">
      <caption class="spoken">{caption} Each head of a column orders the rows by it.</caption>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((column) => {
            const isOrdering = order !== undefined && order.by === column?.name;
            const isAscending = isOrdering && order.isAscending;
            return (
              <th
                key={column?.name ?? what}
                scope="col"
                role="columnheader"
                aria-sort={isOrdering ? (isAscending ? 'ascending' : 'descending') : 'none'}
              >
                <button
                  type="button"
                  title={column?.meaning}
                  onClick={() =>
                    setOrder({ by: column?.name, isAscending: isOrdering ? !isAscending : column === undefined })
                  }
                >
                  {column?.head ?? what}
                  <span aria-hidden="true">{isOrdering ? (isAscending ? ' ▲' : ' ▼') : ''}</span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {(order === undefined ? groups : ordered(groups, by, order.isAscending)).map((group) => (
          <tr key={String(group.key)} role="row" data-agent={String(group.key)}>
            <th scope="row" role="rowheader">
              {children(group)}
            </th>
            {columns.map(({ name, head, cellOf }) => {
              const { value, cell } = cellOf(group) ?? {};
              return (
                <td key={name} role="cell" data-metric={name} data-label={head}>
                  {cell === undefined ? <span class="quiet">not known</span> : <data value={value}>{cell}</data>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const nameOf = ({ label, quoted_label: quoted, key }: Group): string =>
  label ?? quoted ?? [key].flat().join(' · ');

/** Those of whom the figure is not known come last, whichever way it goes, and behind them the chats of no agent. */
function ordered(groups: readonly Group[], by: Column | undefined, isAscending: boolean): Group[] {
  const direction = isAscending ? 1 : -1;
  return groups.toSorted((one, other) => {
    const isNone = Number(one.key === NONE) - Number(other.key === NONE);
    if (isNone !== 0) return isNone;
    if (by === undefined) return direction * nameOf(one).localeCompare(nameOf(other));
    const [value, otherValue] = [by.cellOf(one)?.value, by.cellOf(other)?.value];
    if (value === undefined || otherValue === undefined)
      return Number(value === undefined) - Number(otherValue === undefined);
    return direction * (value - otherValue) || nameOf(one).localeCompare(nameOf(other));
  });
}
