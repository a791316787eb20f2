import type { VisitorProfile } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { headingDaysText } from '../../model/words/time.ts';

/** The first lines about a visitor: who it is, and the totals of the service; what is unknown is left out. */
export function profileWords(profile: VisitorProfile, zone: Zone): string {
  const { visitorId, firstVisitAt, lastChatAt } = profile;
  const dayOf = (at: EpochMillis): string => {
    const day = zone.dateOf(at);
    return headingDaysText({ from: day, to: day });
  };
  const days = [
    ...(firstVisitAt === undefined ? [] : [`first visit ${dayOf(firstVisitAt)}`]),
    ...(lastChatAt === undefined ? [] : [`last chat ${dayOf(lastChatAt)}`]),
  ];
  return `**Visitor ${visitorId}**${days.length === 0 ? '' : `: ${days.join(', ')}`}\n${totalWords(profile)}`;
}

function totalWords({ totalViews, totalVisits, totalChats, totalChatDurationMillis }: VisitorProfile): string {
  const totals = [
    ...(totalViews === undefined ? [] : [counted(totalViews, 'page view')]),
    ...(totalVisits === undefined ? [] : [counted(totalVisits, 'visit')]),
    ...(totalChats === undefined ? [] : [counted(totalChats, 'chat')]),
    ...(totalChatDurationMillis === undefined ? [] : [`${spanText(totalChatDurationMillis / 1000)} of chat`]),
  ];
  return totals.length === 0
    ? 'Lifetime totals: none given by the service'
    : `Lifetime totals (missed chats excluded): ${totals.join(', ')}`;
}
