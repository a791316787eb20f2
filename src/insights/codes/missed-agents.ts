import type { ChatSelection } from '../../model/chat-columns.ts';
import { isMissed } from './code-states.ts';
import type { Codebook } from './codebook.ts';

/** Whether a missed chat among these names its agent. */
export function missedNamesAgent(
  { columns: { codes, codeSets, agents }, rows }: ChatSelection,
  book: Codebook,
): boolean {
  const missed = codeSets.map((set) => isMissed(set, book) === true);
  return rows.some((row) => missed[codes[row] ?? 0] === true && agents[row] !== 0);
}
