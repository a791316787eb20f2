import { z } from 'zod';
import type { Calendar } from '../../archive/walking/archived-days.ts';
import { dayOfYearText, dayRangesText } from '../../model/words/time.ts';

/** The loaded days as data: UTC days without a gap, and the months that have loaded chats. */
export const LoadedDaysShape = {
  utc_days: z.array(z.strictObject({ from: z.string(), to: z.string(), state: z.enum(['read', 'due', 'unread']) })),
  transcripts_by_month: z.array(z.strictObject({ month: z.string(), have: z.number(), of: z.number() })),
};

export function loadedDaysData({ runs, months }: Calendar): z.infer<z.ZodObject<typeof LoadedDaysShape>> {
  return {
    utc_days: runs.map(({ from, to, state }) => ({ from, to, state })),
    transcripts_by_month: months.map(({ month, transcripts }) => ({ month, ...transcripts })),
  };
}

/** The runs of days that are named, the newest ones. */
const MAX_RUNS = 6;

/** Says which days of chats are loaded, and which of these are due again: `25 Oct – 24 Nov fully loaded (24 Nov due again)`. */
export function loadedDaysWords({ runs }: Calendar, thisYear: string): string {
  const loaded = runs.filter(({ state }) => state !== 'unread');
  const [oldest] = loaded;
  if (oldest === undefined) return 'no day fully loaded';
  const shown = loaded.slice(-MAX_RUNS);
  const due = shown.filter(({ state }) => state === 'due');
  const earlier =
    loaded.length === shown.length ? '' : `parts of the days since ${dayOfYearText(oldest.from, thisYear)}, and `;
  const again = due.length === 0 ? '' : ` (${dayRangesText(due, thisYear)} due again)`;
  return `${earlier}${dayRangesText(shown, thisYear)} fully loaded${again}`;
}
