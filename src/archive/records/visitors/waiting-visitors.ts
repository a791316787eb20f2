import { sql } from 'kysely';
import type { VisitorId } from '../../../model/ids.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { eachInSlices } from '../../../model/slices.ts';
import type { EpochMillis } from '../../../model/time/units.ts';
import { batchesOf } from '../../tables/batches.ts';
import { statement, type Given } from '../../tables/statement.ts';
import type { Tables } from '../../tables/tables.ts';

/** The offline messages of a visitor that wait for a reply. */
export interface WaitingMessages {
  readonly messages: number;
  readonly oldestAt: EpochMillis;
  readonly newestAt: EpochMillis;
}

/** The newest chat of a visitor among those of one code, or the newest offline message, which has none. */
export interface LastContact {
  readonly visitorId: VisitorId;
  readonly at: EpochMillis;
  /** The request of the newest chat of them that has a conversation. */
  readonly servedAt?: EpochMillis;
  readonly missedCode?: number;
}

interface OfVisitors {
  readonly visitorIds: readonly VisitorId[];
}

const WAITING = statement((tables) =>
  tables
    .offlineMessages()
    .where('visitor_id', 'is not', null)
    .where((is) => is.or([is('reply_count', 'is', null), is('reply_count', '<=', 0)]))
    .groupBy('visitor_id')
    .select(({ fn }) => [
      'visitor_id',
      fn.countAll<number>().as('messages'),
      fn.min('received_at').as('oldestAt'),
      fn.max('received_at').as('newestAt'),
    ]),
);

const LAST_CHATS = statement((tables, given: Given<OfVisitors>) =>
  tables
    .chats()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .groupBy(['visitor_id', 'missed_code'])
    .select(({ fn }) => [
      'visitor_id',
      'missed_code',
      fn.max('requested_at').as('at'),
      sql<EpochMillis | null>`max(CASE WHEN started_at IS NOT NULL THEN requested_at END)`.as('servedAt'),
    ]),
);

const LAST_MESSAGES = statement((tables, given: Given<OfVisitors>) =>
  tables
    .offlineMessages()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .groupBy('visitor_id')
    .select(({ fn }) => ['visitor_id', fn.max('received_at').as('at')]),
);

/** The visitors with offline messages at hand that nobody answered, as far as is known, and when these came. */
export async function waitingVisitors(tables: Tables): Promise<Map<VisitorId, WaitingMessages>> {
  const waiting = new Map<VisitorId, WaitingMessages>();
  await eachInSlices(await WAITING(tables, {}), ({ visitor_id: id, messages, oldestAt, newestAt }) => {
    if (id !== null) waiting.set(id, { messages, oldestAt, newestAt });
  });
  return waiting;
}

/** The newest contacts of some visitors: their chats at hand by code, and their offline messages. */
export async function lastContactsOf(tables: Tables, visitorIds: readonly VisitorId[]): Promise<LastContact[]> {
  const contacts: LastContact[] = [];
  for (const some of batchesOf(visitorIds)) {
    for (const row of await LAST_CHATS(tables, { visitorIds: some })) {
      if (row.visitor_id === null) continue;
      const { visitor_id: visitorId, at, servedAt, missed_code: missedCode } = row;
      contacts.push(omitUndefined({ visitorId, at, servedAt, missedCode }));
    }
    for (const { visitor_id: visitorId, at } of await LAST_MESSAGES(tables, { visitorIds: some })) {
      if (visitorId !== null) contacts.push({ visitorId, at });
    }
  }
  return contacts;
}
