import type { Figure } from '../../figures/kinds/figure.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Agent } from '../../model/records.ts';
import { slices } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';

/** A period of the two, with its chats and its figure. */
export interface ChangedPeriod {
  readonly period: Period;
  readonly coverage: Coverage;
  readonly isWhole: boolean;
  /** Undefined where it is not known. */
  readonly figure: Figure | undefined;
  /** The number of its chats, and the first one at hand after a period without any; absent where they were not looked at. */
  readonly chats?: number;
  readonly nextAt?: EpochMillis;
}

/** Counts the chats of a period; where it has none, looks for the first one at hand after it. */
export async function countedIn(
  period: ChangedPeriod,
  { days }: SelectedChats,
  agent: Agent | undefined,
  { archive, clock }: Desk,
  { signal }: AskedQuestion,
): Promise<ChangedPeriod> {
  let chats = 0;
  for await (const { rows } of days()) {
    if (slices.isOver()) await slices.next(signal);
    chats += rows.length;
  }
  if (chats > 0) return { ...period, chats };
  let next = Number.POSITIVE_INFINITY;
  const after = { start: period.period.end, end: clock(), agentId: agent?.agentId };
  for await (const { columns, rows } of archive.chats.columns(after)) {
    if (slices.isOver()) await slices.next(signal);
    for (const row of rows) next = Math.min(next, columns.requests[row] ?? next);
  }
  return { ...period, chats, ...omitUndefined({ nextAt: Number.isFinite(next) ? epochMillis(next) : undefined }) };
}
