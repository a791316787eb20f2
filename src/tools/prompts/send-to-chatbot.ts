import { z } from 'zod';
import { botArgument, endpointArgument, sessionArgument } from './prompt-arguments.ts';
import { definePrompt } from './prompt.ts';

export const sendToChatbot = definePrompt({
  name: 'send_to_chatbot',
  title: 'Send data to a chatbot session',
  description: 'Collects data for a running chatbot session, shows it, and sends it once the user agrees.',
  arguments: { bot: botArgument, endpoint: endpointArgument, session_id: sessionArgument },
  values: z.strictObject({ bot: z.string(), endpoint: z.string(), session_id: z.string() }),
  text: ({ bot, endpoint, session_id }) => `Send data to the running session ${session_id} of the bot ${bot}.

1. If this conversation does not say which fields and values to send, ask the user. Take only what the user names or an answer shows. Invent nothing. Leave out what the flow does not need, above all card numbers, passwords and other people's data.
2. Call send_chatbot_webhook with bot=${bot}, endpoint=${endpoint}, session_id=${session_id}, the data as one flat object, and preview=true.
3. Show the user the preview and wait for a yes. The visitor may see the result, and it cannot be undone.
4. Make the same call once without preview. The app may ask the user again.

Report what the answer says. Sent means that the service accepted the data, not that the visitor saw a result. If the outcome is unknown, do not send again: ask the user to check the conversation. If it was refused, say why, and change only that. If the app declined, leave it.

Ask the user if the session may be over, if the preview shows anything they did not name, and before you send again.`,
});
