import { z } from 'zod';
import type { Summary } from '../../answers/rows/list.ts';
import { AGES, countsOf, type SelectionCounts } from '../../insights/triage/selection.ts';
import { TRIAGE_PRIORITIES } from '../../model/decided-here.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import type { MessageRow } from './message-record.ts';

/** The numbers of all messages that match. */
export const CountsShape = z.strictObject({
  median_age_hours: z.number().optional(),
  ages: z.strictObject({
    under_1_day: z.number(),
    under_3_days: z.number(),
    under_7_days: z.number(),
    under_30_days: z.number(),
    older: z.number(),
  }),
  served_later: z.number().optional(),
  missed_chat: z.number().optional(),
  no_address: z.number(),
  of_visitors_with_several: z.number(),
  visitors_with_several: z.number(),
  decided: z.strictObject({ urgent: z.number(), soon: z.number(), can_wait: z.number() }),
  drafts: z.number(),
  undecided: z.number(),
});

/** What a summary needs beside the messages. */
interface Asked {
  readonly at: EpochMillis;
  readonly olderThanDays: number;
  /** The messages that came in since the first page. */
  readonly cameIn: number;
  /** Whether the chats are loaded that show who was served later. */
  readonly areChatsChecked: boolean;
}

/** Sums up the messages that match, which it collects: their ages, what is true of them, and what was decided. */
export function messageSummary(
  rows: MessageRow[],
  { at, olderThanDays, cameIn, areChatsChecked }: Asked,
): Summary<MessageRow> {
  let known: SelectionCounts | undefined;
  const countsOnce = () => (known ??= countsOf(rows, at));
  return {
    add: (row) => void rows.push(row),
    words: () => {
      const counts = countsOnce();
      return `\n${[agesWords(counts, olderThanDays), factsWords(counts, rows.length), decidedWords(counts)].filter((words) => words !== '').join(' ')}`;
    },
    data: () => ({
      counts: countsData(countsOnce(), areChatsChecked),
      ...(cameIn > 0 && { came_in_since: cameIn }),
    }),
  };
}

/** The numbers as data; the ones that rest on chats only where these are loaded. */
function countsData(counts: SelectionCounts, areChatsChecked: boolean): z.input<typeof CountsShape> {
  return {
    ...omitUndefined({ median_age_hours: mapKnown(counts.medianAge, (age) => rounded(age / 3600, 1)) }),
    ages: counts.ages,
    ...(areChatsChecked && { served_later: counts.servedLater, missed_chat: counts.missedChat }),
    no_address: counts.noAddress,
    of_visitors_with_several: counts.ofSeveral,
    visitors_with_several: counts.writersOfSeveral,
    decided: counts.decided,
    drafts: counts.drafts,
    undecided: counts.undecided,
  };
}

/** `Age: under 1 day 12, 1–3 days 11; median 44 days.` */
function agesWords({ ages, medianAge }: SelectionCounts, olderThanDays: number): string {
  const bands = AGES.flatMap(({ name, days }, index) => {
    const count = ages[name];
    if (count === 0) return [];
    const from = Math.max(AGES[index - 1]?.days ?? 0, olderThanDays);
    const band =
      days === Infinity
        ? `over ${from} days`
        : from === 0
          ? `under ${days} day${days === 1 ? '' : 's'}`
          : `${from}–${days} days`;
    return [`${band} ${groupedText(count)}`];
  });
  return bands.length === 0
    ? ''
    : `Age: ${bands.join(', ')}${medianAge === undefined ? '' : `; median ${spanText(medianAge)}`}.`;
}

const LISTED = new Intl.ListFormat('en');

/** `Of these, 12 are from visitors served later (listed last) and 2 have no email or phone.` */
function factsWords(
  { servedLater, missedChat, noAddress, ofSeveral, writersOfSeveral }: SelectionCounts,
  total: number,
): string {
  const facts = [
    ...some(servedLater === total ? 0 : servedLater, ['is', 'are'], 'from visitors served later (listed last)'),
    ...some(missedChat, ['came', 'came'], 'within a day of a missed chat'),
    ...some(noAddress, ['has', 'have'], 'no email or phone'),
    ...some(ofSeveral, ['is', 'are'], `from ${counted(writersOfSeveral, 'visitor')} who wrote more than one`),
  ];
  return facts.length === 0 ? '' : `Of these, ${LISTED.format(facts)}.`;
}

function some(count: number, [one, several]: readonly [string, string], words: string): string[] {
  return count === 0 ? [] : [`${groupedText(count)} ${count === 1 ? one : several} ${words}`];
}

function decidedWords({ decided, drafts, undecided }: SelectionCounts): string {
  const levels = TRIAGE_PRIORITIES.flatMap((level) =>
    decided[level] === 0 ? [] : [`${groupedText(decided[level])} ${level.replace('_', ' ')}`],
  );
  if (levels.length === 0) return '';
  const withDraft = drafts === 0 ? [] : [`${groupedText(drafts)} with a draft`];
  return `Triage: ${[...levels, ...withDraft].join(', ')}; ${groupedText(undecided)} undecided.`;
}
