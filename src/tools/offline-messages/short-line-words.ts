import type { Evidence } from '../../insights/triage/priority.ts';
import type { OfflineMessage } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { joinSafe, ownWord, safe, shortened, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { visitorName } from '../../answers/words/names.ts';
import { durationWords } from '../../answers/words/quantities.ts';
import { levelWords, type TriageView } from './triage-words.ts';

const NAME_LENGTH = 32;
const SUBJECT_LENGTH = 40;
const TEXT_LENGTH = 80;

/** A message and its triage as one line of few characters; the whole of it is in get_offline_message. */
export function shortMessageLine(
  { offlineMessageId, visitor, subject, text, receivedAt, replyCount = 0 }: OfflineMessage,
  { priority, language, similar, decision }: TriageView,
  now: EpochMillis,
  redactor: Redactor,
): SafeText {
  const { field, line } = redactor.about(visitor);
  const name = shortened(visitorName(visitor, redactor) ?? safe`(no name)`, NAME_LENGTH);
  const parts = [
    safe`${durationWords((now - receivedAt) / 1000)} ago`,
    visitor.visitorId === undefined ? name : safe`${name} (${visitor.visitorId})`,
    ...(replyCount === 0 ? [] : [safe`answered`]),
    ...(priority?.evidence.flatMap(factWords) ?? []),
    ...(similar === undefined || similar.count === 0 ? [] : [safe`${similar.count} like it`]),
    ...(decision === undefined ? [] : [safe`decided ${levelWords(decision.priority)}`]),
    ...(decision?.draftReply === undefined ? [] : [safe`draft`]),
    ...(language === undefined ? [] : [ownWord(language)]),
    ...(subject === undefined ? [] : [safe`**${field(subject, SUBJECT_LENGTH)}**`]),
    ...(text === undefined ? [] : [line(text, TEXT_LENGTH)]),
  ];
  return safe`- ${offlineMessageId}: ${joinSafe(parts, ' · ')}`;
}

function factWords(evidence: Evidence): OwnText[] {
  switch (evidence.kind) {
    case 'age':
      return [];
    case 'attempts':
      return [safe`${evidence.unansweredBefore} unanswered before`];
    case 'missed_chat':
      return [safe`after a missed chat`];
    case 'served_since':
      return [safe`served since`];
    case 'no_address':
      return [safe`no address`];
  }
}
