import { z } from 'zod';
import { safe, OwnText } from '../../privacy/safe-text.ts';
import { botArgument, endpointArgument, sessionArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const sendToChatbot = definePrompt({
  name: 'send_to_chatbot',
  title: 'Send data to a chatbot session',
  description: 'Puts data together for a running chatbot session, shows it, and sends it once a person agrees.',
  arguments: { bot: botArgument, endpoint: endpointArgument, session_id: sessionArgument },
  values: z.strictObject({ bot: OwnText, endpoint: OwnText, session_id: OwnText }),
  text: ({ bot, endpoint, session_id }) => safe`Hand data to the running session ${session_id} of the chatbot ${bot}.

1. If this conversation does not say which fields and values to hand over, ask the person. Take only what they name, or what an answer of a tool shows; invent nothing, and leave out what the flow does not need, above all card numbers, passwords and other people's data.
2. Call send_chatbot_webhook with bot ${bot}, endpoint ${endpoint}, session_id ${session_id}, the data as one flat object, and preview true.
3. Show the person the preview, and wait for their yes. The visitor may see what follows, and it cannot be taken back.
4. Call it again with exactly the same arguments, without preview. Once. The host may ask them once more.

Say what the answer says: accepted means that the service took it, not that the visitor saw it. With unknown it may have arrived: do not send again, but tell the person, who can look at the session. With refused, tell why, and change only what it is about. With declined, the host said no, whether the person did or not: tell them, and leave it.

Stop and ask the person if the session may be over, if the preview shows something other than they named, or before any second sending.`,
});
