import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { VisitorId } from '../../../model/ids.ts';
import { MIN_NAME_PART, nameIdentity, phoneDigits, phoneIdentity } from '../../../model/person.ts';
import type { VisitorContact } from '../../../model/records.ts';
import { eachInSlices } from '../../../model/slices.ts';
import { patternsOf } from './contact-patterns.ts';
import { batchesOf } from '../../tables/batches.ts';
import { statement, type Given } from '../../tables/statement.ts';
import type { Tables } from '../../tables/tables.ts';
import { contactFrom, type ContactColumns } from '../../schema/row-conversion.ts';

/** A visitor under a name that some record gave. */
export interface KnownContact extends VisitorContact {
  readonly visitorId: VisitorId;
}

/** Every contact under which records at hand know some visitors, the newest first. */
const NAMED = statement((tables, given: Given<{ visitorIds: readonly VisitorId[] }>) => {
  const isMeant = tables.isAmong('visitor_id', given.value('visitorIds'));
  const columns = ['visitor_id', 'visitor_name', 'visitor_email', 'visitor_phone'] as const;
  return tables
    .chats()
    .where(isMeant)
    .groupBy(columns)
    .select(columns)
    .select(({ fn }) => fn.max('requested_at').as('at'))
    .unionAll(
      tables
        .offlineMessages()
        .where(isMeant)
        .groupBy(columns)
        .select(columns)
        .select(({ fn }) => fn.max('received_at').as('at')),
    )
    .unionAll(
      tables
        .visitors()
        .where(isMeant)
        .select([
          'visitor_id',
          'name as visitor_name',
          'email as visitor_email',
          'phone as visitor_phone',
          'seen_at as at',
        ]),
    )
    .orderBy('at', 'desc');
});

/**
 * The name, email and phone of some visitors, each by the newest record at hand that has it: of the list of visitors, a chat or
 * an offline message. Of whom none says anything, there is none.
 */
export async function newestContacts(
  tables: Tables,
  visitorIds: readonly VisitorId[],
): Promise<Map<VisitorId, KnownContact>> {
  const contacts = new Map<VisitorId, KnownContact>();
  for (const some of batchesOf(visitorIds)) {
    await eachInSlices(await NAMED(tables, { visitorIds: some }), (row) => {
      const older = contactIn(row);
      if (older !== undefined) contacts.set(older.visitorId, { ...older, ...contacts.get(older.visitorId) });
    });
  }
  return contacts;
}

/**
 * Returns the visitors that may be meant by an id, an email, a phone or a name: every one to whom visitors, chats or offline messages
 * give the same (model/person.ts), and some others. Who has exactly the id that was given is the only one who may be meant.
 */
export async function contactsMatching(tables: Tables, wanted: string): Promise<KnownContact[]> {
  const text = nameIdentity(wanted);
  if (text === undefined) return [];
  const { data: id } = VisitorId.safeParse(/^\d+$/.test(text) ? Number(text) : undefined);
  if (id !== undefined) {
    const exact = await contactsWhere(tables, ({ visitorId }) => sql`${visitorId} = ${id}`);
    if (exact.length > 0) return exact;
  }
  return contactsWhere(tables, (columns) => mayBeMeant(columns, text, id === undefined));
}

async function contactsWhere(
  tables: Tables,
  condition: (columns: SearchedColumns) => RawBuilder<unknown>,
): Promise<KnownContact[]> {
  const listed = await tables
    .visitors()
    .where(sql<SqlBool>`${condition(COLUMNS_OF_VISITORS)}`)
    .select(['visitor_id', 'name as visitor_name', 'email as visitor_email', 'phone as visitor_phone'])
    .execute();
  const isMeant = sql<SqlBool>`${condition(COLUMNS_OF_CONTACTS)}`;
  // The plus keeps SQLite from looking up every row by an index because that is in the order of visitors.
  const visitorId = sql<VisitorId | null>`+visitor_id`.as('visitor_id');
  const columns = [visitorId, 'visitor_name', 'visitor_email', 'visitor_phone'] as const;
  const chatting = await tables.chats().where(isMeant).select(columns).distinct().orderBy('visitor_id').execute();
  const writing = await tables
    .offlineMessages()
    .where(isMeant)
    .select(columns)
    .distinct()
    .orderBy('visitor_id')
    .execute();
  return [...listed, ...chatting, ...writing].flatMap((row) => contactIn(row) ?? []);
}

function contactIn(row: ContactColumns): KnownContact | undefined {
  return row.visitor_id === null ? undefined : { ...contactFrom(row), visitorId: row.visitor_id };
}

/** The columns of a table by which a visitor may be meant. */
type SearchedColumns = Readonly<Record<'visitorId' | 'name' | 'email' | 'phone', RawBuilder<unknown>>>;

const COLUMNS_OF_VISITORS: SearchedColumns = {
  visitorId: sql`visitor_id`,
  name: sql`name`,
  email: sql`email`,
  phone: sql`phone`,
};
const COLUMNS_OF_CONTACTS: SearchedColumns = {
  visitorId: sql`visitor_id`,
  name: sql`visitor_name`,
  email: sql`visitor_email`,
  phone: sql`visitor_phone`,
};

/** The characters that `trim()` takes off a name: SQL's takes off spaces only. */
const WHITESPACE =
  ' \t\n\v\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';

/** Whether somebody has a phone with these digits, or an email or name like a text in lower case. */
function mayBeMeant({ name, email, phone }: SearchedColumns, text: string, isName: boolean): RawBuilder<unknown> {
  const digits = phoneDigits(text);
  const ways = [
    ...(digits === undefined ? [] : [isLike(phone, `%${phoneIdentity(digits).replaceAll(/\d/g, '$&%')}`)]),
    ...(isName
      ? patternsOf(text).flatMap((pattern) => [
          isLike(sql`lower(${email})`, `%${pattern}%`),
          text.length < MIN_NAME_PART
            ? isLike(sql`trim(lower(${name}), ${WHITESPACE})`, pattern)
            : isLike(sql`lower(${name})`, `%${pattern}%`),
        ])
      : []),
  ];
  return ways.length === 0 ? sql`1 = 0` : sql`(${sql.join(ways, sql` OR `)})`;
}

function isLike(value: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  return sql`${value} LIKE ${pattern} ESCAPE ${sql.lit('\\')}`;
}
