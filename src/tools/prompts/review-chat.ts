import { z } from 'zod';
import { chatIdArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const reviewChat = definePrompt({
  name: 'review_chat',
  title: 'Review a chat',
  description: 'One chat: what was asked, how it was answered, what is still open.',
  arguments: { chat_id: chatIdArgument },
  values: z.strictObject({ chat_id: z.string() }),
  text: ({ chat_id }) => `Review chat ${chat_id}.

1. Call get_chat_transcript with chat_id=${chat_id} and read all its messages.
2. Call get_support_performance with period="last_30_days" for comparison.

Report: what the visitor wanted; whether they got it, with the message that shows it; wait, first response and longest silence against the usual; questions without an answer and promises, with times; two things done well and up to two to improve, each with a short quote.

Separate facts from your opinion. A visitor who leaves without a word is neither satisfied nor dissatisfied. A bot's message is not an agent's answer. Do not draw general conclusions about an agent from a single chat. If the chat is still open, report only what has happened so far.`,
});
