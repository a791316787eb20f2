import { z } from 'zod';
import type { CallerText } from '../../model/text/trusted-text.ts';
import { jsonBlock } from '../../privacy/json-block.ts';
import { callerQuotation, deskLine } from '../../privacy/cleaned-text.ts';
import type { WebhookRequest } from '../../upstream/webhook/webhook.ts';
import type { Bot, Desk } from '../../answers/desk.ts';

/** A call to an endpoint of a bot. Two accounts may have bots of one name, so `account` is shown where the caller reaches several. */
interface ShownCall {
  readonly request: WebhookRequest;
  readonly sessionId: CallerText;
  readonly bot: Bot;
  readonly endpoint: Bot['endpoints'][number];
  readonly account: Desk['account'];
}

/** The length of a session's id, in characters: an id is shown whole. */
export const MAX_SESSION_ID = 200;

/** The data that are shown are read from the body as it leaves (specification, section 4.5). */
const Body = z.object({ data: z.unknown() });
const dataOf = ({ body }: WebhookRequest) => Body.parse(JSON.parse(body)).data;

/** The question before a call. */
export function questionWords({ request, sessionId, bot, endpoint, account }: ShownCall): string {
  return `Send this data to the chatbot session ${callerQuotation(sessionId, MAX_SESSION_ID)}? The visitor may see the result, and it cannot be undone.

${account === undefined ? '' : `Account: ${deskLine(account)}\n`}Bot: ${deskLine(bot.name)}
Endpoint: ${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})
Data:
${jsonBlock(dataOf(request)).block}`;
}

/** What would be sent. Of longer data than `most` characters only the beginning. */
export function previewWords({ request, sessionId, bot, endpoint, account }: ShownCall, most: number): string {
  const { block, hidden } = jsonBlock(dataOf(request), most);
  const whose = account === undefined ? 'Bot' : `Account ${deskLine(account)}, bot`;
  return `**Preview, nothing sent.** ${whose} ${deskLine(bot.name)}, endpoint ${deskLine(endpoint.name)}, session ${callerQuotation(sessionId, MAX_SESSION_ID)}, data:
${block}${hidden > 0 ? `\n… ${hidden} more characters would be sent.` : ''}`;
}
