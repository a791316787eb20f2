import type { LastContact, WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import { isMissed } from '../../model/codebook/code-states.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { VisitorId } from '../../model/ids.ts';
import { utcDayOf } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';

/** Whether a visitor had a conversation after their latest waiting message: when, that not, or that not all days were read. */
export type ServedSince = EpochMillis | 'no' | 'unknown';

/** The newest that is known of a visitor, of any loaded day. */
export interface Latest {
  /** The newest request of a chat, or receipt of an offline message. */
  readonly contactAt?: EpochMillis;
  readonly servedAt?: EpochMillis;
}

/** The newest contacts of some visitors. */
export async function latestOf(
  visitorIds: readonly VisitorId[],
  book: Codebook,
  { archive }: Desk,
): Promise<ReadonlyMap<VisitorId, Latest>> {
  const latest = new Map<VisitorId, Latest>();
  for (const contact of await archive.visitors.lastContacts(visitorIds)) {
    const before = latest.get(contact.visitorId);
    const contactAt = newer(before?.contactAt, contact.at);
    const servedAt = newer(before?.servedAt, isOfServed(contact, book) ? contact.servedAt : undefined);
    latest.set(contact.visitorId, omitUndefined({ contactAt, servedAt }));
  }
  return latest;
}

function isOfServed({ missedCode }: LastContact, book: Codebook): boolean {
  return isMissed(omitUndefined({ missedCode }), book) !== true;
}

function newer(one: EpochMillis | undefined, other: EpochMillis | undefined): EpochMillis | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return epochMillis(Math.max(one, other));
}

/** Says of some waiting visitors whether they were served since, as far as loaded chats show. Nothing is read for it. */
export async function servedSince(
  waiting: ReadonlyMap<VisitorId, WaitingMessages>,
  latest: ReadonlyMap<VisitorId, Latest>,
  { archive, clock }: Desk,
): Promise<ReadonlyMap<VisitorId, ServedSince>> {
  if (waiting.size === 0 || archive.shown.chats === 'none') return new Map();
  const oldest = Math.min(...[...waiting.values()].map(({ newestAt }) => newestAt));
  const days = { from: utcDayOf(epochMillis(oldest)), to: utcDayOf(clock()) };
  const { missingDays = [] } = await archive.chats.coverageOf(days);
  return new Map(
    [...waiting].map(([visitorId, { newestAt }]): [VisitorId, ServedSince] => {
      const { servedAt } = latest.get(visitorId) ?? {};
      if (servedAt !== undefined && servedAt > newestAt) return [visitorId, servedAt];
      const isRead = missingDays.every(({ to }) => to < utcDayOf(newestAt));
      return [visitorId, isRead ? 'no' : 'unknown'];
    }),
  );
}
