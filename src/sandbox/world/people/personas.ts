import { names, plain } from './names.ts';
import { oddNames } from '../phrases/oddities.ts';
import { type Place, places } from '../cities.ts';
import type { Random } from '../random.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Contact, Visitor, VisitorRecord, Whereabouts } from '../world-records.ts';

/** A person who visits the shop, before the service gave them an id. */
export interface Persona {
  place: Place;
  records: VisitorRecord[];
  /** When the service first saw them ask for anything, epoch ms. */
  firstContactAt: number | undefined;
  contacts: number;
}

const shares = places.map(({ share }) => share);
const devices: readonly (readonly [platform: string, browsers: readonly string[]])[] = [
  ['Windows 11', ['Chrome', 'Edge', 'Firefox']],
  ['Windows 10', ['Chrome', 'Firefox', 'Opera']],
  ['macOS', ['Safari', 'Chrome']],
  ['Android', ['Chrome', 'Samsung Internet']],
  ['iOS', ['Safari', 'Chrome']],
  ['Linux', ['Firefox', 'Chromium']],
];
const referrers = [
  '',
  '',
  'https://shop.example.com/',
  'https://shop.example.com/help/returns',
  'https://search.example.net/?q=brightwater+shop',
  'https://search.example.net/?q=where%20is%20my%20parcel&hl=en',
  'https://blog.example.org/best-desk-lamps#comments',
  'https://social.example.net/p/8f2a?utm_source=ad&utm_campaign=spring|sale',
];

/** Draws one person; every so often with an odd name, or one who shares a family mailbox with another. */
export function drawPersona(random: Random, index: number): Persona {
  const place = places[random.weighted(shares)] ?? random.pick(places);
  const contact = drawContact(random, place, index);
  const records = [{ contact, whereabouts: drawWhereabouts(random, place) }];
  const further = random.chance(0.2) ? random.integer(1, 3) : 0;
  for (let count = 0; count < further; count += 1) {
    records.push({ contact: restate(random, contact, place), whereabouts: drawWhereabouts(random, place) });
  }
  return { place, records, firstContactAt: undefined, contacts: 0 };
}

/** Notes that a person asked for something at `at`. */
export function meet(persona: Persona, at: number): void {
  persona.contacts += 1;
  persona.firstContactAt = Math.min(persona.firstContactAt ?? at, at);
}

/** Gives every person an id in the order of their first visits. */
export function createVisitors(
  random: Random,
  personas: readonly Persona[],
  from: number,
  now: number,
): Map<Persona, Visitor> {
  const arrived = personas
    .map((persona) => ({ persona, firstVisitAt: drawFirstVisit(random, persona.firstContactAt, from, now) }))
    .sort((a, b) => a.firstVisitAt - b.firstVisitAt);
  let visitorId = 5_210_300;
  const visitors = new Map<Persona, Visitor>();
  for (const { persona, firstVisitAt } of arrived) {
    visitorId += random.integer(1, 23);
    const { contacts, records } = persona;
    const totalVisits = contacts + records.length + random.integer(0, 6);
    const totalViews = totalVisits * random.integer(1, 9);
    visitors.set(persona, { visitorId, firstVisitAt, records, totalViews, totalVisits });
  }
  return visitors;
}

/** When somebody first came: minutes or days before they asked for anything, or, if they never did, at any time. */
function drawFirstVisit(random: Random, firstContactAt: number | undefined, from: number, now: number): number {
  if (firstContactAt === undefined) return random.integer(from, now - HOUR);
  const before = random.chance(0.7) ? random.around(6 * MINUTE, 0.8) : random.around(9 * DAY, 1);
  return Math.round(firstContactAt - before);
}

function drawContact(random: Random, place: Place, index: number): Contact {
  // Two people of one office write from the same address.
  if (index === 3 || index === 7)
    return { name: index === 3 ? 'Ruth Sutton' : 'Office', email: 'office@example.org', phone: '' };
  const { first, last, familyFirst } = names[place.language];
  const [given, plainGiven] = random.pick(first);
  const [family, plainFamily] = random.pick(last);
  const written = familyFirst ? `${family} ${given}` : random.chance(0.25) ? given : `${given} ${family}`;
  const name = index % 37 === 11 ? random.pick(oddNames) : random.chance(0.16) ? '' : written;
  const number = random.chance(0.6) ? String(random.integer(1, 99)) : '';
  const mailbox = `${plainGiven}${random.pick(['.', '_', ''])}${plain(plainFamily)}${number}`;
  const email = random.chance(0.12) ? '' : `${mailbox}@${random.pick(['example.com', 'example.net', 'example.org'])}`;
  return { name, email, phone: random.chance(0.35) ? drawPhone(random, place) : '' };
}

/** The same person in another session: often more careless, sometimes with another address. */
function restate(random: Random, contact: Contact, place: Place): Contact {
  return {
    name: random.chance(0.3) ? (contact.name.split(' ')[0] ?? '') : contact.name,
    email: random.chance(0.2) ? contact.email.replace('@', '+shop@') : contact.email,
    phone: random.chance(0.4) ? drawPhone(random, place) : contact.phone,
  };
}

function drawPhone(random: Random, place: Place): string {
  return place.phone.replaceAll('#', () => String(random.integer(0, 9)));
}

function drawWhereabouts(random: Random, place: Place): Whereabouts {
  const [platform, browsers] = random.pick(devices);
  return {
    ipAddress: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.integer(1, 254)}`,
    platform,
    browser: random.pick(browsers),
    browserVersion: `${random.integer(118, 142)}.0${random.chance(0.5) ? `.${random.integer(1000, 7200)}.${random.integer(10, 190)}` : ''}`,
    country: place.country,
    region: place.region,
    city: place.city,
    latitude: place.latitude,
    longitude: place.longitude,
    isp: random.pick(place.isps),
    referrerLink: random.pick(referrers),
  };
}
