import { z } from 'zod';
import type { Language } from '../../insights/language.ts';
import { MAX_SCORE, type Evidence, type Priority } from '../../insights/triage/priority.ts';
import type { Similar } from '../../insights/triage/queue.ts';
import type { VisitorContact } from '../../model/records.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision, type TriagePriority } from '../../model/decided-here.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, ownWord, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { durationWords, isoTime } from '../../answers/words/quantities.ts';

/** The fields of a message's triage: its score with the evidence, and the decision about it. */
export const TRIAGE_FIELDS = {
  language: OwnText.optional(),
  priority: z.strictObject({ score: z.number(), evidence: z.array(OwnText) }).optional(),
  similar: z
    .strictObject({ count: z.number(), ids: z.array(z.number()) })
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
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
  readonly priority?: Priority | undefined;
  readonly language?: Language | undefined;
  readonly similar?: Similar | undefined;
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
  { priority, language, similar, decision }: TriageView,
  zone: Zone,
  texts: DecisionTexts,
  redactor: Redactor,
): TriageData {
  return omitUndefined({
    language: mapKnown(language, ownWord),
    ...(priority !== undefined && {
      priority: {
        score: priority.score,
        evidence: priority.evidence.map((one) => safe`${whyWords(one)} (${pointsWords(one)})`),
      },
    }),
    ...(similar !== undefined && similar.count > 0 && { similar: { count: similar.count, ids: [...similar.ids] } }),
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

/** A message's triage as lines that go below that of the message itself; each begins with two spaces. */
export function triageLines(
  view: TriageView,
  visitor: VisitorContact,
  textLength: number,
  redactorOfAll: Redactor,
): SafeText {
  const { priority, language, similar, decision } = view;
  const { email } = visitor;
  const redactor = redactorOfAll.about(visitor);
  const told = [
    ...(priority === undefined ? [] : reasonsOf(priority)),
    ...(email === undefined ? [] : [safe`answer to ${redactor.email(email)}`]),
    ...(language === undefined ? [] : [safe`language ${ownWord(language)}`]),
    ...(similar === undefined || similar.count === 0 ? [] : [similarWords(similar)]),
  ];
  const lines = [
    ...(told.length === 0 ? [] : [joinSafe(told, ' · ')]),
    ...(decision === undefined ? [] : [decisionWords(decision, textLength, redactor)]),
  ].map((line) => safe`  ${line}`);
  return joinSafe(lines, '\n');
}

/** What speaks for and against answering soon, but for the age, which stands beside it. */
function reasonsOf({ evidence }: Priority): OwnText[] {
  return evidence.flatMap((one) => (one.kind === 'age' ? [] : [whyWords(one)]));
}

/** Words a score with the points of which it is the sum. */
export function scoreWords({ score, evidence }: Priority): OwnText {
  const points = evidence.map((one) => safe`${pointsWords(one)} ${whyWords(one)}`);
  return safe`Place in the queue: ${score} points of at most ${MAX_SCORE}, more come first: ${joinSafe(points, ', ')}. The text does not count: judge it.`;
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

/** Words the priority and category of a decision. */
export function decidedWords(
  { priority, category }: Pick<RecordedDecision, 'priority' | 'category'>,
  redactor: Redactor,
): SafeText {
  return category === undefined
    ? levelWords(priority)
    : safe`${levelWords(priority)} · category ${redactor.ofOurSide().field(category)}`;
}

function similarWords({ count, ids }: Similar): OwnText {
  const named = joinSafe(
    ids.map((id) => safe`${id}`),
    ', ',
  );
  return safe`and ${count} like it: ${named}${count > ids.length ? safe` …` : safe``}`;
}

function pointsWords({ points }: Evidence): OwnText {
  return points > 0 ? safe`+${points}` : safe`−${-points}`;
}

function whyWords(evidence: Evidence): OwnText {
  switch (evidence.kind) {
    case 'age':
      return safe`received ${durationWords(evidence.age)} ago`;
    case 'attempts':
      return safe`${ordinal(evidence.unansweredBefore + 1)} message of this visitor without an answer`;
    case 'missed_chat':
      return safe`chat missed ${durationWords(evidence.before)} before`;
    case 'served_since':
      return safe`**served since**, in a chat ${durationWords(evidence.after)} later`;
    case 'no_address':
      return safe`**no email or phone** to answer to`;
  }
}

function ordinal(number: number): OwnText {
  const words: readonly OwnText[] = [safe`first`, safe`second`, safe`third`, safe`fourth`, safe`fifth`];
  return words[number - 1] ?? safe`${number}th`;
}
