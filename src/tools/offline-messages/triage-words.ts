import { z } from 'zod';
import type { Language } from '../../insights/language.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision, type TriagePriority } from '../../model/decided-here.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import type { CallerText } from '../../model/text/trusted-text.ts';
import { callerLine, described, joinSafe, ownWord, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { isoTime } from '../../answers/words/quantities.ts';

/** The fields of a message's triage: what is known of it, and the decision about it. */
export const TRIAGE_FIELDS = {
  language: OwnText.optional(),
  evidence: z.array(OwnText).optional(),
  similar: z.array(z.number()).optional(),
  triage: z
    .strictObject({
      priority: z.enum(TRIAGE_PRIORITIES),
      category: QuotedText.optional(),
      note: QuotedText.optional(),
      draft_reply: QuotedText.optional(),
      decided_at: OwnText,
    })
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
};

/** The triage of a message. */
export interface TriageView {
  readonly evidence?: readonly string[];
  readonly language?: Language | undefined;
  readonly similar?: readonly OfflineMessageId[];
  readonly decision?: RecordedDecision | undefined;
}

type TriageData = z.input<z.ZodObject<typeof TRIAGE_FIELDS>>;

const LEVEL_WORDS: Readonly<Record<TriagePriority, OwnText>> = {
  urgent: safe`urgent`,
  soon: safe`soon`,
  can_wait: safe`can wait`,
};

/** A priority in words. */
export function levelWords(level: TriagePriority): OwnText {
  return LEVEL_WORDS[level];
}

/** Note and draft of a decision as far as an answer has them. */
export interface DecisionTexts {
  readonly note?: SafeText;
  readonly draftReply?: SafeText;
}

/** Note and draft of a decision, each as `rendered` makes it. */
export async function decisionTexts(
  { note, draftReply }: Pick<RecordedDecision, 'note' | 'draftReply'>,
  rendered: (text: string) => Promise<SafeText>,
): Promise<DecisionTexts> {
  return omitUndefined({
    note: await mapKnown(note, rendered),
    draftReply: await mapKnown(draftReply, rendered),
  });
}

/** A message's triage as data. */
export function triageData(
  { evidence, language, similar, decision }: TriageView,
  zone: Zone,
  texts: DecisionTexts,
  redactor: Redactor,
): TriageData {
  return omitUndefined({
    language: mapKnown(language, ownWord),
    ...(evidence !== undefined && { evidence: evidence.map(described) }),
    ...(similar !== undefined && similar.length > 0 && { similar: [...similar] }),
    ...(decision !== undefined && {
      triage: omitUndefined({
        priority: decision.priority,
        category: mapKnown(decision.category, (category) => redactor.ofOurSide().line(category)),
        note: texts.note,
        draft_reply: texts.draftReply,
        decided_at: isoTime(zone, decision.decidedAt),
      }),
    }),
  });
}

/** Words a triage decision on one line. */
export function decisionWords(
  decision: Omit<RecordedDecision, 'offlineMessageId' | 'decidedAt'>,
  textLength: number,
  redactor: Redactor,
): SafeText {
  const { note, draftReply } = decision;
  const { line } = redactor.ofOurSide();
  const parts = [
    safe`decided: ${decidedWords(decision, redactor)}`,
    ...(note === undefined ? [] : [safe`note: ${line(note, textLength)}`]),
    ...(draftReply === undefined ? [] : [safe`draft, not sent: ${line(draftReply, textLength)}`]),
  ];
  return joinSafe(parts, ' · ');
}

/** One or two words of letters, which say no contact and no order: they need no boundary. */
const PLAIN_CATEGORY = /^\p{L}+(?:[ -]\p{L}+)?$/u;

/** Says what a decision holds, with the category of the call alone: `soon, billing, with a note and a draft reply`. */
export function savedWords(
  { priority, category, note, draftReply }: Pick<RecordedDecision, 'priority' | 'category' | 'note' | 'draftReply'>,
  given: CallerText | undefined,
): OwnText {
  const isShown = given !== undefined && PLAIN_CATEGORY.test(given);
  const [first, ...others] = [
    ...(category === undefined || isShown ? [] : [safe`a category`]),
    ...(note === undefined ? [] : [safe`a note`]),
    ...(draftReply === undefined ? [] : [safe`a draft reply`]),
  ];
  const facts = [
    levelWords(priority),
    ...(isShown ? [callerLine(given)] : []),
    ...(first === undefined ? [] : [others.reduce((words, other) => safe`${words} and ${other}`, safe`with ${first}`)]),
  ];
  return joinSafe(facts, ', ');
}

/** Words the priority and category of a decision. */
export function decidedWords(
  { priority, category }: Pick<RecordedDecision, 'priority' | 'category'>,
  redactor: Redactor,
): SafeText {
  return category === undefined
    ? levelWords(priority)
    : safe`${levelWords(priority)} · category ${redactor.ofOurSide().field(category)}`;
}
