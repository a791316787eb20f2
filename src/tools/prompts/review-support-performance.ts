import { z } from 'zod';
import { agentArgument, periodArgument, timezoneArgument } from './prompt-arguments.ts';
import { argumentsWords, definePrompt } from './prompt.ts';

export const reviewSupportPerformance = definePrompt({
  name: 'review_support_performance',
  title: 'Review support performance',
  description: 'How support performed in a period: what changed, when and for whom, and what to look at next.',
  arguments: { period: periodArgument, timezone: timezoneArgument, agent: agentArgument },
  values: z.strictObject({
    period: z.string().optional(),
    timezone: z.string().optional(),
    agent: z.string().optional(),
  }),
  text: ({ period = '"last_7_days"', timezone, agent }) => `Review how support performed in ${period}.

1. Call get_support_performance with period=${period}${argumentsWords({ timezone, agent })} and compare_to="previous_period".
2. For up to three figures that changed most, call explain_change with the same arguments and the metric.
3. Read up to three chats it names, with get_chat_transcript and view="digest". For low ratings, find chats with list_chats, period=${period}${argumentsWords({ timezone, agent })}, order="lowest_rating" and limit=5.
4. Call list_topics with the same arguments as in step 1.

Report, on one page: three figures with their change; what got worse, when and for whom; what got better; up to three things to look at next, each with its figure.

Give every figure its period and count, and every estimate its interval. Do not report a change as a finding if it could be due to chance. Compare agents only from 20 chats each. If missed chats name no agent, assign them to nobody. If an answer is incomplete, call again once, then say what is missing. Ask the user if several agents match or the period has no chats.`,
});
