import { countText } from '../../model/words/count.ts';
import { Foreign } from '../../model/foreign.ts';
import { z } from 'zod';
import { isAnswered } from '../../figures/offline-replies.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import { TRIAGE_PRIORITIES } from '../../model/decided-here.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { enclosed, QuotedText } from '../../privacy/boundary.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { idArgument } from '../../answers/selection/arguments.ts';
import { decisionTexts, decisionWords, savedWords } from './triage-words.ts';
import { defineTool, FOR_VIEWS_ALONE } from '../../answers/tool.ts';
import { redactorsOf } from '../../answers/selection/known-visitor.ts';

const CATEGORY_LENGTH = 60;
const NOTE_LENGTH = 2000;
const DRAFT_LENGTH = 10_000;
/** The length of a note and of a draft in the answer, in characters. */
const TEXT_LENGTH = 240;

function foreign(text: string): Foreign {
  return new Foreign(text);
}

const ANSWERED = 'The message already has a reply, so neither it nor its draft is listed.';

export const recordTriage = defineTool({
  name: 'record_triage',
  title: 'Save a triage decision',
  description:
    'Saves a triage decision for an offline message on this server. Sends nothing: a person has to send the draft. Fields you leave out keep their value; an empty text clears one.',
  input: z.strictObject({
    offline_message_id: idArgument,
    priority: z.enum(TRIAGE_PRIORITIES),
    category: CallerText.trim().max(CATEGORY_LENGTH).optional(),
    note: z.string().trim().max(NOTE_LENGTH).optional(),
    draft_reply: z.string().trim().max(DRAFT_LENGTH).optional().describe("In the visitor's language."),
    /** When the decision was made that whoever decides has seen, empty for none: another one is not replaced unseen. */
    replaces: z.string().max(40).optional().meta(FOR_VIEWS_ALONE),
  }),
  output: z.strictObject({
    recorded: z.boolean(),
    sent: z.boolean(),
    offline_message_id: z.number(),
    priority: z.enum(TRIAGE_PRIORITIES),
    category: QuotedText.optional(),
    note: QuotedText.optional(),
    draft_reply: QuotedText.optional(),
    decided_at: z.string(),
    left_in_queue: z.number(),
    upstream_requests: z.number(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  answer: async (args, desk, question) => {
    const offlineMessageId = OfflineMessageId.parse(args.offline_message_id);
    const { decision: standing, isRecorded } = await desk.archive.triage.record(
      {
        offlineMessageId,
        priority: args.priority,
        category: mapKnown(args.category, foreign),
        note: mapKnown(args.note, foreign),
        draftReply: mapKnown(args.draft_reply, foreign),
      },
      desk.caller.id,
      question,
      // The answer that told of it may have been in another zone.
      ({ decidedAt }) =>
        args.replaces === undefined || Date.parse(args.replaces) === Date.parse(desk.zone.iso(decidedAt)),
    );
    const { priority, category, note, draftReply, decidedAt } = standing;
    const decisions = await desk.archive.triage.all();
    const messages = await desk.archive.offlineMessages.find();
    const waiting = messages.filter(
      (message) => message.replyCount === 0 && !decisions.has(message.offlineMessageId),
    ).length;
    const decided = messages.find((message) => message.offlineMessageId === offlineMessageId);
    const hasReply = decided !== undefined && isAnswered(decided);
    const { asked, covered } = await desk.archive.offlineMessages.coverageOf();
    const visitor = decided?.visitor ?? {};
    const redactor = (await redactorsOf([visitor], desk, question))(visitor).ofOurSide();
    const rest = [
      ...(hasReply ? [ANSWERED] : []),
      draftReply === undefined || hasReply ? 'Nothing was sent.' : 'Nothing was sent: a person has to send the draft.',
      // Of a list that is not loaded, nobody knows how many are left.
      ...(covered === asked
        ? [`${countText(waiting, 'unanswered message is', 'unanswered messages are')} left to triage.`]
        : []),
    ].join(' ');
    const dataWith = async (length?: number) => {
      const texts = await decisionTexts({ note, draftReply }, (text) => redactor.block(text, length));
      return omitUndefined({
        recorded: isRecorded,
        sent: false,
        offline_message_id: offlineMessageId,
        priority,
        category: mapKnown(category, (category) => redactor.line(category)),
        note: texts.note,
        draft_reply: texts.draftReply,
        decided_at: desk.zone.iso(decidedAt),
        left_in_queue: waiting,
        upstream_requests: question.upstreamRequests(),
      });
    };
    return {
      text: isRecorded
        ? `**Triage of message ${offlineMessageId} saved**: ${savedWords(standing, args.category)}. ${rest}`
        : `**Not saved**: someone else decided about message ${offlineMessageId} meanwhile:\n${enclosed(decisionWords(standing, TEXT_LENGTH, redactor))}\n${rest}`,
      data: () => dataWith(TEXT_LENGTH),
      viewData: () => dataWith(),
    };
  },
});
