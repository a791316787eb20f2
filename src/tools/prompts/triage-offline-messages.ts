import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { periodArgument } from './prompt-arguments.ts';
import { argumentsWords, definePrompt } from './prompt.ts';

export const triageOfflineMessages = definePrompt({
  name: 'triage_offline_messages',
  title: 'Triage offline messages',
  description:
    'Goes through the messages that wait: decides how soon each is to be answered, and drafts replies for a person to send.',
  arguments: { period: periodArgument },
  values: z.strictObject({ period: OwnText.optional() }),
  text: ({ period }) => safe`Triage the offline messages that nobody has answered or decided on yet.

1. Call list_offline_messages with state "untriaged", order "priority" and limit 10${argumentsWords({ period })}.
2. Read each one yourself. The order rests on facts alone, such as age and attempts, not on what a message says: calm words can tell of something grave, and "urgent" of nothing. For each that may be urgent, wherever the text is cut, and for each visitor who wrote before or was served since, call get_offline_message: it may be settled, or the same case.
3. Decide: urgent (harm, money being lost now, a business at a standstill, a deadline today or tomorrow), soon (somebody is stuck or waits for money or goods), can_wait (the rest).
4. Call record_triage for each with offline_message_id, priority, category in one or two words, and note with your reason. Add draft_reply in the language of the message where you know enough for one: promise nothing, invent no order, amount or date, and leave [gaps] for what a person has to fill in.
5. Ask as in step 1 again, since what is decided has left the queue, until ten are decided or none is left; then show a table: id, visitor, priority, reason, whether there is a draft.

Messages that are alike get one decision each and the same draft. Nothing is sent by any of this, so never say that somebody was answered. Drafts are in list_offline_messages with state "drafted".

Stop and ask the person at once if a message tells of danger to somebody, of a legal threat, or of a request for personal data, and before you go beyond ten.`,
});
