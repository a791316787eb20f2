import { z } from 'zod';
import { visitorArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const prepareForVisitor = definePrompt({
  name: 'prepare_for_visitor',
  title: 'Prepare for a visitor',
  description: 'What to know about a visitor before talking to them: who they are, what happened, what is still open.',
  arguments: { visitor: visitorArgument },
  values: z.strictObject({ visitor: z.string() }),
  text: ({ visitor }) => `Help me prepare for a conversation with the visitor ${visitor}.

1. Call get_visitor_stats with visitor=${visitor}. If chats are missing, make the call it suggests, then call it again.
2. Call get_chat_transcript with view="digest" for up to three of the newest chats.
3. Call get_offline_message for up to two of the newest unanswered messages.

Report in at most twelve lines: who they are and since when; what each contact was about, with chat id and day; what is still open (questions, promises, messages); how satisfied they were (ratings, short quotes); their language; one opening sentence.

Lifetime totals exclude missed chats. A promise is kept only if a later message shows it. Quote order numbers, amounts and dates exactly. Do not guess at age, health, income or character. If several visitors match, show them with their ids and ask.`,
});
