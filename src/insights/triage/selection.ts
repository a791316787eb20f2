import type { RecordedDecision, TriagePriority } from '../../model/decided-here.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { seconds, secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { spreadOf } from '../statistics/quantiles.ts';
import type { Evidence, Priority } from './priority.ts';
import { isAnswered, writerOf } from './queue.ts';

/** A message of a selection, with what is known for its triage. */
export interface SelectedMessage {
  readonly message: OfflineMessage;
  readonly priority: Priority | undefined;
  readonly decision: RecordedDecision | undefined;
  /** Whether it nearly repeats another of the same visitor. */
  readonly isRepeat: boolean;
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
  readonly servedSince: number;
  readonly missedChat: number;
  readonly noAddress: number;
  /** Of visitors who wrote several of those that wait here, and the number of these visitors. */
  readonly ofSeveral: number;
  readonly writersOfSeveral: number;
  readonly repeats: number;
  readonly decided: Readonly<Record<TriagePriority, number>>;
  readonly drafts: number;
  readonly undecided: number;
}

/** Counts the messages of a selection as of a moment. Those that were answered have an age, and nothing else. */
export function countsOf(selected: readonly SelectedMessage[], now: EpochMillis): SelectionCounts {
  const ages = { under_1_day: 0, under_3_days: 0, under_7_days: 0, under_30_days: 0, older: 0 };
  for (const { message } of selected) {
    const age = AGES.find(({ days }) => now - message.receivedAt < days * MILLIS_PER_DAY);
    if (age !== undefined) ages[age.name] += 1;
  }
  const { median } = spreadOf(selected.map(({ message }) => secondsBetween(message.receivedAt, now)));
  const waiting = selected.filter(({ message }) => !isAnswered(message));
  const having = (kind: Evidence['kind']): number =>
    waiting.filter(({ priority }) => priority?.evidence.some((one) => one.kind === kind)).length;
  const several = [...Map.groupBy(waiting, ({ message }) => writerOf(message)).values()].filter(
    (some) => some.length > 1,
  );
  const decidedAs = (priority: TriagePriority): number =>
    waiting.filter(({ decision }) => decision?.priority === priority).length;
  return {
    medianAge: mapKnown(median, seconds),
    ages,
    servedSince: having('served_since'),
    missedChat: having('missed_chat'),
    noAddress: having('no_address'),
    ofSeveral: several.flat().length,
    writersOfSeveral: several.length,
    repeats: waiting.filter(({ isRepeat }) => isRepeat).length,
    decided: { urgent: decidedAs('urgent'), soon: decidedAs('soon'), can_wait: decidedAs('can_wait') },
    drafts: waiting.filter(({ decision }) => decision?.draftReply !== undefined).length,
    undecided: waiting.filter(({ decision }) => decision === undefined).length,
  };
}
