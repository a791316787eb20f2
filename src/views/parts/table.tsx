import { useState } from 'preact/hooks';
import { counted } from '../words.ts';
import { Csv } from './csv.tsx';
import { Definition } from './definition.tsx';

/** What a table has in one place, and what is shown when it is pressed. */
export interface Cell {
  readonly words: string;
  /** By which rows are ordered. */
  readonly value?: number | undefined;
  /** Whether it meets its target. */
  readonly met?: boolean | undefined;
  readonly open?: (() => void) | undefined;
  /** What the words mean, when they are hovered. */
  readonly meaning?: string | undefined;
}

export interface Row {
  readonly key: string;
  readonly name: string;
  /** What the name means, when it is pressed. */
  readonly meaning?: string | undefined;
  readonly open?: (() => void) | undefined;
  readonly cells: readonly (Cell | undefined)[];
  /** It says too little to be compared. */
  readonly isQuiet?: boolean;
  /** It comes last, whatever the order. */
  readonly isLast?: boolean;
}

export interface Column {
  readonly name: string;
  readonly head: string;
  readonly meaning?: string | undefined;
}

interface Order {
  readonly column: number;
  readonly direction: 1 | -1;
}

/** A table whose heads order its rows, and whose numbers lead to what is behind them. */
export function Table({
  caption,
  what,
  columns,
  rows,
  most = rows.length,
  isOrdered = false,
}: {
  readonly caption: string;
  /** The head of the names. */
  readonly what: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** As many rows are shown before somebody wants all. */
  readonly most?: number;
  readonly isOrdered?: boolean;
}) {
  const [order, setOrder] = useState<Order>();
  const [isWhole, setWhole] = useState(false);
  const all = order === undefined ? rows : rows.toSorted((one, other) => compared(one, other, order));
  const shown = isWhole || rows.length <= most + 1 ? all : all.slice(0, most);
  const head = ({ head: words, meaning }: Omit<Column, 'name'>, column: number) => {
    const direction = order?.column === column ? order.direction : undefined;
    const first = column < 0 ? 1 : -1;
    return (
      <th
        key={column}
        scope="col"
        aria-sort={
          isOrdered ? (direction === undefined ? 'none' : direction > 0 ? 'ascending' : 'descending') : undefined
        }
      >
        {isOrdered ? (
          <button
            type="button"
            title={meaning}
            onClick={() => setOrder({ column, direction: direction === first ? (first > 0 ? -1 : 1) : first })}
          >
            {words}
            <span aria-hidden="true">{direction === undefined ? '' : direction > 0 ? ' ▲' : ' ▼'}</span>
          </button>
        ) : (
          <span title={meaning}>{words}</span>
        )}
      </th>
    );
  };
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <caption class="spoken">{caption}</caption>
          <thead>
            <tr>
              {head({ head: what }, -1)}
              {columns.map(head)}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, meaning, open, cells, isQuiet = false }) => (
              <tr key={key} data-row={key} class={isQuiet ? 'few' : undefined}>
                <th scope="row">
                  {meaning === undefined ? (
                    <Open open={open}>
                      <bdi>{name}</bdi>
                    </Open>
                  ) : (
                    <Definition word={name} meaning={meaning} />
                  )}
                </th>
                {columns.map((column, place) => (
                  <td key={column.name} data-column={column.name}>
                    <CellOf cell={cells[place]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="below">
        {shown.length < rows.length && (
          <button type="button" onClick={() => setWhole(true)}>
            Show all {counted(rows.length, 'row')}
          </button>
        )}
        <Csv name={caption} heads={[what, ...columns.map((column) => column.head)]} rows={linesOf(rows)} />
      </p>
    </>
  );
}

function linesOf(rows: readonly Row[]): string[][] {
  return rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.words ?? '')]);
}

function CellOf({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined) return <span class="quiet">–</span>;
  const { words, value, met, open, meaning } = cell;
  return (
    <Open open={open}>
      <data value={value ?? words} title={meaning}>
        {words}
      </data>
      {met !== undefined && <Sign met={met} />}
    </Open>
  );
}

/** Whether a target is met: by its form, not by its colour alone. */
export function Sign({ met }: { readonly met: boolean }) {
  return (
    <span class={met ? 'met' : 'off'} role="img" aria-label={met ? 'target met' : 'target not met'}>
      {met ? ' ✓' : ' ▲'}
    </span>
  );
}

/** What leads somewhere, where it does. */
function Open({
  open,
  children,
}: {
  readonly open: (() => void) | undefined;
  readonly children: preact.ComponentChildren;
}) {
  if (open === undefined) return <span>{children}</span>;
  return (
    <button type="button" class="link" onClick={open}>
      {children}
    </button>
  );
}

/** Those of which nothing is known come last, whichever way it goes. */
function compared(one: Row, other: Row, { column, direction }: Order): number {
  const isLast = Number(one.isLast ?? false) - Number(other.isLast ?? false);
  if (isLast !== 0) return isLast;
  if (column < 0) return direction * one.name.localeCompare(other.name);
  const [value, otherValue] = [one.cells[column]?.value, other.cells[column]?.value];
  if (value === undefined || otherValue === undefined)
    return Number(value === undefined) - Number(otherValue === undefined);
  return direction * (value - otherValue) || one.name.localeCompare(other.name);
}
