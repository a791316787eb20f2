import type { Coverage } from '../model/coverage.ts';
import type { VisitorId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Visitor, VisitorContact, VisitorProfile } from '../model/records.ts';
import type { Seconds } from '../model/units.ts';
import type { Upstream } from '../upstream/client.ts';
import type { Lists, WholeList } from './lists.ts';
import { profileFrom, visitorRow } from './rows.ts';
import type { Looked, SingleRecords } from './single-records.ts';
import type { AccountTables } from './tables.ts';

/** A visitor under a name that some record gave. */
export interface KnownContact extends VisitorContact {
  readonly visitorId: VisitorId;
}

/** The people who wrote. */
export class Visitors {
  readonly #tables: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;
  readonly #list: WholeList<Visitor, 'visitors'>;

  constructor(tables: AccountTables, lists: Lists, singles: SingleRecords, upstream: Upstream, maximumAge: Seconds) {
    this.#tables = tables;
    this.#lists = lists;
    this.#singles = singles;
    this.#upstream = upstream;
    this.#list = {
      list: 'visitors',
      what: 'pages of visitors',
      maximumAge,
      fetch: (page, context) => upstream.listVisitors(page, context),
      idOf: ({ visitorId }) => visitorId,
      arrivalOf: ({ firstVisitAt }) => firstVisitAt,
      rowOf: visitorRow,
    };
  }

  /** Reads the list when it is too old, until the question's deadline. Throws what upstream throws when it is unknown. */
  cover(question: Question): Promise<Coverage> {
    return this.#lists.cover(this.#list, question);
  }

  /** Every name, email and phone that the records at hand give for a visitor: visitors, chats and offline messages. */
  async contacts(): Promise<KnownContact[]> {
    const listed = await this.#tables
      .visitors()
      .select(['visitor_id', 'name as visitor_name', 'email as visitor_email', 'phone as visitor_phone'])
      .execute();
    const columns = ['visitor_id', 'visitor_name', 'visitor_email', 'visitor_phone'] as const;
    const chatting = await this.#tables.chats().select(columns).distinct().execute();
    const writing = await this.#tables.offlineMessages().select(columns).distinct().execute();
    return [...listed, ...chatting, ...writing].flatMap((row) =>
      row.visitor_id === null
        ? []
        : [
            {
              visitorId: row.visitor_id,
              ...(row.visitor_name !== null && { name: row.visitor_name }),
              ...(row.visitor_email !== null && { email: row.visitor_email }),
              ...(row.visitor_phone !== null && { phone: row.visitor_phone }),
            },
          ],
    );
  }

  /** One visitor's totals and records. Throws RecordNotFound and what else upstream throws. */
  read(visitorId: VisitorId, question: Question): Promise<Looked<VisitorProfile>> {
    return this.#singles.read(
      {
        key: `visitor ${visitorId}`,
        what: 'visitors',
        stored: async () => {
          const row = await this.#tables
            .visitorProfiles()
            .where('visitor_id', '=', visitorId)
            .select(['profile', 'fetched_at'])
            .executeTakeFirst();
          return row && { record: profileFrom(row.profile), fetchedAt: row.fetched_at, isFinal: false };
        },
        fetch: (context) => this.#upstream.getVisitor(visitorId, context),
        keep: (profile, fetchedAt) =>
          this.#tables.upsert('visitor_profiles', [
            {
              account: this.#tables.account,
              visitor_id: visitorId,
              fetched_at: fetchedAt,
              profile: JSON.stringify(profile),
            },
          ]),
      },
      this.#list.maximumAge,
      question,
    );
  }
}
