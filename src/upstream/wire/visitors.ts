import { z } from 'zod';
import type { Foreign } from '../../model/foreign.ts';
import { VisitorId } from '../../model/ids.ts';
import type { Visitor, VisitorContact, VisitorContext, VisitorProfile, VisitorRecord } from '../../model/records.ts';
import { fact, moment, number, otherId, ownId, parts, text, recordOf } from './values.ts';

/** The fields by which another record names its visitor. */
export const visitorContactFields = {
  visitor_id: otherId(VisitorId),
  visitor_name: fact,
  visitor_email: fact,
  visitor_phone: fact,
};

/** The visitor that a record names. */
export function visitorContact(wire: z.infer<z.ZodObject<typeof visitorContactFields>>): VisitorContact {
  return recordOf<VisitorContact>({
    visitorId: wire.visitor_id,
    name: wire.visitor_name,
    email: wire.visitor_email,
    phone: wire.visitor_phone,
  });
}

/** The fields that tell the place, the network and the browser of a visitor. */
export const visitorContextFields = {
  ip_address: fact,
  platform: fact,
  browser: fact,
  browser_version: fact,
  country: fact,
  region: fact,
  city: fact,
  latitude: fact,
  longitude: fact,
  isp: fact,
  referrer_link: text,
};

/** Reads the fields of `visitorContextFields`. */
export function visitorContext(wire: z.infer<z.ZodObject<typeof visitorContextFields>>): VisitorContext {
  return recordOf<VisitorContext>({
    ipAddress: wire.ip_address,
    platform: wire.platform,
    browser: wire.browser,
    browserVersion: wire.browser_version,
    country: wire.country,
    region: wire.region,
    city: wire.city,
    latitude: wire.latitude,
    longitude: wire.longitude,
    isp: wire.isp,
    referrerLink: wire.referrer_link,
  });
}

/** Visitor, list item (specification, section 2). */
export const WireVisitor = z
  .object({
    visitor_id: ownId(VisitorId),
    name: fact,
    email: fact,
    phone: fact,
    first_visit_time: moment,
    ...visitorContextFields,
  })
  .transform((wire) =>
    recordOf<Visitor>({
      visitorId: wire.visitor_id,
      name: wire.name,
      email: wire.email,
      phone: wire.phone,
      firstVisitAt: wire.first_visit_time,
      context: visitorContext(wire),
    }),
  );

const WireVisitorRecord = z
  .object({
    visitor_name: fact,
    visitor_email: fact,
    visitor_phone: fact,
    ...visitorContextFields,
  })
  .transform((wire) =>
    recordOf<VisitorRecord>({
      name: wire.visitor_name,
      email: wire.visitor_email,
      phone: wire.visitor_phone,
      context: visitorContext(wire),
    }),
  );

/** The country at top level is that of the only record; which of several it belongs to, nothing tells. */
function withCountry(records: readonly VisitorRecord[], country: Foreign | undefined): readonly VisitorRecord[] {
  if (country === undefined || records.length > 1) return records;
  const [only] = records;
  return [{ ...only, context: { country, ...only?.context } }];
}

/** Visitor, single (specification, section 2). */
export const WireVisitorProfile = z
  .object({
    visitor_id: ownId(VisitorId),
    first_visit_time: moment,
    visitor_records: parts(WireVisitorRecord, (words) => ({ name: words, context: {} })),
    country: fact,
    total_views: number,
    total_visits: number,
    total_chats: number,
    total_chat_duration: number,
    last_chat_start_time: moment,
  })
  .transform((wire) =>
    recordOf<VisitorProfile>({
      visitorId: wire.visitor_id,
      firstVisitAt: wire.first_visit_time,
      lastChatAt: wire.last_chat_start_time,
      totalViews: wire.total_views,
      totalVisits: wire.total_visits,
      totalChats: wire.total_chats,
      totalChatDurationMillis: wire.total_chat_duration,
      records: withCountry(wire.visitor_records, wire.country),
    }),
  );
