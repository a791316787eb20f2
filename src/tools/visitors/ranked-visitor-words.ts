import type { z } from 'zod';
import type { CodesTaken } from '../../insights/visitors/visitor-figures.ts';
import type { KnownContact } from '../../archive/records/visitors/contacts.ts';
import type { WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import type { Shown } from '../../model/shown.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { VisitorContext } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { joinSafe, ownWord, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { counted, durationWords, isoTime, timeWords } from '../../answers/words/quantities.ts';
import type { RankedVisitor, Ranking } from './ranking.ts';
import type { Latest, ServedSince } from './served-since.ts';
import { visitorData, type VisitorShape } from './visitor-words.ts';
import { rounded } from '../../model/words/number.ts';

/** All that a row of a ranking tells. */
export interface RankedRow extends RankedVisitor {
  readonly contact: Partial<KnownContact>;
  readonly context: VisitorContext;
  readonly latest: Latest;
  readonly served: ServedSince | undefined;
}

/** A ranked visitor as data. What is unknown is absent. */
export function rankedData(row: RankedRow, zone: Zone, redactor: Redactor, shown: Shown): z.input<typeof VisitorShape> {
  const { visitorId, figures, waiting, contact, context, latest, served } = row;
  const { chats = 0, missed = 0, rated = 0, ratingSum = 0, lowestRating } = figures ?? {};
  return omitUndefined({
    ...visitorData({ ...contact, visitorId, context }, zone, redactor),
    ...(shown.chats !== 'none' && { chats, missed }),
    rating: rated === 0 ? undefined : { n: rated, mean: rounded(ratingSum / rated, 2), lowest: lowestRating ?? 0 },
    last_contact_at: mapKnown(latest.contactAt, (at) => isoTime(zone, at)),
    waiting:
      waiting &&
      omitUndefined({
        messages: waiting.messages,
        oldest_at: isoTime(zone, waiting.oldestAt),
        served_since: served === undefined || served === 'unknown' ? undefined : served !== 'no',
      }),
  });
}

/** A ranked visitor as a line of text; the short form has no more of them than the name. What strangers wrote comes last, so that it cannot stand for what comes before it. */
export function rankedLine(
  row: RankedRow,
  zone: Zone,
  now: EpochMillis,
  redactor: Redactor,
  isShort: boolean,
  shown: Shown,
): SafeText {
  const { visitorId, waiting, latest, served } = row;
  const { name, email, phone, city, country, chats = 0, missed = 0, rating } = rankedData(row, zone, redactor, shown);
  const place = [city, country].filter((part) => part !== undefined);
  const parts = [
    ...(shown.chats === 'none'
      ? []
      : [safe`${counted(chats, 'chat')}${missed === 0 ? safe`` : safe`, ${missed} missed`}`]),
    ...(rating === undefined ? [] : [ratingWords(rating)]),
    ...(waiting === undefined ? [] : [waitingWords(waiting, served, zone, now)]),
    ...(latest.contactAt === undefined ? [] : [safe`last contact ${timeWords(zone, latest.contactAt)}`]),
    name ?? safe`(no name)`,
    ...(isShort ? [] : [email, phone].filter((part) => part !== undefined)),
    ...(isShort || place.length === 0 ? [] : [joinSafe(place, ', ')]),
  ];
  return safe`- ${visitorId}: ${joinSafe(parts, ' · ')}`;
}

/** Words the ratings of a visitor: `rated 4.5 on average, lowest 3 (2 ratings)`. */
export function ratingWords({
  n,
  mean,
  lowest,
}: {
  readonly n: number;
  readonly mean: number;
  readonly lowest: number;
}): OwnText {
  return n === 1 ? safe`rated ${lowest}` : safe`rated ${mean} on average, lowest ${lowest} (${n} ratings)`;
}

/** Words how many messages of a visitor wait for a reply, since when, and whether they were served since the latest of them. */
export function waitingWords(
  { messages, oldestAt }: WaitingMessages,
  served: ServedSince | undefined,
  zone: Zone,
  now: EpochMillis,
): OwnText {
  const wait = messages === 1 ? safe`message waits` : safe`messages wait`;
  const since = safe`${messages} ${wait} since ${timeWords(zone, oldestAt)} (${durationWords((now - oldestAt) / 1000)})`;
  if (served === undefined) return since;
  if (served === 'no') return safe`${since}, not served since`;
  return served === 'unknown'
    ? safe`${since}, not known whether served since`
    : safe`${since}, served since at ${timeWords(zone, served)}`;
}

const OF_ORDER: Readonly<Record<Ranking, { readonly who: OwnText; readonly first: OwnText; readonly tied: OwnText }>> =
  {
    chats: { who: safe`with chats`, first: safe`most chats first`, tied: safe`has as many chats` },
    missed: { who: safe`with missed chats`, first: safe`most missed first`, tied: safe`has as many missed chats` },
    lowest_rating: { who: safe`who gave a rating`, first: safe`lowest rating first`, tied: safe`rated as low` },
    waiting: {
      who: safe`with offline messages that nobody answered`,
      first: safe`longest waiting first`,
      tied: safe`waits as long`,
    },
  };

/** Who is ranked, and in which order. */
export function orderWords(order: Ranking): { readonly who: OwnText; readonly first: OwnText } {
  return OF_ORDER[order];
}

/** Says that the first one of the next page stands no lower than the last one of this page. */
export function tieWords(order: Ranking): OwnText {
  return safe` (the next one ${OF_ORDER[order].tied} as the last one here)`;
}

/** Says which codes are taken for what they likely mean, and for which there is nothing to be told. */
export function takenWords({ likely, open }: CodesTaken): OwnText | undefined {
  const sentences = [
    ...(likely.size === 0
      ? []
      : [safe`Not settled: ${joinSafe([...likely].map(ownWord), ', ')}; taken for what it likely means.`]),
    ...(open.size === 0
      ? []
      : [safe`Not told, because nothing at hand says what it means: ${joinSafe([...open].map(ownWord), ', ')}.`]),
  ];
  return sentences.length === 0
    ? undefined
    : safe`${joinSafe(sentences, ' ')} record_code_meaning settles it with the person's answer.`;
}
