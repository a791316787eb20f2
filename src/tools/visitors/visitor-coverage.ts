import { isComplete } from '../../model/coverage.ts';
import type { VisitorProfile } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { coverageOfPart, coverageOfRecord, type Covered } from '../../answers/closing.ts';
import type { Desk } from '../../answers/desk.ts';
import { servedCount, type VisitorRecords } from './visitor-records.ts';

/** What is said of a visitor rests on their totals, and on those of their chats and messages that are loaded. */
export function coveredBy(
  profile: VisitorProfile,
  records: VisitorRecords,
  asOf: EpochMillis,
  { archive: { shown } }: Desk,
): Covered[] {
  return [
    { what: 'visitors', coverage: coverageOfRecord(asOf), count: 1 },
    ...(shown.chats === 'none' ? [] : [coveredChats(profile, records)]),
    ...(shown.offlineMessages
      ? [{ what: 'offline messages', coverage: records.listed, count: records.offlineMessages.length } as const]
      : []),
  ];
}

/** The service's total leaves out missed chats, so that only the days since the first visit show whether all are loaded. */
function coveredChats(
  { totalChats = 0, visitorId }: VisitorProfile,
  { chats, lastDay, days }: VisitorRecords,
): Covered {
  const served = servedCount(chats);
  const amount = served < totalChats ? { count: served, of: totalChats } : { count: chats.length };
  if (lastDay !== undefined && !isComplete(lastDay)) return { what: 'chats', coverage: lastDay, ...amount };
  if (days === undefined) {
    const rest = `list_chats visitor=${visitorId} with a longer period loads more; then call this again`;
    return { what: 'chats', coverage: coverageOfPart(), ...amount, rest };
  }
  if (days.read < days.asked) {
    const rest = `list_chats visitor=${visitorId} from=${days.from} loads the rest; then call this again`;
    return { what: 'chats', coverage: coverageOfPart(), ...amount, rest };
  }
  return served < totalChats
    ? { what: 'chats', coverage: coverageOfPart(), ...amount, rest: 'the service does not list the others' }
    : { what: 'chats', coverage: days.coverage, ...amount };
}
