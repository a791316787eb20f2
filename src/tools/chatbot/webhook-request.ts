import { jsonBlock } from '../../privacy/json-block.ts';
import { deskLine, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { WebhookRequest } from '../../upstream/webhook/webhook.ts';
import type { Bot, Desk } from '../../answers/desk.ts';

/**
 * The request as it leaves (specification, section 4.5), but for the token, with the account where the caller reaches several: two may
 * have bots of one name. Of a longer body than `most` characters only the beginning.
 */
export function requestWords(
  { body }: WebhookRequest,
  { account }: Pick<Desk, 'account'>,
  bot: Bot,
  endpoint: Bot['endpoints'][number],
  most?: number,
): OwnText {
  const { block, hidden } = jsonBlock(JSON.parse(body), most);
  return safe`${account === undefined ? safe`` : safe`Account: ${deskLine(account)}\n`}Bot: ${deskLine(bot.name)}
Endpoint: ${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})
POST, Content-Type: application/json, with the bot's token, which is not shown. Its body, ${Buffer.byteLength(body)} bytes without this layout:
${block}${hidden > 0 ? safe`\n… ${hidden} more characters would be sent.` : safe``}`;
}
