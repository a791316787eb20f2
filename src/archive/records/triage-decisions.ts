import { foreign } from '../schema/row-conversion.ts';
import { textOf, type Foreign } from '../../model/foreign.ts';
import type { CallerId } from '../../model/caller.ts';
import { RecordNotFound } from '../../model/errors.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { RecordedDecision, TriageDecision } from '../../model/decided-here.ts';
import type { Clock } from '../../model/time/units.ts';
import type { OfflineMessages } from './offline-messages.ts';
import type { TriageRow } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

/** The decision that stands about a message after one was to be recorded. */
export interface StandingDecision {
  readonly decision: RecordedDecision;
  /** Whether it is the one that was to be recorded; otherwise somebody else's stands. */
  readonly isRecorded: boolean;
}

const DECISIONS = statement((tables) => tables.triage().selectAll());

const DECISION = statement((tables, given: Given<{ readonly id: OfflineMessageId }>) =>
  tables.triage().where('offline_message_id', '=', given.value('id')).selectAll(),
);

/** The decisions about offline messages. */
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
   * Keeps a decision, and who made it. What it leaves out of category, note and draft stays as an earlier one has it, and an empty text
   * removes it; of two at once the last counts. A message that is not at hand is read first. Throws RecordNotFound and what else reading it throws, and ArchiveUnusable.
   * @param isKnown whether the earlier decision may be replaced: by default any may be. One that says the same may be always
   */
  async record(
    decision: TriageDecision,
    caller: CallerId,
    question: Question,
    isKnown: (before: RecordedDecision) => boolean = () => true,
  ): Promise<StandingDecision> {
    const { offlineMessageId: id } = decision;
    if (!(await this.#messages.isAtHand(id))) await this.#messages.read(id, question);
    const decidedAt = this.#clock();
    return this.#tables.transaction(async (tables) => {
      // It may be erased by now, and a decision would outlive it.
      const message = tables.kept.offlineMessages().where('offline_message_id', '=', id).select('offline_message_id');
      if ((await message.executeTakeFirst()) === undefined) throw new RecordNotFound('offline message', id);
      const before = await tables.triage().where('offline_message_id', '=', id).selectAll().executeTakeFirst();
      const earlier = before && decisionFrom(before);
      const row = {
        account: tables.account,
        offline_message_id: id,
        priority: decision.priority,
        category: keptText(decision.category, before?.category),
        note: keptText(decision.note, before?.note),
        draft_reply: keptText(decision.draftReply, before?.draft_reply),
        decided_at: decidedAt,
        caller,
      };
      const decided = decisionFrom(row);
      if (earlier !== undefined && !isKnown(earlier) && !isTheSame(earlier, decided))
        return { decision: earlier, isRecorded: false };
      await tables.upsert('triage', [row]);
      return { decision: decided, isRecorded: true };
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
}

function keptText(given: Foreign | undefined, before: string | null | undefined): string | null {
  const text = textOf(given);
  if (text === undefined) return before ?? null;
  return text === '' ? null : text;
}

function isTheSame(one: RecordedDecision, other: RecordedDecision): boolean {
  return (
    one.priority === other.priority &&
    (['category', 'note', 'draftReply'] as const).every((field) => textOf(one[field]) === textOf(other[field]))
  );
}

function decisionFrom(row: TriageRow): RecordedDecision {
  return omitUndefined({
    offlineMessageId: row.offline_message_id,
    priority: row.priority,
    category: foreign(row.category),
    note: foreign(row.note),
    draftReply: foreign(row.draft_reply),
    decidedAt: row.decided_at,
  });
}
