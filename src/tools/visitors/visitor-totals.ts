import { periodText } from '../../answers/words/period-text.ts';
import type { VisitorTally } from '../../insights/visitors/visitor-figures.ts';
import type { Period } from '../../model/calendar/period.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Shown } from '../../model/shown.ts';
import { slices } from '../../model/slices.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { momentText } from '../../model/words/time.ts';
import type { Ranking } from './visitor-record.ts';

/** What totals are of, whatever the filters are. */
interface Totalled {
  /** Its count is in the heading already, unless that is filtered. */
  readonly order: Ranking;
  readonly isFiltered: boolean;
  readonly period: Period;
  readonly tally: VisitorTally;
  readonly chats: Coverage;
  /** The visitors with an unanswered message, of any time. */
  readonly waiting: number;
  readonly messages: Coverage;
  readonly shown: Shown;
}

/**
 * The visitors of the period, and those who wait: `In the period: 6,671 chats from 3,269 visitors; 1,886 came more than once, 1,523 gave
 * a rating. Of all visitors ever, 567 have an unanswered message.`
 */
export async function totalsText(totalled: Totalled): Promise<string> {
  const { order, isFiltered, shown } = totalled;
  return [
    ...(shown.chats === 'none' ? [] : [await chatsText(totalled)]),
    ...(!shown.offlineMessages || (order === 'waiting' && !isFiltered) ? [] : [waitingText(totalled)]),
  ].join(' ');
}

async function chatsText({ order, isFiltered, period, tally }: Totalled): Promise<string> {
  const { chats, nameless } = tally.counts;
  let often = 0;
  const missed = { count: 0, likely: 0, unknown: 0 };
  const rated = { count: 0, likely: 0, unknown: 0 };
  for (const figures of tally.figures.values()) {
    if (slices.isOver()) await slices.next();
    if (figures.chats > 1) often += 1;
    if (figures.missed > 0) missed.count += 1;
    if (figures.rated > 0) rated.count += 1;
    missed.likely += figures.missedLikely;
    missed.unknown += figures.missedUnknown;
    rated.likely += figures.ratedLikely;
    rated.unknown += figures.ratedUnknown;
  }
  const counts = [
    `${groupedText(often)} came more than once`,
    ...(order === 'missed' && !isFiltered ? [] : countText(missed, 'had a missed chat')),
    ...(order === 'lowest_rating' && !isFiltered ? [] : countText(rated, 'gave a rating')),
  ];
  const when = order === 'waiting' ? `On ${periodText(period)}` : 'In the period';
  const rest = nameless === 0 ? '' : ` ${counted(nameless, 'chat')} without a visitor.`;
  return `${when}: ${counted(chats, 'chat')} from ${counted(tally.figures.size, 'visitor')}; ${counts.join(', ')}.${rest}`;
}

/** A count of visitors; empty if it is zero only because the meaning of a code is unknown. */
function countText(
  { count, likely, unknown }: { readonly count: number; readonly likely: number; readonly unknown: number },
  did: string,
): string[] {
  if (count === 0 && unknown > 0) return [];
  return [`${groupedText(count)} ${did}${likely > 0 ? ' (assumed)' : ''}`];
}

/** Says how old the messages are only where they are older than the chats, whose age the last line has. */
function waitingText({ waiting, messages, chats, period: { zone } }: Totalled): string {
  if (messages.covered === 0) return 'Offline messages are not loaded; order="waiting" loads them.';
  const atLeast = isComplete(messages) ? '' : 'at least ';
  const { asOf } = messages;
  const said = chats.changingAsOf ?? chats.asOf;
  const age =
    asOf === undefined || (said !== undefined && asOf >= said) ? '' : ` (as of ${momentText(zone, asOf, 'with year')})`;
  return `Of all visitors ever, ${atLeast}${groupedText(waiting)} ${waiting === 1 ? 'has' : 'have'} an unanswered message${age}.`;
}
