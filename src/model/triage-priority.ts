import type { OfflineMessageId } from './ids.ts';
import type { EpochMillis } from './time/units.ts';

/** How soon an offline message should be answered, most urgent first. */
export const TRIAGE_PRIORITIES = ['urgent', 'soon', 'can_wait'] as const;
export type TriagePriority = (typeof TRIAGE_PRIORITIES)[number];

/** What somebody decided about an offline message. It is kept here alone: nothing of it reaches the service. */
export interface TriageDecision {
  readonly offlineMessageId: OfflineMessageId;
  readonly priority: TriagePriority;
  readonly category?: string | undefined;
  readonly note?: string | undefined;
  readonly draftReply?: string | undefined;
}

/** A decision that was recorded. */
export interface RecordedDecision extends TriageDecision {
  readonly decidedAt: EpochMillis;
}
