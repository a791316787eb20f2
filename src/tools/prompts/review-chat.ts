import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { chatIdArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const reviewChat = definePrompt({
  name: 'review_chat',
  title: 'Review a chat',
  description: 'One chat: what was asked, how it was answered, what is still open.',
  arguments: { chat_id: chatIdArgument },
  values: z.strictObject({ chat_id: OwnText }),
  text: ({ chat_id }) => safe`Review chat ${chat_id}.

1. Call get_chat_transcript with chat_id ${chat_id} and view "digest".
2. Call it again with view "full", and follow next_cursor to the end: no judgement of a chat that was not read whole.
3. For what is usual, call get_support_performance with period "last_30_days" once.

Answer: what the visitor wanted, in one sentence; whether they got it, with the message that shows it; first response, wait and longest silence, each beside what is usual; questions that nobody answered and promises that were made, with their times; two things done well and at most two to do otherwise, each with a short quotation.

Facts come from the digest, opinions are marked as yours. Somebody who leaves without a word is neither content nor angry. A bot's message is no answer by an agent; a transferred chat has several agents, and its row names the last one only. A single chat says nothing about an agent as a whole. If there is no rating, say so.

Stop and ask the person if there is no such chat, or if it is still going on: then only tell what has happened so far.`,
});
