import type { Group, Performance } from '../answers.ts';
import { Empty } from '../parts/states.tsx';
import { Table, type Row } from '../parts/table.tsx';
import {
  behind,
  capitalised,
  chatsOfGroup,
  daysOf,
  figureIn,
  keysOf,
  meaningOf,
  nameOf,
  NO_AGENT,
  weightOf,
  type OpenChats,
} from './figures.ts';

/** Groups with fewer chats say too little to be compared. */
const FEW_CHATS = 20;

/** Figures of groups: a row each, a column for each metric that one of them has. Its numbers lead to its chats, where a list can show them. */
export function GroupTable({
  data,
  by,
  open,
  most,
}: {
  readonly data: Performance;
  /** By what the chats are grouped. */
  readonly by: readonly string[];
  readonly open: OpenChats;
  readonly most?: number;
}) {
  const { groups = [], heads, next_cursor: next } = data;
  if (groups.length === 0) return <Empty>There is no group with a chat.</Empty>;
  const isOfAgents = by.includes('agent');
  const columns = Object.entries(heads)
    .filter(([metric]) =>
      groups.some((group) => figureIn(group.figures, metric)?.cell !== undefined && group.key !== NO_AGENT),
    )
    .map(([name, head]) => ({ name, head: capitalised(head), meaning: meaningOf(name, data) }));
  const rows = groups.map((group): Row => {
    const chats = chatsOfGroup(keysOf(group), by);
    const args = chats && { ...daysOf(data), ...chats };
    const few = isFew(group);
    return {
      key: keysOf(group).join(' '),
      name: nameOf(group),
      isLast: group.key === NO_AGENT,
      isQuiet: isOfAgents && few,
      open: args && (() => open(`Chats of ${nameOf(group)}`, args)),
      cells: columns.map(({ name }) => {
        const figure = figureIn(group.figures, name);
        if (figure?.cell === undefined) return undefined;
        const unnamed = name === 'missed' && isOfAgents;
        return {
          words: figure.cell,
          value: weightOf(figure),
          meaning: figure.words,
          met: few ? undefined : figure.target?.met,
          // Missed chats name no agent: a list of these finds none.
          open: args === undefined || unnamed ? undefined : behind(name, args, open),
        };
      }),
    };
  });
  return (
    <>
      <Table
        caption={`By ${by.join(' and ')}`}
        what={capitalised(by.join(', '))}
        columns={columns}
        rows={rows}
        isOrdered
        {...(most !== undefined && { most })}
      />
      {isOfAgents && rows.some(({ isQuiet }) => isQuiet) && (
        <p class="quiet">Grey: fewer than {FEW_CHATS} chats, too few to compare.</p>
      )}
      {next !== undefined && <p class="quiet">There are more groups than are shown.</p>}
    </>
  );
}

function isFew({ figures }: Group): boolean {
  return (figureIn(figures, 'chats')?.main?.value ?? FEW_CHATS) < FEW_CHATS;
}
