import { z } from 'zod';
import type { VisitorRecord, VisitorProfile } from '../../model/records.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { counted, durationWords } from '../../answers/words/quantities.ts';

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
