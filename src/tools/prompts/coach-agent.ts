import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { agentArgument, periodArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const coachAgent = definePrompt({
  name: 'coach_agent',
  title: 'Coach an agent',
  description: 'Prepares a talk with an agent: what goes well, what to practise, with chats as examples.',
  arguments: { agent: agentArgument, period: periodArgument },
  values: z.strictObject({ agent: OwnText, period: OwnText.optional() }),
  text: ({ agent, period = safe`"last_30_days"` }) => safe`Prepare a talk with the agent ${agent} that helps them.

1. Call get_support_performance with agent ${agent}, period ${period} and compare_to "previous_period".
2. Call it once without agent, for the same period: what is usual on this desk.
3. Call list_chats with agent ${agent} and period ${period}: with min_rating at the high end of the scale and limit 5, then with max_rating at the low end and limit 5 (answers name the scale). Add two of their newest chats without a rating.
4. Call get_chat_transcript with view "digest" for at most six of these; read two in full, a good one and a difficult one.

Answer: two things that go well, each with a figure or a chat; one thing to practise, with two chats that show it and how it could have gone; how much they had to do at once, since that explains waits; two open questions to ask them. No more than a page, in words one can say to somebody's face.

Fewer than 20 chats or 5 ratings are told as examples, not as a pattern. Bad ratings are often about the shop: say which. Chats passed on count for whom they came to. Missed chats may name no agent, and say nothing about this one. There are no hours worked and no resolution here. No ranking against colleagues, no marks, nothing about the person apart from their work.

Stop and ask the person if the name fits several agents, or if there are fewer than five chats.`,
});
