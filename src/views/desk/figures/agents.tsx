import { Empty } from '../../shared/states.tsx';
import { counted } from '../../shared/words.ts';
import type { Group, Performance } from '../desk-data.ts';
import { FigureTable, nameOf, NONE, type Column } from './figure-table.tsx';
import { AT_ONCE, CHATS, DURATION, figureIn, leadIn, meaningOf, MISSED, RATING, WAIT, type Figure } from './figures.ts';

const FIGURES: readonly Figure[] = [CHATS, WAIT, DURATION, RATING, AT_ONCE, MISSED];
export const AGENT_METRICS = FIGURES.map(({ metric }) => metric);

/** The columns of some figures that one of the groups has, as the answer words their cells. */
export function columnsOf(
  figures: readonly Figure[],
  { groups = [], heads, definitions }: Pick<Performance, 'groups' | 'heads' | 'definitions'>,
): Column[] {
  return figures
    .map((figure) => ({
      name: figure.metric,
      head: heads[figure.metric] ?? figure.label,
      meaning: meaningOf(figure, definitions),
      cellOf: ({ figures: told }: Group) => {
        const [lead, cell] = [leadIn(told, figure), figureIn(told, figure)?.cell];
        return lead === undefined || cell === undefined ? undefined : { value: lead.value, cell };
      },
    }))
    .filter(({ cellOf }) => groups.some((group) => group.key !== NONE && cellOf(group) !== undefined));
}

const limitOf = ({ figures }: Group) => figureIn(figures, AT_ONCE)?.atLimit;

/** How long agents had as many conversations as they may: a part of what concurrency tells. */
const AT_LIMIT: Column = {
  name: 'at_limit',
  head: 'at the limit',
  cellOf: (group) => {
    const { value, words } = limitOf(group) ?? {};
    return value === undefined || words === undefined ? undefined : { value, cell: words };
  },
};

/** The agents as a table that can be ordered by each figure. */
export function Agents({
  data,
  onAgent,
  onMissed,
}: {
  readonly data: Performance;
  readonly onAgent: (agent: { readonly id: string; readonly name: string }) => void;
  readonly onMissed: () => void;
}) {
  const { groups = [], figures, next_cursor: next } = data;
  if (groups.length === 0) return <Empty>No chat of these days names an agent.</Empty>;
  const isLimited = groups.some((group) => limitOf(group) !== undefined);
  const numbersOf = (told: Group['figures']) => [leadIn(told, MISSED)?.value, leadIn(told, CHATS)?.value];
  const [missed] = numbersOf(figures);
  return (
    <>
      {isLimited && <AtLimit groups={groups} />}
      <FigureTable
        caption="Agents."
        what="agent"
        groups={groups}
        columns={[...columnsOf(FIGURES, data), ...(isLimited ? [AT_LIMIT] : [])]}
        first={{ by: CHATS.metric, isAscending: false }}
      >
        {(group) => {
          const [id, name] = [String(group.key), nameOf(group)];
          // No list is asked for by no agent: but these may be the missed chats and no others.
          const isMissed = numbersOf(group.figures).every((number) => number !== undefined && number === missed);
          return id === NONE && !isMissed ? (
            <bdi>{name}</bdi>
          ) : (
            <button type="button" class="link" onClick={() => (id === NONE ? onMissed() : onAgent({ id, name }))}>
              <bdi>{name}</bdi>
            </button>
          );
        }}
      </FigureTable>
      {next !== undefined && <p class="quiet">There are more agents than are shown.</p>}
    </>
  );
}

const MOST_NAMED = 3;

/** Says who was longest at their limit, of those who may have several conversations: whoever may have one alone is so with each. */
function AtLimit({ groups }: { readonly groups: readonly Group[] }) {
  const limited = groups.flatMap((group) => {
    const atLimit = limitOf(group);
    return atLimit === undefined ? [] : [{ name: nameOf(group), ...atLimit }];
  });
  const longest = limited
    .filter(({ limit, value }) => limit !== 1 && value > 0)
    .toSorted((one, other) => other.value - one.value)
    .slice(0, MOST_NAMED);
  const alone = limited.filter(({ limit }) => limit === 1).length;
  return (
    <p class="full">
      {longest.length > 0 && 'Longest at the limit, with as many conversations at once as the service allows: '}
      {longest.map(({ name, words, limit }, index) => (
        <>
          {index > 0 && '; '}
          <bdi>{name}</bdi>, {words} of the time with a conversation (limit {limit})
        </>
      ))}
      {longest.length > 0 && '. '}
      {alone > 0 && `${counted(alone, 'agent')} may have only one at once, which each conversation fills.`}
    </p>
  );
}
