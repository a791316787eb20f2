import type { RecordedDecision, TriagePriority } from '../../model/decided-here.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { seconds, secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { spreadOf } from '../../figures/statistics/quantiles.ts';
import { writerOf, type MessageFacts } from './message-facts.ts';

/** A message of a selection, with what is known for its triage. */
export interface SelectedMessage {
  readonly message: OfflineMessage;
  /** Absent where it has a reply. */
  readonly facts: MessageFacts | undefined;
  readonly decision: RecordedDecision | undefined;
}

/** The ages that are counted, each up to so many days. */
export const AGES = [
  { name: 'under_1_day', days: 1 },
  { name: 'under_3_days', days: 3 },
  { name: 'under_7_days', days: 7 },
  { name: 'under_30_days', days: 30 },
  { name: 'older', days: Infinity },
] as const;

export type AgeName = (typeof AGES)[number]['name'];

/** The numbers of messages of a selection: by age, by what is true of them, and by what was decided. */
export interface SelectionCounts {
  /** Absent where there is none. */
  readonly medianAge?: Seconds | undefined;
  readonly ages: Readonly<Record<AgeName, number>>;
  readonly servedLater: number;
  readonly missedChat: number;
  readonly noAddress: number;
  /** Of visitors who wrote several of those without a reply, and the number of these visitors. */
  readonly ofSeveral: number;
  readonly writersOfSeveral: number;
  readonly decided: Readonly<Record<TriagePriority, number>>;
  readonly drafts: number;
  readonly undecided: number;
}

/** Counts the messages of a selection as of a moment. Those with a reply have an age, and nothing else. */
export function countsOf(selected: readonly SelectedMessage[], now: EpochMillis): SelectionCounts {
  const ages = { under_1_day: 0, under_3_days: 0, under_7_days: 0, under_30_days: 0, older: 0 };
  for (const { message } of selected) {
    const age = AGES.find(({ days }) => now - message.receivedAt < days * MILLIS_PER_DAY);
    if (age !== undefined) ages[age.name] += 1;
  }
  // By the service's clock a message may be received later than now.
  const { median } = spreadOf(selected.map(({ message }) => Math.max(0, secondsBetween(message.receivedAt, now))));
  const unanswered = selected.filter(({ facts }) => facts !== undefined);
  const having = (isSo: (facts: MessageFacts) => boolean): number =>
    unanswered.filter(({ facts }) => facts !== undefined && isSo(facts)).length;
  const several = [...Map.groupBy(unanswered, ({ message }) => writerOf(message)).values()].filter(
    (some) => some.length > 1,
  );
  const decidedAs = (priority: TriagePriority): number =>
    unanswered.filter(({ decision }) => decision?.priority === priority).length;
  return {
    medianAge: mapKnown(median, seconds),
    ages,
    servedLater: having(({ servedLater }) => servedLater !== undefined),
    missedChat: having(({ missedChatBefore }) => missedChatBefore !== undefined),
    noAddress: having(({ ways }) => ways.length === 0),
    ofSeveral: several.flat().length,
    writersOfSeveral: several.length,
    decided: { urgent: decidedAs('urgent'), soon: decidedAs('soon'), can_wait: decidedAs('can_wait') },
    drafts: unanswered.filter(({ decision }) => decision?.draftReply !== undefined).length,
    undecided: unanswered.filter(({ decision }) => decision === undefined).length,
  };
}
