import { z } from 'zod';
import { closestNames } from '../../model/closest.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { deskBlock, deskLine, ownWord, safe, SafeText, type OwnText } from '../../privacy/safe-text.ts';
import type { WebhookOutcome } from '../../upstream/webhook.ts';
import type { Bot, Desk } from '../desk.ts';
import { paragraphs } from '../render/budget.ts';
import { advertisedAs, defineTool } from '../tool.ts';

/** A session's data is a few fields of a customer; more is a mistake. */
const MOST_BYTES = 32_768;

export const sendChatbotWebhook = defineTool({
  name: 'send_chatbot_webhook',
  title: 'Hand data to a chatbot session',
  description:
    'Hands data to a running chatbot session: it is stored in chatbot variables and can start a flow that the visitor sees. Sends once and cannot be undone; preview shows what would be sent.',
  input: z.strictObject({
    bot: z.string().min(1).max(100).describe('Name of a configured bot.'),
    endpoint: z.string().min(1).max(100).describe('Name of one of its endpoints.'),
    session_id: z.string().min(1).max(200).describe('Id of the running session.'),
    data: z
      .record(z.string(), z.json())
      // Any JSON is advertised with references and unions, which some clients cannot read.
      .meta(advertisedAs({ type: 'object', description: 'Fields to hand over.' })),
    preview: z.boolean().default(false).describe('Show the request and send nothing.'),
  }),
  output: z.strictObject({
    outcome: z.enum(['accepted', 'refused', 'preview', 'unknown']),
    status: z.number().optional(),
    bot: SafeText,
    endpoint: SafeText,
    session_id: SafeText,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  answer: async ({ bot: botName, endpoint: endpointName, session_id: sessionId, data, preview }, desk, question) => {
    const { webhook, bots } = chatbotsOf(desk);
    const bot = named(bots, botName, 'bot');
    const endpoint = named(bot.endpoints, endpointName, `endpoint of ${bot.name}`);
    const body = JSON.stringify(data);
    if (Buffer.byteLength(body) > MOST_BYTES) {
      throw new InvalidArgument(`The data has more than ${MOST_BYTES} bytes.`, 'Hand over only what the flow needs.');
    }
    const names = { bot: ownWord(bot.name), endpoint: ownWord(endpoint.name), session_id: deskLine(sessionId, 200) };
    if (preview) {
      return {
        text: paragraphs(
          safe`Preview; nothing was sent. To ${names.bot}, endpoint ${names.endpoint}, session ${names.session_id}:`,
          previewWords(JSON.stringify(data, null, 2)),
        ),
        data: { outcome: 'preview' as const, ...names },
      };
    }
    const call = { bot: bot.name, endpoint: endpoint.name, sessionId, data };
    const sent = await sentOnce(question.signal, () => webhook.send(call, question.signal));
    return {
      text: outcomeWords(sent.outcome, sent.status),
      data: { outcome: sent.outcome, ...(sent.status !== undefined && { status: sent.status }), ...names },
    };
  },
});

/** A question is answered again where another one begins a new archive in the middle of it. What it sent stays sent. */
async function sentOnce(question: AbortSignal, send: () => Promise<WebhookOutcome>): Promise<WebhookOutcome> {
  const known = sentFor.get(question);
  if (known !== undefined) return known;
  const outcome = await send();
  sentFor.set(question, outcome);
  return outcome;
}

const sentFor = new WeakMap<AbortSignal, WebhookOutcome>();

/** The request as it would be sent: what cannot be seen, or would be cleaned, is written out as JSON can. */
function previewWords(json: string): OwnText {
  const visible = json.replaceAll(NOT_SHOWN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  const cut = visible.length - PREVIEW_LENGTH;
  return cut <= 0
    ? deskBlock(visible)
    : safe`${deskBlock(visible.slice(0, PREVIEW_LENGTH))}\n… ${cut} more characters would be sent.`;
}

/** How much of the data a preview shows. */
const PREVIEW_LENGTH = 4000;
/**
 * Controls, format characters, odd spaces and others that show nothing, but not the line ends and spaces of the layout;
 * heaps of marks; and what begins an entity, a tag, an image or an address that is not http.
 */
const NOT_SHOWN =
  /(?![\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}&<]|(?<=\p{M}{8})\p{M}|!(?=\[)|(?<=[a-z\d+.-])(?<!https?):(?=\S)/giu;

function chatbotsOf({ chatbots }: Desk): NonNullable<Desk['chatbots']> {
  if (chatbots === undefined)
    throw new InvalidArgument('No chatbot is configured.', 'Configure bots in the file of --config.');
  return chatbots;
}

function named<Item extends Bot | Bot['endpoints'][number]>(items: readonly Item[], name: string, kind: string): Item {
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name);
  const [closest] = closestNames(name, names, 1);
  throw new InvalidArgument(
    `There is no ${kind} of this name.${closest === undefined ? '' : ` Did you mean ${closest}?`}`,
    `Configured: ${names.join(', ')}.`,
  );
}

function outcomeWords(outcome: 'accepted' | 'refused' | 'unknown', status: number | undefined): OwnText {
  const answered = status === undefined ? safe`` : safe` (HTTP ${status})`;
  switch (outcome) {
    case 'accepted':
      return safe`Accepted${answered}. Whether the flow has run shows in the conversation; the service does not report it.`;
    case 'refused':
      return safe`Refused${answered}; nothing was stored. Check the session id and that the bot's token and endpoint are current.`;
    case 'unknown':
      return safe`Unknown${answered}: the data may have arrived. It is not sent again by itself; look at the conversation before sending once more.`;
  }
}
