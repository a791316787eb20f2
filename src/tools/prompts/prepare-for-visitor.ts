import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { visitorArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const prepareForVisitor = definePrompt({
  name: 'prepare_for_visitor',
  title: 'Prepare for a visitor',
  description: 'What to know of a visitor before talking to them: who they are, what happened, what is still open.',
  arguments: { visitor: visitorArgument },
  values: z.strictObject({ visitor: OwnText }),
  text: ({ visitor }) => safe`Prepare me for talking to the visitor ${visitor}.

1. Call get_visitor_stats with visitor ${visitor}. If it says that chats are missing, call list_chats with the same visitor once with period "last_90_days" and once with "today", then get_visitor_stats again.
2. Call get_chat_transcript with view "digest" for their newest chats, three at most. Read one in full only if its digest leaves open what was promised.
3. Call get_offline_message for their newest messages without a reply, two at most.

Answer in at most twelve lines: who they are and since when; what it was about each time, with chat id and day; what is open (a question without an answer, a promise and whether it was kept, a message without a reply); how they felt about it (ratings, their own words, quoted briefly); their language; one sentence to begin with.

Totals are for life and cannot be cut to a period; they leave out missed chats. Say what was not read. A promise counts as kept only if a later message shows it. Order numbers, amounts and dates are told as they were written, or not at all. Do not guess at age, health, income or character.

Stop and ask the person if several visitors match: show the candidates with their ids, and choose none.`,
});
