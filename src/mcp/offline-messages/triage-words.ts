import { z } from 'zod';
import type { Language } from '../../insights/language.ts';
import type { Evidence, Priority } from '../../insights/triage/priority.ts';
import type { Similar } from '../../insights/triage/queue.ts';
import type { UsualReplyTime } from '../../insights/triage/usual-reply-time.ts';
import { WORD_GROUPS } from '../../insights/triage/vocabulary/word-groups.ts';
import type { VisitorContact } from '../../model/records.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision, type TriagePriority } from '../../model/decided-here.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { known, mapKnown } from '../../model/known.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, ownWord, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { advertisedAs } from '../protocol/tool.ts';
import { durationWords, isoTime } from '../words/quantities.ts';

/** The fields of a message's triage: its priority with the evidence, and the decision about it. */
export const TRIAGE_FIELDS = {
  language: OwnText.optional(),
  priority: z
    .strictObject({ score: z.number(), level: z.enum(TRIAGE_PRIORITIES), evidence: z.array(QuotedText) })
    .optional(),
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

/** The number of pieces of evidence that a line shows. */
const MAX_EVIDENCE = 5;

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
export function decisionTexts(
  { note, draftReply }: Pick<RecordedDecision, 'note' | 'draftReply'>,
  rendered: (text: string) => SafeText,
): DecisionTexts {
  return known({
    note: mapKnown(note, rendered),
    draftReply: mapKnown(draftReply, rendered),
  });
}

/** A message's triage as data. */
export function triageData(
  { priority, language, similar, decision }: TriageView,
  zone: Zone,
  texts: DecisionTexts,
  redactor: Redactor,
): TriageData {
  return known({
    language: mapKnown(language, ownWord),
    ...(priority !== undefined && {
      priority: {
        score: priority.score,
        level: priority.level,
        evidence: priority.evidence.map((one) => evidenceWords(one, redactor)),
      },
    }),
    ...(similar !== undefined && similar.count > 0 && { similar: { count: similar.count, ids: [...similar.ids] } }),
    ...(decision !== undefined && {
      triage: known({
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
    ...(email === undefined ? [] : [safe`answer to ${redactor.email(email)}`]),
    ...(language === undefined ? [] : [safe`language ${ownWord(language)}`]),
    ...(similar === undefined || similar.count === 0 ? [] : [similarWords(similar)]),
  ];
  const lines = [
    ...(priority === undefined ? [] : [priorityWords(priority, redactor)]),
    ...(told.length === 0 ? [] : [joinSafe(told, ' · ')]),
    ...(decision === undefined ? [] : [decisionWords(decision, textLength, redactor)]),
  ].map((line) => safe`  ${line}`);
  return joinSafe(lines, '\n');
}

function priorityWords({ score, level, evidence }: Priority, redactor: Redactor): SafeText {
  const shown = evidence.slice(0, MAX_EVIDENCE).map((one) => evidenceWords(one, redactor));
  const why = shown.length === 0 ? safe`nothing speaks for hurry` : joinSafe(shown, '; ');
  return safe`**${levelWords(level)}** (${score}): ${why}${evidence.length > shown.length ? safe`; …` : safe``}`;
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
    : safe`${levelWords(priority)} · category ${redactor.ofOurSide().line(category)}`;
}

/** Counts the messages of a list by priority, in words that follow their number: `: 2 urgent, …`. */
export function countWords(
  messages: readonly {
    readonly level: TriagePriority | undefined;
    readonly decision: RecordedDecision | undefined;
    readonly isRepeat: boolean;
  }[],
): OwnText {
  if (messages.length === 0) return safe``;
  const levels = TRIAGE_PRIORITIES.map(
    (level) => safe`${messages.filter((message) => message.level === level).length} ${levelWords(level)}`,
  );
  const drafts = messages.filter(({ decision }) => decision?.draftReply !== undefined).length;
  const decided = messages.filter(({ decision }) => decision !== undefined).length;
  const repeats = messages.filter(({ isRepeat }) => isRepeat).length;
  return joinSafe(
    [
      safe`: ${joinSafe(levels, ', ')}`,
      ...(decided === 0 ? [] : [safe`${decided} decided, ${drafts} of them with a draft`]),
      ...(repeats === 0 ? [] : [safe`${repeats} nearly repeat another of the same visitor and come last`]),
    ],
    '; ',
  );
}

function similarWords({ count, ids }: Similar): OwnText {
  const named = joinSafe(
    ids.map((id) => safe`${id}`),
    ', ',
  );
  return safe`and ${count} like it: ${named}${count > ids.length ? safe` …` : safe``}`;
}

function evidenceWords(evidence: Evidence, redactor: Redactor): SafeText {
  return safe`${whyWords(evidence, redactor)} (${evidence.points > 0 ? safe`+` : safe``}${evidence.points})`;
}

function whyWords(evidence: Evidence, redactor: Redactor): SafeText {
  switch (evidence.kind) {
    case 'tone':
      return evidence.capitals ? safe`written in capitals` : safe`${evidence.exclamations} exclamation marks`;
    case 'age':
      return ageWords(evidence.longerThan, evidence.usual);
    case 'attempts':
      return safe`${ordinal(evidence.unansweredBefore + 1)} message of this visitor without an answer`;
    case 'missed_chat':
      return safe`their chat was missed ${durationWords(evidence.before)} before`;
    case 'returning':
      return safe`returning visitor, earlier chats and messages: ${evidence.contactsBefore}`;
    default:
      return safe`${ownWord(WORD_GROUPS[evidence.kind].name)}: says "${redactor.line(evidence.said, 40)}"`;
  }
}

function ageWords(longerThan: 'median' | 'p90', { source, n, median, p90 }: UsualReplyTime): OwnText {
  const limit = longerThan === 'p90' ? p90 : median;
  if (source === 'assumed') {
    return safe`older than ${durationWords(limit)} (assumed: too few reply times of this desk are at hand)`;
  }
  return longerThan === 'p90'
    ? safe`older than nine tenths of this desk's ${n} reply times (p90 ${durationWords(limit)})`
    : safe`older than half of this desk's ${n} reply times (median ${durationWords(limit)})`;
}

function ordinal(number: number): OwnText {
  const words: readonly OwnText[] = [safe`first`, safe`second`, safe`third`, safe`fourth`, safe`fifth`];
  return words[number - 1] ?? safe`${number}th`;
}
