import { deskBlock, deskLine, safe, type OwnText } from '../../privacy/safe-text.ts';

/** A webhook call, for those who decide about it. */
export interface ShownCall {
  readonly bot: string;
  readonly endpoint: { readonly name: string; readonly description: string };
  /** Just as it would be sent. */
  readonly body: string;
}

/**
 * The request as it would be sent (specification, section 4.5), but for the token: laid out, with what cannot be seen, or
 * would be cleaned, written out as JSON can. Of a longer body than `most` characters only the beginning.
 */
export function requestWords({ bot, endpoint, body }: ShownCall, most = Infinity): OwnText {
  const shown = visible(JSON.stringify(JSON.parse(body), null, 2));
  const rest = shown.length - most;
  return safe`Bot: ${deskLine(bot)}
Endpoint: ${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})
POST, Content-Type: application/json, with the bot's token, which is not shown. Its body, ${Buffer.byteLength(body)} bytes without this layout:
${deskBlock(shown.slice(0, most), Infinity)}${rest > 0 ? safe`\n… ${rest} more characters would be sent.` : safe``}`;
}

function visible(json: string): string {
  return json.replaceAll(NOT_SHOWN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/**
 * Controls, format characters, odd spaces and others that show nothing, but not the line ends and spaces of the layout;
 * heaps of marks; and what begins an entity, a tag, an image or an address that is not http.
 */
const NOT_SHOWN =
  /(?![\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}&<]|(?<=\p{M}{8})\p{M}|!(?=\[)|(?<=[a-z\d+.-])(?<!https?):(?=\S)/giu;
