import { sql } from 'kysely';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { RecordNotFound } from '../../model/errors.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { RecordedDecision, TriageDecision } from '../../model/decided-here.ts';
import { epochMillis, type Clock, type EpochMillis } from '../../model/time/units.ts';
import { batchesOf } from '../tables/batches.ts';
import type { OfflineMessages } from './offline-messages.ts';
import type { TriageRow } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { known } from '../../model/known.ts';

/** Earlier chats tell nothing about a message. */
const DAYS_LOOKED_BACK = 90;

/** Chats of a message's visitor in the 90 days before it that have the same missed code. */
export interface ChatsBefore {
  readonly offlineMessageId: OfflineMessageId;
  readonly missedCode?: number;
  readonly count: number;
  readonly latestAt: EpochMillis;
}

const DECISIONS = statement((tables) => tables.triage().selectAll());

const DECISION = statement((tables, given: Given<{ readonly id: OfflineMessageId }>) =>
  tables.triage().where('offline_message_id', '=', given.value('id')).selectAll(),
);

const CHATS_BEFORE = statement((tables, given: Given<{ readonly ids: readonly OfflineMessageId[] }>) =>
  tables.kept
    .offlineMessages()
    .where(tables.isAmong('offline_message_id', given.value('ids')))
    .innerJoin('chats', (join) =>
      join
        .onRef('chats.account', '=', 'offline_messages.account')
        .onRef('chats.visitor_id', '=', 'offline_messages.visitor_id')
        // The plus keeps SQLite from looking through all chats of the 90 days for each message.
        .on(sql<boolean>`+chats.requested_at < offline_messages.received_at`)
        .on(sql<boolean>`+chats.requested_at >= received_at - ${sql.lit(DAYS_LOOKED_BACK * MILLIS_PER_DAY)}`),
    )
    .where('chats.gone_at', 'is', null)
    .groupBy(['offline_message_id', 'missed_code'])
    .select((row) => [
      'offline_message_id',
      'missed_code',
      row.fn.countAll<number>().as('count'),
      row.fn.max('requested_at').as('latest_at'),
    ]),
);

/** The decisions about offline messages, and the earlier chats of their visitors. */
export class Triage {
  readonly #tables: AccountTables;
  readonly #messages: OfflineMessages;
  readonly #clock: Clock;

  constructor(tables: AccountTables, messages: OfflineMessages, clock: Clock) {
    this.#tables = tables;
    this.#messages = messages;
    this.#clock = clock;
  }

  /**
   * Keeps a decision. What it leaves out of category, note and draft stays as an earlier one has it, and an empty text
   * removes it; of two at once the last counts. A message that is not at hand is read first. Returns what is kept. Throws RecordNotFound and what else reading it throws, and ArchiveUnusable.
   */
  async record(decision: TriageDecision, question: Question): Promise<RecordedDecision> {
    const { offlineMessageId: id } = decision;
    if (!(await this.#messages.isAtHand(id))) await this.#messages.read(id, question);
    const decidedAt = this.#clock();
    return this.#tables.transaction(async (tables) => {
      // It may be erased by now, and a decision would outlive it.
      const message = tables.kept.offlineMessages().where('offline_message_id', '=', id).select('offline_message_id');
      if ((await message.executeTakeFirst()) === undefined) throw new RecordNotFound('offline message', id);
      const before = await tables.triage().where('offline_message_id', '=', id).selectAll().executeTakeFirst();
      const row = {
        account: tables.account,
        offline_message_id: id,
        priority: decision.priority,
        category: keptText(decision.category, before?.category),
        note: keptText(decision.note, before?.note),
        draft_reply: keptText(decision.draftReply, before?.draft_reply),
        decided_at: decidedAt,
      };
      await tables.upsert('triage', [row]);
      return decisionFrom(row);
    });
  }

  /** Every decision there is, by its message. */
  async all(): Promise<ReadonlyMap<OfflineMessageId, RecordedDecision>> {
    const rows = await DECISIONS(this.#tables, {});
    return new Map(rows.map((row) => [row.offline_message_id, decisionFrom(row)]));
  }

  /** The decision about one message, if there is one. */
  async of(id: OfflineMessageId): Promise<RecordedDecision | undefined> {
    const [row] = await DECISION(this.#tables, { id });
    return row && decisionFrom(row);
  }

  /** The chats at hand of the visitors of some messages in the 90 days before each. Nothing is read for it. */
  async chatsBefore(ids: readonly OfflineMessageId[]): Promise<ChatsBefore[]> {
    const found: ChatsBefore[] = [];
    for (const some of batchesOf(ids)) found.push(...(await this.#chatsBefore(some)));
    return found;
  }

  async #chatsBefore(ids: readonly OfflineMessageId[]): Promise<ChatsBefore[]> {
    const rows = await CHATS_BEFORE(this.#tables, { ids });
    return rows.map((row) =>
      known({
        offlineMessageId: row.offline_message_id,
        missedCode: row.missed_code,
        count: row.count,
        latestAt: epochMillis(row.latest_at),
      }),
    );
  }
}

function keptText(text: string | undefined, before: string | null | undefined): string | null {
  if (text === undefined) return before ?? null;
  return text === '' ? null : text;
}

function decisionFrom(row: TriageRow): RecordedDecision {
  return known({
    offlineMessageId: row.offline_message_id,
    priority: row.priority,
    category: row.category,
    note: row.note,
    draftReply: row.draft_reply,
    decidedAt: row.decided_at,
  });
}
