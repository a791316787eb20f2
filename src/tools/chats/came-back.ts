import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { UNKNOWN, YES } from '../../model/codebook/code-states.ts';
import { knownReturns, returnsIn } from '../figures/known-returns.ts';

/**
 * Of some missed chats of a period, by id: whether their visitors came back within a day (the metric `came_back`); absent where that is
 * not known. Reads the chats of the hours behind the period.
 */
export async function cameBackOf(
  ids: ReadonlySet<number>,
  period: Period,
  selected: SelectedChats & { readonly isEach: boolean },
  book: Codebook,
  desk: Desk,
  question: AskedQuestion,
): Promise<Readonly<Record<string, boolean>>> {
  const known = await knownReturns(period, selected, { isEach: selected.isEach, readsMessages: false }, desk, question);
  if (known === undefined || ids.size === 0) return {};
  const returns = await returnsIn(known, book, desk, question);
  const found: Record<string, boolean> = {};
  for await (const { columns, rows } of desk.archive.chats.columns(period)) {
    for (const row of rows) {
      const id = columns.ids[row];
      const state = id !== undefined && ids.has(id) ? returns.stateOf(columns, row) : UNKNOWN;
      if (state !== UNKNOWN) found[String(id)] = state === YES;
    }
  }
  return found;
}
