import { z } from 'zod';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { AgreementRequired, InvalidArgument } from '../../model/errors.ts';
import { CallerText, quotation, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { callerLine, deskLine } from '../../privacy/cleaned-text.ts';
import { isAllSeen } from '../../model/text/unseen.ts';
import type { Bot, Desk } from '../../answers/desk.ts';
import { handedData } from './handed-data.ts';
import type { Person } from '../../answers/person.ts';
import { outcomeWords } from './webhook-outcome.ts';
import { MAX_SESSION_ID, previewWords, questionWords } from './webhook-request.ts';
import { advertisedAs, defineTool } from '../../answers/tool.ts';

/** The outcomes of a call (design, "Shapes"). */
export const CALL_OUTCOMES = ['accepted', 'refused', 'declined', 'preview', 'unknown'] as const;

/** The length of the data in a preview, in characters: a user who is asked sees all of it. */
const PREVIEW_LENGTH = 4000;

export const sendChatbotWebhook = defineTool({
  name: 'send_chatbot_webhook',
  title: 'Send data to a chatbot session',
  description:
    'Sends data to a running chatbot session. The visitor may see the result, and it cannot be undone. The app is asked to confirm first, if it can. Use preview to check.',
  input: z.strictObject({
    bot: CallerText.min(1).max(100).describe('As in get_service_status.'),
    endpoint: CallerText.min(1).max(100),
    session_id: CallerText.min(1)
      .max(MAX_SESSION_ID)
      .refine(isAllSeen, 'must not have spaces or invisible characters')
      .describe('From the user; sessions end.'),
    // Any JSON is advertised with references and unions, which some clients cannot read.
    data: z.unknown().meta(advertisedAs({ type: 'object' })),
    preview: z.boolean().default(false).describe('Shows what would be sent, and sends nothing.'),
  }),
  output: z.strictObject({
    outcome: z.enum(CALL_OUTCOMES),
    status: z.number().optional(),
    bot: z.string(),
    endpoint: z.string(),
    session_id: z.string(),
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
    const shown = { request, sessionId: args.session_id, bot, endpoint, account: desk.account };
    const answered = (outcome: (typeof CALL_OUTCOMES)[number], status?: number) =>
      omitUndefined({
        outcome,
        status,
        bot: deskLine(bot.name),
        endpoint: deskLine(endpoint.name),
        session_id: callerLine(args.session_id, MAX_SESSION_ID),
      });

    if (args.preview) {
      return {
        text: `${previewWords(shown, PREVIEW_LENGTH)}\n${confirmationWords(bot, person)}`,
        data: () => answered('preview'),
      };
    }
    waitsFor('the reply to a question');
    const { reply, withdrawn, mayLeave } = await person.ask({
      request: () => questionWords(shown),
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
      text: outcomeWords(sent, agreedBy !== undefined),
      data: () => answered(sent.outcome, sent.status),
    };
  },
});

/** Says what comes before the sending that a preview shows. */
function confirmationWords({ confirm }: Bot, { canBeAsked }: Person): string {
  if (canBeAsked) return 'Without preview, the app is asked to confirm first.';
  if (confirm === 'host') return 'Without preview, it is sent without confirmation, because this app cannot ask.';
  return 'It cannot be sent from here: this bot requires confirmation, and this app cannot ask.';
}

/** Nothing tells whether it was a person or the app itself that said no. */
function noWords(what: 'declined' | 'dismissed' | 'withdrawn'): string {
  const how = {
    declined: 'the app declined',
    dismissed: 'the app closed the question without a reply',
    withdrawn: 'the app confirmed, and then withdrew that',
  }[what];
  return `**Not sent**: ${how}; the user may not have been asked. Send it again only if the user wants it.`;
}

function chatbotsOf({ chatbots }: Desk): NonNullable<Desk['chatbots']> {
  if (chatbots === undefined)
    throw new InvalidArgument('No chatbot is configured.', 'Tell the user to add bots to the settings file.');
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
  throw new InvalidArgument(didYouMean(trusted`${none} "${quotation(name)}"`, name, names));
}
