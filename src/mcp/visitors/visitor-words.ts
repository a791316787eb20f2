import { z } from 'zod';
import type { Visitor, VisitorRecord } from '../../model/records.ts';
import type { Zone } from '../../model/time/zone.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { isoTime, timeWords } from '../words/words.ts';

/** One visitor of a list: as their latest record has them. */
export const VisitorShape = z.strictObject({
  visitor_id: z.number(),
  name: QuotedText.optional(),
  email: QuotedText.optional(),
  phone: QuotedText.optional(),
  first_visit_at: OwnText.optional(),
  country: QuotedText.optional(),
  city: QuotedText.optional(),
});

/** A visitor as data. What is unknown is absent. */
export function visitorData(visitor: Visitor, zone: Zone, redactor: Redactor): z.input<typeof VisitorShape> {
  const { name, email, phone, firstVisitAt, context } = visitor;
  const about = redactor.about({ ...visitor, ip: context.ipAddress, country: context.country });
  return {
    visitor_id: visitor.visitorId,
    ...(name !== undefined && { name: about.line(name, 60) }),
    ...(email !== undefined && { email: about.email(email) }),
    ...(phone !== undefined && { phone: about.phone(phone) }),
    ...(firstVisitAt !== undefined && { first_visit_at: isoTime(zone, firstVisitAt) }),
    ...(context.country !== undefined && { country: about.line(context.country, 60) }),
    ...(context.city !== undefined && { city: about.line(context.city, 60) }),
  };
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
  const { line } = about;
  return {
    ...(name !== undefined && { name: line(name, 60) }),
    ...(email !== undefined && { email: about.email(email) }),
    ...(phone !== undefined && { phone: about.phone(phone) }),
    ...(context.country !== undefined && { country: line(context.country, 60) }),
    ...(context.city !== undefined && { city: line(context.city, 60) }),
    ...(context.platform !== undefined && { platform: line(context.platform, 60) }),
    ...(context.browser !== undefined && { browser: line(context.browser, 60) }),
  };
}

/** A record as one line of text. */
export function visitorRecordLine(record: VisitorRecord, redactor: Redactor): SafeText {
  const parts = Object.values(visitorRecordData(record, redactor)).filter((part) => part !== undefined);
  return safe`- ${parts.length === 0 ? safe`(an empty record)` : joinSafe(parts, ' · ')}`;
}
