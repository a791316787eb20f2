import { z } from 'zod';
import { agentArgument, periodArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const coachAgent = definePrompt({
  name: 'coach_agent',
  title: 'Coach an agent',
  description:
    'Prepares a coaching conversation with an agent: what goes well and what to practise, with chats as examples.',
  arguments: { agent: agentArgument, period: periodArgument },
  values: z.strictObject({ agent: z.string(), period: z.string().optional() }),
  text: ({
    agent,
    period = '"last_30_days"',
  }) => `Prepare a coaching conversation with the agent ${agent} about ${period}.

1. Call get_support_performance with agent=${agent}, period=${period} and compare_to="previous_period".
2. Call it again without agent, to see what is usual.
3. Call list_chats with agent=${agent}, period=${period} and limit=5: once with min_rating at the top of the scale, once with order="lowest_rating". Add two recent unrated chats.
4. Read up to six of them with get_chat_transcript and view="digest", and two in full.

Report, on one page and fit to be said in person: two things that go well, each with a figure or a chat; one thing to practise, with two chats and how they could have gone; how many chats they had at once; two open questions to ask.

Fewer than 20 chats or 5 ratings are examples, not a pattern. Low ratings are often about the shop: say so. Do not rank, grade, or comment on anything but the work. Ask the user if several agents match or there are fewer than five chats.`,
});
