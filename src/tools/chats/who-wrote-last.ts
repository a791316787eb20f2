import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { mayHideParty, rolesOf } from '../../insights/codes/authorship.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { chatIdAt, portionsOf, type ChatSelection } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import { slices } from '../../model/slices.ts';

/** Whether the visitor wrote last in chats whose transcripts are loaded as they were in the end; nothing is loaded for it. */
export async function whoWroteLast(
  days: AsyncIterable<ChatSelection>,
  book: Codebook,
  { archive }: Desk,
  { signal }: AskedQuestion,
): Promise<Map<ChatId, boolean>> {
  const clues = { agents: agentNamesOf((await archive.observedCodes()).agentNames), book };
  const wroteLast = new Map<ChatId, boolean>();
  for await (const day of days) {
    for (const { columns, rows } of portionsOf(day)) {
      if (slices.isOver()) await slices.next(signal);
      const whole = await archive.transcripts.wholeAmong(Array.from(rows, (row) => chatIdAt(columns, row)));
      for (const transcript of await archive.transcripts.authoredOf([...whole.keys()])) {
        if (slices.isOver()) await slices.next(signal);
        const byAuthor = rolesOf(transcript.authors, transcript, clues);
        const roles = transcript.by.map((author) => byAuthor[author] ?? 'unknown');
        if (mayHideParty(roles)) continue;
        const last = roles.findLast((role) => role === 'visitor' || role === 'agent');
        wroteLast.set(transcript.chatId, last === 'visitor');
      }
    }
  }
  return wroteLast;
}
