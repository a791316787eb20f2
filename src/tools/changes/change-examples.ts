import type { ChangeSums } from '../../insights/changes/change-sums.ts';
import type { ReadsValues } from '../../figures/chat-values.ts';
import type { Explained } from '../../insights/changes/explained.ts';
import { BEFORE, NOW, type Which } from '../../insights/changes/part-sums.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { isChatId, type ChatSelection } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Chat } from '../../model/records.ts';
import { samplingRank } from '../../model/sampling.ts';
import { slices } from '../../model/slices.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';

/** The number of examples of the period that did worse, and of the other one. */
const EXAMPLES = { worse: 3, other: 2 } as const;

/** So many chats are looked at in one step. */
const CHATS_A_STEP = 4096;

/** The chats of a part, and which of them say why it stands out. */
interface Wanted {
  readonly isIn: (which: Which, selection: ChatSelection) => (index: number) => boolean;
  readonly worse: Which;
  /** Whether chats above the figure are why, or those below it; undefined: any are. */
  readonly above: boolean | undefined;
  /** Only the period that did worse has any. */
  readonly isOnly: boolean;
}

/**
 * Chats to read of what stands out first, drawn at random: of the period that did worse those that made it so, of the other one
 * some to compare. None where nothing stands out.
 */
export async function examplesOf(
  explained: Explained,
  sums: ChangeSums,
  metric: Metric,
  both: readonly { readonly selected: SelectedChats }[],
  readers: readonly ReadsValues[],
  desk: Desk,
  question: AskedQuestion,
): Promise<{ readonly now: readonly Chat[]; readonly before: readonly Chat[] }> {
  const wanted = wantedOf(explained, sums, metric);
  if (wanted === undefined) return { now: [], before: [] };
  const drawn = async (which: Which) => {
    const [one, read] = [both[which], readers[which]];
    const isWorse = which === wanted.worse;
    if (one === undefined || read === undefined || (wanted.isOnly && !isWorse)) return [];
    const above = isWorse && metric.kind.name !== 'count' ? wanted.above : undefined;
    const figure = explained.whole.figures[which];
    const ids = await idsOf(one.selected, isWorse ? EXAMPLES.worse : EXAMPLES.other, question, (selection) => {
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
  return { now: await drawn(NOW), before: await drawn(BEFORE) };
}

function wantedOf(
  { causes, oddDay }: Explained,
  sums: ChangeSums,
  { kind: { name: kind } }: Metric,
): Wanted | undefined {
  if (oddDay !== undefined) {
    const { which, block, contribution } = oddDay;
    return {
      isIn: (one, selection) => {
        const blocks = sums.blocksOf(one, selection);
        return (index) => blocks[index] === block;
      },
      worse: which,
      above: contribution > 0 === (which === NOW),
      isOnly: true,
    };
  }
  const first = causes.find(({ part }) => part !== undefined);
  if (first?.part === undefined) return undefined;
  const { by, part, contribution } = first;
  const isLowWorse = kind === 'rating' || kind === 'service level';
  return {
    isIn: (which, selection) => {
      const keys = sums.partsOf(by, which, selection);
      return (index) => keys[index] === part.key;
    },
    worse: contribution > 0 === isLowWorse ? BEFORE : NOW,
    above: first.kind === 'rate' ? !isLowWorse : undefined,
    isOnly: false,
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
    const isSo = isWanted(selection);
    for (let index = 0; index < selection.rows.length; index += 1) {
      if (index % CHATS_A_STEP === 0 && slices.isOver()) await slices.next(signal);
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
