import { z } from 'zod';
import type { Visitor, VisitorRecord, VisitorProfile } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { counted, durationWords, isoTime, timeWords } from '../../answers/words/quantities.ts';

/** One visitor of a list: as their latest record has them. */
export const VisitorShape = z.strictObject({
  visitor_id: z.number(),
  name: QuotedText.optional(),
  email: QuotedText.optional(),
  phone: QuotedText.optional(),
  first_visit_at: OwnText.optional(),
  country: QuotedText.optional(),
  city: QuotedText.optional(),
  /** In a ranking: of the chats of the period. */
  chats: z.number().optional(),
  missed: z.number().optional(),
  rating: z.strictObject({ n: z.number(), mean: z.number(), lowest: z.number() }).optional(),
  /** Of any day at hand. */
  last_contact_at: OwnText.optional(),
  /** Offline messages without a reply, of any age, and whether there was a conversation after the latest of them. */
  waiting: z
    .strictObject({ messages: z.number(), oldest_at: OwnText, served_since: z.boolean().optional() })
    .optional(),
});

/** A visitor as data. What is unknown is absent. */
export function visitorData(visitor: Visitor, zone: Zone, redactor: Redactor): z.input<typeof VisitorShape> {
  const { name, email, phone, firstVisitAt, context } = visitor;
  const about = redactor.about({ ...visitor, ip: context.ipAddress, country: context.country });
  return omitUndefined({
    visitor_id: visitor.visitorId,
    name: mapKnown(name, (name) => about.field(name, 60)),
    email: mapKnown(email, (email) => about.email(email)),
    phone: mapKnown(phone, (phone) => about.phone(phone)),
    first_visit_at: mapKnown(firstVisitAt, (firstVisitAt) => isoTime(zone, firstVisitAt)),
    country: mapKnown(context.country, (country) => about.field(country, 60)),
    city: mapKnown(context.city, (city) => about.field(city, 60)),
  });
}

/** A visitor as one line of text. */
export function visitorLine(visitor: Visitor, zone: Zone, redactor: Redactor): SafeText {
  const { name, email, phone, city, country } = visitorData(visitor, zone, redactor);
  const { firstVisitAt } = visitor;
  const place = [city, country].filter((part) => part !== undefined);
  const parts = [
    firstVisitAt === undefined ? safe`first visit unknown` : timeWords(zone, firstVisitAt),
    name ?? safe`(no name)`,
    ...[email, phone].filter((part) => part !== undefined),
    ...(place.length === 0 ? [] : [joinSafe(place, ', ')]),
  ];
  return safe`- ${visitor.visitorId}: ${joinSafe(parts, ' · ')}`;
}

/** One of a visitor's records. */
export const VisitorRecordShape = z.strictObject({
  name: QuotedText.optional(),
  email: QuotedText.optional(),
  phone: QuotedText.optional(),
  country: QuotedText.optional(),
  city: QuotedText.optional(),
  platform: QuotedText.optional(),
  browser: QuotedText.optional(),
});

/** A record as data. What is unknown is absent. */
export function visitorRecordData(record: VisitorRecord, redactor: Redactor): z.input<typeof VisitorRecordShape> {
  const { name, email, phone, context } = record;
  const about = redactor.about({ email, phone, ip: context.ipAddress, country: context.country });
  const { field } = about;
  return omitUndefined({
    name: mapKnown(name, (name) => field(name, 60)),
    email: mapKnown(email, (email) => about.email(email)),
    phone: mapKnown(phone, (phone) => about.phone(phone)),
    country: mapKnown(context.country, (country) => field(country, 60)),
    city: mapKnown(context.city, (city) => field(city, 60)),
    platform: mapKnown(context.platform, (platform) => field(platform, 60)),
    browser: mapKnown(context.browser, (browser) => field(browser, 60)),
  });
}

/** A record as one line of text. */
export function visitorRecordLine(record: VisitorRecord, redactor: Redactor): SafeText {
  const parts = Object.values(visitorRecordData(record, redactor)).filter((part) => part !== undefined);
  return safe`- ${parts.length === 0 ? safe`(an empty record)` : joinSafe(parts, ' · ')}`;
}

/** A visitor's totals for life, in words; what is unknown is left out. */
export function totalWords({ totalViews, totalVisits, totalChats, totalChatDurationMillis }: VisitorProfile): OwnText {
  const parts = [
    ...(totalViews === undefined ? [] : [counted(totalViews, 'page view')]),
    ...(totalVisits === undefined ? [] : [counted(totalVisits, 'visit')]),
    ...(totalChats === undefined ? [] : [counted(totalChats, 'chat')]),
    ...(totalChatDurationMillis === undefined ? [] : [safe`${durationWords(totalChatDurationMillis / 1000)} of chat`]),
  ];
  return parts.length === 0
    ? safe`The service gives no totals.`
    : safe`Totals of the service, for life, without missed chats: ${joinSafe(parts, ', ')}.`;
}
