import { trusted } from '../../model/text/trusted-text.ts';
import type { AheadView } from '../../archive/sync/read-ahead.ts';
import type { SyncState } from '../../archive/sync/sync-loop.ts';
import type { Calendar } from '../../archive/walking/archived-days.ts';
import type { Holdings } from '../../archive/walking/holdings.ts';
import type { DatedRecovery } from '../../archive/care/recovery.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { resolvePeriod, utcDaysOf, type Period } from '../../model/calendar/period.ts';
import type { Budget } from '../../upstream/client.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';

/** Everything that a status says, before it is put into words. */
export interface Status {
  readonly budget: Budget;
  readonly holdings: Holdings;
  readonly calendar: Calendar;
  /** The last 90 days, and what is covered of them. */
  readonly recent: Period;
  readonly coverage: Coverage;
  readonly book: Codebook;
  readonly setAsideAt: readonly EpochMillis[];
  readonly recoveries: readonly DatedRecovery[];
  readonly retentionDays: number | undefined;
  /** Absent where nothing is loaded unasked. */
  readonly readAhead: AheadView | undefined;
  /** Absent where this server does not sync. */
  readonly sync: SyncState | undefined;
}

/** Makes no request: there is a status also while the service is down. */
export async function statusOf(desk: Desk): Promise<Status> {
  const now = desk.clock();
  const recent = resolvePeriod({ period: trusted`last_90_days` }, desk.zone, now);
  return {
    budget: await desk.budget(),
    holdings: await desk.archive.holdings(),
    calendar: await desk.archive.calendar(),
    recent,
    coverage: await desk.archive.chats.coverageOf(utcDaysOf(recent, now)),
    book: await codebookOf(desk),
    setAsideAt: desk.archive.setAsideAt(),
    recoveries: await desk.archive.recoveries(),
    retentionDays: desk.archive.retentionDays,
    readAhead: await desk.readAhead?.view(),
    sync: desk.sync?.state,
  };
}
