import { useState } from 'preact/hooks';
import { Empty } from '../../shared/states.tsx';
import type { Group, Performance } from '../desk-data.ts';
import { AT_LIMIT, AT_ONCE, CHATS, DURATION, MISSED, RATING, readFigure, WAIT, type Figure } from './figures.ts';
import { shareWords } from '../words.ts';
import { counted } from '../../shared/words.ts';

const COLUMNS: readonly Figure[] = [CHATS, WAIT, DURATION, RATING, AT_ONCE, AT_LIMIT, MISSED];
export const AGENT_METRICS = COLUMNS.flatMap(({ metric }) => (metric === AT_LIMIT.metric ? [] : [metric]));

/** The key of the chats that name no agent. */
const NONE = 'none';

interface Order {
  readonly by: Figure | undefined;
  readonly isAscending: boolean;
}

/** The agents as a table that can be ordered by each figure. */
export function Agents({
  data: { groups = [], overall, definitions, next_cursor: next },
  onAgent,
  onMissed,
}: {
  readonly data: Performance;
  readonly onAgent: (agent: { readonly id: string; readonly name: string }) => void;
  readonly onMissed: () => void;
}) {
  const [order, setOrder] = useState<Order>({ by: CHATS, isAscending: false });
  if (groups.length === 0) return <Empty>No chat of these days names an agent.</Empty>;
  const all = readFigure(overall, CHATS)?.value ?? 0;
  const columns = COLUMNS.filter((figure) =>
    groups.some(({ key, metrics }) => key !== NONE && readFigure(metrics, figure) !== undefined),
  );
  const heads: readonly (Figure | undefined)[] = [undefined, ...columns];
  return (
    <>
      {columns.includes(AT_LIMIT) && <AtLimit groups={groups} />}
      <table class="agents" role="table">
        <caption class="spoken">Agents. Each head of a column orders the rows by it.</caption>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((figure) => (
              <th
                key={figure?.metric ?? 'agent'}
                scope="col"
                role="columnheader"
                aria-sort={order.by === figure ? (order.isAscending ? 'ascending' : 'descending') : 'none'}
              >
                <button
                  type="button"
                  title={figure && definitions[figure.key]}
                  onClick={() =>
                    setOrder({
                      by: figure,
                      isAscending: order.by === figure ? !order.isAscending : figure === undefined,
                    })
                  }
                >
                  {figure?.label ?? 'Agent'}
                  <span aria-hidden="true">{order.by === figure ? (order.isAscending ? ' ▲' : ' ▼') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {ordered(groups, order).map((group) => {
            const id = String(group.key);
            const name = nameOf(group);
            // No list is asked for by no agent: but these may be the missed chats and no others.
            const isMissed =
              overall['missed'] === group.metrics['missed'] && overall['missed'] === group.metrics['chats'];
            return (
              <tr key={id} role="row" data-agent={id}>
                <th scope="row" role="rowheader">
                  {id === NONE && !isMissed ? (
                    <bdi>{name}</bdi>
                  ) : (
                    <button
                      type="button"
                      class="link"
                      onClick={() => (id === NONE ? onMissed() : onAgent({ id, name }))}
                    >
                      <bdi>{name}</bdi>
                    </button>
                  )}
                </th>
                {columns.map((figure) => {
                  const read = readFigure(group.metrics, figure);
                  return (
                    <td key={figure.metric} role="cell" data-metric={figure.metric} data-label={figure.label}>
                      {read === undefined ? (
                        <span class="quiet">not known</span>
                      ) : (
                        <>
                          <data value={read.value}>{read.words}</data>
                          <span class="quiet">
                            {figure === AT_LIMIT ? ' ' : ', '}
                            {figure === CHATS && all > 0 ? shareWords(read.value / all) : besideOf(figure, read.beside)}
                          </span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      {next !== undefined && <p class="quiet">There are more agents than are shown.</p>}
    </>
  );
}

const nameOf = ({ label, quoted_label: quoted, key }: Group): string => label ?? quoted ?? String(key);

/** What else a cell has room for. */
const besideOf = ({ kind }: Figure, beside: readonly string[]): string =>
  kind === 'seconds' ? (beside[1] ?? '') : kind === 'rating' ? (beside[0] ?? '') : beside.join(', ');

const MOST_NAMED = 3;

/** Says who was longest at their limit, of those who may have several conversations: whoever may have one alone is so with each. */
function AtLimit({ groups }: { readonly groups: readonly Group[] }) {
  const limited = groups.flatMap((group) => {
    const told = group.metrics[AT_LIMIT.key];
    if (typeof told !== 'object' || told.at_limit === undefined) return [];
    return [{ name: nameOf(group), share: told.at_limit, limit: told.limit }];
  });
  const longest = limited
    .filter(({ limit, share }) => limit !== 1 && share > 0)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MOST_NAMED);
  const alone = limited.filter(({ limit }) => limit === 1).length;
  return (
    <p class="full">
      {longest.length > 0 && 'Longest at the limit, with as many conversations at once as the service allows: '}
      {longest.map(({ name, share, limit }, index) => (
        <>
          {index > 0 && '; '}
          <bdi>{name}</bdi>, {shareWords(share)} of the time with a conversation
          {limit !== undefined && ` (limit ${limit})`}
        </>
      ))}
      {longest.length > 0 && '. '}
      {alone > 0 && `${counted(alone, 'agent')} may have only one at once, which each conversation fills.`}
    </p>
  );
}

/** Those of whom the figure is not known come last, whichever way it goes, and behind them the chats of no agent. */
function ordered(groups: readonly Group[], { by, isAscending }: Order): Group[] {
  const direction = isAscending ? 1 : -1;
  const valueOf = ({ metrics }: Group) => by && readFigure(metrics, by)?.value;
  return groups.toSorted((one, other) => {
    const isNone = Number(one.key === NONE) - Number(other.key === NONE);
    if (isNone !== 0) return isNone;
    if (by === undefined) return direction * nameOf(one).localeCompare(nameOf(other));
    const [value, otherValue] = [valueOf(one), valueOf(other)];
    if (value === undefined || otherValue === undefined)
      return Number(value === undefined) - Number(otherValue === undefined);
    return direction * (value - otherValue) || nameOf(one).localeCompare(nameOf(other));
  });
}
