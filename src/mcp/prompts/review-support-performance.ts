import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { agentArgument, periodArgument, timezoneArgument } from './prompt-arguments.ts';
import { argumentsWords, definePrompt } from './prompt.ts';

export const reviewSupportPerformance = definePrompt({
  name: 'review_support_performance',
  title: 'Review support performance',
  description: 'How support did in a period: what changed, when and with whom, and what to look at next.',
  arguments: { period: periodArgument, timezone: timezoneArgument, agent: agentArgument },
  values: z.strictObject({
    period: OwnText.optional(),
    timezone: OwnText.optional(),
    agent: OwnText.optional(),
  }),
  text: ({ period = safe`"last_7_days"`, timezone, agent }) => safe`Review how live-chat support did.

1. Call get_support_performance with period ${period}${argumentsWords({ timezone, agent })} and compare_to "previous_period".
2. Call it again without compare_to: with group_by ["weekday"], then ["hour"]${agent === undefined ? safe`, then ["agent"]` : safe``}. Leave out what step 1 gives no reason for.
3. If more chats were missed, or waits grew, name the weekday and the hours where. With hours and weekdays, such as "9-17" and ["Monday"], look at these alone.
4. Where ratings or answers got worse, call list_chats for the same period with max_rating at the low end of the scale (the answer names it), and read at most three of them with get_chat_transcript and view "digest".

Answer in this order: three figures with their change; what got worse, when and where; what got better; at most three things to look at next, each with the figure behind it. One page at most.

Every figure with its period and n. What is marked as an estimate is told with its interval, what is marked as few or uncertain as no finding. Compare no agents with fewer than 20 chats each. Missed chats may name no agent: then nobody has missed them. Occupancy, hours worked, resolution and satisfaction in percent cannot be known here.

If an answer says that it is incomplete, ask once more; if it still is, say what is missing. Stop and ask the person if the agent's name fits several, or if the period has no chats.`,
});
