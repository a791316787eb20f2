const DAY = 86_400_000;

/** A question to a full archive at a moment: a tool and its arguments. */
export type Asked = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** The days that a moment's last so many end with, yesterday. */
export function lastDays(now: number, days: number): { readonly from: string; readonly to: string } {
  const dayBefore = (count: number) => new Date(now - count * DAY).toISOString().slice(0, 10);
  return { from: dayBefore(days), to: dayBefore(1) };
}

/** The week before that of a moment, from Monday on. */
function lastWeek(now: number): { readonly from: string; readonly to: string } {
  const sinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  return lastDays(now - sinceMonday * DAY, 7);
}

/** Questions by what they ask; transcripts are at hand of the last so many days. By dates: whenever they are asked, they are the same. */
export function questionsAt(now: number, daysOfTranscripts: number) {
  const [week, month] = [lastWeek(now), lastDays(now, 30)];
  return {
    last_week: ['get_support_performance', week],
    last_week_by_agent: ['get_support_performance', { ...week, group_by: ['agent'] }],
    last_30_days: ['get_support_performance', month],
    last_30_days_by_agent: ['get_support_performance', { ...month, group_by: ['agent'] }],
    a_year_by_month: ['get_support_performance', { ...lastDays(now, 365), group_by: ['month'] }],
    two_words_in_last_week: ['search_transcripts', { query: 'refund order', ...week }],
    two_words_in_30_days: ['search_transcripts', { query: 'refund order', ...month }],
    two_words_in_all: ['search_transcripts', { query: 'refund order', ...lastDays(now, daysOfTranscripts) }],
    status: ['get_service_status', {}],
  } as const satisfies Record<string, Asked>;
}
