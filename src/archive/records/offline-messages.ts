import { NOT_SHOWN, type Coverage } from '../../model/coverage.ts';
import { OfflineMessageId, type VisitorId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { OfflineMessage, OfflineMessageThread } from '../../model/records.ts';
import { eachInSlices } from '../../model/slices.ts';
import type { EpochMillis, Seconds } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { batchesOf } from '../tables/batches.ts';
import type { Lists, WholeList } from '../walking/whole-lists.ts';
import { readEach, Refusals, type ReadEach } from './read-each.ts';
import { offlineMessageFrom, offlineMessageRow, offlineReplyFrom, offlineReplyRow } from '../schema/row-conversion.ts';
import { refuseUnkept, type Looked, type RecordSources, type SingleRecords } from './single-records.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { Unkept } from './unkept.ts';

/** The messages that are read together: they may be long. */
const BATCH_SIZE = 100;

interface OfOne {
  readonly id: OfflineMessageId;
}

const IDS = statement((tables, given: Given<{ readonly visitorIds: readonly VisitorId[] | undefined }>) => {
  const ids = tables
    .offlineMessages()
    .orderBy('received_at', 'desc')
    .orderBy('offline_message_id', 'desc')
    .select('offline_message_id as id');
  return given.has('visitorIds') ? ids.where(tables.isAmong('visitor_id', given.value('visitorIds'))) : ids;
});

const MESSAGES = statement((tables, given: Given<{ readonly ids: readonly OfflineMessageId[] }>) =>
  tables
    .offlineMessages()
    .where(tables.isAmong('offline_message_id', given.value('ids')))
    .selectAll(),
);

const FIRST_REPLIES = statement((tables) =>
  tables
    .offlineReplies()
    .where('replied_at', 'is not', null)
    .groupBy('offline_message_id')
    .select(({ fn }) => ['offline_message_id', fn.min<EpochMillis>('replied_at').as('first')]),
);

const THREAD = statement((tables, given: Given<OfOne>) =>
  tables.offlineThreads().where('offline_message_id', '=', given.value('id')).select('fetched_at'),
);

const KEPT = statement((tables, given: Given<OfOne>) =>
  tables.kept.offlineMessages().where('offline_message_id', '=', given.value('id')).selectAll(),
);

const REPLIES = statement((tables, given: Given<OfOne>) =>
  tables.offlineReplies().where('offline_message_id', '=', given.value('id')).orderBy('position').selectAll(),
);

/** The messages that came in while nobody was online. */
export class OfflineMessages {
  readonly #tables: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;
  readonly #list: WholeList<OfflineMessage, 'offline_messages'>;
  readonly #refusals: Refusals<OfflineMessageId>;
  readonly #unkept = new Unkept<OfflineMessageThread>();

  constructor(sources: RecordSources) {
    const { upstream, clock, maximumAges } = sources;
    ({ tables: this.#tables, lists: this.#lists, singles: this.#singles, upstream: this.#upstream } = sources);
    this.#refusals = new Refusals(clock);
    this.#list = {
      list: 'offline_messages',
      what: 'pages of offline messages',
      maximumAge: maximumAges.offline_messages,
      fetch: (page, context) => upstream.listOfflineMessages(page, context),
      idOf: ({ offlineMessageId }) => offlineMessageId,
      arrivalOf: ({ receivedAt }) => receivedAt,
      rowOf: offlineMessageRow,
      readOne: async (id, ask) => {
        const { answer, at } = await ask((context) => upstream.getOfflineMessage(OfflineMessageId.parse(id), context));
        await this.#keep(answer, at, clock());
      },
    };
  }

  /** Reads the list when it is too old, until the question's deadline. Throws what upstream throws when it is unknown. */
  async cover(question: Question): Promise<Coverage> {
    if (!this.#tables.shown.offlineMessages) return NOT_SHOWN;
    return this.#lists.cover(this.#list, question);
  }

  /** The coverage of the list. Nothing is read for it. */
  async coverageOf(): Promise<Coverage> {
    if (!this.#tables.shown.offlineMessages) return NOT_SHOWN;
    return this.#lists.coverageOf('offline_messages');
  }

  /** The messages at hand, of all visitors or of some, newest first. */
  async find(visitorIds?: readonly VisitorId[]): Promise<OfflineMessage[]> {
    const ids = await IDS(this.#tables, { visitorIds });
    const messages = new Map<OfflineMessageId, OfflineMessage | undefined>(ids.map(({ id }) => [id, undefined]));
    await eachInSlices(batchesOf([...messages.keys()], BATCH_SIZE), async (some) => {
      for (const row of await MESSAGES(this.#tables, { ids: some }))
        messages.set(row.offline_message_id, offlineMessageFrom(row));
    });
    return [...messages.values()].filter((message) => message !== undefined);
  }

  /** Whether a message is at hand, also one that its list does not show any more. */
  async isAtHand(id: OfflineMessageId): Promise<boolean> {
    const row = this.#tables.kept.offlineMessages().where('offline_message_id', '=', id).select('offline_message_id');
    return (await row.executeTakeFirst()) !== undefined;
  }

  /** Reads one message with its replies. Throws RecordNotFound and what else upstream throws. */
  read(id: OfflineMessageId, question: Question): Promise<Looked<OfflineMessageThread>> {
    return this.#singles.read(
      {
        key: `offline message ${id}`,
        what: 'offline messages',
        stored: () => this.#stored(id),
        isFinal: () => false,
        fetch: (context) => this.#upstream.getOfflineMessage(id, context),
        refuseErased: ({ message }) => this.#tables.refuseErased('offline message', id, message.visitor.visitorId),
        unkept: this.#unkept,
        keep: (thread, fetchedAt, now) => this.#keep(thread, fetchedAt, now),
      },
      this.#list.maximumAge,
      question,
    );
  }

  /** Reads some messages in that order, several at once, until the question's deadline. */
  readAll(ids: readonly OfflineMessageId[], question: Question): Promise<ReadEach> {
    return readEach(ids, async (id) => refuseUnkept(await this.read(id, question)), this.#refusals);
  }

  /** Estimates the time that reading `count` messages with their replies takes, with everybody's questions first. */
  timeFor(count: number): Promise<Seconds> {
    return this.#upstream.timeFor({ endpoint: 'offline_message', priority: 'background' }, count);
  }

  /** Whether the service lately did not give a message, when many were asked for. */
  isRefused(id: OfflineMessageId): boolean {
    return this.#refusals.has(id);
  }

  /** The moment of the first reply to each message whose replies are at hand. */
  async firstReplies(): Promise<Map<OfflineMessageId, EpochMillis>> {
    const rows = await FIRST_REPLIES(this.#tables, {});
    return new Map(rows.map((row) => [row.offline_message_id, row.first]));
  }

  #keep(thread: OfflineMessageThread, fetchedAt: EpochMillis, now: EpochMillis): Promise<void> {
    const { offlineMessageId: id, visitor } = thread.message;
    return this.#tables.transaction(async (tables) => {
      const { account } = tables;
      await tables.refuseErased('offline message', id, visitor.visitorId);
      const message = { ...thread.message, replyCount: thread.replies.length };
      await tables.keepSeen('offline_messages', [offlineMessageRow(message, account, fetchedAt)], now);
      const head = { account, offline_message_id: id, fetched_at: fetchedAt };
      if ((await tables.keepSeen('offline_threads', [head], now)) === 0) return;
      await tables.upsert(
        'offline_replies',
        thread.replies.map((reply, index) => offlineReplyRow(reply, index, { account, offline_message_id: id })),
      );
      await tables.cutReplies(id, thread.replies.length);
    });
  }

  async #stored(id: OfflineMessageId) {
    const [thread] = await THREAD(this.#tables, { id });
    const [row] = await KEPT(this.#tables, { id });
    if (thread === undefined || row === undefined) return undefined;
    const replies = await REPLIES(this.#tables, { id });
    const record = { message: offlineMessageFrom(row), replies: replies.map(offlineReplyFrom) };
    return { record, fetchedAt: thread.fetched_at };
  }
}
