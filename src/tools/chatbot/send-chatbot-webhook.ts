import { z } from 'zod';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { AgreementRequired, InvalidArgument } from '../../model/errors.ts';
import { CallerText, joined, quotation, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { callerLine, deskLine, safe, OwnText } from '../../privacy/safe-text.ts';
import { isAllSeen } from '../../model/text/unseen.ts';
import type { Bot, Desk } from '../../answers/desk.ts';
import { handedData } from './handed-data.ts';
import type { Person } from '../../answers/person.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { outcomeWords } from './webhook-outcome.ts';
import { requestWords } from './webhook-request.ts';
import { advertisedAs, defineTool } from '../../answers/tool.ts';

/** The outcomes of a call (design, "Shapes"). */
export const CALL_OUTCOMES = ['accepted', 'refused', 'declined', 'preview', 'unknown'] as const;

/** The length of the body in a preview, in characters: a person who is asked sees all of it. */
const PREVIEW_LENGTH = 4000;

export const sendChatbotWebhook = defineTool({
  name: 'send_chatbot_webhook',
  title: 'Hand data to a chatbot session',
  description:
    'Hands data to a running chatbot session: it is stored in chatbot variables and can start a flow that the visitor sees. The host is to ask the person first, if it can. Sends once and cannot be undone; preview shows what would be sent.',
  input: z.strictObject({
    bot: CallerText.min(1).max(100).describe('Name of a bot; get_service_status lists them.'),
    endpoint: CallerText.min(1).max(100).describe('Name of one of its endpoints.'),
    session_id: CallerText.min(1)
      .max(200)
      .refine(isAllSeen, 'holds blanks or other characters that cannot be seen')
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
    const bot = named(bots, args.bot, trusted`There is no bot`);
    const endpoint = named(bot.endpoints, args.endpoint, trusted`${bot.name} has no endpoint`);
    const data = await handedData(args.data, bot, signal);
    // Made once: what is shown, what is asked about, and what leaves are the same.
    const called = { bot: bot.name, endpoint: endpoint.name, sessionId: args.session_id };
    const request = webhook.prepare({ ...called, data, caller: desk.caller.id });
    const answered = (outcome: (typeof CALL_OUTCOMES)[number], status?: number) =>
      omitUndefined({
        outcome,
        status,
        bot: deskLine(bot.name),
        endpoint: deskLine(endpoint.name),
        session_id: callerLine(args.session_id, 200),
      });

    if (args.preview) {
      return {
        text: paragraphs(
          safe`Preview; nothing was sent.`,
          requestWords(request, desk, bot, endpoint, PREVIEW_LENGTH),
          agreementWords(bot, person),
        ),
        data: () => answered('preview'),
      };
    }
    waitsFor('the reply to a question');
    const { reply, withdrawn, mayLeave } = await person.ask({
      request: () => paragraphs(QUESTION, requestWords(request, desk, bot, endpoint)),
      about: request.digest,
      confirm: bot.confirm,
    });
    if (reply === 'cannot_ask') throw new AgreementRequired();
    if (reply === 'declined' || reply === 'dismissed') {
      await request.recordDecline();
      return { text: noWords(reply), data: () => answered('declined') };
    }
    waitsFor('the chatbot webhook');
    const agreedBy = reply === 'accepted' ? ('host' as const) : undefined;
    const sent = await request.send({ signal, withdrawn, mayLeave, agreedBy });
    if (sent.outcome === 'declined') return { text: noWords('withdrawn'), data: () => answered('declined') };
    return {
      text: paragraphs(
        outcomeWords(sent),
        agreedBy === undefined ? NOBODY_ASKED : safe`It was sent because the host accepted the question about it.`,
      ),
      data: () => answered(sent.outcome, sent.status),
    };
  },
});

const QUESTION = safe`Send this to a running chatbot session? The visitor may see what follows, and it cannot be taken back.`;

const NOBODY_ASKED = safe`Nobody was asked: this app cannot show questions.`;

/** Says what comes before the sending that a preview shows. */
function agreementWords({ confirm }: Bot, { canBeAsked }: Person): OwnText {
  if (canBeAsked) return safe`Before it is sent, the host is given a question for the person.`;
  if (confirm === 'host') return safe`This app cannot ask the user, so it would be sent without asking.`;
  return safe`It could not be sent from here: the host would have to accept a question first, and this one cannot show any.`;
}

/** Nothing tells whether it was a person or the host itself that said no. */
function noWords(what: 'declined' | 'dismissed' | 'withdrawn'): OwnText {
  const who = {
    declined: safe`The host declined`,
    dismissed: safe`The host closed the question without a reply`,
    withdrawn: safe`The host accepted, and then took that back`,
  }[what];
  return safe`${who}: nothing was sent. It may have asked the person or decided by itself. Do not send it again unless the person asks for it.`;
}

function chatbotsOf({ chatbots }: Desk): NonNullable<Desk['chatbots']> {
  if (chatbots === undefined)
    throw new InvalidArgument('No chatbot is configured.', 'Configure bots in the file of --config.');
  return chatbots;
}

function named<Item extends Bot | Bot['endpoints'][number]>(
  items: readonly Item[],
  name: CallerText,
  none: TrustedText,
): Item {
  const found = items.find((item) => String(item.name) === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name);
  throw new InvalidArgument(
    didYouMean(trusted`${none} "${quotation(name)}"`, name, names, { listed: [] }),
    trusted`Configured: ${joined(names, ', ')}.`,
  );
}
