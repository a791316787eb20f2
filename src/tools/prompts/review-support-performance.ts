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
2. For at most three figures that changed most, such as missed, wait or rating, call explain_change with that metric, period ${period}${argumentsWords({ timezone, agent })} and compare_to "previous_period". It tells which hours, weekdays${agent === undefined ? safe`, agents` : safe``} and countries the change comes from, what chance alone gives, and chats to read. "Nothing stands out" is a finding, too.
3. Where it names chats, or a rating fell, read at most three of them with get_chat_transcript and view "digest". For the worst rated: list_chats, same period, with order "lowest_rating" and limit 5.
4. Call list_topics with period ${period}${argumentsWords({ timezone, agent })} and compare_to "previous_period": whether visitors talk about something new.

Answer in this order: three figures with their change; what got worse, when and where; what got better; at most three things to look at next, each with the figure behind it. One page at most.

Every figure with its period and n. What is marked as an estimate is told with its interval, what is marked as few or uncertain as no finding. What stays within chance is no change. Compare no agents with fewer than 20 chats each. Missed chats may name no agent: then nobody has missed them. Occupancy, hours worked, resolution and satisfaction in percent cannot be known here.

If an answer says that it is incomplete, ask once more; if it still is, say what is missing. Stop and ask the person if the agent's name fits several, or if the period has no chats.`,
});
