import type { Grouping } from '../../figures/groupings/grouping.ts';
import { mainValues } from '../../insights/codes/likelihood.ts';
import { meaningOf } from '../../model/codebook/codebook.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { chatIdAt } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import { readInTurn } from '../../answers/selection/selected-transcripts.ts';
import { PART_OF_TIME, readBehind } from './reading-behind.ts';

/** So many transcripts of a rare value prove what it means, beside a sample that has hardly any. */
const WITNESSES = 8;

/**
 * Reads a few transcripts of chats with the rarer value of `is_chat_transferred`, where a question rests on that code and
 * its meaning is open: a random sample may hold none of them, and then nothing would ever tell. Once for a desk. Answers whether it reads any.
 */
export async function readTransferTranscripts(
  resting: readonly (Metric | Grouping)[],
  { days }: SelectedChats,
  desk: Desk,
  question: AskedQuestion,
): Promise<boolean> {
  if (!resting.some(({ codes = [] }) => codes.includes('is_chat_transferred'))) return false;
  const book = await codebookOf(desk);
  const { is_chat_transferred: reading } = book;
  if ([...reading.values.values()].every(({ meaning }) => meaning !== undefined)) return false;
  const values = mainValues(new Map([...reading.values.values()].map(({ value, count }) => [value, count])));
  const [rarest, other, ...more] = values.toSorted(
    (one, two) => (reading.values.get(one)?.count ?? 0) - (reading.values.get(two)?.count ?? 0),
  );
  if (rarest === undefined || other === undefined || more.length > 0) return false;
  if (meaningOf(book, 'is_chat_transferred', rarest) !== undefined) return false;
  const { transcripts } = await desk.archive.shownCodes();
  const lacking = WITNESSES - transcripts.filter(({ chat }) => chat.transferredCode === rarest).length;
  if (lacking <= 0) return false;
  const found: ChatId[] = [];
  for await (const { columns, rows } of days()) {
    for (const row of rows) {
      const isWitness = columns.codeSets[columns.codes[row] ?? 0]?.transferredCode === rarest;
      if (isWitness && !Number.isNaN(columns.ends[row]) && found.length < 2 * WITNESSES) {
        found.push(chatIdAt(columns, row));
      }
    }
    if (found.length >= 2 * WITNESSES) break;
  }
  const atHand = await desk.archive.transcripts.wholeAmong(found);
  const missing = found.filter((id) => !atHand.has(id) && !desk.archive.transcripts.isRefused(id)).slice(0, lacking);
  if (missing.length > 0) await readBehind((behind) => readInTurn(missing, desk, behind), PART_OF_TIME, desk, question);
  return missing.length > 0;
}
