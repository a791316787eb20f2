import type { ChangeSums } from '../../insights/changes/change-sums.ts';
import type { ReadsValues } from '../../insights/changes/chat-values.ts';
import type { Explained } from '../../insights/changes/explained.ts';
import { BEFORE, NOW, type Which } from '../../insights/changes/part-sums.ts';
import type { Measure } from '../../insights/changes/split.ts';
import { isChatId, type ChatSelection } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Chat } from '../../model/records.ts';
import { samplingRank } from '../../model/sampling.ts';
import { slices } from '../../model/slices.ts';
import type { Desk } from '../desk.ts';
import type { AskedQuestion } from '../protocol/question.ts';
import type { SelectedChats } from '../selection/selected-chats.ts';

/** The number of examples of the period that is asked about, and of the one before. */
const EXAMPLES = { now: 3, before: 2 } as const;

/** The chats of a part, and whether those above its figure or below it are why it stands out; undefined: any are. */
interface Wanted {
  readonly isIn: (which: Which, selection: ChatSelection) => (index: number) => boolean;
  readonly above: boolean | undefined;
  /** Only this period has any. */
  readonly only?: Which;
}

/**
 * Chats to read of what stands out first, drawn at random: of the later period those that drive the figure to where it is, of the
 * earlier one some for comparison. None where nothing stands out.
 */
export async function examplesOf(
  explained: Explained,
  sums: ChangeSums,
  measure: Measure,
  both: readonly { readonly selected: SelectedChats }[],
  readers: readonly ReadsValues[],
  desk: Desk,
  question: AskedQuestion,
): Promise<{ readonly now: readonly Chat[]; readonly before: readonly Chat[] }> {
  const wanted = wantedOf(explained, sums);
  if (wanted === undefined) return { now: [], before: [] };
  const drawn = async (which: Which, count: number) => {
    const [one, read] = [both[which], readers[which]];
    if (one === undefined || read === undefined || (wanted.only !== undefined && wanted.only !== which)) return [];
    const above = measure.kind === 'mean' && (which === NOW || wanted.only === which) ? wanted.above : undefined;
    const figure = explained.whole.figures[which];
    const ids = await idsOf(one.selected, count, question, (selection) => {
      const { sums: values, weights } = read(selection);
      const isIn = wanted.isIn(which, selection);
      return (index) => {
        const weight = weights[index] ?? 0;
        if (weight === 0 || !isIn(index)) return false;
        const value = (values[index] ?? 0) / weight;
        return above === undefined || (above ? value > figure : value < figure);
      };
    });
    return desk.archive.chats.byIds(ids);
  };
  return { now: await drawn(NOW, EXAMPLES.now), before: await drawn(BEFORE, EXAMPLES.before) };
}

function wantedOf({ causes, oddDay }: Explained, sums: ChangeSums): Wanted | undefined {
  if (oddDay !== undefined) {
    const { which, block, contribution } = oddDay;
    return {
      isIn: (one, selection) => {
        const blocks = sums.blocksOf(one, selection);
        return (index) => one === which && blocks[index] === block;
      },
      above: contribution > 0 === (which === NOW),
      only: which,
    };
  }
  const first = causes.find(({ part }) => part !== undefined);
  if (first?.part === undefined) return undefined;
  const { by, part, kind, contribution } = first;
  return {
    isIn: (which, selection) => {
      const keys = sums.partsOf(by, which, selection);
      return (index) => keys[index] === part.key;
    },
    above: kind === 'rate' ? contribution > 0 : undefined,
  };
}

/** So many chats that are wanted, by the order of samples. */
async function idsOf(
  { days }: SelectedChats,
  count: number,
  { signal }: AskedQuestion,
  isWanted: (selection: ChatSelection) => (index: number) => boolean,
): Promise<ChatId[]> {
  let best: { readonly id: ChatId; readonly rank: number }[] = [];
  for await (const selection of days()) {
    if (slices.isOver()) await slices.next(signal);
    const isSo = isWanted(selection);
    for (let index = 0; index < selection.rows.length; index += 1) {
      const id = selection.columns.ids[selection.rows[index] ?? 0];
      if (!isChatId(id)) continue;
      const rank = samplingRank(id);
      const last = best.at(-1);
      if ((best.length === count && last !== undefined && rank >= last.rank) || !isSo(index)) continue;
      best = [...best, { id, rank }].sort((one, other) => one.rank - other.rank).slice(0, count);
    }
  }
  return best.map(({ id }) => id);
}
