import { z } from 'zod';
import type { Language } from '../../insights/language.ts';
import type { Evidence, Priority } from '../../insights/triage/priority.ts';
import type { UsualReplyTime } from '../../insights/triage/usual-reply-time.ts';
import { WORD_GROUPS } from '../../insights/triage/word-groups.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { VisitorContact } from '../../model/records.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision, type TriagePriority } from '../../model/triage.ts';
import type { Zone } from '../../model/zone.ts';
import { joinSafe, ownWord, safe, safeBlock, safeLine, SafeText } from '../../privacy/safe-text.ts';
import { advertisedAs } from '../tool.ts';
import { durationWords, isoTime } from './words.ts';

/** What is said of a message beside what it is: how soon it should be answered, and what was decided. */
export const TRIAGE_FIELDS = {
  language: SafeText.optional(),
  priority: z
    .strictObject({ score: z.number(), level: z.enum(TRIAGE_PRIORITIES), evidence: z.array(SafeText) })
    .optional(),
  similar: z.array(z.number()).optional(),
  triage: z
    .strictObject({
      priority: z.enum(TRIAGE_PRIORITIES),
      category: SafeText.optional(),
      note: SafeText.optional(),
      draft_reply: SafeText.optional(),
      decided_at: SafeText,
    })
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
};

/** What is known of a message for whoever answers it. */
export interface TriageView {
  readonly priority?: Priority | undefined;
  readonly language?: Language | undefined;
  readonly similar?: readonly OfflineMessageId[] | undefined;
  readonly decision?: RecordedDecision | undefined;
}

type TriageData = z.infer<z.ZodObject<typeof TRIAGE_FIELDS>>;

/** How many ids of similar messages, and how much evidence, a line shows. */
const MOST_IDS = 5;
const MOST_EVIDENCE = 5;

const LEVEL_WORDS: Readonly<Record<TriagePriority, SafeText>> = {
  urgent: safe`urgent`,
  soon: safe`soon`,
  can_wait: safe`can wait`,
};

/** How urgent something is, as words. */
export function levelWords(level: TriagePriority): SafeText {
  return LEVEL_WORDS[level];
}

/** A message's triage as data; note and draft are cut to `textLength` characters. */
export function triageData(view: TriageView, zone: Zone, textLength: number): TriageData {
  const { priority, language, similar = [], decision } = view;
  return {
    ...(language !== undefined && { language: ownWord(language) }),
    ...(priority !== undefined && {
      priority: { score: priority.score, level: priority.level, evidence: priority.evidence.map(evidenceWords) },
    }),
    ...(similar.length > 0 && { similar: [...similar] }),
    ...(decision !== undefined && { triage: decisionData(decision, zone, textLength) }),
  };
}

function decisionData(decision: RecordedDecision, zone: Zone, textLength: number): NonNullable<TriageData['triage']> {
  const { priority, category, note, draftReply, decidedAt } = decision;
  return {
    priority,
    ...(category !== undefined && { category: safeLine(category) }),
    ...(note !== undefined && { note: safeBlock(note, textLength) }),
    ...(draftReply !== undefined && { draft_reply: safeBlock(draftReply, textLength) }),
    decided_at: isoTime(zone, decidedAt),
  };
}

/** A message's triage as lines that go below that of the message itself; each begins with two spaces. */
export function triageLines(view: TriageView, { email }: VisitorContact, textLength: number): SafeText {
  const { priority, language, similar = [], decision } = view;
  const told = [
    ...(email === undefined ? [] : [safe`answer to ${safeLine(email)}`]),
    ...(language === undefined ? [] : [safe`language ${ownWord(language)}`]),
    ...(similar.length === 0 ? [] : [safe`and ${similar.length} like it: ${idWords(similar)}`]),
  ];
  const lines = [
    ...(priority === undefined ? [] : [priorityWords(priority)]),
    ...(told.length === 0 ? [] : [joinSafe(told, ' · ')]),
    ...(decision === undefined ? [] : [decisionWords(decision, textLength)]),
  ].map((line) => safe`  ${line}`);
  return joinSafe(lines, '\n');
}

function priorityWords({ score, level, evidence }: Priority): SafeText {
  const shown = evidence.slice(0, MOST_EVIDENCE).map(evidenceWords);
  const why = shown.length === 0 ? safe`nothing speaks for hurry` : joinSafe(shown, '; ');
  return safe`**${levelWords(level)}** (${score}): ${why}${evidence.length > shown.length ? safe`; …` : safe``}`;
}

/** What was decided, on one line. */
export function decisionWords(
  { priority, category, note, draftReply }: Omit<RecordedDecision, 'offlineMessageId' | 'decidedAt'>,
  textLength: number,
): SafeText {
  const parts = [
    safe`decided: ${levelWords(priority)}`,
    ...(category === undefined ? [] : [safe`category ${safeLine(category)}`]),
    ...(note === undefined ? [] : [safe`note: ${safeLine(note, textLength)}`]),
    ...(draftReply === undefined ? [] : [safe`draft, not sent: ${safeLine(draftReply, textLength)}`]),
  ];
  return joinSafe(parts, ' · ');
}

/** How urgent the messages of a list are in all, behind how many they are: `: 2 urgent, …`. */
export function countWords(
  messages: readonly {
    readonly level: TriagePriority | undefined;
    readonly decision: RecordedDecision | undefined;
    readonly isRepeat: boolean;
  }[],
): SafeText {
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
      ...(repeats === 0 ? [] : [safe`${repeats} nearly repeat another and come last`]),
    ],
    '; ',
  );
}

function idWords(ids: readonly OfflineMessageId[]): SafeText {
  const shown = joinSafe(
    ids.slice(0, MOST_IDS).map((id) => safe`${id}`),
    ', ',
  );
  return ids.length > MOST_IDS ? safe`${shown} …` : shown;
}

function evidenceWords(evidence: Evidence): SafeText {
  return safe`${whyWords(evidence)} (${evidence.points > 0 ? safe`+` : safe``}${evidence.points})`;
}

function whyWords(evidence: Evidence): SafeText {
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
      return safe`${ownWord(WORD_GROUPS[evidence.kind].name)}: says "${safeLine(evidence.said, 40)}"`;
  }
}

function ageWords(longerThan: 'median' | 'p90', { source, n, median, p90 }: UsualReplyTime): SafeText {
  const limit = longerThan === 'p90' ? p90 : median;
  if (source === 'assumed') {
    return safe`older than ${durationWords(limit)} (assumed: too few reply times of this desk are at hand)`;
  }
  return longerThan === 'p90'
    ? safe`older than nine tenths of this desk's ${n} reply times (p90 ${durationWords(limit)})`
    : safe`older than half of this desk's ${n} reply times (median ${durationWords(limit)})`;
}

function ordinal(number: number): SafeText {
  const words: readonly SafeText[] = [safe`first`, safe`second`, safe`third`, safe`fourth`, safe`fifth`];
  return words[number - 1] ?? safe`${number}th`;
}
