import type { DeskText } from '../../model/trusted-text.ts';
import { jsonBlock } from '../../privacy/json-block.ts';
import { deskLine, safe, type OwnText } from '../../privacy/safe-text.ts';

/** A webhook call, for those who decide about it. */
export interface ShownCall {
  readonly bot: DeskText;
  readonly endpoint: { readonly name: DeskText; readonly description: DeskText };
  /** Just as it would be sent. */
  readonly body: string;
}

/**
 * The request as it would be sent (specification, section 4.5), but for the token. Of a longer body than `most`
 * characters only the beginning.
 */
export function requestWords({ bot, endpoint, body }: ShownCall, most?: number): OwnText {
  const { block, hidden } = jsonBlock(JSON.parse(body), most);
  return safe`Bot: ${deskLine(bot)}
Endpoint: ${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})
POST, Content-Type: application/json, with the bot's token, which is not shown. Its body, ${Buffer.byteLength(body)} bytes without this layout:
${block}${hidden > 0 ? safe`\n… ${hidden} more characters would be sent.` : safe``}`;
}
