import { z } from 'zod';
import { periodArgument } from './prompt-arguments.ts';
import { argumentsWords, definePrompt } from './prompt.ts';

export const triageOfflineMessages = definePrompt({
  name: 'triage_offline_messages',
  title: 'Triage offline messages',
  description:
    'Goes through the unanswered messages: decides how soon each needs a reply, and drafts replies for a person to send.',
  arguments: { period: periodArgument },
  values: z.strictObject({ period: z.string().optional() }),
  text: ({ period }) => `Triage the unanswered offline messages.

1. Call list_offline_messages with state="untriaged"${argumentsWords({ period })} and limit=10.
2. Read each message yourself. Call get_offline_message if it may be urgent, or if the visitor wrote before or was served later: it may be settled.
3. Decide: urgent (harm, money being lost, a business that cannot operate, a deadline today or tomorrow), soon (someone is stuck or waiting for money or goods), or can_wait.
4. Call record_triage with the priority, a category of one or two words, and your reason as the note. Add draft_reply, in the visitor's language, if you know enough. Promise and invent nothing; mark what a person must fill in as [gap].
5. Repeat from step 1 until ten are decided or none is left. Then show a table: id, visitor, priority, reason, draft yes or no.

Nothing is sent, so do not say that anyone was answered. Stop and ask the user if a message mentions danger, legal action or a request for personal data, and before you go beyond ten.`,
});
