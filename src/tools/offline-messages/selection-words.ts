import { z } from 'zod';
import { AGES, type SelectionCounts } from '../../insights/triage/selection.ts';
import { TRIAGE_PRIORITIES } from '../../model/decided-here.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { DayRange } from '../../model/time/day.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { counted, durationWords } from '../../answers/words/quantities.ts';
import { levelWords } from './triage-words.ts';
import { rounded } from '../../model/words/number.ts';

/** The numbers of all messages of a list. */
export const CountsShape = z.strictObject({
  median_age_hours: z.number().optional(),
  ages: z.strictObject({
    under_1_day: z.number(),
    under_3_days: z.number(),
    under_7_days: z.number(),
    under_30_days: z.number(),
    older: z.number(),
  }),
  served_since: z.number().optional(),
  missed_chat: z.number().optional(),
  no_address: z.number(),
  of_visitors_with_several: z.number(),
  visitors_with_several: z.number(),
  repeats: z.number(),
  decided: z.strictObject({ urgent: z.number(), soon: z.number(), can_wait: z.number() }),
  drafts: z.number(),
  undecided: z.number(),
});

/** The numbers of a list as data; those that rest on chats only where these count. */
export function countsData(counts: SelectionCounts, doChatsCount: boolean): z.input<typeof CountsShape> {
  return {
    ...omitUndefined({ median_age_hours: mapKnown(counts.medianAge, (age) => rounded(age / 3600, 1)) }),
    ages: counts.ages,
    ...(doChatsCount && { served_since: counts.servedSince, missed_chat: counts.missedChat }),
    no_address: counts.noAddress,
    of_visitors_with_several: counts.ofSeveral,
    visitors_with_several: counts.writersOfSeveral,
    repeats: counts.repeats,
    decided: counts.decided,
    drafts: counts.drafts,
    undecided: counts.undecided,
  };
}

/** The ages of a band in words, of messages that are all older than so many days. */
function bandWords(days: number, before: number, olderThan: number): OwnText {
  const from = Math.max(before, olderThan);
  if (days === Infinity) return safe`over ${from} days`;
  return from === 0 ? safe`under ${counted(days, 'day')}` : safe`${from}–${days} days`;
}

/** The numbers of a list of messages that are older than so many days in words: what is true of none is left out. */
export function countsWords(counts: SelectionCounts, olderThan: number): OwnText {
  const ages = AGES.flatMap(({ name, days }, index) =>
    some(counts.ages[name], bandWords(days, AGES[index - 1]?.days ?? 0, olderThan)),
  );
  const median = counts.medianAge === undefined ? [] : [safe`median ${durationWords(counts.medianAge)}`];
  const facts = [
    some(counts.servedSince, safe`served since`),
    some(counts.missedChat, safe`right after a missed chat`),
    some(counts.noAddress, safe`without email or phone`),
    some(counts.ofSeveral, safe`by visitors who wrote several (${counts.writersOfSeveral})`),
    some(counts.repeats, safe`nearly the same as another of the visitor`),
  ].flat();
  const decided = TRIAGE_PRIORITIES.flatMap((level) => some(counts.decided[level], levelWords(level)));
  const decisions =
    decided.length === 0
      ? []
      : [
          safe`Decided: ${joinSafe([...decided, ...some(counts.drafts, safe`with a draft`)], ', ')}; ${counts.undecided} undecided.`,
        ];
  return joinSafe(
    [
      ...(ages.length === 0 ? [] : [safe`Age: ${joinSafe([...median, ...ages], ', ')}.`]),
      ...(facts.length === 0 ? [] : [safe`Of these: ${joinSafe(facts, ', ')}.`]),
      ...decisions,
    ],
    ' ',
  );
}

function some(count: number, words: OwnText): OwnText[] {
  return count === 0 ? [] : [safe`${count} ${words}`];
}

/** Says which chats count, or that they do not yet, since not all of them are loaded. */
export function chatsWords({ from, to }: DayRange, doCount: boolean): OwnText {
  const chats = safe`the chats from ${ownWord(from)} to ${ownWord(to)} (UTC)`;
  return doCount
    ? safe`Missed chats and who was served since count by ${chats}; earlier chats do not count.`
    : safe`Missed chats and who was served since do not count yet, because not all of ${chats} are loaded.`;
}
