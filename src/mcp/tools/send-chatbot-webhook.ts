import { z } from 'zod';
import { closestNames } from '../../model/closest.ts';
import { AgreementRequired, InvalidArgument } from '../../model/errors.ts';
import { deskLine, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import type { Bot, Desk } from '../desk.ts';
import { handedData } from '../handed-data.ts';
import type { Person } from '../person.ts';
import { paragraphs } from '../render/budget.ts';
import { outcomeWords } from '../render/webhook-outcome.ts';
import { requestWords } from '../render/webhook-request.ts';
import { sentOnce } from '../sent-once.ts';
import { advertisedAs, defineTool } from '../tool.ts';

/** What a call can come to (design, "Shapes"). */
export const CALL_OUTCOMES = ['accepted', 'refused', 'declined', 'preview', 'unknown'] as const;

/** How much of the body a preview shows, in characters: a person who is asked sees all of it. */
const PREVIEW_LENGTH = 4000;

/** What no id of a session has, and what nobody who looks at one would see. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]|^\s|\s$/u;

export const sendChatbotWebhook = defineTool({
  name: 'send_chatbot_webhook',
  title: 'Hand data to a chatbot session',
  description:
    'Hands data to a running chatbot session: it is stored in chatbot variables and can start a flow that the visitor sees. The person is asked first where the host can ask. Sends once and cannot be undone; preview shows what would be sent.',
  input: z.strictObject({
    bot: z.string().min(1).max(100).describe('Name of a bot; get_service_status lists them.'),
    endpoint: z.string().min(1).max(100).describe('Name of one of its endpoints.'),
    session_id: z
      .string()
      .min(1)
      .max(200)
      .refine((id) => !INVISIBLE.test(id), 'begins or ends with a blank, or holds characters that cannot be seen')
      .describe('Id of the running session.'),
    // Any JSON is advertised with references and unions, which some clients cannot read.
    data: z.unknown().meta(advertisedAs({ type: 'object', description: 'Fields to hand over.' })),
    preview: z.boolean().default(false).describe('Show the request and send nothing.'),
  }),
  output: z.strictObject({
    outcome: z.enum(CALL_OUTCOMES),
    status: z.number().optional(),
    bot: OwnText,
    endpoint: OwnText,
    session_id: OwnText,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  answer: async (args, desk, { person, signal, waitsFor }) => {
    const { webhook, bots } = chatbotsOf(desk);
    const bot = named(bots, args.bot, 'There is no bot');
    const endpoint = named(bot.endpoints, args.endpoint, `${bot.name} has no endpoint`);
    const data = handedData(args.data, bot);
    const call = { bot: bot.name, endpoint: endpoint.name, sessionId: args.session_id, data };
    const shown = { bot: bot.name, endpoint, body: webhook.bodyOf(call) };
    const answered = (outcome: (typeof CALL_OUTCOMES)[number], status?: number) => ({
      outcome,
      ...(status !== undefined && { status }),
      bot: ownWord(bot.name),
      endpoint: ownWord(endpoint.name),
      session_id: deskLine(args.session_id, 200),
    });

    if (args.preview) {
      return {
        text: paragraphs(
          safe`Preview; nothing was sent.`,
          requestWords(shown, PREVIEW_LENGTH),
          agreementWords(bot, person),
        ),
        data: () => answered('preview'),
      };
    }
    if (bot.confirm === 'required' && !person.canBeAsked) throw new AgreementRequired();
    waitsFor('the person to agree');
    const agreement = person.canBeAsked
      ? await person.ask(
          paragraphs(QUESTION, requestWords(shown)),
          JSON.stringify([bot.name, endpoint.name, shown.body]),
        )
      : undefined;
    if (agreement !== undefined && agreement.reply !== 'accepted') {
      const what = agreement.reply === 'declined' ? safe`The person said no` : safe`The person closed the question`;
      return {
        text: safe`${what}: nothing was sent. Do not send it again unless they ask for it.`,
        data: () => answered('declined'),
      };
    }
    waitsFor('the chatbot webhook');
    const agreed = { ...call, ...(agreement && { agreedBy: 'person' as const }) };
    const sent = await sentOnce(agreement?.occasion ?? signal, signal, (signal) => webhook.send(agreed, signal));
    return { text: outcomeWords(sent), data: () => answered(sent.outcome, sent.status) };
  },
});

const QUESTION = safe`Send this to a running chatbot session? The visitor may see what follows, and it cannot be taken back.`;

/** What comes before the sending that a preview shows. */
function agreementWords({ confirm }: Bot, { canBeAsked }: Person): OwnText | undefined {
  if (canBeAsked) return safe`Before it is sent, the host asks the person.`;
  if (confirm === 'host') return undefined;
  return safe`It could not be sent from here: the person has to agree first, and this host cannot ask them.`;
}

function chatbotsOf({ chatbots }: Desk): NonNullable<Desk['chatbots']> {
  if (chatbots === undefined)
    throw new InvalidArgument('No chatbot is configured.', 'Configure bots in the file of --config.');
  return chatbots;
}

function named<Item extends Bot | Bot['endpoints'][number]>(items: readonly Item[], name: string, none: string): Item {
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name);
  const [closest] = closestNames(name, names, 1);
  throw new InvalidArgument(
    `${none} named "${name}".${closest === undefined ? '' : ` Did you mean ${closest}?`}`,
    `Configured: ${names.join(', ')}.`,
  );
}
